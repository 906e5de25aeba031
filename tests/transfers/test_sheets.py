"""Cards as tables: what is written comes back, whatever stands over the columns."""

import csv
import re
from datetime import UTC, datetime
from io import StringIO
from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from scorekeeper.documents import read_document
from scorekeeper.rules import (
    NOT_COUNTED,
    Game,
    Hand,
    House,
    Order,
    Play,
    Player,
    Scorecard,
    Trump,
    scorecard,
)
from scorekeeper.rules.checking import check
from scorekeeper.rules.pack import hand_sizes
from scorekeeper.sheets import (
    LONGEST,
    CellError,
    HeadingError,
    Headings,
    LayoutError,
    SheetError,
    TextError,
    TooLongError,
    hands_of,
    read_card,
    text_of,
    write_card,
)
from scorekeeper.sheets.cells import harmless, plain
from scorekeeper.sheets.errors import Part
from tests.golden import DOCUMENTS
from tests.profiles import tried
from tests.rules.strategies import finished_games, games

FOLDER = Path(__file__).parent
GOLDEN = {name: read_document(data).game for name, data in DOCUMENTS.items()}
law = tried(80)
delimiters = st.sampled_from(",;")
NUMBER = re.compile(r"-?[0-9]+")


def written(game: Game, *, delimiter: str = ",") -> str:
    """Return the table of a game as text."""
    return text_of(write_card(game, Headings(), delimiter=delimiter))


def grid(game: Game) -> list[list[str]]:
    """Return the cells of the table of a game."""
    return list(csv.reader(StringIO(written(game))))


def read(text: str, *, house: House | None = None) -> Game:
    """Return the game in a table that has no fault."""
    checked = check(read_card(text), house or House())
    assert checked.faults == ()
    game = checked.game()
    assert game is not None
    return game


def folded(game: Game) -> Scorecard:
    """Return all that a card shows of a game, but that it was ended early."""
    return scorecard(
        Game(game.players, game.hands, house=game.house, first_dealer=game.first_dealer)
    )


def game_of(*names: str) -> Game:
    """Return a game of one player of each name, with no hand begun."""
    seats = range(len(names))
    hands = (Hand.undealt(cards, seats) for cards in hand_sizes(len(names), Order.HIGH_LOW_HIGH))
    return Game(tuple(map(Player, names)), tuple(hands))


# A name may look like a table of its own: the quoted field that its `,"` opens ends nowhere.
@example(game_of("Ann", "Ann", ',"0,'), ";")
@given(st.one_of(games(), finished_games()), delimiters)
@law
def test_a_game_comes_back_as_it_was_written(game: Game, delimiter: str) -> None:
    """Any legal game, written and read, has the same names, hands, dealers, plays and scores."""
    again = read(written(game, delimiter=delimiter), house=game.house)
    assert again.players == game.players
    assert folded(again) == folded(game)


@given(games(), st.text(st.characters(categories=("L", "N", "P", "S")), min_size=1))
@law
def test_the_words_over_the_columns_do_not_matter(game: Game, word: str) -> None:
    """A table is read by position: other words, in whatever language, are the same card."""
    words = Headings(*(f"{word} {n}" for n in "abcdef"))
    table = text_of(write_card(game, words, delimiter=";"))
    assert folded(read(table, house=game.house)) == folded(game)


@pytest.mark.parametrize("game", GOLDEN.values(), ids=GOLDEN)
@pytest.mark.parametrize("delimiter", [",", ";"])
def test_golden_games_come_back(game: Game, delimiter: str) -> None:
    """The rulebook's games survive a spreadsheet, their order and finale, too."""
    again = read(written(game, delimiter=delimiter))
    assert folded(again) == folded(game)
    assert (again.order, again.finale) == (game.order, game.finale)


