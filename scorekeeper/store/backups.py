"""Backups: one SQLite file that holds everything, from whichever engine, and restores to either.

Beside the tables of the schema it has one of notes: when it was made, a digest of all rows, and
the secret that signs links and cookies if it was to be kept.
"""

import hashlib
import os
import secrets
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, create_engine, func, select
from sqlalchemy.pool import NullPool

from . import copying
from .models import GameRow, PlayerRow
from .schema import migrate, revision_of

NOTES = "scorekeeper_backup"
FORMAT = "1"
HALF_MADE = ".half-made"


class BackupError(Exception):
    """A file that cannot be made or used as a backup."""


class NotABackupError(BackupError):
    """The file holds something else."""


class DamagedBackupError(BackupError):
    """The file was a backup once, but is no longer what was written."""


class NothingToBackUpError(BackupError):
    """There is no scorebook yet."""


@dataclass(frozen=True, slots=True)
class Backup:
    """What a backup says of itself; `made` and `secret` are missing in a plain database."""

    schema: str
    games: int
    players: int
    made: datetime | None = None
    secret: str | None = None


def back_up(connection: Connection, file: Path, *, secret: str | None) -> None:
    """Write everything that a connection sees into a file, which appears whole or not at all.

    On PostgreSQL the connection's transaction must be one that sees a single moment. Raises
    `OSError` where the file cannot be written, and `NothingToBackUpError`.
    """
    schema = revision_of(connection)
    if schema is None:
        raise NothingToBackUpError
    with _appearing(file) as half_made:
        if connection.dialect.name == "sqlite":
            _copy_file(Path(str(connection.engine.url.database)), half_made)
        else:
            _copy_tables(connection, half_made, schema)
        with closing(_open(half_made)) as made:
            _check(made)
            _note(made, secret)


def read_backup(file: Path) -> Backup:
    """Check a backup from end to end, and return what it is. Raises `BackupError`."""
    try:
        with closing(_open(file)) as opened:
            tables = {name for (name,) in opened.execute("SELECT name FROM sqlite_master")}
            if not {"books", "games", "players", copying.VERSION_TABLE} <= tables:
                raise NotABackupError
            _check(opened)
            return _read(opened, has_notes=NOTES in tables)
    except sqlite3.DatabaseError as error:
        raise _kind_of(error) from error


def secret_in(file: Path) -> str | None:
    """Return the secret that a backup holds, without asking anything else of it."""
    with suppress(sqlite3.DatabaseError), closing(_open(file)) as opened:
        found = opened.execute(f"SELECT value FROM {NOTES} WHERE name = 'secret'").fetchone()  # noqa: S608 - our own name
        return str(found[0]) if found else None
    return None


def is_backup(file: Path) -> bool:
    """Tell whether a file was written by `back_up`, in whatever state it is now."""
    with suppress(sqlite3.DatabaseError), closing(_open(file)) as opened:
        return bool(opened.execute(f"SELECT 1 FROM {NOTES}").fetchone())  # noqa: S608 - as above
    return False


def size_of(connection: Connection) -> tuple[int, int]:
    """Return how many games and players a database holds, of whatever schema it is."""
    if revision_of(connection) is None:
        return 0, 0
    games = connection.scalar(select(func.count()).select_from(GameRow))
    players = connection.scalar(select(func.count()).select_from(PlayerRow))
    return games or 0, players or 0


def is_sound(connection: Connection) -> bool:
    """Tell whether a database can be read from end to end; PostgreSQL sees to that itself."""
    if connection.dialect.name != "sqlite":
        return True
    return connection.exec_driver_sql("PRAGMA integrity_check(1)").scalar() == "ok"


@contextmanager
def taken_up(file: Path, folder: Path) -> Iterator[Path]:
    """Lend a copy of a backup, or of a SQLite database in use, that can be done anything with.

    Raises `BackupError`, and `OSError` where there is no such file.
    """
    with file.open("rb"):
        pass  # SQLite would not say why it cannot be opened
    copy = _new_file(folder / file.name)
    try:
        _copy_file(file, copy)
        yield copy
    except sqlite3.DatabaseError as error:
        raise _kind_of(error) from error
    finally:
        _drop(copy)


def drop_notes(file: Path) -> None:
    """Make a plain database of a backup."""
    with closing(_open(file)) as opened:
        opened.execute(f"DROP TABLE IF EXISTS {NOTES}")


