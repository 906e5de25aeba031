"""The database: whether it answers, is sound and up to date, and what its clock says."""

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta

from flask_babel import gettext as _
from flask_babel import ngettext
from sqlalchemy import Connection, func, select
from sqlalchemy.exc import SQLAlchemyError

from scorekeeper.config import Config
from scorekeeper.keeping import is_missing, reading
from scorekeeper.store.backups import is_sound, size_of
from scorekeeper.store.models import ChangeRow
from scorekeeper.store.schema import is_known, revision_of, scripts
from scorekeeper.store.troubles import Trouble
from scorekeeper.troubles import database_sentence, newer_sentence, trouble_sentence

from .finding import Finding, noted, well, wrong

OLDEST_POSTGRESQL = 150_000
PUBLISHED = datetime(2025, 1, 1, tzinfo=UTC)
"""No clock that is right has said less since this program exists."""

SLACK = timedelta(minutes=2)


def examine(config: Config) -> Iterator[Finding]:
    """Look at the database and the clock."""
    if datetime.now(UTC) < PUBLISHED:
        yield wrong(
            _("This machine's clock says %(year)s: set it.", year=str(datetime.now(UTC).year))
        )
    if is_missing(config):
        yield noted(_("There is no scorebook yet."))
        return
    try:
        with reading(config) as connection:
            yield from _database(connection)
    except SQLAlchemyError as error:
        sentence = database_sentence(error)
        if sentence is None:
            raise
        yield wrong(sentence)


def _database(connection: Connection) -> Iterator[Finding]:
    if connection.dialect.name == "postgresql":
        yield from _server(connection)
    if not is_sound(connection):
        yield wrong(trouble_sentence(Trouble.DAMAGED))
        return
    revision = revision_of(connection)
    if revision is None:
        yield noted(_("There is no scorebook yet."))
    elif not is_known(revision):
        yield wrong(newer_sentence())
    else:
        yield from _scorebook(connection, revision)


def _scorebook(connection: Connection, revision: str) -> Iterator[Finding]:
    games, _players = size_of(connection)
    yield well(
        ngettext(
            "The database is sound and holds one game.",
            "The database is sound and holds %(num)s games.",
            games,
        )
    )
    if revision != scripts().get_current_head():
        yield noted(_("Its tables are of an older version: the next start brings them up to date."))
    latest = connection.scalar(select(func.max(ChangeRow.at)))
    if latest is not None and latest > datetime.now(UTC) + SLACK:
        yield wrong(
            _(
                "The latest change was made at %(moment)s, which is yet to come: this machine's "
                "clock is slow, or was fast. Set it.",
                moment=latest.isoformat(timespec="minutes"),
            )
        )


def _server(connection: Connection) -> Iterator[Finding]:
    version = int(connection.exec_driver_sql("SHOW server_version_num").scalar_one())
    if version < OLDEST_POSTGRESQL:
        yield wrong(
            _(
                "PostgreSQL %(version)s is too old: version %(needed)s or newer is needed.",
                version=str(version // 10_000),
                needed=str(OLDEST_POSTGRESQL // 10_000),
            )
        )
    there: datetime = connection.exec_driver_sql("SELECT clock_timestamp()").scalar_one()
    if abs(there - datetime.now(UTC)) > SLACK:
        yield wrong(_("The clocks of this machine and of the database differ: set them."))
