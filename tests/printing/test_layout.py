"""How large a card can be drawn."""

from dataclasses import replace

import pytest

from scorekeeper.printing import Paper
from scorekeeper.printing.layout import (
    GOOD_BESIDE_CHART,
    LARGEST,
    LOWEST_CHART,
    layout,
)
from scorekeeper.printing.names import SMALLEST, shortened
from scorekeeper.printing.sizes import MARGIN, Adjusts, Contents, Layout

LONG = "Magdalena Wojciechowska-Konstantynopolit"


def _laid_out(players: int, hands: int, most_cards: int, paper: Paper, name: str) -> Layout:
    contents = Contents((name,) * players, hands, most_cards, largest_total=1999)
    return layout(contents, paper)


@pytest.mark.parametrize("name", ["Ann", LONG])
@pytest.mark.parametrize("paper", Paper)
@pytest.mark.parametrize(
    ("players", "hands", "most_cards", "is_landscape"),
    [
        (2, 25, 13, False),
        (4, 25, 13, False),
        (5, 19, 10, False),
        (6, 16, 9, False),
        (2, 39, 27, False),
        (3, 30, 18, False),
        (8, 11, 6, False),
        (10, 9, 5, True),
        (15, 5, 3, True),
        (4, 60, 13, False),
    ],
)
def test_a_card_fits_one_page(
    *, players: int, hands: int, most_cards: int, is_landscape: bool, paper: Paper, name: str
) -> None:
    """Every usual game fits; small tables stand upright, and larger ones while it is readable."""
    card = _laid_out(players, hands, most_cards, paper, name)
    assert card.is_one_page
    assert card.is_landscape is is_landscape
    assert SMALLEST <= card.font <= LARGEST
    assert SMALLEST <= card.name_font <= LARGEST


@pytest.mark.parametrize("paper", Paper)
@pytest.mark.parametrize("players", range(2, 16))
def test_the_columns_fill_the_width(players: int, paper: Paper) -> None:
    """The columns add up to the page without its margins."""
    card = _laid_out(players, 9, 3, paper, "Ann")
    columns = card.deal + card.trump + players * (card.result + card.score)
    assert columns == pytest.approx(card.width - 2 * MARGIN)


def test_more_than_a_page_holds_is_said() -> None:
    """Sixty hands of fifteen players do not fit one page, and the type is as small as it gets."""
    card = _laid_out(15, 60, 3, Paper.A4, LONG)
    assert not card.is_one_page
    assert card.font >= SMALLEST


def test_a_name_of_wide_characters_breaks_between_them() -> None:
    """Hangul may go over at any syllable, so a long name keeps type that a long word could not."""
    wide = layout(Contents(("민" * 24,) * 5, 19, 10), Paper.A4)
    narrow = layout(Contents(("m" * 24,) * 5, 19, 10), Paper.A4)
    assert wide.name_font > narrow.name_font


@pytest.mark.parametrize(
    ("name", "lines", "expected"),
    [
        ("Ann", 1, "Ann"),
        ("Ann Maria", 2, "Ann Maria"),
        ("Magdalena Wojciechowska", 2, "Magdalena Wojciecho…"),
        ("Anne-Marie Schmidt-Grün", 2, "Anne-Marie Schmidt…"),
        ("Ann-Kristin Ray", 1, "Ann-Krist…"),
        ("김수한무거북이와두루미", 1, "김수한무거북…"),
        ("zweihund" + "e\u0301" * 4, 1, "zweihunde\u0301…"),
        ("👩\u200d👧" * 20, 1, "👩\u200d👧👩\u200d👧…"),
    ],
)
def test_a_name_that_is_too_long_ends_in_dots(name: str, lines: int, expected: str) -> None:
    """As much stands there as surely fits, and no letter loses its signs."""
    assert shortened(name, 20.0, SMALLEST, lines) == expected


@pytest.mark.parametrize("paper", Paper)
@pytest.mark.parametrize(
    ("players", "hands", "way"),
    [
        (4, 25, Adjusts.BESIDE),
        (15, 5, Adjusts.ABOVE),
        (15, 39, Adjusts.MARKED),
        (15, 60, Adjusts.MARKED),
    ],
)
def test_points_given_stand_where_there_is_room(
    players: int, hands: int, way: Adjusts, paper: Paper
) -> None:
    """Beside the score, above it, or only marked, before a card of 39 hands needs two pages."""
    most = 54 // players
    contents = Contents(("Ann",) * players, hands, most, 1999, adjusts=Adjusts.BESIDE)
    card = layout(contents, paper)
    assert card.adjusts is way
    assert card.is_one_page is (hands <= 39)


@pytest.mark.parametrize("is_plain", [True, False])
def test_a_chart_makes_no_figures_small(*, is_plain: bool) -> None:
    """A finished card gets its chart where the figures stay readable, and none where not."""
    usual = Contents(("Ann",) * 4, 25, has_chart=True, is_plain=is_plain)
    long = replace(usual, hands=39)
    assert layout(usual, Paper.A4).chart >= LOWEST_CHART
    assert layout(usual, Paper.A4).font >= GOOD_BESIDE_CHART
    assert layout(long, Paper.LETTER).chart == 0
