"""How large a card can be drawn on a page: portrait or landscape, type, rows, columns, chart.

Widths are estimated from the type's own figures (a tabular digit of Pretendard is 0.62 em),
always on the generous side.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from enum import StrEnum

from .names import MM_PER_PT, SMALLEST, name_type
from .sheet import Paper

LARGEST = 11.0
"""Type of the figures, in points; nothing on a card is smaller than `SMALLEST`."""
STEP = 0.25
GOOD_IN_PORTRAIT = 9.0
"""From here on portrait is kept although landscape would allow larger type."""
GOOD_BESIDE_CHART = 9.5
"""A chart makes no figures smaller than this."""
MARGIN = 11.0
HEADER, FOOTER = 17.0, 13.0
"""The title lines above the card and the key to the signs below it, in millimetres."""
RULES = 4.0
"""The line with the rules, below the key, on a card that goes on by pen."""
TALLEST_ROW = 10.5
LOWEST_ROW_EM, TIGHTEST_ROW_EM, EASY_ROW_EM = 1.36, 1.26, 1.55
"""The least height of a row, the same in the smallest type, and one that is easy to read."""
DIGIT, SLASH, MINUS = 0.62, 0.34, 0.64
"""Widths in em."""
BOX, DOT, BESIDE_TOTAL = 1.15, 0.9, 0.6
"""What columns need besides their figures, in em: box and dot, and room at the edges."""
DEAL, PLAIN_DEAL, TRUMP = 4.4, 2.8, 2.0
FOOT_ROWS = 4.6
"""S, O, P, and a label of two lines."""
ADJUST_LINE = 2.6
"""What points given or taken add to a row when they stand above the score."""
LONGEST_ON_ONE_PAGE = 39
"""Hands of the longest game there is but for own lists."""
EDGES = 1.2
"""The lines above and below the card."""
CHART_GAP = 5.0
LOWEST_CHART, LARGEST_SHARE = 34.0, 0.42
"""A chart is at least so high, and takes at most this share of what card and chart have."""
LEGEND_LINE = 2.75
"""The least height of a player's line beside the chart: one of the smallest type."""


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
    has_rules: bool = False
    has_chart: bool = False

    @property
    def rows(self) -> float:
        """The rows of the card, those at its foot included."""
        return self.hands + (0.2 if self.is_plain else FOOT_ROWS)

    @property
    def footer(self) -> float:
        """The height of what stands below the card."""
        return FOOTER + (RULES if self.has_rules else 0)


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


def layout(contents: Contents, paper: Paper) -> Layout:
    """Return the measures of a card: the largest type with which it stands on one page.

    Portrait, as paper cards are, unless landscape makes small figures larger. A card that no
    type fits goes over to a second page, unless it would fit without the points given or taken
    and is not longer than the rules' own games.
    """
    ways = [replace(contents, adjusts=way) for way in Adjusts] if contents.adjusts else [contents]
    on_one_page = (card for way in ways if (card := _on_one_page(way, paper)))
    if contents.hands <= LONGEST_ON_ONE_PAGE and (card := next(on_one_page, None)):
        return card
    one_or_two = (
        _on_one_page(way, paper) or _over_two_pages(way, paper, or_else=way is ways[-1])
        for way in ways
    )
    return next(card for card in one_or_two if card)


def _on_one_page(contents: Contents, paper: Paper) -> Layout | None:
    """Return the card on one page, its chart with it, or None where it does not fit."""
    short, long = paper.size
    upright, lying = _largest(contents, short, long), _largest(contents, long, short)
    if upright and (lying is None or upright.font >= min(GOOD_IN_PORTRAIT, lying.font)):
        return _charted(contents, upright)
    return _charted(contents, lying) if lying else None


def _sizes(largest: float = LARGEST) -> Iterator[float]:
    """Yield the type to try, the largest first."""
    steps = round((largest - SMALLEST) / STEP)
    return (largest - STEP * step for step in range(steps + 1))


def _largest(contents: Contents, width: float, height: float) -> Layout | None:
    """Return the card in the largest type that fits one page of this size."""
    cards = (_measured(contents, width, height, font) for font in _sizes())
    return next((card for card in cards if card.is_one_page), None)


def _over_two_pages(contents: Contents, paper: Paper, *, or_else: bool) -> Layout | None:
    """Return the card in the largest type that two pages hold, upright where that is as large.

    Where none does, None, or else the card in the smallest type.
    """
    short, long = paper.size
    cards = [
        _measured(contents, width, height, font)
        for font in _sizes()
        for width, height in ((short, long), (long, short))
    ]
    fitting = (card for card in cards if card.fits_width and card.fits_two_pages)
    return next(fitting, cards[-1] if or_else else None)


def _charted(contents: Contents, card: Layout) -> Layout:
    """Return the card with the chart below it, where there is room for both."""
    if not contents.has_chart:
        return card
    for font in _sizes(card.font):
        smaller = _measured(contents, card.width, card.height, font)
        room = _room(contents, card.height, smaller.head)
        easy = EASY_ROW_EM * font * MM_PER_PT
        rows = contents.rows * (easy + (ADJUST_LINE if card.adjusts is Adjusts.ABOVE else 0))
        chart = min(room - CHART_GAP - rows, LARGEST_SHARE * room)
        lowest = max(LOWEST_CHART, LEGEND_LINE * len(contents.names))
        if chart >= lowest:
            row = min(TALLEST_ROW, (room - CHART_GAP - chart) / contents.rows)
            return replace(smaller, row=round(row, 2), chart=round(chart, 1))
        if font <= GOOD_BESIDE_CHART:
            break
    return card


def _room(contents: Contents, height: float, head: float) -> float:
    """Return the height that rows and chart have on the first page."""
    return height - 2 * MARGIN - HEADER - contents.footer - head - EDGES


def _measured(contents: Contents, width: float, height: float, font: float) -> Layout:
    """Return the card in this type, whether or not it fits."""
    em = font * MM_PER_PT
    deal, trump = (PLAIN_DEAL if contents.is_plain else DEAL) * em, TRUMP * em
    share = (width - 2 * MARGIN - deal - trump) / len(contents.names)
    result, score = _columns(contents, em)
    name_font, name_lines = name_type(contents.names, share, font, contents.hands)
    head = 3.5 + name_lines * 1.2 * name_font * MM_PER_PT + (3.2 if contents.has_starts else 0)
    room = _room(contents, height, head)
    lowest = (LOWEST_ROW_EM if font > SMALLEST else TIGHTEST_ROW_EM) * em
    if contents.adjusts is Adjusts.ABOVE:
        lowest += ADJUST_LINE
    row = min(TALLEST_ROW, room / contents.rows)
    second_page = height - 2 * MARGIN - head - EDGES - 2 * lowest
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
        footer=contents.footer,
        fits_width=share >= result + score,
        fits_height=row >= lowest,
        fits_two_pages=contents.rows * lowest <= room + second_page,
        adjusts=contents.adjusts,
    )


def _columns(contents: Contents, em: float) -> tuple[float, float]:
    """Return what the two columns of a player need at least."""
    tricks = len(str(contents.most_cards))
    total = max(3, len(str(abs(contents.largest_total))))
    adjust = BESIDE_SCORE[contents.adjusts] * DIGIT
    result = tricks * DIGIT + DOT if contents.is_plain else 2 * tricks * DIGIT + SLASH + BOX
    return result * em, (MINUS + total * DIGIT + adjust + BESIDE_TOTAL) * em
