"""The players of a book in a table: what can be sorted by, and in which order."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from scorekeeper.rules import Outcome
from scorekeeper.statistics import Totals
from scorekeeper.store.statistics import Person

from .languages import by_name

DEFAULT = "games"

Figure = Callable[[Totals], float | None]

FIGURES: dict[str, Figure] = {
    "games": lambda totals: totals.games,
    "wins": lambda totals: totals.wins,
    "average": lambda totals: totals.average,
    "best": lambda totals: totals.best,
    "place": lambda totals: totals.average_place,
    "hands": lambda totals: totals.hands,
    "S": lambda totals: totals.split.share(Outcome.SET),
    "O": lambda totals: totals.split.share(Outcome.OVERTRICKS),
    "P": lambda totals: totals.split.share(Outcome.PERFECT),
    "overbid": lambda totals: totals.overbid,
    "bids": lambda totals: totals.bids,
    "lost": lambda totals: totals.set_points_a_hand,
    "won": lambda totals: totals.over_points_a_hand,
}
"""What can be sorted by besides the name."""

NAME, LOW_FIRST = "name", frozenset({"name", "place"})


@dataclass(frozen=True, slots=True)
class Line:
    """One player with what their games add up to."""

    person: Person
    totals: Totals

    @property
    def name(self) -> str:
        """The player's name."""
        return self.person.name


@dataclass(frozen=True, slots=True)
class Sorting:
    """A column, and whether its lowest figure comes first."""

    column: str
    is_rising: bool

    @classmethod
    def read(cls, text: str) -> "Sorting":
        """Read what an address asks for: a column, with - before it for the other way round."""
        column = text.removeprefix("-")
        if column not in FIGURES and column != NAME:
            column, text = DEFAULT, ""
        return cls(column, (column in LOW_FIRST) is not text.startswith("-"))

    def __str__(self) -> str:
        """Write it as an address asks for it."""
        return _asked(self.column, is_rising=self.is_rising)

    def next_for(self, column: str) -> str:
        """Return what a column's head asks for: its own order, or the other if it is on."""
        is_rising = not self.is_rising if column == self.column else column in LOW_FIRST
        return _asked(column, is_rising=is_rising)

    def direction_of(self, column: str) -> str:
        """Return the `aria-sort` of a column's head."""
        if column != self.column:
            return "none"
        return "ascending" if self.is_rising else "descending"

    def ranked(self, lines: Iterable[Line]) -> list[Line]:
        """Return the lines in order; who has no such figure comes last, equals go by name."""
        named = by_name(lines)
        if self.column == NAME:
            return named if self.is_rising else named[::-1]
        figure = FIGURES[self.column]
        sign = 1 if self.is_rising else -1

        def place(line: Line) -> tuple[bool, float]:
            value = figure(line.totals)
            return (value is None, 0 if value is None else sign * value)

        return sorted(named, key=place)


def _asked(column: str, *, is_rising: bool) -> str:
    return column if is_rising == (column in LOW_FIRST) else f"-{column}"
