"""What the file of a card is called."""

from dataclasses import replace

import pytest

from scorekeeper.printing import Sheet, card_file_name
from scorekeeper.rules import Game, Hand

from .printed import DAY, GOLDEN

GAME = replace(GOLDEN["sample-plain"], title="", scorekeeper=None)

TITLES = [
    ("Friday table", "Bluke scorecard 2026-11-30 Friday table.pdf"),
    ("금요일 모임", "Bluke scorecard 2026-11-30 금요일 모임.pdf"),
    ("Жұма кеші", "Bluke scorecard 2026-11-30 Жұма кеші.pdf"),
    ('a/b\\c:d*e?"f"', "Bluke scorecard 2026-11-30 a b c d e  f.pdf"),
    ("gnp.\u202efdp.exe", "Bluke scorecard 2026-11-30 gnp.fdp.exe.pdf"),
    ("...", "Bluke scorecard 2026-11-30.pdf"),
    ("x" * 80, f"Bluke scorecard 2026-11-30 {'x' * 60}.pdf"),
    ("", "Bluke scorecard 2026-11-30 John, Margaret, Steve, Betsy.pdf"),
]


@pytest.mark.parametrize(("title", "expected"), TITLES)
def test_a_file_is_named_after_day_and_title(title: str, expected: str) -> None:
    """Nothing a disk refuses and nothing that turns the reading direction gets into the name."""
    assert card_file_name(Sheet(replace(GAME, title=title), DAY)) == expected


def test_an_empty_card_is_named_after_its_players() -> None:
    """By their names where they have any, else by how many they are."""
    empty = Game(GAME.players, (Hand.undealt(2, range(4)),))
    assert card_file_name(Sheet(empty)) == "Blank Bluke scorecard John, Margaret, Steve, Betsy.pdf"
    unnamed = Sheet(empty, unnamed=frozenset(range(4)))
    assert card_file_name(unnamed) == "Blank Bluke scorecard 4 players.pdf"