def test_the_columns_stand_by_position() -> None:
    """Hand, cards, dealer, trump, then bid, taken and score for each player, under a heading."""
    assert written(GOLDEN["sample-plain"]).splitlines()[:3] == [
        (
            "Hand,Cards,Dealer,Trump,John,Taken,Score,Margaret,Taken,Score"
            ",Steve,Taken,Score,Betsy,Taken,Score"
        ),
        "1,13,John,,3,4,31,3,S,-30,2,4,22,5,5,50",
        "2,12,Margaret,,2,S,11,4,S,-70,5,S,-28,3,5,82",
    ]


def test_a_spreadsheet_knows_the_encoding() -> None:
    """The bytes open with the mark of UTF-8."""
    assert write_card(GOLDEN["half-played"], Headings(), delimiter=";")[:3] == b"\xef\xbb\xbf"


def test_who_is_absent_has_empty_cells() -> None:
    """Nothing stands under who sat a hand out, and they sit it out again when it is read."""
    hand = Hand(2, (Play(0, 1, 1), Play(2, 1, 1)), Trump.CLUBS)
    game = Game((Player("A"), Player("B"), Player("C")), (hand,))
    assert grid(game)[1] == ["1", "2", "A", "clubs", "1", "1", "10", "", "", "", "1", "1", "10"]
    assert read(written(game)).hands[0].seats == (0, 2)


def test_points_to_start_from_are_hand_0() -> None:
    """Who starts from points has them in a line above the first hand."""
    game = Game((Player("A", 50), Player("B")), (Hand.undealt(1, (0, 1)),))
    assert grid(game)[1] == ["0", "", "", "", "", "", "50", "", "", "0"]


def test_points_given_stand_after_all_players() -> None:
    """The columns of the players stay where they are; points given follow at the end."""
    hand = Hand(1, (Play(0, 1, 1, adjust=-5), Play(1, 1, 0)))
    game = Game((Player("A"), Player("B")), (hand,))
    assert grid(game)[0][-2:] == ["A ±", "B ±"]
    assert grid(game)[1] == ["1", "1", "A", "", "1", "1", "5", "1", "0", "-10", "-5", ""]


def test_who_left_for_good_is_marked_in_the_last_line() -> None:
    """With the hand after which they left, beside points given or a dash; it is read back."""
    hands = (Hand(1, (Play(0, 1, 1), Play(1, 1, 0), Play(2, 1, 0))), Hand.undealt(2, (0, 2)))
    players = (Player("A"), Player("B", left_after=1), Player("C"))
    for game, cell in (
        (Game(players, hands), "– ×1"),
        (Game(players, (hands[0], Hand(1, (Play(0, 1, 1), Play(2, 1, 0))))), "×1"),
    ):
        assert grid(game)[0][-3:] == ["A ±", "B ±", "C ±"]
        assert grid(game)[-1][-3:] == ["", cell, ""]
        assert read(written(game)) == game


FORMULAS = [
    *("=1+1", "+1", "-1", "@SUM(A1)", "'=1+1", "''+x", "'", "'Til", "\uff1d1", "=", "-", "O'Neil"),
    *('=HYPERLINK("http://x";"y")', "a;b", "a,b", 'say "hi"'),
    *("x;=1+1;y", "x,=1+1,y", "x; =1", 'x;"=1";y', '";=1', "x;'=1", ";;=", ";", "x;y,@z"),
]
SIGNS = "=+-@\uff1d\uff0b\uff0d\uff20"
odd_names = st.text(st.sampled_from(f"{SIGNS},;'\" x1"), min_size=1, max_size=12).map(str.strip)


def formulas(text: str) -> list[str]:
    """Return the cells that a spreadsheet would reckon out, whichever separator it splits at."""
    cells = [
        cell.strip()
        for separator in ",;\t"
        for row in csv.reader(StringIO(text.removeprefix("\ufeff")), delimiter=separator)
        for cell in row
    ]
    return [cell for cell in cells if cell[:1] in set(SIGNS) and not NUMBER.fullmatch(cell)]


