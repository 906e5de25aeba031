"""What stands in one cell, read and written. Whatever cannot be read is a `ValueError`."""

import re
from collections.abc import Sequence
from datetime import UTC, date, datetime
from typing import Final

from scorekeeper.rules import NOT_COUNTED, Taken, Trump

CELL_START: Final = r"""((?:^|[,;\t])[\s"]*)"""
"""Where a cell can begin: a spreadsheet may split a file at another separator than its own, and a
name that holds that separator falls apart there."""

SIGN: Final = "('*[=+\\-@\t\r\uff1d\uff0b\uff0d\uff20])"
"""What a spreadsheet takes for a formula, or what was one before it got an apostrophe."""

FORMULA: Final = re.compile(CELL_START + SIGN)
HARMLESS: Final = re.compile(f"{CELL_START}'{SIGN}")

OUT: Final = "–"
"""Marks who sits a hand out, among the points given or taken."""

LEFT: Final = "×"
"""Stands before the number of the hand after which a player left, at the end of the same cell."""

LEAVING: Final = re.compile(rf"(.*?)\s*{LEFT}([0-9]{{1,2}})")
YEAR_FIRST: Final = re.compile(r"([0-9]{4})[-/.]([0-9]{1,2})[-/.]([0-9]{1,2})")
YEAR_LAST: Final = re.compile(r"([0-9]{1,2})([-/.])([0-9]{1,2})[-/.]([0-9]{4})")
TIME: Final = re.compile(r"(?:[ T]+([0-9]{1,2}):([0-9]{2})(?::([0-9]{2}))?)?")
DAY: Final = re.compile(f"(?:{YEAR_FIRST.pattern}|{YEAR_LAST.pattern})(?![0-9])")
"""How a day begins, whichever way a spreadsheet writes it."""

LAST_MONTH: Final = 12
AROUND: Final = "↻"
"""Marks the column that has the seats clockwise."""

COUNT: Final = re.compile(r"[0-9]{1,2}")
POINTS: Final = re.compile(r"[+\-−–]?[0-9]{1,5}")
UNCOUNTED: Final = frozenset({"S", "s", "–", "-", "−", "—"})
TRUMPS: Final = {
    **{trump.value: trump for trump in Trump},
    "♠": Trump.SPADES,
    "♥": Trump.HEARTS,
    "♦": Trump.DIAMONDS,
    "♣": Trump.CLUBS,
    **dict.fromkeys(("–", "-", "—"), Trump.NONE),
}


def harmless(text: str) -> str:
    """Return a text in which no spreadsheet finds a formula; `plain` gives it back."""
    return FORMULA.sub(r"\1'\2", text)


def plain(text: str) -> str:
    """Return the text that was made harmless, and any other as it is."""
    return HARMLESS.sub(r"\1\2", text)


def count(text: str) -> int:
    """Return a number of cards or tricks, or a bid."""
    if not COUNT.fullmatch(text):
        raise ValueError(text)
    return int(text)


def points(text: str) -> int:
    """Return points with a sign or without; any kind of dash is a minus."""
    if not POINTS.fullmatch(text):
        raise ValueError(text)
    figures = text.lstrip("+-−–")
    return int(figures) if text[0] == "+" or text == figures else -int(figures)


def taken(text: str) -> Taken:
    """Return the tricks taken, or that a set was not counted."""
    return NOT_COUNTED if text in UNCOUNTED else count(text)


def leaving(text: str) -> tuple[str, int | None]:
    """Return what else a cell holds, and the number of the hand after which a player left."""
    found = LEAVING.fullmatch(text)
    return (found[1], int(found[2])) if found else (text, None)


def result(text: str) -> tuple[int, Taken | None]:
    """Return bid and tricks from a cell of the creative card, `4/3`, or a bid alone."""
    before, slash, bid = text.rpartition("/")
    return count(bid), taken(before.strip()) if slash and before.strip() else None


def deal(text: str) -> tuple[int, int | None]:
    """Return the cards of a hand, and the total of its bids where it is written: `13/13`."""
    before, slash, cards = text.rpartition("/")
    bids = before.strip()
    return count(cards.strip()), count(bids) if slash and bids not in ("", "_") else None


def moment(text: str) -> date:
    """Return when a game began: a moment in UTC, or a day where no time is written.

    Spreadsheets write days as is usual where they are used. With slashes the day may stand first
    or the month: a day that could be either is not guessed at.
    """
    found = DAY.match(text)
    rest = TIME.fullmatch(text[found.end() :]) if found else None
    if found is None or rest is None:
        raise ValueError(text)
    day = _day(found[0])
    if rest[1] is None:
        return day
    hour, minute, second = int(rest[1]), int(rest[2]), int(rest[3] or 0)
    return datetime(day.year, day.month, day.day, hour, minute, second, tzinfo=UTC)


def moment_text(moment: date) -> str:
    """Return a moment, or a day alone, as `moment` reads it."""
    return moment.strftime("%Y-%m-%d %H:%M:%S" if isinstance(moment, datetime) else "%Y-%m-%d")


def _day(text: str) -> date:
    if found := YEAR_FIRST.fullmatch(text):
        return date(*map(int, found.groups()))
    first, sign, second, year = YEAR_LAST.fullmatch(text).groups()  # type: ignore[union-attr]  # as it was found
    day, month = int(first), int(second)
    if sign == "/" and month > LAST_MONTH:
        day, month = month, day
    elif sign == "/" and day <= LAST_MONTH and day != month:
        raise ValueError(text)
    return date(int(year), month, day)


def order(text: str) -> tuple[int, ...]:
    """Return the seats clockwise, from 0, of a cell that numbers them from 1."""
    return tuple(count(number) - 1 for number in text.split())


def written_order(seats: Sequence[int]) -> str:
    """Return the seats clockwise as a cell has them; no spreadsheet takes that for a number."""
    return " ".join(str(seat + 1) for seat in seats)


def trump(text: str) -> Trump:
    """Return the trump by its name or its sign."""
    found = TRUMPS.get(text.casefold().rstrip("\ufe0e\ufe0f"))
    if found is None:
        raise ValueError(text)
    return found
