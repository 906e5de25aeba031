"""How the database is spoken to, so that an answered save is a kept one."""

import os
import shutil
import sqlite3
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, Engine, event, make_url
from sqlalchemy.engine import Dialect
from sqlalchemy.exc import DisconnectionError
from sqlalchemy.pool import ConnectionPoolEntry

PRAGMAS = (
    "PRAGMA busy_timeout = 10000",
    "PRAGMA journal_mode = WAL",
    "PRAGMA synchronous = FULL",
    "PRAGMA foreign_keys = ON",
)
APPLICATION = "scorekeeper"
ROOM = 1_000_000
"""Bytes that must be free on the disk of a file for saves to be promised."""

CONNECTION: dict[str, Any] = {
    "application_name": APPLICATION,
    "connect_timeout": 5,
    # A server that lost its network is noticed, and so is one that stands still half-way.
    "keepalives_idle": 30,
    "tcp_user_timeout": 20_000,
    "options": "-c lock_timeout=10s -c idle_in_transaction_session_timeout=60s",
}


def prepare(engine: Engine) -> None:
    """Set an engine up for this store: pragmas and explicit transactions on SQLite.

    The driver's own transactions begin only at the first write, so that two keepers who
    read before they write would lose one of the saves. Here a transaction begins when it
    is asked for, and at once with the write lock where it is going to write.
    """
    if engine.dialect.name != "sqlite":
        return
    event.listen(engine, "do_connect", _open_existing)
    event.listen(engine, "connect", _connect)
    event.listen(engine, "checkout", _check_file)
    event.listen(engine, "begin", _begin)


def for_writing(engine: Engine) -> Engine:
    """Return the engine for transactions that write; writers wait for one another."""
    if engine.dialect.name == "sqlite":
        return engine.execution_options(writes=True)
    return engine.execution_options(isolation_level="READ COMMITTED")


def options(database_url: str) -> dict[str, Any]:
    """Return how an engine for this database is made.

    A reader sees one moment of a game: SQLite's transactions are like that by themselves.
    """
    pool: dict[str, Any] = {"pool_size": 20, "max_overflow": 40}
    if database_url.startswith("sqlite"):
        return pool
    return {
        **pool,
        "isolation_level": "REPEATABLE READ",
        "pool_pre_ping": True,
        "connect_args": connect_args(database_url),
    }


def connect_args(database_url: str) -> dict[str, Any]:
    """Return what a connection is opened with; what the address itself says goes first."""
    url = make_url(database_url)
    if url.get_backend_name() == "sqlite":
        return {}
    return {name: value for name, value in CONNECTION.items() if name not in url.query}


def has_room(engine: Engine) -> bool:
    """Tell whether there is room for a few saves on the disk of a file; of a server, who knows."""
    path = engine.url.database
    if engine.dialect.name != "sqlite" or not path:
        return True
    return shutil.disk_usage(Path(path).parent).free >= ROOM


def emptied() -> sqlite3.DatabaseError:
    """Return what is wrong with an empty file in the place of a database.

    SQLite would take it for a new one, and throw away the log that lies beside it.
    """
    error = sqlite3.DatabaseError("the file is empty")
    error.sqlite_errorcode = sqlite3.SQLITE_NOTADB
    return error


def _open_existing(
    _dialect: Dialect, _entry: ConnectionPoolEntry, arguments: list[Any], named: dict[str, Any]
) -> None:
    """Open the file that the migrations made; one that is gone must not come back empty."""
    if arguments[0] == ":memory:" or named.get("uri"):
        return
    path = Path(arguments[0]).absolute()
    if path.is_file() and not path.stat().st_size:
        raise emptied()
    arguments[0] = f"{path.as_uri()}?mode=rw"
    named["uri"] = True


def _connect(connection: sqlite3.Connection, entry: ConnectionPoolEntry) -> None:
    connection.isolation_level = None
    for pragma in PRAGMAS:
        connection.execute(pragma)
    entry.info["file"] = _file_of(connection)


def _check_file(_connection: object, entry: ConnectionPoolEntry, _proxy: object) -> None:
    """Open anew where another file lies under the name, or none: nobody would find the saves."""
    path, opened = entry.info["file"]
    if path and _identity(path) != opened:
        raise DisconnectionError


def _file_of(connection: sqlite3.Connection) -> tuple[str, tuple[int, int] | None]:
    path = connection.execute("PRAGMA database_list").fetchone()[2]
    return path, _identity(path)


def _identity(path: str) -> tuple[int, int] | None:
    try:
        found = os.stat(path)  # noqa: PTH116 - asked at every save
    except OSError:
        return None
    return found.st_dev, found.st_ino


def _begin(connection: Connection) -> None:
    writes = connection.get_execution_options().get("writes", False)
    connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")
