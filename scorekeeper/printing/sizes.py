"""What a card needs in one size of type: rows, columns, names, and what stands round them.

Widths are estimated from the type's own figures (a tabular digit of Pretendard is 0.62 em),
always on the generous side.
"""

from dataclasses import dataclass
from enum import StrEnum

from .names import MM_PER_PT, SMALLEST, name_type

MARGIN = 11.0
HEADER, FOOTER = 17.0, 15.0
"""The title lines above the card and the key to the signs below it, in millimetres."""
LEFT = 3.4
"""The line with those who left, above the key."""
RULES = 4.0
"""The line with the rules, below the key, on a card that goes on by pen."""
TALLEST_ROW, TALLEST_PEN_ROW = 10.5, 13.0
LOWEST_ROW_EM, TIGHTEST_ROW_EM = 1.36, 1.26
"""The least height of a row, and the same in the smallest type."""
DIGIT, SLASH, MINUS = 0.62, 0.34, 0.64
"""Widths in em."""
BOX, BESIDE_BID, BESIDE_TOTAL = 0.8, 0.55, 0.6
"""What columns need round their figures, in em: a box, or room at the edges."""
LEAST_DOT, BEST_DOT = 0.35, 0.7
"""Room for the dealer's dot, in em, at the left of the figures and their box."""
SMALLEST_DOT, DOT_SHARE = 0.3, 0.54
"""The dot's own width, in em, and its share of a larger room."""
DEAL, PLAIN_DEAL, TRUMP = 4.4, 2.8, 2.0
FOOT_ROWS = 4.6
"""S, O, P, and a label of two lines."""
ADJUST_LINE = 2.6
"""What points given or taken add to a row when they stand above the score."""
EDGES = 1.2
"""The lines above and below the card."""


class Adjusts(StrEnum):
    """Where points that the table gave or took stand: the less room there is, the later."""

    BESIDE = "beside"
    ABOVE = "above"
    MARKED = "marked"
    """Only that there were some: a line over the score, which has them in it."""


BESIDE_SCORE = {None: 0, Adjusts.BESIDE: 4, Adjusts.ABOVE: 0, Adjusts.MARKED: 0}
"""How many digits' width stands beside a score."""


@dataclass(frozen=True, slots=True)
class Contents:
    """What has to fit: the names, and the size of the figures that stand in a column."""

    names: tuple[str, ...]
    hands: int
    most_cards: int = 13
    largest_total: int = 0
    adjusts: Adjusts | None = None
    has_starts: bool = False
    is_plain: bool = False
    goes_on: bool = False
    has_chart: bool = False
    has_left: bool = False

    @property
    def rows(self) -> float:
        """The rows of the card, those at its foot included."""
        return self.hands + (0.2 if self.is_plain else FOOT_ROWS)

    @property
    def tallest_row(self) -> float:
        """The height beyond which no row grows; who writes by hand is given more."""
        return TALLEST_PEN_ROW if self.goes_on else TALLEST_ROW

    @property
    def footer(self) -> float:
        """The height of what stands below the card."""
        return FOOTER + (RULES if self.goes_on else 0) + (LEFT if self.has_left else 0)

    def room(self, height: float, head: float) -> float:
        """Return the height that rows and chart have on a first page with this table head."""
        return height - 2 * MARGIN - HEADER - self.footer - head - EDGES


@dataclass(frozen=True, slots=True)
class Layout:
    """A card's measures: type in points, everything else in millimetres. No chart is 0 high."""

    width: float
    height: float
    font: float
    row: float
    deal: float
    trump: float
    result: float
    score: float
    dot: float
    name_font: float
    name_lines: int
    head: float
    footer: float
    fits_width: bool
    fits_height: bool
    fits_two_pages: bool
    adjusts: Adjusts | None = None
    chart: float = 0.0

    @property
    def dot_size(self) -> float:
        """The width of the dealer's dot: never so small that it is overlooked."""
        return max(SMALLEST_DOT * self.font * MM_PER_PT, DOT_SHARE * self.dot)

    @property
    def is_landscape(self) -> bool:
        """Tell whether the page lies on its long side."""
        return self.width > self.height

    @property
    def is_one_page(self) -> bool:
        """Tell whether the whole card stands on one page."""
        return self.fits_width and self.fits_height

    @property
    def inner_width(self) -> float:
        """The width between the margins."""
        return self.width - 2 * MARGIN


def measured(contents: Contents, width: float, height: float, font: float) -> Layout:
    """Return the card in this type, whether or not it fits."""
    em = font * MM_PER_PT
    deal, trump = (PLAIN_DEAL if contents.is_plain else DEAL) * em, TRUMP * em
    share = (width - 2 * MARGIN - deal - trump) / len(contents.names)
    figures, dot, score = _columns(contents, em)
    result = share * (figures + dot) / (figures + dot + score)
    name_font, name_lines = name_type(contents.names, share, font, contents.hands)
    head = 3.5 + name_lines * 1.2 * name_font * MM_PER_PT + (3.2 if contents.has_starts else 0)
    room = contents.room(height, head)
    lowest = (LOWEST_ROW_EM if font > SMALLEST else TIGHTEST_ROW_EM) * em
    if contents.adjusts is Adjusts.ABOVE:
        lowest += ADJUST_LINE
    row = min(contents.tallest_row, room / contents.rows)
    second_page = height - 2 * MARGIN - head - EDGES - 2 * lowest
    return Layout(
        width=width,
        height=height,
        font=font,
        row=round(max(row, lowest), 2),
        deal=deal,
        trump=trump,
        result=result,
        score=share - result,
        dot=min(BEST_DOT * em, result - figures),
        name_font=name_font,
        name_lines=name_lines,
        head=head,
        footer=contents.footer,
        fits_width=share >= figures + dot + score,
        fits_height=row >= lowest,
        fits_two_pages=contents.rows * lowest <= room + second_page,
        adjusts=contents.adjusts,
    )


def _columns(contents: Contents, em: float) -> tuple[float, float, float]:
    """Return what a player's bids and tricks, the dealer's dot before them, and scores need."""
    tricks = len(str(contents.most_cards)) * DIGIT
    total = max(3, len(str(abs(contents.largest_total)))) * DIGIT
    adjust = BESIDE_SCORE[contents.adjusts] * DIGIT
    figures = tricks + BESIDE_BID if contents.is_plain else 2 * tricks + SLASH + BOX
    return figures * em, LEAST_DOT * em, (MINUS + total + adjust + BESIDE_TOTAL) * em
