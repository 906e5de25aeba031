"""Whatever a game is and whoever plays it, the card is printed."""

import re
from dataclasses import replace
from functools import lru_cache

import pytest
from fontTools.ttLib import TTFont  # type: ignore[import-untyped] # publishes none
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.printing import Paper, Sheet, Style, measures, missing_scripts
from scorekeeper.printing.fonts import FONTS, SCRIPTS
from scorekeeper.printing.names import SMALLEST, name_type, shortened
from scorekeeper.rules import Game, Player, RuleError
from tests.profiles import tried
from tests.rules.strategies import games

from .printed import DAY, own_list, pages_of, printed

_text = st.text(st.characters(exclude_categories=("Cc", "Cs", "Zl", "Zp")), max_size=40)
ALWAYS_HERE = (
    *("Ștefan Țurcanu", "Әлия Қасымқызы", "Ғалым Өтеген", "Ұлжан Үсенова Іңкәр", "Һүсейін"),
    *("김하늘", "さくら", "Ελένη", "Zoë Łukasiewicz", "Nguyễn", "🦊🎲", "Ann 👩‍👧"),
)


@st.composite
def _names(draw: st.DrawFn) -> str:
    name = draw(_text)
    try:
        Player(name)
    except RuleError:
        name = f"Q{name}"[:40]
    return name


@tried(12)
@given(
    names=st.lists(_names(), min_size=2, max_size=15),
    title=st.one_of(st.just(""), _text),
    paper=st.sampled_from(Paper),
)
def test_any_names_and_title_print_on_one_page(names: list[str], title: str, paper: Paper) -> None:
    """Names and titles of any characters the rules allow neither fail nor move the card."""
    assert len(printed(replace(own_list(names, [3, 2, 1]), title=title), paper)) == 1


@tried(12)
@given(game=games(), paper=st.sampled_from(Paper), style=st.sampled_from(Style))
def test_any_game_prints_on_one_page(game: Game, paper: Paper, style: Style) -> None:
    """Every game the rules allow, in whatever state, stands on one page; none is that long."""
    sheet = Sheet(game, DAY, style=style, paper=paper)
    assert len(pages_of(sheet)) == 1


@tried(300)
@given(
    players=st.integers(2, 15),
    hands=st.integers(1, 39),
    start=st.sampled_from((0, 999)),
    paper=st.sampled_from(Paper),
    style=st.sampled_from(Style),
    name=st.sampled_from(("Ann", "W" * 40, "민" * 40)),
)
def test_up_to_39_hands_have_room_on_one_page(
    *, players: int, hands: int, start: int, paper: Paper, style: Style, name: str
) -> None:
    """However many players and however long their names, the measures fit one page."""
    game = own_list([name] * players, [min(13, 54 // players)] * hands, start=start)
    layout = measures(Sheet(game, DAY, style=style, paper=paper))
    assert layout.is_one_page
    assert layout.font >= SMALLEST


@lru_cache(maxsize=1)
def _bundled() -> frozenset[int]:
    return frozenset(
        letter
        for path in FONTS.glob("*.ttf")
        if "Bold" not in path.name
        for letter in TTFont(path).getBestCmap()
    )


def test_a_word_too_long_for_its_column_is_divided_in_even_pieces() -> None:
    """A hyphen stands at the division, and no letter is left alone on a line."""
    for word in ("Bartholomew", "Maximiliana", "Wilhelmina", "Нұрсұлтанбек"):
        for width in (11, 13, 15, 17):
            size, lines = name_type((word,), width, 10, 25)
            pieces = shortened(word, width, size, lines).split("\u00ad")
            assert "".join(pieces) == word
            assert min(map(len, pieces)) >= 2
            assert max(map(len, pieces)) - min(map(len, pieces)) <= 1, pieces


def test_fifteen_long_names_stand_divided_on_paper() -> None:
    """What the page prints is the word in two lines with a hyphen."""
    names = ["Bartholomew", *(f"Player {seat}" for seat in range(14))]
    text = printed(own_list(names, [3, 2, 1]))[0].extract_text()
    assert re.search(r"Bartho[-\u2010]", text)
    assert "\nw" not in text


@pytest.mark.parametrize("name", ALWAYS_HERE)
def test_names_of_the_apps_own_languages_need_no_font_of_the_machine(name: str) -> None:
    """Latin, Romanian, Kazakh, Hangul, Kana, Greek and emoji come with the app."""
    joiners = {0x200D, 0xFE0F, 0x20}
    assert {ord(letter) for letter in name} - joiners <= _bundled()
    fonts = {char["fontname"] for char in printed(own_list([name, "Ben"], [1]))[0].chars}
    assert fonts
    assert all("Pretendard" in font or "Emoji" in font for font in fonts)


def test_a_script_of_the_machine_prints_and_any_other_is_told() -> None:
    """What no bundled font has comes from the machine, or is listed with the package it needs."""
    missing = missing_scripts()
    assert all(package.startswith("fonts-noto-") for _, package in missing)
    here = [letter for script, letter, _ in SCRIPTS if script not in dict(missing)]
    text = printed(own_list([letter * 3 for letter in here[:14]] + ["Ann"], [1]))[0].extract_text()
    assert [letter for letter in here[:14] if letter not in text] == []


def test_bundled_fonts_have_none_of_the_listed_scripts() -> None:
    """The list names only what really needs a font of the machine."""
    assert [script for script, letter, _ in SCRIPTS if ord(letter) in _bundled()] == []
