"""Cards as tables for a spreadsheet: written so that they open in one, and read back from one.

By position: hand, cards, dealer, trump, then bid, taken and running score for each player,
whose name stands over the bid. A card typed in from paper may have less, see `layout`.
"""

from .errors import CellError, HeadingError, LayoutError, SheetError, TextError, TooLongError
from .hands import HandHeadings, hands_heading, hands_of
from .reading import LONGEST, read_card, text_of
from .writing import Headings, write_card

__all__ = [
    "LONGEST",
    "CellError",
    "HandHeadings",
    "HeadingError",
    "Headings",
    "LayoutError",
    "SheetError",
    "TextError",
    "TooLongError",
    "hands_heading",
    "hands_of",
    "read_card",
    "text_of",
    "write_card",
]
