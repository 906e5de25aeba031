"""Printed cards, read back from the PDF."""

import logging
from collections.abc import Iterator

import pytest
from pdfminer.pdftypes import resolve1

from scorekeeper.printing import Paper, Sheet, Style, scorecard_pdf
from scorekeeper.rules import Game, Hand, Play, Player, Trump, scorecard

from .printed import (
    DAY,
    GOLDEN,
    boxes,
    dots,
    expected,
    lines,
    outlines,
    own_list,
    pages_of,
    pdf_of,
    printed,
    table,
    tallied,
    written,
)

every_game = pytest.mark.parametrize("game", GOLDEN.values(), ids=GOLDEN)
every_paper = pytest.mark.parametrize(
    "paper", [Paper.A4, pytest.param(Paper.LETTER, marks=pytest.mark.slow)]
)
every_style = pytest.mark.parametrize("style", Style)

LONG_NAMES = (
    "Нұрсұлтан Әбдіғаппарұлы Жүнісбековтардың",
    "김수한무거북이와두루미삼천갑자동방삭치치카포사리사리센타워리워리세브리깡무두셀라",
    "Alexandra-Ștefania Constantinescu-Vlăduț",
    "W" * 40,
)


@pytest.fixture(autouse=True)
def _no_complaints(caplog: pytest.LogCaptureFixture) -> Iterator[None]:
    """Fail a test in which WeasyPrint found something in the card that it cannot draw."""
    yield
    assert [r for r in caplog.records if r.levelno >= logging.WARNING] == []


@every_style
@every_paper
@every_game
def test_a_whole_game_stands_on_one_page_with_every_figure_in_its_place(
    game: Game, paper: Paper, style: Style
) -> None:
    """Each cell of each hand holds what the scorecard says, found by where it stands."""
    sheet = Sheet(game, DAY, style=style, paper=paper)
    assert len(pages_of(sheet)) == 1
    assert table(sheet) == expected(sheet)


@every_game
def test_a_creative_card_reads_line_by_line(game: Game) -> None:
    """A hand reads from left to right: bids/cards, trump, and took/bid and total of each seat."""
    card = scorecard(game)
    text = lines(printed(game)[0])
    told = [written(row) for row in card.rows] + tallied(card)
    start = text.index(told[0])
    assert text[start : start + len(told)] == told


@every_game
def test_the_players_head_the_card(game: Game) -> None:
    """Each name stands on the card in whole."""
    text = printed(game)[0].extract_text()
    assert [player.name for player in game.players if player.name not in text] == []


@every_game
def test_a_box_is_drawn_round_each_perfect_bid_and_nothing_else(game: Game) -> None:
    """As many boxes are drawn as there are perfects in the tallies."""
    assert boxes(printed(game)[0]) == sum(t.perfects for t in scorecard(game).tallies)


@every_game
def test_a_plain_card_has_no_boxes_and_no_tallies(game: Game) -> None:
    """The plain card is what the published one is: cards, bids and running scores."""
    page = printed(game, style=Style.PLAIN)[0]
    assert boxes(page) == 0
    assert "Tricks / bids" not in page.extract_text()


@every_style
@every_game
def test_a_dot_marks_the_dealer_of_each_hand(game: Game, style: Style) -> None:
    """Every hand has its dot, coming ones too."""
    sheet = Sheet(game, DAY, style=style)
    assert len(dots(pages_of(sheet)[0], sheet)) == len(game.hands)


@every_paper
@pytest.mark.parametrize("game", [*GOLDEN.values(), own_list(LONG_NAMES[:3] * 5, [3] * 39)])
def test_no_dot_lies_on_a_box_and_none_is_too_small_to_see(game: Game, paper: Paper) -> None:
    """However narrow the columns are, the dealer's dot has a place of its own."""
    sheet = Sheet(game, DAY, paper=paper)
    (page,) = pages_of(sheet)
    found = dots(page, sheet)
    assert len(found) == len(game.hands)
    for dot in found:
        assert dot["width"] > 2
        assert [box for box in outlines(page) if _overlap(dot, box)] == []


def _overlap(dot: dict[str, float], box: dict[str, float]) -> bool:
    across = dot["x1"] > box["x0"] and dot["x0"] < box["x1"]
    return across and dot["bottom"] > box["top"] and dot["top"] < box["bottom"]


def test_a_game_under_way_keeps_room_for_the_hands_to_come() -> None:
    """A hand that is not bid reads _/cards, and no winner is named."""
    text = lines(printed(GOLDEN["half-played"])[0])
    assert "_/13" in text
    assert "wins" not in " ".join(text)


def test_a_card_for_the_pen_is_empty() -> None:
    """Before the first hand is scored, the foot has its letters and no figures."""
    players = (Player("Ann"), Player("Ben"))
    text = lines(printed(Game(players, (Hand.undealt(2, (0, 1)),)))[0])
    assert [line for line in text if line in ("_/2", "S", "O", "P", "Tricks / bids")] == [
        *("_/2", "S", "O", "P", "Tricks / bids"),
    ]


