"""A game deleted, after asking, and brought back: a matter for the keepers of the book."""

from flask import Blueprint, abort, redirect, render_template, url_for
from flask.typing import ResponseReturnValue

from scorekeeper.store import deleting
from scorekeeper.store.ids import book_of
from scorekeeper.store.reading import shelf

from .access import of_its_book
from .extensions import db, writing
from .keys import Role

bp = Blueprint("deleting", __name__, url_prefix="/games/<own_id:game_id>")


@bp.get("/delete")
@of_its_book(Role.KEEPER)
def ask(game_id: str) -> ResponseReturnValue:
    """Say what deleting means, and ask whether that is meant."""
    if not deleting.has_game(db.session, book_of(game_id), game_id):
        abort(404)
    found = shelf(db.session, book_of(game_id), [game_id])
    return render_template("games/delete.html", game_id=game_id, games=found.games)


@bp.post("/delete")
@of_its_book(Role.KEEPER)
def delete(game_id: str) -> ResponseReturnValue:
    """Delete the game; the page that follows has the way back."""
    with writing() as store:
        is_known = deleting.delete(store, book_of(game_id), game_id)
    if not is_known:
        abort(404)
    return redirect(url_for("past.games", deleted=game_id), 303)


@bp.post("/bring-back")
@of_its_book(Role.KEEPER)
def bring_back(game_id: str) -> ResponseReturnValue:
    """Put a deleted game back as it was."""
    with writing() as store:
        is_known = deleting.bring_back(store, book_of(game_id), game_id)
    if not is_known:
        abort(404)
    return redirect(url_for("games.table", game_id=game_id), 303)
