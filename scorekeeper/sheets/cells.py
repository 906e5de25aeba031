"""What stands in one cell, read and written. Whatever cannot be read is a `ValueError`."""

import re
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


def trump(text: str) -> Trump:
    """Return the trump by its name or its sign."""
    found = TRUMPS.get(text.casefold().rstrip("\ufe0e\ufe0f"))
    if found is None:
        raise ValueError(text)
    return found