@given(st.lists(odd_names.filter(bool), min_size=2, max_size=3), delimiters)
@example(["x;=1+1;y", "Ann"], ",")
@example(["x,=1+1,y", "Ann"], ";")
@example(['x;"=1";y', '";=1'], ",")
@law
def test_no_name_becomes_a_formula(names: list[str], delimiter: str) -> None:
    """No cell is a formula at any separator a reader may take, and names come back as they were."""
    seats = range(len(names))
    plays = tuple(Play(seat, 1, 1 if seat == 0 else 0) for seat in seats)
    hands = (Hand(1, plays, Trump.CLUBS), Hand.undealt(2, seats))
    game = Game(tuple(map(Player, names)), hands, title=names[0])
    table = written(game, delimiter=delimiter)
    day = datetime(2026, 11, 30, tzinfo=UTC)
    every_hand = hands_of(game, game_id="a", started=day, delimiter=delimiter)
    assert formulas(table) == formulas(every_hand) == []
    assert [player.name for player in read_card(table).players] == names
    assert plain(next(csv.reader(StringIO(every_hand), delimiter=delimiter))[1]) == names[0]


@pytest.mark.parametrize("delimiter", [",", ";"])
def test_a_name_with_a_formula_in_it_comes_back(delimiter: str) -> None:
    """What is made harmless on its way out is the same name when it is read."""
    for name in FORMULAS:
        game = Game((Player(name), Player("Ann")), (Hand.undealt(2, (0, 1)),))
        assert read(written(game, delimiter=delimiter)).players[0].name == name, name


@given(st.text(st.sampled_from(f"{SIGNS},;'\"\t\r x")))
@law
def test_what_is_made_harmless_can_be_undone(text: str) -> None:
    """Any text comes back, whatever signs, separators, quotes and apostrophes it holds."""
    assert plain(harmless(text)) == text


PAPER = {
    "tricks and scores": "cards,John,took,score,Ann,took,score\n2,1,1,10,1,1,10\n1,1,0,0,1,1,20",
    "semicolons": "cards;John;;;Ann;;\n2;1;1;10;1;1;10\n1;1;0;0;1;1;20",
    "tabs": "cards\tJohn\t\t\tAnn\t\t\n2\t1\t1\t10\t1\t1\t10\n1\t1\t0\t0\t1\t1\t20",
    "quotes": '"cards","John","","","Ann","",""\n"2","1","1","10","1","1","10"\n1,1,0,0,1,1,20',
    "Windows lines": "\ufeffcards,John,,,Ann,,\r\n2,1,1,10,1,1,10\r\n1,1,0,0,1,1,20\r\n",
    "old lines": "cards,John,,,Ann,,\r2,1,1,10,1,1,10\r1,1,0,0,1,1,20",
    "the name over each column": "b,John bod,John slag,Ann bod,Ann slag\n2,1,1,1,1\n1,1,0,1,1",
    "the name repeated": "cards,John,John,Ann,Ann\n2,1,1,1,1\n1,1,0,1,1",
    "no scores": "cards,John,,Ann,\n2,1,1,1,1\n1,1,0,1,1",
    "results as on the creative card": "b/c,John,Ann\n2/2,1/1,1/1\n_/1,0/1,1/1",
    "creative with scores": "b/c,John,,Ann,\n2/2,1/1,10,1/1,10\n2/1,0/1,0,1/1,20",
    "numbered": "n,cards,John,,Ann,\n1,2,1,1,1,1\n2,1,1,0,1,1",
    "blank lines and columns": "\n\ncards,John,,Ann,,,,\n2,1,1,1,1,,\n,,,\n1,1,0,1,1,,,\n\n",
    "a named delimiter": "sep=;\ncards;John;;Ann;\n2;1;1;1;1\n1;1;0;1;1",
    "spaces": "cards , John, ,Ann,\n 2, 1, 1 ,1, 1\n1,1, 0,1,1",
}  # fmt: skip


