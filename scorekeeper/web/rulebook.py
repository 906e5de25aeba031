"""How Bluke is played: the page for somebody who never has; the rules work out its figures."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import groupby

from flask import Blueprint, render_template
from flask.typing import ResponseReturnValue

from scorekeeper.rules import (
    Game,
    Hand,
    House,
    Order,
    Play,
    Player,
    Trump,
    finale_cards,
    hand_sizes,
)
from scorekeeper.rules.pack import FEWEST_PLAYERS, MOST_PLAYERS
from scorekeeper.rules.scorecard import scorecard
from scorekeeper.rules.scoring import Score

bp = Blueprint("rulebook", __name__)

SAMPLE = Game(
    players=tuple(Player(name) for name in ("John", "Margaret", "Steve", "Betsy")),
    hands=(
        Hand(13, (Play(0, 3, 4), Play(1, 3, 0), Play(2, 2, 4), Play(3, 5, 5)), Trump.SPADES),
        Hand(12, (Play(0, 2, 1), Play(1, 4, 2), Play(2, 5, 4), Play(3, 3, 5)), Trump.HEARTS),
        Hand(11, (Play(0, 1, 2), Play(1, 4, 5), Play(2, 1, 1), Play(3, 3, 3)), Trump.NONE),
        Hand.undealt(10, range(4)),
    ),
)
"""The sample card of the published rules; its trick that was lost in hand 2 is Steve's."""

WORKED = Game(
    players=tuple(Player(name) for name in ("John", "Margaret", "Steve")),
    hands=(Hand(3, (Play(0, 1, 0), Play(1, 1, 1), Play(2, 1, 2)), Trump.HEARTS),),
)
"""The hand that is played on the page, card by card; John deals."""

DEALT = {
    1: (("A", "spades"), ("6", "hearts"), ("4", "diamonds")),
    2: (("Lo", "bluke"), ("K", "diamonds"), ("3", "spades")),
    0: (("Q", "hearts"), ("J", "spades"), ("9", "diamonds")),
}
"""What each seat of the worked hand holds, in the order of the bids."""

TRICKS = (
    ((1, ("A", "spades")), (2, ("3", "spades")), (0, ("J", "spades"))),
    ((1, ("4", "diamonds")), (2, ("K", "diamonds")), (0, ("9", "diamonds"))),
    ((2, ("Lo", "bluke")), (0, ("Q", "hearts")), (1, ("6", "hearts"))),
)
TAKERS = (1, 2, 2)

RESULTS = ((6, 6), (6, 8), (5, 3), (4, 3), (4, 0))
"""Bids and tricks that show how a hand is scored."""


@dataclass(frozen=True, slots=True)
class Sizes:
    """The hands of a game for some numbers of players."""

    fewest: int
    most: int
    hands: tuple[int, ...]
    finale: int | None


@bp.get("/rules")
def show() -> ResponseReturnValue:
    """Show how Bluke is played and scored; it tells nothing of any book."""
    return render_template(
        "rules/page.html",
        sizes=list(sizes()),
        long_games={players: hand_sizes(players, Order.LONG)[-1] for players in (2, 3)},
        finales=finales(),
        results=[(bid, taken, scored(bid, taken)) for bid, taken in RESULTS],
        worked=WORKED,
        worked_card=scorecard(WORKED),
        dealt=DEALT,
        tricks=list(zip(TRICKS, TAKERS, strict=True)),
        sample=SAMPLE,
        sample_card=scorecard(SAMPLE),
    )


def sizes() -> Iterator[Sizes]:
    """Yield the hands of the usual order, players who are dealt the same together."""
    everybody = range(FEWEST_PLAYERS, MOST_PLAYERS + 1)
    for hands, players in groupby(everybody, lambda n: hand_sizes(n, Order.HIGH_LOW_HIGH)):
        same = list(players)
        finale = finale_cards(same[0], Order.HIGH_LOW_HIGH) if len(same) == 1 else None
        yield Sizes(same[0], same[-1], hands, finale)


def finales() -> dict[int, int]:
    """Return the cards of the finale for each number of players that can have one."""
    found = {players: finale_cards(players, Order.LONG) for players in (2, 3)}
    found |= {
        players: finale_cards(players, Order.HIGH_LOW_HIGH)
        for players in range(4, MOST_PLAYERS + 1)
    }
    return {players: cards for players, cards in found.items() if cards}


def scored(bid: int, taken: int) -> Score:
    """Return what a result scores without any house rule."""
    return House().score(bid, taken)
