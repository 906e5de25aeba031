"""The demo: every page of it says so, and a device can leave it for the book it keeps."""

from flask import Blueprint, abort, g, redirect, url_for
from flask.typing import ResponseReturnValue
from sqlalchemy.exc import SQLAlchemyError

from scorekeeper.store import demos

from .access import forget_book, opened_book
from .extensions import csrf, db

bp = Blueprint("demos", __name__)


@bp.post("/demo/leave")
def leave() -> ResponseReturnValue:
    """Forget the demo on this device, so that its own book opens again."""
    book_id = opened_book()
    if book_id is None or not demos.is_demo(db.session, book_id):
        abort(404)
    csrf.protect()
    forget_book(book_id)
    return redirect(url_for("books.home"), 303)


def is_in_demo() -> bool:
    """Tell whether the page that is shown is of the demo; what cannot be known is no demo."""
    try:
        book_id = g.get("book_id") or opened_book()
        return book_id is not None and demos.is_demo(db.session, book_id)
    except SQLAlchemyError:
        return False  # the page is the one that says that the database does not answer