@pytest.mark.parametrize("text", PAPER.values(), ids=PAPER)
def test_a_card_from_paper_is_read_however_it_was_typed(text: str) -> None:
    """Delimiters, quotes, marks, headings and spare columns make no difference."""
    game = read(text)
    assert [player.name for player in game.players] == ["John", "Ann"]
    assert [hand.cards for hand in game.hands] == [2, 1]
    assert scorecard(game).totals == (0, 20)


def test_a_plain_card_is_read_from_its_scores() -> None:
    """Bids and running scores alone tell the results: the tricks of sets stay uncounted."""
    text = "cards,John,,Ann,\n13,3,31,10,-100\n12,2,11,10,1\n"
    game = read(text)
    first, second = game.hands
    assert [play.taken for play in first.plays] == [4, NOT_COUNTED]
    assert [play.taken for play in second.plays] == [NOT_COUNTED, 11]


def test_bids_alone_are_a_card_still_to_be_played() -> None:
    """With a column for each player there are bids, and no result."""
    card = read_card("cards,John,Ann,Cy,Dora\n13,3,3,2,5\n12,2,4,5,3\n")
    assert [player.name for player in card.players] == ["John", "Ann", "Cy", "Dora"]
    assert [entry.bid for entry in card.lines[0].entries] == [3, 3, 2, 5]


@pytest.mark.parametrize(
    "table",
    [
        "cards,John,,Ann,\n13,3,4,14,9\n12,2,2,3,10\n",
        "cards,John,,,Ann,,\n13,3,4,31,14,9,-140\n12,2,2,51,3,10,-103\n",
        "cards,John,,,Ann,,\n13,3,4,31,3,19,46\n12,2,2,51,3,10,83\n",
    ],
)
def test_an_impossible_figure_does_not_change_the_layout(table: str) -> None:
    """A bid of 14, or 19 tricks, is a fault in its place and no other kind of column."""
    card = read_card(table)
    assert [player.name for player in card.players] == ["John", "Ann"]


def test_the_published_sample_is_read_as_printed() -> None:
    """Its left-hand column may hold bids and cards."""
    card = read_card((FOLDER / "published-sample.csv").read_text(encoding="utf-8"))
    assert [(line.bids, line.cards) for line in card.lines] == [(None, 13), (None, 12), (10, 11)]
    assert [player.name for player in card.players] == ["John", "Margaret", "Steve", "Betsy"]


FULL = "hand,cards,dealer,trump,A,,,B,,\n"
REFUSED = [
    ("", LayoutError(1, 0)),
    ("\n \n;;\n", LayoutError(3, 1)),
    ("just a sentence.\n", LayoutError(1, 1)),
    ("cards,John,,,Ann,,\n", LayoutError(1, 7)),
    ("13,3,4,31,3,0,-30\n12,2,2,51,3,10,0\n", HeadingError(1, 1, "13")),
    ("cards,,,Ann,\n2,1,1,1,1\n1,1,0,1,1\n", HeadingError(1, 2, "")),
    (f"cards,{'W' * 41},,Ann,\n2,1,1,1,1\n", HeadingError(1, 2, "W" * 41)),
    ("cards,John,,Ann,\n2,1,1,1,1\n\n1,1,x,1,1\n", CellError(4, 3, Part.TAKEN, "x")),
    ("cards,John,,,Ann,,\n2,1,1,10,1,1,1O\n1,1,0,0,1,1,20", CellError(2, 7, Part.SCORE, "1O")),
    ("cards,John,,Ann,\n2,1,1,1,1\nS,1,0,1,1\n", CellError(3, 1, Part.CARDS, "S")),
    ("cards,John,,Ann,\n2,1,1,1,1\n,1,0,1,1\n", CellError(3, 1, Part.CARDS, "")),
    (f"{FULL}1,2,C,clubs,1,1,10,1,1,10", CellError(2, 3, Part.DEALER, "C")),
    (f"{FULL}1,2,3,clubs,1,1,10,1,1,10", CellError(2, 3, Part.DEALER, "3")),
    (f"{FULL}1,2,B,clubz,1,1,10,1,1,10", CellError(2, 4, Part.TRUMP, "clubz")),
    ("a," * 70 + "b\n", LayoutError(1, 71)),
    ("cards,John,,Ann,\n" + "2,1,1,1,1\n" * 61, TooLongError(62)),
    ("cards,John,,Ann,\n" + "2,1,1,1,1\n" * 900, TooLongError(63)),
    ("x" * (LONGEST + 1), TooLongError(1)),
    ("cards,John,,Ann,\n2,1,1,1,1\n" + "\n" * 100_000, TooLongError(501)),
    ("cards\n" + "9" * 200_000, TextError(2)),
]  # fmt: skip


