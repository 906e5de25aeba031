"""What is the matter with a database, said to the host in words."""

import sqlite3
from pathlib import Path
from typing import NamedTuple

from flask_babel import gettext as _
from sqlalchemy.exc import DBAPIError, SQLAlchemyError

from scorekeeper.marking import N_
from scorekeeper.store.troubles import Trouble, trouble_of

RESTORE = "scorekeeper restore FILE --replace"


class Words(NamedTuple):
    """What is said of a trouble: title and text to a player, the hint to the host."""

    title: str
    text: str
    hint: str


_BUSY = N_("The scorebook is busy"), N_("Nothing was changed. Try again in a moment.")

WORDS = {
    Trouble.CLASH: Words(
        *_BUSY, N_("Another program changed the database at the same time: try again.")
    ),
    Trouble.BUSY: Words(
        *_BUSY, N_("Another program holds the database: end it, or wait until it is done.")
    ),
    Trouble.AWAY: Words(
        N_("The scorebook cannot be reached"),
        # The line may have broken after it was kept.
        N_("Send it again in a moment: it counts once. Tell your host if this stays."),
        # For the log; on a terminal the database's own words are said.
        "Start the database, or put its file back where it was.",
    ),
    Trouble.FULL: Words(
        N_("The disk is full"),
        N_("Nothing was changed. The host has to make room before anything can be saved."),
        N_("The disk is full: make room where the database is."),
    ),
    Trouble.READ_ONLY: Words(
        N_("Nothing can be saved just now"),
        N_("Nothing was changed. The host has to let the scorekeeper write to its scorebook."),
        N_("The database can only be read: let this user write to its file, folder and disk."),
    ),
    Trouble.DAMAGED: Words(
        N_("The scorebook is damaged"),
        N_("Nothing was changed. The host has to bring back the latest backup."),
        N_("The database is damaged: put a backup in its place with %(command)s."),
    ),
}


def database_sentence(error: SQLAlchemyError) -> str | None:
    """Return what is wrong and what to do; None when the fault is the program's own."""
    trouble = trouble_of(error)
    if trouble is Trouble.AWAY and isinstance(getattr(error, "orig", None), sqlite3.Error):
        return _(
            "The database file cannot be opened: see that it is there, and that this user may "
            "write to it and to its folder."
        )
    if trouble is Trouble.AWAY:
        return _("The database does not answer: %(reason)s", reason=_reason(error))
    return None if trouble is None else trouble_sentence(trouble)


def trouble_sentence(trouble: Trouble) -> str:
    """Return what is wrong with a database and what to do."""
    return _(WORDS[trouble].hint, command=RESTORE)


def newer_sentence(place: Path | None = None) -> str:
    """Return what to do with a file, or the database, that a newer version has written."""
    if place is not None:
        return _("%(file)s is of a newer Scorekeeper: update this one first.", file=place)
    return _("The database is of a newer Scorekeeper: update this one.")


def _reason(error: SQLAlchemyError) -> str:
    """Return what the database said itself, on one line."""
    said = error.orig if isinstance(error, DBAPIError) else error
    return " ".join(str(said).split())
