"""The name of the file that a card is kept under."""

import unicodedata

from .sheet import Sheet
from .words import words

LONGEST = 60
"""Of the title or the names; with day and kind the whole stays within what any disk takes."""


def file_name(sheet: Sheet) -> str:
    """Return what the card is: `Bluke scorecard 2026-11-30 Friday table.pdf`."""
    catalogue, game = words(sheet.language).catalogue, sheet.game
    if sheet.is_blank:
        named = [p.name for seat, p in enumerate(game.players) if seat not in sheet.unnamed]
        count = len(game.players)
        players = catalogue.ngettext("%(players)s player", "%(players)s players", count)
        parts = [
            catalogue.gettext("Blank Bluke scorecard"),
            ", ".join(named) or players % {"players": count},
        ]
    else:
        parts = [
            catalogue.gettext("Bluke scorecard"),
            sheet.started.isoformat() if sheet.started else "",
            game.title or ", ".join(player.name for player in game.players),
        ]
    parts[-1] = _plain(parts[-1])[:LONGEST].strip(" .")
    return f"{' '.join(part for part in parts if part)}.pdf"


def _plain(text: str) -> str:
    """Return the text without what a disk refuses, or what turns the reading direction."""
    return "".join(
        " " if character in '\\/:*?"<>|' else character
        for character in text
        if unicodedata.category(character) not in ("Cf", "Co", "Cn")
    )
