"""Printing takes no memory that it does not give back."""

from itertools import product

import pytest

from scorekeeper.printing import Paper, Sheet, Style
from scorekeeper.printing.pdf import _loaded
from tests.cases import cases

from .printed import DAY, GOLDEN, pdf_of, printed

SHEETS = [
    *(Sheet(game, DAY, style=style) for game, style in product(GOLDEN.values(), Style)),
    Sheet(GOLDEN["half-played"], DAY, "ko", paper=Paper.LETTER, corrected=frozenset({1})),
]


@pytest.mark.slow
@cases("sheet", SHEETS)
def test_no_text_asks_for_a_feature_of_its_font(sheet: Sheet) -> None:
    """Every text that asks for one leaks a little, which is megabytes after some cards."""
    pdf_of(sheet)
    assert _loaded()[1].font_features == {}


@pytest.mark.parametrize("style", Style)
def test_figures_are_as_wide_as_each_other(style: Style) -> None:
    """The fonts themselves are asked for it, so that figures stand under one another."""
    page = printed(GOLDEN["four-players-whole-game"], style=style)[0]
    widths = {
        (char["fontname"], round(char["size"], 1), round(char["x1"] - char["x0"], 2))
        for char in page.chars
        if char["text"].isdigit()
    }
    assert len(widths) == len({(font, size) for font, size, _ in widths})
