"""The table page: the hand at hand, the whole card, and the form that changes it."""

from functools import partial

from flask import g, render_template, url_for

from scorekeeper.rules.scoring import NOT_COUNTED
from scorekeeper.store import changes
from scorekeeper.store.kept import KeptGame

from .extensions import db
from .forms import HandForm, hand_form
from .keys import Role


def table_page(
    kept: KeptGame,
    *,
    number: int | None = None,
    form: HandForm | None = None,
    notice: str = "",
) -> str:
    """Return the table opened at a hand: the one asked for, else the one to be played next.

    `form` holds entries that were refused; they stay in their places. `notice` says above
    them what happened.
    """
    shown = number or kept.card.next_hand or len(kept.game.hands)
    return render_template(
        "games/table.html",
        kept=kept,
        game=kept.game,
        card=kept.card,
        row=kept.card.rows[shown - 1],
        number=shown,
        is_correction=number is not None and number != kept.card.next_hand,
        form=form or stored_form(kept, shown),
        notice=notice,
        can_undo=g.role is Role.KEEPER and changes.can_undo(db.session, kept),
        is_keeper=g.role is Role.KEEPER,
        last_scored=next((row for row in reversed(kept.card.rows) if row.is_scored), None),
        hand_address=partial(_hand_address, kept.id),
    )


def winner_names(kept: KeptGame) -> list[str]:
    """Return the names of everybody who won a game that is over."""
    return [kept.game.players[seat].name for seat in kept.card.winners]


def stored_form(kept: KeptGame, number: int) -> HandForm:
    """Return the form of a hand with what is stored of it."""
    form, hand = hand_form(len(kept.game.players)), kept.game.hand(number)
    plays = {play.seat: play for play in hand.plays}
    form.trump.data = hand.turned_up.value if hand.turned_up else ""
    form.dealer.data = "" if hand.dealer is None else str(hand.dealer)
    form.base.data = str(kept.hand_revision(number))
    for seat in form.seats:
        play = plays.get(seat)
        form.field(f"out-{seat}").data = play is None
        if play is None:
            continue
        taken = "S" if play.taken is NOT_COUNTED else play.taken
        form.field(f"bid-{seat}").data = "" if play.bid is None else str(play.bid)
        form.field(f"taken-{seat}").data = "" if taken is None else str(taken)
        form.field(f"adjust-{seat}").data = str(play.adjust) if play.adjust else ""
    return form


def _hand_address(game_id: str, number: int, *, save: bool = False) -> str:
    """Return the address that opens a hand, or the one that saves it."""
    return url_for("hands.save" if save else "hands.show", game_id=game_id, number=number)
