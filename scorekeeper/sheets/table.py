"""The text of a table taken apart: lines and cells, before anybody asks what they mean."""

import codecs
import csv
import re
from collections.abc import Iterator
from dataclasses import dataclass
from io import StringIO
from typing import Final

from scorekeeper.rules.pack import MOST_HANDS, MOST_PLAYERS

from . import cells
from .errors import LayoutError, TextError, TooLongError

LONGEST: Final = 512 * 1024
"""Bytes of a text to be read; the longest game's document is well below."""

MOST_RECORDS: Final = MOST_HANDS + 2
"""Heading, points to start from, and the hands."""

MOST_LINES: Final = 500
"""Blank ones, which spreadsheets like to leave at the end, included."""

MOST_COLUMNS: Final = 6 + 4 * MOST_PLAYERS
DELIMITERS: Final = ",;\t"
SPACES: Final = " \t\xa0"
NAMED_DELIMITER = re.compile(r"(?i)\ufeff?sep=([,;\t])\n")


@dataclass(frozen=True, slots=True)
class Record:
    """One line of a table, its empty cells at the end left out; `width` counts them, too."""

    line: int
    cells: tuple[str, ...]
    width: int

    def cell(self, column: int) -> str:
        """Return a cell by its column, from 0; beyond the last there is nothing."""
        return self.cells[column] if column < len(self.cells) else ""


@dataclass(frozen=True, slots=True)
class Table:
    """The lines that are not blank: the heading and what stands below.

    `started` is line, column and text of the cell that says when the game began, where one does:
    it is in the last column, which then is none of the card's.
    """

    heading: Record
    records: tuple[Record, ...]
    started: tuple[int, int, str] | None = None

    @property
    def widths(self) -> frozenset[int]:
        """How many columns there may be: as many as are used, or as the heading has."""
        used = max(len(record.cells) for record in (self.heading, *self.records))
        return frozenset({used, max(used, min(self.heading.width, MOST_COLUMNS))})


def text_of(data: bytes) -> str:
    """Return bytes as text: UTF-8, or UTF-16 where its mark says so. Raises `SheetError`."""
    if len(data) > LONGEST:
        raise TooLongError(data[:LONGEST].count(b"\n") + 1)
    is_wide = data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE))
    encoding = "utf-16" if is_wide else "utf-8-sig"
    try:
        return data.decode(encoding)
    except UnicodeDecodeError as error:
        before = data[: error.start].decode(encoding, errors="ignore")
        raise TextError(before.count("\n") + 1) from error


def tables(text: str) -> Iterator[Table]:
    """Yield the table that a text is for each delimiter it may have. Raises `SheetError`."""
    if len(text) > LONGEST:
        raise TooLongError(text.count("\n", 0, LONGEST) + 1)
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    named = NAMED_DELIMITER.match(text)
    start = named.end() if named else 0
    for delimiter in named[1] if named else DELIMITERS:
        records = _records(text[start:].removeprefix("\ufeff"), delimiter, 1 if named else 0)
        if records:
            yield _undated(records)


def _undated(records: list[Record]) -> Table:
    """Return the table without its last column, where that holds nothing but a day."""
    heading, *others = records
    last = max(len(record.cells) for record in records) - 1
    days = [record for record in others if record.cell(last)]
    if not heading.cell(last) or len(days) != 1 or not cells.DAY.match(days[0].cell(last)):
        return Table(heading, tuple(others))
    cut = [_cut(record, last) for record in records]
    return Table(cut[0], tuple(cut[1:]), (days[0].line, last + 1, days[0].cell(last)))


def _cut(record: Record, width: int) -> Record:
    kept = list(record.cells[:width])
    while kept and not kept[-1]:
        kept.pop()
    return Record(record.line, tuple(kept), min(record.width, width))


def _records(text: str, delimiter: str, before: int) -> list[Record]:
    reader = csv.reader(StringIO(text, newline=""), delimiter=delimiter)
    records: list[Record] = []
    try:
        for row in reader:
            if reader.line_num > MOST_LINES:
                raise TooLongError(before + reader.line_num)
            record = _record(before + reader.line_num, row)
            if not record.cells:
                continue
            if len(records) == MOST_RECORDS:
                raise TooLongError(record.line)
            records.append(record)
    except csv.Error as error:
        raise TextError(before + reader.line_num) from error
    return records


def _record(line: int, row: list[str]) -> Record:
    texts = [cell.strip(SPACES) for cell in row]
    while texts and not texts[-1]:
        texts.pop()
    if len(texts) > MOST_COLUMNS:
        raise LayoutError(line, len(texts))
    return Record(line, tuple(texts), len(row))
