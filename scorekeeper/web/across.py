"""The game across the table: figures to be read from two metres, on whatever screen."""

from flask import Blueprint
from flask.typing import ResponseReturnValue

from .access import of_game
from .finding import find_game
from .keys import Role
from .tables import table_page

bp = Blueprint("across", __name__, url_prefix="/games/<own_id:game_id>")


@bp.get("/across")
@of_game(Role.READER)
def show(game_id: str) -> ResponseReturnValue:
    """Show the hand and the totals as large as the screen allows, following live."""
    return table_page(find_game(game_id), template="games/across.html")
