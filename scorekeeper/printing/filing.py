"""The name of the file that a card is kept under."""

from scorekeeper.documents.filing import file_name, title_of

from .sheet import Sheet
from .words import words


def card_file_name(sheet: Sheet) -> str:
    """Return what the card is: `Bluke scorecard 2026-11-30 Friday table.pdf`."""
    gettext = words(sheet.language).catalogue.gettext
    if sheet.is_blank:
        return file_name((gettext("Blank Bluke scorecard"), _players(sheet)), "pdf")
    day = sheet.started.isoformat() if sheet.started else ""
    return file_name((gettext("Bluke scorecard"), day, title_of(sheet.game)), "pdf")


def _players(sheet: Sheet) -> str:
    """Return the names on an empty card, or how many it is for."""
    players = sheet.game.players
    named = [player.name for seat, player in enumerate(players) if seat not in sheet.unnamed]
    if named:
        return ", ".join(named)
    ngettext = words(sheet.language).catalogue.ngettext
    count = len(players)
    return ngettext("%(players)s player", "%(players)s players", count) % {"players": count}
