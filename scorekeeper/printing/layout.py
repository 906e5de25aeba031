"""How large a card is drawn on a page: portrait or landscape, the type, and a chart below it."""

from collections.abc import Iterator
from dataclasses import replace

from .names import MM_PER_PT, SMALLEST
from .sheet import Paper
from .sizes import ADJUST_LINE, Adjusts, Contents, Layout, measured

LARGEST = 11.0
"""Type of the figures, in points; nothing on a card is smaller than `SMALLEST`."""
STEP = 0.25
GOOD_IN_PORTRAIT = 9.0
"""From here on portrait is kept although landscape would allow larger type."""
GOOD_BESIDE_CHART = 9.5
"""A chart makes no figures smaller than this."""
EASY_ROW_EM = 1.55
EASY_PEN_ROW = 7.5
"""The height of a row, in em, that is easy to read, and in millimetres, to write in: a chart
leaves as much."""
LONGEST_ON_ONE_PAGE = 39
"""Hands of the longest game there is but for own lists."""
CHART_GAP = 5.0
LOWEST_CHART, LARGEST_SHARE = 34.0, 0.42
"""A chart is at least so high, and takes at most this share of what card and chart have."""
LEGEND_LINE = 2.75
"""The least height of a player's line beside the chart: one of the smallest type."""


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
    cards = (measured(contents, width, height, font) for font in _sizes())
    return next((card for card in cards if card.is_one_page), None)


def _over_two_pages(contents: Contents, paper: Paper, *, or_else: bool) -> Layout | None:
    """Return the card in the largest type that two pages hold, upright where that is as large.

    Where none does, None, or else the card in the smallest type.
    """
    short, long = paper.size
    cards = [
        measured(contents, width, height, font)
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
        smaller = measured(contents, card.width, card.height, font)
        room = contents.room(card.height, smaller.head) - CHART_GAP
        chart = min(room - contents.rows * _easy_row(contents, font), LARGEST_SHARE * room)
        if chart >= max(LOWEST_CHART, LEGEND_LINE * len(contents.names)):
            row = min(contents.tallest_row, (room - chart) / contents.rows)
            return replace(smaller, row=round(row, 2), chart=round(chart, 1))
        if font <= GOOD_BESIDE_CHART:
            break
    return card


def _easy_row(contents: Contents, font: float) -> float:
    easy = EASY_ROW_EM * font * MM_PER_PT
    if contents.adjusts is Adjusts.ABOVE:
        easy += ADJUST_LINE
    return max(easy, EASY_PEN_ROW) if contents.goes_on else easy
