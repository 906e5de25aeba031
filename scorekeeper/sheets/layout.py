"""Which column of a table holds what: found by what stands in it, whatever the headings say.

| columns | are |
|---|---|
| before the players | cards; or hand, cards; or hand, cards, dealer, trump |
| for each player | bid; bid, taken; bid, score; or bid, taken, score |
| after all players | in a table of ours, the points given or taken, headed `±` |
| at the end | in a table of ours, the seats clockwise, headed `↻` |

The name of a player stands over the bid; the headings beside it may be empty, repeat the name,
or be the same words for every player.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import product
from typing import Final

from scorekeeper.rules.pack import FEWEST_PLAYERS, MOST_PLAYERS

from . import cells
from .errors import Part
from .table import Record, Table

BEFORE: Final = (
    (Part.HAND, Part.CARDS, Part.DEALER, Part.TRUMP),
    (Part.HAND, Part.CARDS),
    (Part.CARDS,),
)
OF_A_PLAYER: Final = (
    (Part.BID, Part.TAKEN, Part.SCORE),
    (Part.BID, Part.TAKEN),
    (Part.BID, Part.SCORE),
    (Part.BID,),
)
MORE: Final = "±"
NAMELESS: Final = 10
"""How odd a player without a name is, where a strange word beside a name is 1."""


@dataclass(frozen=True, slots=True)
class Layout:
    """How the columns are shared out among hand, players and what comes after them."""

    before: tuple[Part, ...]
    of_a_player: tuple[Part, ...]
    players: int
    has_more: bool = False
    has_order: bool = False

    def deal(self, record: Record, part: Part) -> tuple[int, str]:
        """Return column and text of a part of the hand; an absent column is empty."""
        if part not in self.before:
            return 0, ""
        column = self.before.index(part)
        return column, record.cell(column)

    def order(self, record: Record) -> tuple[int, str]:
        """Return column and text of the order of the seats; an absent column is empty."""
        if not self.has_order:
            return 0, ""
        column = self._more_from + self.players * self.has_more
        return column, record.cell(column)

    def play(self, record: Record, seat: int, part: Part) -> tuple[int, str]:
        """Return column and text of a part of a player's; an absent column is empty."""
        if part is Part.ADJUST and self.has_more:
            column = self._more_from + seat
        elif part in self.of_a_player:
            column = self.first_column(seat) + self.of_a_player.index(part)
        else:
            return 0, ""
        return column, record.cell(column)

    @property
    def _more_from(self) -> int:
        """The first column after all players."""
        return self.first_column(self.players)

    def first_column(self, seat: int) -> int:
        """Return the column that a player's name stands over."""
        return len(self.before) + seat * len(self.of_a_player)

    def headings(self, heading: Record, seat: int) -> list[str]:
        """Return what stands over a player's columns."""
        first = self.first_column(seat)
        return [heading.cell(first + step) for step in range(len(self.of_a_player))]

    def names(self, heading: Record) -> list[str]:
        """Return what the heading calls the players; empty where it calls one nothing."""
        return [_name(self.headings(heading, seat)) for seat in range(self.players)]


def layouts(table: Table) -> Iterator[Layout]:
    """Yield the layouts that a table's columns can be shared out in, the likeliest first."""
    headings = table.heading.cells
    is_marked = bool(headings) and headings[-1].endswith(cells.AROUND)
    for of_a_player, has_order in product(OF_A_PLAYER, (True, False) if is_marked else (False,)):
        more = _more(headings[:-1] if has_order else headings)
        for before, width in product(BEFORE, sorted(table.widths)):
            left = width - len(before) - more - has_order
            players, rest = divmod(left, len(of_a_player))
            if rest or not FEWEST_PLAYERS <= players <= MOST_PLAYERS:
                continue
            if more in (0, players):
                yield Layout(before, of_a_player, players, bool(more), has_order)


def oddness(layout: Layout, heading: Record) -> int:
    """Return how ill the headings suit a layout; 0 when they suit it well."""
    names = layout.names(heading)
    tails = [layout.headings(heading, seat)[1:] for seat in range(layout.players)]
    counts = Counter(tuple(tail) for tail in tails)
    common, often = counts.most_common(1)[0]
    usual = common if often > 1 else ()
    strange = sum(
        not _suits(name, tail) and tuple(tail) != usual
        for name, tail in zip(names, tails, strict=True)
    )
    repeated = len(names) - len(set(names)) if len(layout.of_a_player) == 1 else 0
    return strange + repeated + NAMELESS * names.count("")


def _more(headings: Sequence[str]) -> int:
    """Return for how many players points given or taken stand at the end."""
    count = 0
    while count < len(headings) and headings[-1 - count].endswith(MORE):
        count += 1
    return count if count >= FEWEST_PLAYERS and count < len(headings) / 2 else 0


def _name(headings: Sequence[str]) -> str:
    """Return the words that all of a player's headings open with, else the first heading."""
    first, *others = ([*heading.split()] for heading in headings)
    shared = 0
    while others and all(
        len(words) > shared < len(first) and words[shared] == first[shared] for words in others
    ):
        shared += 1
    return cells.plain(" ".join(first[:shared]) if shared else headings[0])


def _suits(name: str, tail: Sequence[str]) -> bool:
    return all(not heading or heading.startswith(name) for heading in tail) and bool(name)