@contextmanager
def _appearing(file: Path) -> Iterator[Path]:
    """Lend a file to fill beside another, whose place it takes when it is whole and on the disk."""
    half_made = _new_file(file)
    try:
        yield half_made
        descriptor = os.open(half_made, os.O_RDONLY)
        os.fsync(descriptor)
        os.close(descriptor)
        half_made.replace(file)
        folder = os.open(file.absolute().parent, os.O_RDONLY)
        os.fsync(folder)
        os.close(folder)
    finally:
        _drop(half_made)


def _new_file(file: Path) -> Path:
    """Make an empty file for this user alone, beside another and with a name nobody has."""
    new = file.with_name(f".{file.name}.{secrets.token_hex(4)}{HALF_MADE}")
    os.close(os.open(new, os.O_CREAT | os.O_EXCL | os.O_WRONLY | os.O_CLOEXEC, 0o600))
    return new


def _drop(file: Path) -> None:
    for rest in ("", "-journal", "-wal", "-shm"):
        with suppress(OSError):
            file.with_name(file.name + rest).unlink(missing_ok=True)


def _copy_file(source: Path, target: Path) -> None:
    """Copy a database that may be in use, as it stood at one moment; nobody has to wait."""
    with closing(_open(source)) as old, closing(_open(target)) as new:
        # In a step of its own the copy would begin anew with each save.
        old.backup(new, pages=-1)
        new.execute("PRAGMA journal_mode = DELETE")


def _copy_tables(connection: Connection, file: Path, schema: str) -> None:
    engine = create_engine(f"sqlite:///{file}", poolclass=NullPool)
    with engine.connect() as target:
        # Whoever finds it half-made after a crash throws it away.
        target.exec_driver_sql("PRAGMA synchronous = OFF")
        migrate(target, schema)
        tables = copying.tables_of(target)
        copying.copy_rows(connection, target, tables)
        target.commit()


def _check(opened: sqlite3.Connection) -> None:
    """Let SQLite read all there is. Raises `DamagedBackupError`."""
    if opened.execute("PRAGMA integrity_check(1)").fetchall() != [("ok",)]:
        raise DamagedBackupError
    if opened.execute("PRAGMA foreign_key_check").fetchone() is not None:
        raise DamagedBackupError


def _note(made: sqlite3.Connection, secret: str | None) -> None:
    notes = {
        "format": FORMAT,
        "made": datetime.now(UTC).isoformat(timespec="seconds"),
        "digest": _digest(made),
        **({"secret": secret} if secret else {}),
    }
    made.execute(f"CREATE TABLE {NOTES} (name TEXT PRIMARY KEY, value TEXT NOT NULL)")
    made.executemany(f"INSERT INTO {NOTES} VALUES (?, ?)", notes.items())  # noqa: S608 - our own name


def _read(opened: sqlite3.Connection, *, has_notes: bool) -> Backup:
    notes = dict(opened.execute(f"SELECT name, value FROM {NOTES}")) if has_notes else {}  # noqa: S608 - our own name
    if has_notes and notes.get("digest") != _digest(opened):
        raise DamagedBackupError
    made = notes.get("made")
    return Backup(
        schema=_one(opened, f"SELECT version_num FROM {copying.VERSION_TABLE}"),  # noqa: S608 - as above
        games=_one(opened, "SELECT count(*) FROM games"),
        players=_one(opened, "SELECT count(*) FROM players"),
        made=datetime.fromisoformat(made) if made else None,
        secret=notes.get("secret"),
    )


def _digest(opened: sqlite3.Connection) -> str:
    """Return a digest of every row, in the order in which they lie in the file."""
    digest = hashlib.sha256()
    tables = "SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name"
    for (name,) in opened.execute(tables).fetchall():
        if name != NOTES and not name.startswith("sqlite_"):
            digest.update(name.encode())
            for row in opened.execute(f'SELECT * FROM "{name}"'):  # noqa: S608 - as the schema has it
                digest.update(repr(row).encode(errors="surrogatepass"))
    return digest.hexdigest()


def _open(file: Path) -> sqlite3.Connection:
    address = f"{file.absolute().as_uri()}?mode=rw"
    connection = sqlite3.connect(address, uri=True, isolation_level=None)
    connection.execute("PRAGMA busy_timeout = 10000")
    return connection


def _one(opened: sqlite3.Connection, query: str) -> Any:  # noqa: ANN401 - whatever is asked for
    return opened.execute(query).fetchone()[0]


def _kind_of(error: sqlite3.DatabaseError) -> BackupError:
    is_other = getattr(error, "sqlite_errorcode", 0) == sqlite3.SQLITE_NOTADB
    return NotABackupError() if is_other else DamagedBackupError()
