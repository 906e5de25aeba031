"""The lines of the running scores, as the page wants them: text for SVG."""

from dataclasses import dataclass

from scorekeeper.rules import Scorecard
from scorekeeper.rules.chart import MOST_LEVELS, chart

__all__ = ["MOST_LEVELS", "ChartLines", "chart_lines"]

WIDTH, HEIGHT, EDGE = 320, 200, 10
MARGIN = 26
"""Room left of the lines for the figures of the levels."""


@dataclass(frozen=True, slots=True)
class ChartLines:
    """A line for each seat as `x,y x,y …`, and where zero and the other round scores lie."""

    points: tuple[str, ...]
    zero: int
    levels: tuple[tuple[int, int], ...]
    margin: int = MARGIN
    width: int = WIDTH
    height: int = HEIGHT


def chart_lines(card: Scorecard) -> ChartLines:
    """Return the lines of a card: a step across for each hand, scaled to the scores so far."""
    drawn = chart(card, width=WIDTH, height=HEIGHT, edge=EDGE)
    return ChartLines(
        points=tuple(" ".join(f"{x},{y}" for x, y in line) for line in drawn.lines),
        zero=drawn.zero,
        levels=drawn.levels,
    )
