"""A table as a written card. Nothing is guessed at in a cell: what cannot be read is named."""

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import date
from typing import TypeVar

from scorekeeper.rules import Player, RuleError, Taken
from scorekeeper.rules.errors import HandCountError
from scorekeeper.rules.game import MOST_ADJUST
from scorekeeper.rules.pack import MOST_HANDS, most_cards
from scorekeeper.rules.written import Entry, Line, WrittenCard

from . import cells
from .errors import CellError, HeadingError, LayoutError, Part, TooLongError
from .layout import Layout, layouts, oddness
from .table import LONGEST, Record, Table, tables, text_of

__all__ = ["LONGEST", "read_card", "text_of"]

Value = TypeVar("Value")
UNREADABLE, UNLIKELY, STRANGE_HEADING = 3, 2, 1
NO_HANDS = 1_000_000
"""Headings alone are the worst way to read a table: any reading with hands is preferred."""

LOWEST_SCORE = 10
"""Scores below it are rare: no set costs less, and no bid kept brings less."""


def read_card(text: str) -> WrittenCard:
    """Return the card in a text with `,`, `;` or tabs between its cells, or raise `SheetError`.

    The layout is the one in which the cells make most sense, see `layout`.
    """
    readings = [_Reading(table, layout) for table in tables(text) for layout in layouts(table)]
    if not readings:
        seen = list(tables(text))
        widest = max((max(table.widths) for table in seen), default=0)
        raise LayoutError(seen[0].heading.line if seen else 1, widest)
    return min(readings, key=lambda reading: reading.cost).card()


@dataclass
class _Reading:
    """A table read in one layout, with all that speaks against it."""

    table: Table
    layout: Layout
    errors: list[CellError] = field(default_factory=list)
    unlikely: int = 0

    def __post_init__(self) -> None:
        records = list(self.table.records)
        self.names = self.layout.names(self.table.heading)
        self.starts = self._starts(records)
        self.left: dict[int, int] = {}
        self.lines = [self._line(number, record) for number, record in enumerate(records, start=1)]

    @property
    def cost(self) -> int:
        """How little sense the table makes in this layout."""
        strange = oddness(self.layout, self.table.heading)
        unreadable = len(self.errors) + sum(not _is_name(name) for name in self.names)
        wrong = UNREADABLE * unreadable + UNLIKELY * self.unlikely
        return wrong + STRANGE_HEADING * strange + (0 if self.lines else NO_HANDS)

    def card(self) -> WrittenCard:
        """Return the card, or raise the first error."""
        players = self._players()
        started = self._started()
        if self.errors:
            raise self.errors[0]
        if not self.lines:
            raise LayoutError(self.table.heading.line, max(self.table.widths))
        try:
            has_scores = Part.SCORE in self.layout.of_a_player
            return WrittenCard(players, tuple(self.lines), has_scores, started)
        except HandCountError as error:
            raise TooLongError(self.table.records[MOST_HANDS].line) from error

    def _started(self) -> date | None:
        """Return when the game began, where the table says so."""
        if self.table.started is None:
            return None
        line, column, text = self.table.started
        try:
            return cells.moment(text)
        except ValueError:
            self.errors.append(CellError(line, column, Part.STARTED, text))
            return None

    def _players(self) -> tuple[Player, ...]:
        heading = self.table.heading
        if heading.cell(0).isdecimal():  # a hand stands where the names should
            raise HeadingError(heading.line, 1, heading.cell(0))
        players = []
        for seat, name in enumerate(self.names):
            try:
                players.append(Player(name, self.starts[seat], self.left.get(seat)))
            except RuleError as error:
                column = self.layout.first_column(seat) + 1
                raise HeadingError(heading.line, column, name) from error
        return tuple(players)

    def _starts(self, records: list[Record]) -> list[int]:
        """Return the points the players start from, which a hand 0 holds; it is no hand."""
        layout = self.layout
        if not (
            records
            and layout.deal(records[0], Part.HAND)[1] == "0"
            and not layout.deal(records[0], Part.CARDS)[1]
        ):
            return [0] * layout.players
        first = records.pop(0)
        return [
            self._play(first, seat, Part.SCORE, _small_points) or 0
            for seat in range(layout.players)
        ]

    def _line(self, number: int, record: Record) -> Line:
        hand = self._deal(record, Part.HAND, cells.count)
        cards, bids = self._needed_deal(record)
        players = self.layout.players
        self.unlikely += hand not in (None, number)
        self.unlikely += cards is not None and not 1 <= cards <= most_cards(players)
        return Line(
            cards=cards or 0,
            entries=tuple(self._entry(record, seat, cards) for seat in range(players)),
            bids=bids,
            trump=self._deal(record, Part.TRUMP, cells.trump),
            dealer=self._deal(record, Part.DEALER, self._seat),
            order=self._read(record, self.layout.order(record), Part.ORDER, self._order),
        )

    def _needed_deal(self, record: Record) -> tuple[int | None, int | None]:
        column, text = self.layout.deal(record, Part.CARDS)
        if not text:
            self.errors.append(CellError(record.line, column + 1, Part.CARDS, text))
        return self._deal(record, Part.CARDS, cells.deal) or (None, None)

    def _entry(self, record: Record, seat: int, cards: int | None) -> Entry:
        bid, taken = self._play(record, seat, Part.BID, cells.result) or (None, None)
        counted: Taken | None = self._play(record, seat, Part.TAKEN, cells.taken)
        score = self._play(record, seat, Part.SCORE, cells.points)
        column, more = self.layout.play(record, seat, Part.ADJUST)
        given, left_after = cells.leaving(more)
        if left_after is not None:
            self.left[seat] = left_after
        is_out = given == cells.OUT
        adjust = 0 if is_out else self._read(record, (column, given), Part.ADJUST, _small_points)
        taken = taken if counted is None else counted
        if cards is not None:
            self.unlikely += (bid or 0) > cards
            self.unlikely += isinstance(taken, int) and taken > cards
        self.unlikely += score is not None and 0 < abs(score) < LOWEST_SCORE
        return Entry(bid, taken, score, adjust or 0, is_out)

    def _seat(self, text: str) -> int:
        """Return the seat that a dealer's name or number means; names that repeat mean none."""
        name = cells.plain(text)
        are_known = len(set(self.names)) == len(self.names)
        if name in self.names and (are_known or not text.isdecimal()):
            return self.names.index(name)
        seat = cells.count(text) - 1
        if not 0 <= seat < len(self.names):
            raise ValueError(text)
        return seat

    def _order(self, text: str) -> tuple[int, ...]:
        order = cells.order(text)
        if sorted(order) != list(range(self.layout.players)):
            raise ValueError(text)
        return order

    def _deal(self, record: Record, part: Part, read: Callable[[str], Value]) -> Value | None:
        return self._read(record, self.layout.deal(record, part), part, read)

    def _play(
        self, record: Record, seat: int, part: Part, read: Callable[[str], Value]
    ) -> Value | None:
        return self._read(record, self.layout.play(record, seat, part), part, read)

    def _read(
        self, record: Record, at: tuple[int, str], part: Part, read: Callable[[str], Value]
    ) -> Value | None:
        column, text = at
        if not text:
            return None
        try:
            return read(text)
        except ValueError:
            self.errors.append(CellError(record.line, column + 1, part, text))
            return None


def _is_name(text: str) -> bool:
    try:
        Player(text)
    except RuleError:
        return False
    return True


def _small_points(text: str) -> int:
    found = cells.points(text)
    if abs(found) > MOST_ADJUST:
        raise ValueError(text)
    return found
