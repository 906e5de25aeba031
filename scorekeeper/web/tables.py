"""The table page: the hand at hand, the whole card, and the form that changes it."""

from functools import partial

from flask import render_template, url_for
from flask_babel import gettext as _

from scorekeeper.rules import NOT_COUNTED, Place, Play, Taken
from scorekeeper.rules.stakes import LAST_HANDS, reach
from scorekeeper.store import history
from scorekeeper.store.kept import KeptGame

from .access import device, role_in
from .corrections import corrections
from .extensions import db
from .forms.hand import HandForm, hand_form
from .keys import Role
from .naming import shown as shown_names
from .pad import STEPS_AT_HAND, most_in_a_hand, page_data
from .pens import is_pen_offered, seconds_of_others
from .reviews import told


def table_page(
    kept: KeptGame,
    *,
    number: int | None = None,
    form: HandForm | None = None,
    notice: str = "",
    template: str = "games/table.html",
) -> str:
    """Return the table opened at a hand: the one asked for, else the one to be played next.

    `form` holds entries that were refused; they stay in their places. `notice` says above
    them what happened. `template` is the page's, or that of the view across the table.
    """
    shown = number or kept.card.next_hand or len(kept.game.hands)
    is_keeper = role_in(kept.id) is Role.KEEPER
    recent = (
        history.recent(db.session, kept, device().id, most=STEPS_AT_HAND) if is_keeper else None
    )
    return render_template(
        template,
        kept=kept,
        game=kept.game,
        card=kept.card,
        row=kept.card.rows[shown - 1],
        number=shown,
        is_correction=number is not None and number != kept.card.next_hand,
        form=form or stored_form(kept, shown),
        notice=notice,
        phase=_phase(kept, shown),
        shown=shown_names(kept.called),
        places=places(kept),
        is_pen_offered=is_keeper and is_pen_offered(kept),
        others=seconds_of_others(recent.of_others) if recent else 0,
        stakes=_is_late(kept),
        reach=reach(kept.game, kept.card),
        corrections=corrections(kept),
        told=told(kept),
        most_cards=most_in_a_hand(kept.game),
        pad=page_data(kept, recent),
        can_undo=recent is not None and recent.can_undo,
        is_keeper=is_keeper,
        keeps_book=role_in(kept.book_id) is Role.KEEPER,
        last_scored=next((row for row in reversed(kept.card.rows) if row.is_scored), None),
        hand_address=partial(_hand_address, kept.id),
    )


def winner_names(kept: KeptGame) -> list[str]:
    """Return the names of everybody who won a game that is over."""
    return [kept.called[seat] for seat in kept.card.winners]


def stored_form(kept: KeptGame, number: int) -> HandForm:
    """Return the form of a hand with what is stored of it."""
    hand, seats = kept.game.hand(number), range(len(kept.game.players))
    plays = {play.seat: play for play in hand.plays}
    noted = [plays.get(seat) or Play(seat) for seat in seats]
    return hand_form(
        len(seats),
        trump=hand.turned_up.value if hand.turned_up else "",
        dealer="" if hand.dealer is None else str(hand.dealer),
        base=str(kept.hand_revision(number)),
        out=[seat not in plays for seat in seats],
        bid=["" if play.bid is None else str(play.bid) for play in noted],
        taken=[_written(play.taken) for play in noted],
        adjust=[str(play.adjust or "") for play in noted],
    )


def _written(taken: Taken | None) -> str:
    """Return tricks as the form has them."""
    return "" if taken is None else "S" if taken is NOT_COUNTED else str(taken)


def places(kept: KeptGame) -> list[str]:
    """Return for each seat its place and how far it is behind; nothing before the first score."""
    if not kept.card.scored:
        return [""] * len(kept.game.players)
    first = kept.card.standing[0].total
    by_seat = {place.seat: place for place in kept.card.standing}
    return [_place(by_seat[seat], first) for seat in range(len(kept.game.players))]


def _place(place: Place, first: int) -> str:
    if place.rank is None:
        return _("has left")
    if place.total == first:
        return str(place.rank)
    return _("%(rank)s · −%(points)s", rank=place.rank, points=first - place.total)


def _phase(kept: KeptGame, number: int) -> str:
    """Return what the next key enters: a bid, tricks, or nothing once the game is over."""
    if kept.card.over:
        return "over"
    return "bid" if kept.card.rows[number - 1].bids is None else "tricks"


def _is_late(kept: KeptGame) -> bool:
    """Tell whether so few hands are left that it shows who can still win."""
    left = len(kept.card.rows) - kept.card.scored
    return kept.card.scored > 0 and 0 < left <= LAST_HANDS


def _hand_address(game_id: str, number: int, *, save: bool = False) -> str:
    """Return the address that opens a hand, or the one that saves it."""
    return url_for("hands.save" if save else "hands.show", game_id=game_id, number=number)
