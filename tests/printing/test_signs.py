"""What a card tells besides its figures: corrections, an early end, the chart, the key."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import product
from typing import Any

import pytest

from scorekeeper.config import LANGUAGES
from scorekeeper.printing import Paper, Sheet, Style, measures
from scorekeeper.printing.drawing import drawing
from scorekeeper.printing.layout import CHART_GAP, EASY_PEN_ROW, LOWEST_CHART
from scorekeeper.printing.names import MM_PER_PT
from scorekeeper.printing.page import page as html_page
from scorekeeper.printing.sizes import HEADER, MARGIN
from scorekeeper.rules import Hand, scorecard
from tests.cases import cases

from .printed import DAY, GOLDEN, lines, own_list, pages_of, printed, table

every_style = pytest.mark.parametrize("style", Style)
CORRECTED = "corrected after the next hand was begun"
CHARTED = [name for name, game in GOLDEN.items() if scorecard(game).over and len(game.hands) <= 25]


@every_style
def test_a_corrected_hand_is_marked_and_the_mark_explained(style: Style) -> None:
    """A pencil stands in the row's head, its figures stay as they are, and the key says why."""
    game = GOLDEN["four-players-whole-game"]
    marked = Sheet(game, DAY, style=style, corrected=frozenset({2, 25}))
    unmarked = replace(marked, corrected=frozenset())
    assert table(marked) == table(unmarked)
    tags = [tag for tag in _flat(pages_of(marked)[0].structure_tree) if tag["type"] == "Figure"]
    assert [tag["alt_text"] for tag in tags].count("Corrected later") == 3
    assert CORRECTED in pages_of(marked)[0].extract_text()
    assert CORRECTED not in pages_of(unmarked)[0].extract_text()


def test_a_game_ended_early_says_so() -> None:
    """The card names the winner, and after how many hands it was over."""
    game = replace(GOLDEN["half-played"], ended_early=True)
    text = "\n".join(lines(printed(game)[0]))
    assert "wins with" in text
    assert "Ended early, after 12 of 25 hands." in text
    assert "Ended early" not in "\n".join(lines(printed(GOLDEN["five-players"])[0]))


@cases("name, paper", product(CHARTED, Paper))
def test_a_finished_game_has_its_chart(name: str, paper: Paper) -> None:
    """Below the card the running scores are drawn, as a figure with words, beside the standing."""
    sheet = Sheet(GOLDEN[name], DAY, paper=paper)
    (page,) = pages_of(sheet)
    told = [tag["alt_text"] for tag in _flat(page.structure_tree) if tag["type"] == "Figure"]
    assert any(text.startswith("Running scores") for text in told)
    assert measures(sheet).chart >= LOWEST_CHART


@every_style
@pytest.mark.parametrize("paper", [Paper.LETTER, pytest.param(Paper.A4, marks=pytest.mark.slow)])
@pytest.mark.parametrize("hands", [(3, 2, 1, 2, 3), (5, 4, 3, 2, 1) * 3, (2, 1) * 12 + (2,)])
def test_a_game_that_goes_on_has_its_chart_where_the_pen_needs_no_room(
    hands: tuple[int, ...], paper: Paper, style: Style
) -> None:
    """Before the end a chart shows the scores so far, and rows stay high enough to write in."""
    game = own_list(("Ann", "Ben", "Cy"), hands)
    coming = (Hand.undealt(hand.cards, range(3)) for hand in game.hands[3:])
    sheet = Sheet(replace(game, hands=(*game.hands[:3], *coming)), DAY, "en", style, paper)
    layout = measures(sheet)
    assert len(pages_of(sheet)) == 1
    assert layout.row >= EASY_PEN_ROW or not layout.chart
    assert bool(layout.chart) is (len(hands) <= 15 or (style, paper) == (Style.PLAIN, Paper.A4))


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    "name",
    ["half-played", pytest.param("three-players-long-finale", marks=pytest.mark.slow)],
)
def test_the_signs_are_explained_in_two_lines_and_the_rules_in_two(
    name: str, language: str
) -> None:
    """So much has room at the foot, in whatever language, when every sign there is was used."""
    first, *others = GOLDEN[name].hands
    noted, *plays = first.plays
    given = replace(first, plays=(replace(noted, adjust=5), *plays))
    game = replace(GOLDEN[name], hands=(given, *others))
    sheet = Sheet(game, DAY, language, corrected=frozenset({1}))
    (page,) = pages_of(sheet)
    layout = measures(sheet)
    card = MARGIN + HEADER + layout.head + layout.row * (len(game.hands) + 4)
    foot = card + (layout.chart + CHART_GAP if layout.chart else 0)
    below = [char for char in page.chars if char["top"] * MM_PER_PT > foot]
    small = {round(char["bottom"]) for char in below if char["size"] < 7.2}
    assert len(small) <= (2 if scorecard(game).over else 4)


@pytest.mark.parametrize("players", range(2, 16))
def test_no_two_lines_look_alike_in_black_and_white(players: int) -> None:
    """Lines differ in dashes or marks, so that no colour is needed to tell them apart."""
    game = own_list([f"P{seat}" for seat in range(players)], [2, 1])
    sheet = Sheet(game, DAY)
    drawn = drawing(sheet.called, scorecard(game), measures(sheet))
    assert drawn
    # Where a mark stands comes first in its outline; what follows is its shape.
    kinds = {(line.dashes, line.marks.split(" ", 1)[1]) for line in drawn.lines}
    shapes = {(dashes, marks.split("M")[0]) for dashes, marks in kinds}
    assert len(shapes) == players


def test_the_standing_beside_the_chart_runs_from_the_top() -> None:
    """Players stand in the order of their totals, each at the end of a line."""
    game = GOLDEN["four-players-whole-game"]
    sheet = Sheet(game, DAY)
    drawn = drawing(sheet.called, scorecard(game), measures(sheet))
    assert drawn
    standing = scorecard(game).standing
    assert [entry.total for entry in drawn.entries] == [place.total for place in standing]


def test_nothing_hangs_on_colour() -> None:
    """A set is underlined and a perfect boxed; overtricks are neither."""
    html = html_page(Sheet(GOLDEN["sample-three-hands"], DAY))
    assert 'class="play S"' in html
    assert 'class="play P"' in html


def test_who_kept_the_score_is_named() -> None:
    """The scorekeeper's name stands in the head of the card."""
    game = GOLDEN["sample-three-hands"]
    assert game.scorekeeper is not None
    named = game.players[game.scorekeeper].name
    assert any(f"score kept by {named}" in line for line in lines(printed(game)[0]))


def _flat(elements: list[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    for element in elements:
        yield element
        yield from _flat(element.get("children", []))
