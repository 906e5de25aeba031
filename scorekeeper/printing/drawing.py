"""The chart on paper: lines told apart by dashes and marks, each led to its player in the standing.

The figures are tenths of a millimetre, as whole numbers.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from scorekeeper.namesakes import told_apart
from scorekeeper.rules import Place, Scorecard
from scorekeeper.rules.chart import chart

from .layout import LEGEND_LINE
from .names import MM_PER_PT, shortened
from .sizes import Layout

LEGEND_PORTRAIT, LEGEND_LANDSCAPE = 46.0, 62.0
"""The width of the standing beside the chart, in millimetres."""
WIDEST_LEGEND_LINE = 5.0
LEGEND_TYPE = 8.0
BESIDE_ENTRY = 6.4 * LEGEND_TYPE * MM_PER_PT
"""Type of the standing in points, and room in it for rank and total, as in the stylesheet."""
LEADER, EDGE, FIGURES = 90, 16, 95
"""Room for the leaders at the right, round the lines, and for the scores at the left."""
MARK = 8
DASHES = ("", "22 9", "7 8", "26 8 6 8", "14 6 5 6")
COLOURS = ("#1d2440", "#a8201d", "#17548f", "#0b6638", "#565d73")


@dataclass(frozen=True, slots=True)
class Line:
    """One player's line, ready to draw: corners, marks, and the leader to the standing."""

    points: str
    marks: str
    leader: str
    dashes: str
    colour: str


@dataclass(frozen=True, slots=True)
class Entry:
    """One line of the standing."""

    rank: int | None
    name: str
    total: int


@dataclass(frozen=True, slots=True)
class Drawing:
    """The chart and the standing beside it; `pitch`, `top` and `legend` are millimetres."""

    width: int
    height: int
    left: int
    right: int
    lines: tuple[Line, ...]
    zero: int
    levels: tuple[tuple[int, int], ...]
    entries: tuple[Entry, ...]
    legend: float
    pitch: float
    top: float


def drawing(names: tuple[str, ...], card: Scorecard, layout: Layout) -> Drawing | None:
    """Return the chart of a card, or None where the layout has no room for one."""
    if not layout.chart:
        return None
    legend = LEGEND_LANDSCAPE if layout.is_landscape else LEGEND_PORTRAIT
    width, height = round(10 * (layout.inner_width - legend)), round(10 * layout.chart)
    pitch = max(LEGEND_LINE, min(WIDEST_LEGEND_LINE, layout.chart / len(card.standing)))
    top = (layout.chart - pitch * len(card.standing)) / 2
    ends = {
        place.seat: round(10 * (top + (line + 0.5) * pitch))
        for line, place in enumerate(card.standing)
    }
    inside = width - FIGURES - LEADER
    lines = chart(card, width=inside, height=height, edge=EDGE, hands=card.scored)
    return Drawing(
        width=width,
        height=height,
        left=FIGURES,
        right=FIGURES + inside,
        lines=tuple(
            _line(seat, [(x + FIGURES, y) for x, y in line], (width - 2 * MARK, ends[seat]))
            for seat, line in enumerate(lines.lines)
        ),
        zero=lines.zero,
        levels=lines.levels,
        entries=tuple(_entry(names, place, legend) for place in card.standing),
        legend=legend,
        pitch=round(pitch, 2),
        top=round(top, 2),
    )


def _entry(names: tuple[str, ...], place: Place, legend: float) -> Entry:
    """Return a line of the standing; the stylesheet cuts a name that no other begins like."""
    name, parts = names[place.seat], told_apart(names)[place.seat]
    if parts.telling:
        name = shortened(name, legend - BESIDE_ENTRY, LEGEND_TYPE, 1, parts)
    return Entry(place.rank, name, place.total)


def _line(seat: int, line: Sequence[tuple[int, int]], end: tuple[int, int]) -> Line:
    """Return a seat's line. Fifteen seats differ in mark or dashes, whatever the colours."""
    kind = seat % len(DASHES)
    (last_x, last_y), (end_x, end_y) = line[-1], end
    return Line(
        points=" ".join(f"{x},{y}" for x, y in line),
        marks=" ".join(_mark(kind, x, y) for x, y in (*line[1:], end)),
        leader=f"M{last_x + 12},{last_y} L{end_x - 22},{end_y} H{end_x - 12}",
        dashes=DASHES[(kind + seat // len(DASHES)) % len(DASHES)],
        colour=COLOURS[kind],
    )


def _mark(kind: int, x: int, y: int) -> str:
    """Return the outline of a mark: disc, triangle up, lozenge, triangle down, or a cross."""
    r = MARK
    match kind:
        case 0:
            return f"M{x - r},{y} a{r},{r} 0 1 0 {2 * r},0 a{r},{r} 0 1 0 {-2 * r},0z"
        case 1:
            return f"M{x},{y - r - 2} l{r + 2},{2 * r} h{-2 * r - 4}z"
        case 2:
            return f"M{x},{y - r - 3} l{r + 2},{r + 3} l{-r - 2},{r + 3} l{-r - 2},{-r - 3}z"
        case 3:
            return f"M{x},{y + r + 2} l{r + 2},{-2 * r} h{-2 * r - 4}z"
        case _:
            arm = r - 2
            upper = f"M{x - 3},{y - arm - 3} h6 v{arm} h{arm} v6 h{-arm}"
            return f"{upper} v{arm} h-6 v{-arm} h{-arm} v-6 h{arm}z"
