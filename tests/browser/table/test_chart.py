"""The chart of the running scores: the script draws what the server would have drawn."""

import itertools
import re

import pytest
from playwright.sync_api import expect

from tests.browser.table.conftest import Tables
from tests.browser.table.phone import Phone


def drawing(phone: Phone) -> list[str]:
    """Return lines and levels as they stand in the picture, those out of use left out."""
    svg = phone.page.locator("[data-chart] svg").first.inner_html()
    svg = re.sub(r"<defs>.*?</defs>|<g [^>]*display=\"none\".*?</g>", "", svg, flags=re.DOTALL)
    return sorted(re.findall(r"<(?:line|polyline|text|circle)[^>]*>[^<]*", svg))


@pytest.mark.parametrize("bids", [(1, 1, 1, 1), (3, 3, 3, 3), (0, 0, 0, 3)])
def test_the_script_draws_as_the_server_does(tables: Tables, bids: tuple[int, ...]) -> None:
    """Lines and round scores are the same after a reload, whatever the range of the scores."""
    phone = tables.new("3,3,3", rules={"zero_bid": "y"}).tab("chart")
    before = drawing(phone)
    phone.tab("hand").key(*bids)
    while phone.hand == 1:
        phone.key(1 if phone.taken.count("1") < 3 else 0)
    phone.settled().tab("chart")
    drawn = drawing(phone)
    assert drawn != before
    phone.open().tab("chart")
    assert drawing(phone) == drawn


def test_the_chart_has_figures(tables: Tables) -> None:
    """Round scores are written beside the lines, the zero among them."""
    phone = tables.new("3,3").key(1, 1, 1, 1).key(3).settled().tab("chart")
    levels = phone.page.locator("[data-level]:not([display]) text")
    expect(levels.first).to_be_visible()
    figures = [int(text.replace("−", "-")) for text in levels.all_text_contents()]
    assert 0 in figures
    assert 2 <= len(figures) <= 6
    assert len({after - before for before, after in itertools.pairwise(figures)}) == 1
