"""What a file is called that holds a game, on paper or for a spreadsheet."""

import unicodedata
from collections.abc import Sequence

from scorekeeper.rules import Game

LONGEST = 60
"""Of the last part; with day and kind the whole stays within what any disk takes."""


def file_name(parts: Sequence[str], ending: str) -> str:
    """Return what the file is: `Bluke scorecard 2026-11-30 Friday table.pdf`.

    Parts that are empty are left out; the last may be as long and as odd as people make it.
    """
    *first, last = parts
    told = (*first, _plain(last)[:LONGEST].strip(" ."))
    return f"{' '.join(part for part in told if part)}.{ending}"


def title_of(game: Game) -> str:
    """Return the game's title, or who plays where it has none."""
    return game.title or ", ".join(player.name for player in game.players)


def _plain(text: str) -> str:
    """Return the text without what a disk refuses, or what turns the reading direction."""
    return "".join(
        " " if character in '\\/:*?"<>|' else character
        for character in text
        if unicodedata.category(character) not in ("Cf", "Co", "Cn")
    )
