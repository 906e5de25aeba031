"""What is the matter with a database, said to the host in words."""

import sqlite3
from pathlib import Path

from flask_babel import gettext as _
from sqlalchemy.exc import DBAPIError, SQLAlchemyError

from scorekeeper.store.troubles import Trouble, trouble_of


def database_sentence(error: SQLAlchemyError) -> str | None:
    """Return what is wrong and what to do; None when the fault is the program's own."""
    trouble = trouble_of(error)
    if trouble is Trouble.AWAY and isinstance(getattr(error, "orig", None), sqlite3.Error):
        return str(
            _(
                "The database file cannot be opened: see that it is there, and that this user may "
                "write to it and to its folder."
            )
        )
    return None if trouble is None else trouble_sentence(trouble, _reason(error))


def trouble_sentence(trouble: Trouble, reason: str = "") -> str:
    """Return what is wrong with a database and what to do."""
    sentences = {
        Trouble.CLASH: _("Another program changed the database at the same time: try again."),
        Trouble.BUSY: _("Another program holds the database: end it, or wait until it is done."),
        Trouble.AWAY: _("The database does not answer: %(reason)s", reason=reason),
        Trouble.FULL: _("The disk is full: make room where the database is."),
        Trouble.READ_ONLY: _(
            "The database can only be read: let this user write to its file, folder and disk."
        ),
        Trouble.DAMAGED: _(
            "The database is damaged: put a backup in its place with %(command)s.",
            command="scorekeeper restore FILE --replace",
        ),
    }
    return str(sentences[trouble])


def newer_sentence(place: Path | None = None) -> str:
    """Return what to do with a file, or the database, that a newer version has written."""
    if place is not None:
        return str(_("%(file)s is of a newer Scorekeeper: update this one first.", file=place))
    return str(_("The database is of a newer Scorekeeper: update this one."))


def _reason(error: SQLAlchemyError) -> str:
    """Return what the database said itself, on one line."""
    said = error.orig if isinstance(error, DBAPIError) else error
    return " ".join(str(said).split())