@pytest.mark.parametrize(("text", "error"), REFUSED)
def test_what_is_no_card_is_refused_with_its_line(text: str, error: SheetError) -> None:
    """Each error names the line, and the column where there is one."""
    with pytest.raises(SheetError) as caught:
        read_card(text)
    assert (type(caught.value), vars(caught.value)) == (type(error), vars(error))


@pytest.mark.parametrize(
    ("data", "line"),
    [(b"cards,J\xf6rg\n", 1), (b"cards\n13\n\xff", 3), (b"\xff\xfea\x00\n\x00\x00\xd8", 2)],
)
def test_bytes_that_are_no_text_are_refused_with_their_line(data: bytes, line: int) -> None:
    """A file in an old encoding is not guessed at."""
    with pytest.raises(TextError) as caught:
        text_of(data)
    assert caught.value.line == line


def test_unicode_text_as_spreadsheets_save_it_is_read() -> None:
    """UTF-16 with its mark and tabs is what one of them calls Unicode text."""
    text = "cards\tJörg\t\tAnn\t\n2\t1\t1\t1\t1\n"
    assert read_card(text_of(text.encode("utf-16"))).players[0].name == "Jörg"


def assert_has_line(error: SheetError) -> None:
    """Expect the place: without it an error is of no use to whoever typed the card."""
    assert error.line >= 1
    assert type(error).__name__ in str(error)


likely = st.text(st.sampled_from("0123456789,;\t\n\r\"'S-=/ ±ab"), max_size=200)


@given(st.one_of(st.binary(max_size=300), likely.map(str.encode)))
@example(b"\x00,\x00,\x00\n1,\x00,1")
@example(b"a,b,c\n\xe2\x80\xa8")
@tried(400)
def test_no_bytes_lead_to_another_error(data: bytes) -> None:
    """Anything at all is a card, which can be checked, or a `SheetError` with a line."""
    try:
        card = read_card(text_of(data))
    except SheetError as error:
        assert_has_line(error)
    else:
        check(card, House())


@st.composite
def mangled(draw: st.DrawFn) -> str:
    """Return the table of a game with some of its characters changed."""
    text = list(written(draw(games())))
    for _ in range(draw(st.integers(1, 6))):
        text[draw(st.integers(0, len(text) - 1))] = draw(
            st.one_of(st.sampled_from(list('0123456789,;\n"S-/ ')), st.characters(codec="utf-8"))
        )
    return "".join(text)


@given(mangled(), st.builds(House, zero_bid=st.booleans(), hook=st.booleans()))
@tried(150)
def test_no_damaged_card_leads_to_another_error(text: str, house: House) -> None:
    """A card with figures changed is checked, or says where it cannot be read."""
    try:
        checked = check(read_card(text), house)
    except SheetError as error:
        assert_has_line(error)
    else:
        assert (checked.game() is None) == (not checked.is_legal)
