"""What decided a game, as facts that a sentence can be made of: how it was won, and how near."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from scorekeeper.rules import Outcome, Scorecard

from .summary import in_the_running

FEWEST_HANDS = 3
"""A game of fewer scored hands has hardly had the time for a course of its own."""

FAR_BEHIND = 30
"""So many points behind are worth telling of a winner: a bid of three, kept by another."""

NEAR = 10
"""Up to so many points between first and second are near: the least that a set costs."""


class Way(StrEnum):
    """How a game was won."""

    SHARED = "shared"
    THROUGHOUT = "throughout"
    LAST_HAND = "last hand"
    COMEBACK = "comeback"
    FOR_GOOD = "for good"
    UNTOLD = "untold"


class Margin(StrEnum):
    """What came between the winner and the rest."""

    BELOW_NOUGHT = "below nought"
    COSTLY_SET = "costly set"
    NEAR = "near"
    CLEAR = "clear"
    NONE = "none"


@dataclass(frozen=True, slots=True)
class Course:
    """How the win came about.

    `hand` is the number of the hand that brought the lead for good, and `behind` the most that
    the winner was behind the leader, after hand `after`; 0 where the way does not ask for it.
    """

    way: Way
    hand: int = 0
    behind: int = 0
    after: int = 0


@dataclass(frozen=True, slots=True)
class Finish:
    """How near it was: the best seats that did not win, and the points they lacked.

    Where a set of the one second cost more than was lacking, `hand` is the hand of its costliest
    and `bid` the bid; else 0.
    """

    margin: Margin
    seconds: tuple[int, ...] = ()
    gap: int = 0
    hand: int = 0
    bid: int = 0
    cost: int = 0


@dataclass(frozen=True, slots=True)
class Story:
    """The facts of a game that is over; `winners` are seats."""

    winners: tuple[int, ...]
    course: Course
    finish: Finish


def story(card: Scorecard) -> Story:
    """Tell the course of a game that is over."""
    return Story(card.winners, _course(card), _finish(card))


def _course(card: Scorecard) -> Course:
    after_each = list(in_the_running(card))
    if len(card.winners) != 1:
        return Course(Way.SHARED if card.winners else Way.UNTOLD)
    winner = card.winners[0]
    if len(after_each) < FEWEST_HANDS or winner not in after_each[-1][1]:
        return Course(Way.UNTOLD)
    since = _led_since([totals for _, totals in after_each], winner)
    number = after_each[since][0]
    if since == 0:
        return Course(Way.THROUGHOUT)
    if since == len(after_each) - 1:
        return Course(Way.LAST_HAND, number)
    gaps = [(max(t.values()) - t[winner], number) for number, t in after_each if winner in t]
    behind, after = max(gaps, key=lambda gap: gap[0])
    if behind >= FAR_BEHIND:
        return Course(Way.COMEBACK, number, behind, after)
    return Course(Way.FOR_GOOD, number)


def _led_since(after_each: Sequence[Mapping[int, int]], winner: int) -> int:
    """Return the place of the hand from which on the winner alone was first."""
    since = len(after_each)
    for totals in reversed(after_each):
        others = (total for seat, total in totals.items() if seat != winner)
        if winner not in totals or totals[winner] <= max(others, default=totals[winner] - 1):
            break
        since -= 1
    return min(since, len(after_each) - 1)


def _finish(card: Scorecard) -> Finish:
    first = card.standing[0].total
    rest = [place for place in card.standing if place.rank is not None and place.rank > 1]
    if not rest or not card.scored:
        return Finish(Margin.NONE)
    seconds = tuple(place.seat for place in rest if place.rank == rest[0].rank)
    gap = first - rest[0].total
    if first < 0:
        return Finish(Margin.BELOW_NOUGHT, seconds, gap)
    cost, hand, bid = _costliest_set(card, seconds[0])
    if len(seconds) == 1 and cost > gap:
        return Finish(Margin.COSTLY_SET, seconds, gap, hand, bid, cost)
    return Finish(Margin.NEAR if gap <= NEAR else Margin.CLEAR, seconds, gap)


def _costliest_set(card: Scorecard, seat: int) -> tuple[int, int, int]:
    """Return what a seat's costliest set cost, its hand and its bid; noughts without a set."""
    sets = [
        (-(cell.points or 0), row.number, cell.bid or 0)
        for row in card.rows
        if (cell := row.cells[seat]) and cell.outcome is Outcome.SET
    ]
    return max(sets, default=(0, 0, 0))
