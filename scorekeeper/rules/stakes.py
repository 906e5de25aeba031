"""What is at stake: the totals each player can still reach, and who can still win."""

from dataclasses import dataclass

from .game import Game
from .scorecard import Scorecard
from .scoring import NOT_COUNTED, House

LAST_HANDS = 5
"""So many hands before the end it begins to show who can still win."""


@dataclass(frozen=True, slots=True)
class Reach:
    """The worst and best total one player can still end with, and whether that can win."""

    seat: int
    worst: int
    best: int
    can_win: bool


def extremes(house: House, cards: int) -> tuple[int, int]:
    """Return the fewest and the most points that one hand of so many cards can bring a player."""
    points = [
        house.score(bid, taken).points
        for bid in house.legal_bids(cards)
        for taken in (*range(cards + 1), *((NOT_COUNTED,) if bid else ()))
    ]
    return min(points), max(points)


def reach(game: Game, card: Scorecard) -> tuple[Reach, ...]:
    """Return for each seat what the hands that do not count yet can still make of its total.

    The bounds hold together: one player may bid and take every trick of a hand while all
    others bid them too and go set.
    """
    worst, best = list(card.totals), list(card.totals)
    for row in card.rows:
        if card.over or row.is_scored:
            continue
        low, high = extremes(game.house, row.cards)
        for cell in row.cells:
            if cell is not None:
                worst[cell.seat] += low + cell.adjust
                best[cell.seat] += high + cell.adjust
    bar = max(total for seat, total in enumerate(worst) if seat not in card.left)
    return tuple(
        Reach(seat, worst[seat], best[seat], seat not in card.left and best[seat] >= bar)
        for seat in range(len(game.players))
    )