def test_a_hand_half_noted_shows_what_is_in() -> None:
    """A bid alone reads /3, a result before its hand is scored has no box and no total."""
    hand = Hand(3, (Play(0, 2, 2), Play(1, 3), Play(2)), Trump.CLUBS)
    page = printed(Game((Player("Ann"), Player("Ben"), Player("Cy")), (hand,)))[0]
    assert "_/3 ♣ 2/2 /3" in lines(page)
    assert boxes(page) == 0


def test_points_given_stand_beside_the_score() -> None:
    """An adjustment is a signed figure before the total, and starting points stand in the head."""
    hand = Hand(3, (Play(0, 2, 2, 5), Play(1, 2, 1, -10)))
    text = lines(printed(Game((Player("Ann", 50), Player("Ben")), (hand,)))[0])
    assert "4/3 2/2 +5 75 1/2 −10 −30" in text
    assert any("+50" in line for line in text)


def test_who_sits_a_hand_out_has_blank_cells() -> None:
    """An absent seat shows nothing in that hand."""
    hand = Hand(2, (Play(0, 1, 1), Play(2, 1, 1)), Trump.HEARTS)
    text = lines(printed(Game((Player("Ann"), Player("Ben"), Player("Cy")), (hand,)))[0])
    assert "2/2 ♥ 1/1 10 1/1 10" in text
    assert "P 1 0 1" in text


@pytest.mark.parametrize(
    ("starts", "sentence"),
    [
        ((0, 0), "Ann wins with 10 points."),
        ((-9, -50), "Ann wins with 1 point."),
        ((-50, -30), "Ann and Ben share the win with −40 points."),
    ],
)
def test_the_winner_is_named(starts: tuple[int, int], sentence: str) -> None:
    """A finished card says who won; equal totals share the win."""
    hand = Hand(1, (Play(0, 1, 1), Play(1, 1, 0)))
    players = (Player("Ann", starts[0]), Player("Ben", starts[1]))
    assert sentence in lines(printed(Game(players, (hand,)))[0])


@every_paper
@pytest.mark.parametrize(
    ("players", "sizes", "start"),
    [
        pytest.param(2, [*range(13, 0, -1), *range(1, 27)], 999, marks=pytest.mark.slow),
        (3, [*range(13, 0, -1), *range(1, 18)], 999),
        pytest.param(6, [4] * 25, 999, marks=pytest.mark.slow),
        (15, [3, 2, 1, 2, 3], 999),
        pytest.param(15, [3, 2, 1, 1, 1, 2, 3], 0, marks=pytest.mark.slow),
        pytest.param(10, [5, 4, 3, 2, 1] * 12, 0, marks=pytest.mark.slow),
    ],
)
def test_large_games_with_the_longest_names_stand_on_one_page(
    players: int, sizes: list[int], start: int, paper: Paper
) -> None:
    """However long the names and the game: one page, of type no smaller than 7 points."""
    names = [LONG_NAMES[seat % len(LONG_NAMES)] for seat in range(players)]
    pages = printed(own_list(names, sizes, start=start), paper)
    assert len(pages) == 1
    assert min(char["size"] for char in pages[0].chars) > 6.5


def test_more_than_a_page_holds_goes_over_with_its_headings() -> None:
    """Sixty hands of fifteen players take two pages, both headed, and the foot only once."""
    pages = printed(own_list([f"P{seat}" for seat in range(15)], [3] * 60))
    assert len(pages) == 2
    assert all("P14" in page.extract_text() for page in pages)
    assert [sum("Tricks / bids" in line for line in lines(page)) for page in pages] == [0, 1]


def test_nothing_is_drawn_outside_the_page_or_over_its_edge() -> None:
    """Every character lies within the margins, whatever the names."""
    for paper in Paper:
        page = printed(own_list([LONG_NAMES[seat % 4] for seat in range(15)], [3] * 5), paper)[0]
        assert min(char["x0"] for char in page.chars) > 25
        assert max(char["x1"] for char in page.chars) < page.width - 25
        assert min(char["top"] for char in page.chars) > 25
        assert max(char["bottom"] for char in page.chars) < page.height - 25


def test_names_are_text() -> None:
    """Markup in a name is printed as it was written."""
    assert "<b>Bo</b> &amp;" in printed(own_list(["<b>Bo</b> &amp;", "Cy"], [1]))[0].extract_text()


def test_the_same_sheet_gives_the_same_bytes() -> None:
    """Printing twice makes no difference."""
    sheet = Sheet(GOLDEN["sample-three-hands"], DAY)
    assert pdf_of(sheet) == scorecard_pdf(sheet)


def test_every_font_is_in_the_file() -> None:
    """No reader has to guess a font."""
    page = printed(GOLDEN["two-players-long-finale"])[0]
    fonts = [resolve1(font) for font in resolve1(page.page_obj.resources["Font"]).values()]
    assert fonts
    for font in fonts:
        descendant = resolve1(resolve1(font["DescendantFonts"])[0])
        assert "FontFile2" in resolve1(descendant["FontDescriptor"])
