"""The pen: which device keeps the score. A courtesy, never a lock: every keeper may save."""

from datetime import UTC, datetime, timedelta
from math import ceil

from flask import Blueprint, jsonify, redirect, session, url_for
from flask.typing import ResponseReturnValue

from scorekeeper.store import games, history
from scorekeeper.store.ids import BOOK_LENGTH
from scorekeeper.store.kept import KeptGame, Pen

from .access import device, of_game
from .answers import game_document, wants_document
from .extensions import db, writing
from .finding import find_game, lock_game
from .keys import Grant, Role

bp = Blueprint("pens", __name__, url_prefix="/games/<own_id:game_id>")


OFFER = "pen"
YOUNG = timedelta(minutes=5)
"""How long after its last save a device is said to keep the score, too."""


def offer_pen(own_id: str, grant: Grant) -> None:
    """Remember that this device was let into one game as a keeper: it is about to get the pen."""
    if grant.role is Role.KEEPER and len(own_id) > BOOK_LENGTH:
        session[OFFER] = own_id


def is_pen_offered(kept: KeptGame) -> bool:
    """Tell whether this device was handed a game and has not taken the pen yet."""
    return session.get(OFFER) == kept.id


@bp.post("/pen")
@of_game(Role.KEEPER)
def take(game_id: str) -> ResponseReturnValue:
    """Let this device keep the score from now on; the one that did shows the follower's view."""
    mine = device()
    session.pop(OFFER, None)
    with writing() as store:
        games.take_pen(store, lock_game(store, game_id), Pen(mine.id, mine.name))
    if wants_document():
        return game_document(find_game(game_id))
    return redirect(url_for("games.table", game_id=game_id), 303)


@bp.get("/others")
@of_game(Role.KEEPER)
def others(game_id: str) -> ResponseReturnValue:
    """Say for how many seconds more another device is to be named as keeping score, too."""
    at = history.latest_of_others(db.session, find_game(game_id), device().id)
    response = jsonify(seconds=seconds_of_others(at))
    response.cache_control.no_store = True
    return response


def seconds_of_others(at: datetime | None) -> int:
    """Return how long another device's latest save, made then, stays young; 0 when it is not."""
    return 0 if at is None else max(0, ceil((at + YOUNG - datetime.now(UTC)).total_seconds()))
