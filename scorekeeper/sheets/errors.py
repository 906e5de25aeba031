"""Why a table is no card: one error for each reason, with the line it was found in."""

from dataclasses import dataclass
from enum import StrEnum


class Part(StrEnum):
    """What should have stood in a cell."""

    HAND = "hand"
    CARDS = "cards"
    DEALER = "dealer"
    TRUMP = "trump"
    BID = "bid"
    TAKEN = "taken"
    SCORE = "score"
    ADJUST = "adjust"
    STARTED = "started"
    ORDER = "order"


class SheetError(ValueError):
    """A table cannot be read as a card; lines are counted from 1, the heading's included."""

    line: int

    def __str__(self) -> str:
        """Name the error and quote what it is about, for logs and tests."""
        return repr(self)


@dataclass(eq=False)
class TextError(SheetError):
    """From this line on it is no text in UTF-8, or none that a table could be."""

    line: int


@dataclass(eq=False)
class TooLongError(SheetError):
    """There is more than a card can hold; `line` is the first too many."""

    line: int


@dataclass(eq=False)
class LayoutError(SheetError):
    """The columns are not those of a card for 2 to 15 players, or there is no hand below them."""

    line: int
    columns: int


@dataclass(eq=False)
class HeadingError(SheetError):
    """Where a player's name should stand is none."""

    line: int
    column: int
    text: str


@dataclass(eq=False)
class CellError(SheetError):
    """A cell holds something else than what belongs there."""

    line: int
    column: int
    part: Part
    text: str
