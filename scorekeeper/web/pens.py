"""The pen: which device keeps the score. A courtesy, never a lock: every keeper may save."""

from flask import Blueprint, redirect, url_for
from flask.typing import ResponseReturnValue

from scorekeeper.store import games
from scorekeeper.store.kept import Pen

from .access import device, of_game
from .answers import game_document, wants_document
from .extensions import writing
from .finding import find_game, lock_game
from .keys import Role

bp = Blueprint("pens", __name__, url_prefix="/games/<own_id:game_id>")


@bp.post("/pen")
@of_game(Role.KEEPER)
def take(game_id: str) -> ResponseReturnValue:
    """Let this device keep the score from now on; the one that did shows the follower's view."""
    mine = device()
    with writing() as store:
        games.take_pen(store, lock_game(store, game_id), Pen(mine.id, mine.name))
    if wants_document():
        return game_document(find_game(game_id))
    return redirect(url_for("games.table", game_id=game_id), 303)
