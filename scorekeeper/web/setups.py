"""The page that sets a game up, with how many hands each choice makes."""

import secrets
from dataclasses import asdict

from flask import render_template

from scorekeeper.rules import Order, RuleError, finale_cards, hand_sizes
from scorekeeper.rules.pack import FEWEST_PLAYERS, MOST_PLAYERS
from scorekeeper.store import players
from scorekeeper.store.kept import KeptGame

from .extensions import db
from .forms.setup import SetupForm

USUAL_SEATS = 6


def setup_page(book_id: str, form: SetupForm) -> str:
    """Return the page with what was entered so far."""
    return render_template(
        "games/new.html",
        form=form,
        seats=range(MOST_PLAYERS),
        usual_seats=USUAL_SEATS,
        shown_seats=max(USUAL_SEATS, len(form.names)),
        known=players.known_players(db.session, book_id),
        sizes=sizes_by_order(),
        finales=finales_by_order(),
        once=form.once.value or secrets.token_urlsafe(12),
    )


def form_like(kept: KeptGame) -> SetupForm:
    """Return the form filled in for the same players once more: the next of them deals first."""
    game, scorekeeper = kept.game, kept.game.scorekeeper
    order = game.orders[-1]
    own = game.hands[:-1] if game.finale else game.hands
    is_own = game.order is Order.CUSTOM
    return SetupForm(
        players=[game.players[old].name for old in order],
        player=[kept.people[old] for old in order],
        first_dealer=str(order.index(game.next_dealer)),
        scorekeeper="" if scorekeeper is None else str(order.index(scorekeeper)),
        order=game.order.value,
        hand_sizes=",".join(str(hand.cards) for hand in own) if is_own else "",
        finale=game.finale,
        title=game.title,
        **asdict(game.house),
    )


def sizes_by_order() -> dict[str, dict[int, tuple[int, ...]]]:
    """Return for each order and number of players the cards of its hands, where it is played."""
    return {
        order.value: {
            players: sizes
            for players in range(FEWEST_PLAYERS, MOST_PLAYERS + 1)
            if (sizes := _sizes(players, order))
        }
        for order in Order
        if order is not Order.CUSTOM
    }


def finales_by_order() -> dict[str, dict[int, int]]:
    """Return for each order and number of players the cards of the finale, where there is one."""
    return {
        order.value: {
            players: cards
            for players in range(FEWEST_PLAYERS, MOST_PLAYERS + 1)
            if (cards := finale_cards(players, order))
        }
        for order in Order
    }


def _sizes(players: int, order: Order) -> tuple[int, ...]:
    try:
        return hand_sizes(players, order)
    except RuleError:
        return ()
