"""One hand of a game: open it for correction, and save it."""

from flask import Blueprint, abort, request
from flask.typing import ResponseReturnValue
from flask_babel import gettext as _

from scorekeeper.store import changes
from scorekeeper.store.kept import KeptGame, StaleError

from .access import device, of_game
from .answers import changed, game_document, refused, wants_page
from .extensions import db, writing
from .finding import find_game, lock_game
from .forms.hand import hand_form
from .keys import Role
from .tables import table_page

bp = Blueprint("hands", __name__, url_prefix="/games/<own_id:game_id>/hands")


@bp.get("/<hand:number>")
@of_game(Role.READER)
def show(game_id: str, number: int) -> ResponseReturnValue:
    """Show the table opened at a hand, as it was played."""
    kept = find_game(game_id)
    if not kept.has_hand(number):
        abort(404)
    return table_page(kept, number=number)


@bp.post("/<hand:number>")
@of_game(Role.KEEPER)
def save(game_id: str, number: int) -> ResponseReturnValue:
    """Save a hand whole; what cannot be is said at its field, and nothing is stored."""
    try:
        with writing() as store:
            kept = lock_game(store, game_id)
            if not kept.has_hand(number):
                abort(404)
            form = hand_form(len(kept.game.players), request.form)
            hand = form.hand(kept.game, number)
            if hand is not None:
                base = form.base_revision
                kept = changes.save_hand(store, kept, number, hand, base=base, device=device())
    except StaleError as error:
        return _stale(error.kept, number)
    if hand is not None:
        return changed(kept)
    return refused(form.messages, lambda: table_page(kept, number=number, form=form))


def _stale(kept: KeptGame, number: int) -> ResponseReturnValue:
    """Answer with the hand that another device saved, and on the page with both versions."""
    if not wants_page():
        return game_document(kept, 409)
    db.session.rollback()
    kept = find_game(kept.id)
    form = hand_form(len(kept.game.players), request.form)
    form.hand(kept.game, number)
    form.base.data = str(kept.hand_revision(number))
    notice = _(
        "Another device changed this hand meanwhile. Its version is on the card below; "
        "yours is here. Save to replace it, or leave it as it is."
    )
    return table_page(kept, number=number, form=form, notice=notice), 409
