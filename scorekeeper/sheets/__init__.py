"""Cards as tables for a spreadsheet: written so that they open in one, and read back from one.

By position: hand, cards, dealer, trump, then bid, taken and running score for each player,
whose name stands over the bid. A card typed in from paper may have less, see `layout`.
"""

from .errors import CellError, HeadingError, LayoutError, SheetError, TextError, TooLongError
from .reading import LONGEST, read_card, text_of
from .writing import Headings, write_card

__all__ = [
    "LONGEST",
    "CellError",
    "HeadingError",
    "Headings",
    "LayoutError",
    "SheetError",
    "TextError",
    "TooLongError",
    "read_card",
    "text_of",
    "write_card",
]
