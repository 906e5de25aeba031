"""Nothing on a card is said that was not translated, and a long word still finds its place."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from scorekeeper.documents import parse_document
from scorekeeper.printing import Paper, Sheet, Style, card_file_name
from scorekeeper.printing import page as drawn
from scorekeeper.printing import words as language
from scorekeeper.rules import Game, Hand, Order, Player
from tests.printing.printed import pages_of
from tests.pseudo import bare, pseudo, write

SPOKEN_IN = "fy"
"""A language that the app does not have: no other test finds its cards in a cache."""

GOLDEN = Path(__file__).parents[1] / "golden"


@pytest.fixture(autouse=True, scope="module")
def speaking(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    folder = write(tmp_path_factory.mktemp("translations"), SPOKEN_IN)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(language, "TRANSLATIONS", folder)
        forget()
        yield
    forget()


def forget() -> None:
    """Let the words be looked up anew."""
    language.words.cache_clear()
    drawn._environment.cache_clear()  # noqa: SLF001 - it holds the words of each language


def game(name: str) -> Game:
    """Return a golden game whose players have no letters in their names."""
    text = (GOLDEN / f"{name}.json").read_text(encoding="utf-8")
    found = parse_document(text).game
    players = tuple(Player(str(101 + seat), 5) for seat in range(len(found.players)))
    return Game(
        players=players,
        hands=found.hands,
        order=found.order,
        finale=found.finale,
        house=found.house,
        scorekeeper=1,
        title="77",
    )


SHEETS = {
    "whole": lambda: Sheet(
        game("four-players-whole-game"), None, SPOKEN_IN, corrected=frozenset({3})
    ),
    "half": lambda: Sheet(game("half-played"), None, SPOKEN_IN, paper=Paper.LETTER),
    "plain": lambda: Sheet(game("sample-plain"), None, SPOKEN_IN, Style.PLAIN),
    "fifteen": lambda: Sheet(game("fifteen-players"), None, SPOKEN_IN),
    "finale": lambda: Sheet(game("six-players-finale"), None, SPOKEN_IN),
    "blank": lambda: Sheet(
        Game(
            players=(Player("1"), Player("2")),
            hands=tuple(Hand.undealt(cards, range(2)) for cards in (2, 1, 2)),
            order=Order.CUSTOM,
        ),
        None,
        SPOKEN_IN,
        unnamed=frozenset({0, 1}),
    ),
}


AS_OFTEN = {"whole", "plain", "blank"}
"""What has every word between them; the others are tried with `--everything`."""


@pytest.mark.parametrize(
    "name",
    [pytest.param(name, marks=[pytest.mark.slow] * (name not in AS_OFTEN)) for name in SHEETS],
)
def test_every_word_of_a_card_was_translated(name: str) -> None:
    """Headings, facts, the key to the signs, who won: all of it stands in brackets."""
    pages = pages_of(SHEETS[name]())
    text = " ".join(page.extract_text() for page in pages)
    assert bare(text) == "", text
    assert pseudo("overtricks (O)").split()[0] in text or "plain" in name
    assert len(pages) == 1


def test_the_file_is_named_in_the_language_of_the_card() -> None:
    """The kind of card comes first, then what it is of."""
    assert card_file_name(SHEETS["whole"]()) == f"{pseudo('Bluke scorecard')} 77.pdf"
