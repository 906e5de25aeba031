"""Brings a database to the schema of this version, whoever else starts at the same time."""

import os
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

from alembic.config import Config
from alembic.runtime.environment import EnvironmentContext
from alembic.runtime.migration import MigrationContext, RevisionStep
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, create_engine, event
from sqlalchemy.engine import Dialect
from sqlalchemy.orm import Session
from sqlalchemy.pool import NullPool

from .engine import connect_args, emptied, for_writing
from .models import Base
from .summaries import recount_outdated
from .troubles import NewerSchemaError

MIGRATIONS = Path(__file__).parent / "migrations"
LOCK = 720_154
"""Any number that nothing else in the same PostgreSQL database locks on."""


def _nothing(_connection: Connection, _revision: str) -> None:
    pass


def upgrade(database_url: str, *, before: Callable[[Connection, str], None] = _nothing) -> None:
    """Run the migrations that a database lacks, in one transaction and under a lock.

    `before` is told the transaction and the revision of a database that is about to change.
    Summaries that an older version made, or none, are made anew in the same transaction.
    Raises `NewerSchemaError`.
    """
    engine = create_engine(
        database_url, poolclass=NullPool, connect_args=connect_args(database_url)
    )
    if engine.dialect.name == "sqlite":
        event.listen(engine, "do_connect", _open_or_make)
        event.listen(engine, "connect", _connect)
        event.listen(engine, "begin", lambda c: c.exec_driver_sql("BEGIN IMMEDIATE"))
    with for_writing(engine).begin() as connection:
        if engine.dialect.name == "postgresql":
            connection.exec_driver_sql("SET LOCAL lock_timeout = 0")
            connection.exec_driver_sql(f"SELECT pg_advisory_xact_lock({LOCK})")
        current = revision_of(connection)
        if current is not None and not is_known(current):
            raise NewerSchemaError(current)
        if current not in (None, scripts().get_current_head()):
            before(connection, str(current))
        migrate(connection)
        with Session(connection) as session:
            recount_outdated(session)
        if engine.dialect.name == "sqlite":
            _check_references(connection)


def migrate(connection: Connection, target: str = "head") -> None:
    """Run the migrations that lead to a revision, in the transaction that is open."""
    script = scripts()

    def steps(revision: str, _context: MigrationContext) -> list[RevisionStep]:
        return script._upgrade_revs(target, revision)  # noqa: SLF001 - as Alembic's own command does

    context = EnvironmentContext(Config(), script, fn=steps)
    context.configure(
        connection=connection,
        target_metadata=Base.metadata,
        render_as_batch=True,
        transactional_ddl=True,
    )
    with context:
        context.run_migrations()


def revision_of(connection: Connection) -> str | None:
    """Return the revision of the schema that a database has; None for one without any table."""
    return MigrationContext.configure(connection).get_current_revision()


def is_known(revision: str) -> bool:
    """Tell whether a revision is one of this version's."""
    return revision in {each.revision for each in scripts().walk_revisions()}


def scripts() -> ScriptDirectory:
    """Return the migrations that ship with this version."""
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    config.set_main_option("version_locations", str(MIGRATIONS / "versions"))
    config.set_main_option("path_separator", "os")
    return ScriptDirectory.from_config(config)


def _open_or_make(
    _dialect: Dialect, _entry: object, arguments: list[Any], _named: dict[str, Any]
) -> None:
    """Make the file for this user alone if it is not there yet; SQLite would let others read it."""
    path = Path(arguments[0])
    log = path.with_name(f"{path.name}-wal")
    if path.is_file() and not path.stat().st_size and log.is_file() and log.stat().st_size:
        raise emptied()
    with suppress(OSError):  # SQLite itself says best what is in the way
        os.close(os.open(path, os.O_CREAT | os.O_RDWR | os.O_CLOEXEC, 0o600))


def _connect(connection: object, _entry: object) -> None:
    """Begin transactions by hand; foreign keys stay off, since batches rebuild parent tables."""
    connection.isolation_level = None  # type: ignore[attr-defined]  # the driver's connection
    connection.execute("PRAGMA busy_timeout = 30000")  # type: ignore[attr-defined]  # as above
    connection.execute("PRAGMA journal_mode = WAL")  # type: ignore[attr-defined]  # as above


def _check_references(connection: Connection) -> None:
    broken = connection.exec_driver_sql("PRAGMA foreign_key_check").fetchall()
    if broken:
        message = f"the migration left {len(broken)} rows without what they refer to"
        raise RuntimeError(message)
