"""The chart of the running scores, as figures that a drawing only has to connect."""

from dataclasses import dataclass
from itertools import count

from .scorecard import Scorecard

MOST_LEVELS = 6
"""Round scores marked across a chart: enough to read by, few enough to look through."""


@dataclass(frozen=True, slots=True)
class Chart:
    """A line of (x, y) for each seat, one point before the first hand and one after each scored.

    `levels` holds round scores with their height, zero among them. Measures are whole units of
    the drawing, counted from its upper left corner.
    """

    width: int
    height: int
    lines: tuple[tuple[tuple[int, int], ...], ...]
    zero: int
    levels: tuple[tuple[int, int], ...]


def chart(card: Scorecard, *, width: int, height: int, edge: int, hands: int = 0) -> Chart:
    """Return the chart of a card: a step across for each hand, scaled to the scores so far.

    `edge` stays free all round; `hands` is how many the width is for, all of them unless given.
    """
    scores = [running_scores(card, seat) for seat in range(len(card.totals))]
    low = min(0, *(score for line in scores for score in line))
    high = max(0, *(score for line in scores for score in line))
    across = (width - 2 * edge) / max(1, hands or len(card.rows))
    down = (height - 2 * edge) / max(1, high - low)

    def y_of(score: int) -> int:
        return round(edge + (high - score) * down)

    return Chart(
        width=width,
        height=height,
        lines=tuple(
            tuple((round(edge + hand * across), y_of(score)) for hand, score in enumerate(line))
            for line in scores
        ),
        zero=y_of(0),
        levels=tuple((level, y_of(level)) for level in round_scores(low, high)),
    )


def running_scores(card: Scorecard, seat: int) -> list[int]:
    """Return a player's score before the first hand and after each one that counts."""
    scores = [card.starts[seat]]
    for row in card.rows:
        cell = row.cells[seat]
        if row.is_scored:
            scores.append(cell.total if cell and cell.total is not None else scores[-1])
    return scores


def round_scores(low: int, high: int) -> range:
    """Return the round scores from `low` to `high`: tens, twenties or fifties, hundreds, …."""
    steps = (factor * 10**power for power in count(1) for factor in (1, 2, 5))
    step = next(step for step in steps if (high - low) // step < MOST_LEVELS)
    return range(-(-low // step) * step, high + 1, step)
