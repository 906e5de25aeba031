"""The lines of the running scores, as the page wants them: text for SVG."""

from dataclasses import dataclass

from scorekeeper.rules import Scorecard
from scorekeeper.rules.chart import chart

WIDTH, HEIGHT, EDGE = 320, 200, 10


@dataclass(frozen=True, slots=True)
class ChartLines:
    """A line for each seat as `x,y x,y …`, and where the zero line lies."""

    points: tuple[str, ...]
    zero: int
    width: int = WIDTH
    height: int = HEIGHT


def chart_lines(card: Scorecard) -> ChartLines:
    """Return the lines of a card: a step across for each hand, scaled to the scores so far."""
    drawn = chart(card, width=WIDTH, height=HEIGHT, edge=EDGE)
    return ChartLines(
        points=tuple(" ".join(f"{x},{y}" for x, y in line) for line in drawn.lines),
        zero=drawn.zero,
    )
