"""The demo: every page of it says so, and a device can leave it for the book it keeps."""

from flask import Blueprint, abort, g, redirect, url_for
from flask.typing import ResponseReturnValue

from .access import forget_book, opened_book
from .extensions import csrf

bp = Blueprint("demos", __name__)


@bp.post("/demo/leave")
def leave() -> ResponseReturnValue:
    """Forget the demo on this device, so that its own book opens again."""
    book_id = opened_book()
    if book_id is None or not g.is_demo:
        abort(404)
    csrf.protect()
    forget_book(book_id)
    return redirect(url_for("books.home"), 303)


def is_in_demo() -> bool:
    """Tell whether the device was let into the demo for this page."""
    return bool(g.get("is_demo"))
