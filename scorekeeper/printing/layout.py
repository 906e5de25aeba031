"""How large a card can be drawn on a page: portrait or landscape, type, rows and columns.

Widths are estimated from the type's own figures (a tabular digit of Pretendard is 0.62 em),
always on the generous side; what a name still has too much is cut off by the stylesheet.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from math import ceil
from unicodedata import east_asian_width

from .sheet import Paper

MM_PER_PT = 25.4 / 72
LARGEST, SMALLEST = 11.0, 7.0
"""Type of the figures, in points; nothing on a card is smaller."""
STEP = 0.25
GOOD_IN_PORTRAIT = 9.0
"""From here on portrait is kept although landscape would allow larger type."""
MARGIN = 11.0
HEADER, FOOTER = 17.0, 13.0
"""The title lines above the card and the key to the signs below it, in millimetres."""
TALLEST_ROW = 10.5
LOWEST_ROW_EM = 1.36
NAME_LINES = 3
"""Lines of a name in type that breaks no word."""
MOST_NAME_LINES = ((25, 5), (40, 3), (60, 2))
"""Lines of a name in the smallest type, by the number of hands below it."""
DIGIT, SLASH, MINUS, SPACE = 0.62, 0.34, 0.64, 0.3
"""Widths in em."""
BOX, BESIDE_TOTAL, BESIDE_NAME = 1.15, 0.6, 0.9
"""What columns need besides their figures, in em: box and dot, and room at the edges."""
DEAL, TRUMP = 4.4, 2.0
FOOT_ROWS = 4.6
"""S, O, P, and a label of two lines."""


@dataclass(frozen=True, slots=True)
class Contents:
    """What has to fit: the names, and the size of the figures that stand in a column."""

    names: tuple[str, ...]
    hands: int
    most_cards: int = 13
    largest_total: int = 0
    has_adjusts: bool = False
    has_starts: bool = False


@dataclass(frozen=True, slots=True)
class Layout:
    """A card's measures: type in points, everything else in millimetres."""

    width: float
    height: float
    font: float
    row: float
    deal: float
    trump: float
    result: float
    score: float
    name_font: float
    name_lines: int
    head: float
    fits_width: bool
    fits_height: bool

    @property
    def is_landscape(self) -> bool:
        """Tell whether the page lies on its long side."""
        return self.width > self.height

    @property
    def is_one_page(self) -> bool:
        """Tell whether the whole card stands on one page."""
        return self.fits_width and self.fits_height


def layout(contents: Contents, paper: Paper) -> Layout:
    """Return the measures of a card: the largest type with which it stands on one page.

    Portrait, as paper cards are, unless landscape makes small figures larger. A card that no
    type fits goes over to further pages.
    """
    short, long = paper.size
    portrait = [_measured(contents, short, long, font) for font in _sizes()]
    landscape = [_measured(contents, long, short, font) for font in _sizes()]
    upright = next((card for card in portrait if card.is_one_page), None)
    lying = next((card for card in landscape if card.is_one_page), None)
    if upright and (lying is None or upright.font >= min(GOOD_IN_PORTRAIT, lying.font)):
        return upright
    if lying:
        return lying
    over_pages = (card for card in (*portrait, *landscape) if card.fits_width)
    return next(over_pages, landscape[-1])


def _sizes() -> Iterator[float]:
    """Yield the type to try, the largest first."""
    steps = round((LARGEST - SMALLEST) / STEP)
    return (LARGEST - STEP * step for step in range(steps + 1))


def _measured(contents: Contents, width: float, height: float, font: float) -> Layout:
    """Return the card in this type, whether or not it fits."""
    em = font * MM_PER_PT
    deal, trump = DEAL * em, TRUMP * em
    share = (width - 2 * MARGIN - deal - trump) / len(contents.names)
    result, score = _columns(contents, em)
    name_font, name_lines = _names(contents, share, font)
    head = 3.5 + name_lines * 1.2 * name_font * MM_PER_PT + (3.2 if contents.has_starts else 0)
    room = height - 2 * MARGIN - HEADER - FOOTER - head
    lowest = LOWEST_ROW_EM * em
    row = min(TALLEST_ROW, room / (contents.hands + FOOT_ROWS))
    return Layout(
        width=width,
        height=height,
        font=font,
        row=round(max(row, lowest), 2),
        deal=deal,
        trump=trump,
        result=share * result / (result + score),
        score=share * score / (result + score),
        name_font=name_font,
        name_lines=name_lines,
        head=head,
        fits_width=share >= result + score,
        fits_height=row >= lowest,
    )


def _columns(contents: Contents, em: float) -> tuple[float, float]:
    """Return what the two columns of a player need at least."""
    tricks = len(str(contents.most_cards))
    total = max(3, len(str(abs(contents.largest_total))))
    adjust = 3 * DIGIT if contents.has_adjusts else 0
    result = 2 * tricks * DIGIT + SLASH + BOX
    return result * em, (MINUS + total * DIGIT + adjust + BESIDE_TOTAL) * em


def _names(contents: Contents, width: float, font: float) -> tuple[float, int]:
    """Return type and lines for the names: the largest that breaks no word, else the smallest."""
    sizes = (font, *(size for size in (10.0, 9.0, 8.0, 7.5, SMALLEST) if size < font))
    most = min(NAME_LINES, _most_lines(contents.hands))
    for size in sizes:
        line = width / (size * MM_PER_PT) - BESIDE_NAME
        lines = max(_lines(name, line) for name in contents.names)
        if lines <= most and max(map(_longest_word, contents.names)) <= line:
            return size, lines
    return SMALLEST, min(lines, _most_lines(contents.hands))


def _most_lines(hands: int) -> int:
    return next(lines for most_hands, lines in MOST_NAME_LINES if hands <= most_hands)


def _lines(name: str, line: float) -> int:
    """Return how many lines a name takes when words that fit go over whole."""
    lines, used = 1, 0.0
    for word in name.split():
        width = _em(word)
        if used and used + SPACE + width > line:
            lines, used = lines + 1, 0.0
        used += width + (SPACE if used else 0)
        broken = ceil(used / line) - 1
        lines, used = lines + broken, used - broken * line
    return lines


def _longest_word(name: str) -> float:
    """Return the widest stretch that should not be broken; between wide characters all may be."""
    return max((_em(word) for word in name.split() if not _is_wide(word[0])), default=0.0)


def _em(text: str) -> float:
    """Return about how wide bold text is."""
    return sum(map(_em_of, text))


def _em_of(character: str) -> float:
    if _is_wide(character):
        return 0.95
    if character in "mwMWЖШЩЮФжшщюфм":
        return 0.95
    return 0.74 if character.isupper() else 0.64


def _is_wide(character: str) -> bool:
    return east_asian_width(character) in "WF"
