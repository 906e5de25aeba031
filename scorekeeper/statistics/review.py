"""A game looked back on: how well each player judged, who led when, and which hands moved most."""

from collections.abc import Iterator
from dataclasses import dataclass

from scorekeeper.rules import Row, Scorecard

from .story import Story, story
from .summary import in_the_running
from .totals import Split

MOST_SWINGS = 3


@dataclass(frozen=True, slots=True)
class Judgement:
    """How well one seat judged its hands.

    `tricks_off` is how far the tricks were from the bid, over or under, added up over the
    `counted` hands: of a set that nobody counted it is not known.
    """

    seat: int
    split: Split
    tricks_off: int
    counted: int

    @property
    def average_off(self) -> float | None:
        """By how many tricks a hand the bid was missed; None without a counted result."""
        return self.tricks_off / self.counted if self.counted else None


@dataclass(frozen=True, slots=True)
class Swing:
    """How far one hand pulled the players apart: from the fewest points it gave to the most."""

    number: int
    cards: int
    most: int
    fewest: int
    gainers: tuple[int, ...]
    losers: tuple[int, ...]

    @property
    def size(self) -> int:
        """The points between who got most and who got fewest."""
        return self.most - self.fewest


@dataclass(frozen=True, slots=True)
class Review:
    """What can be said of a game that is over."""

    judgements: tuple[Judgement, ...]
    lead_changes: int
    swings: tuple[Swing, ...]
    story: Story


def review(card: Scorecard) -> Review:
    """Look back on a game."""
    swings = sorted(_swings(card), key=lambda swing: (-swing.size, swing.number))
    return Review(
        judgements=tuple(_judgement(card, seat) for seat in range(len(card.totals))),
        lead_changes=lead_changes(card),
        swings=tuple(swings[:MOST_SWINGS]),
        story=story(card),
    )


def lead_changes(card: Scorecard) -> int:
    """Return how often the lead went to somebody else.

    Counted after each scored hand where one player alone is first; while several are level at
    the top, the lead stays with whoever had it.
    """
    leaders: list[int] = []
    for _number, totals in in_the_running(card):
        first = max(totals.values())
        alone = [seat for seat, total in totals.items() if total == first]
        if len(alone) == 1 and leaders[-1:] != alone:
            leaders += alone
    return max(0, len(leaders) - 1)


def _judgement(card: Scorecard, seat: int) -> Judgement:
    tally = card.tallies[seat]
    cells = [cell for row in card.rows if row.is_scored and (cell := row.cells[seat])]
    counted = [cell for cell in cells if not cell.is_uncounted]
    return Judgement(
        seat=seat,
        split=Split(tally.sets, tally.overtricks, tally.perfects),
        tricks_off=sum(abs(cell.counted - (cell.bid or 0)) for cell in counted),
        counted=len(counted),
    )


def _swings(card: Scorecard) -> Iterator[Swing]:
    for row in card.rows:
        points = _points(row)
        if not points:
            continue
        most, fewest = max(points.values()), min(points.values())
        if most > fewest:
            yield Swing(
                number=row.number,
                cards=row.cards,
                most=most,
                fewest=fewest,
                gainers=tuple(seat for seat, got in points.items() if got == most),
                losers=tuple(seat for seat, got in points.items() if got == fewest),
            )


def _points(row: Row) -> dict[int, int]:
    """Return what a scored hand gave each seat for its bid; what the table gave is no play."""
    return {cell.seat: cell.points for cell in row.cells if cell and cell.points is not None}
