"""How the database is spoken to, so that an answered save is a kept one."""

import sqlite3

from sqlalchemy import Connection, Engine, event
from sqlalchemy.pool import ConnectionPoolEntry

PRAGMAS = (
    "PRAGMA busy_timeout = 10000",
    "PRAGMA journal_mode = WAL",
    "PRAGMA synchronous = FULL",
    "PRAGMA foreign_keys = ON",
)


def prepare(engine: Engine) -> None:
    """Set an engine up for this store: pragmas and explicit transactions on SQLite.

    The driver's own transactions begin only at the first write, so that two keepers who
    read before they write would lose one of the saves. Here a transaction begins when it
    is asked for, and at once with the write lock where it is going to write.
    """
    if engine.dialect.name != "sqlite":
        return
    event.listen(engine, "connect", _connect)
    event.listen(engine, "begin", _begin)


def for_writing(engine: Engine) -> Engine:
    """Return the engine for transactions that write; writers wait for one another."""
    if engine.dialect.name == "sqlite":
        return engine.execution_options(writes=True)
    return engine.execution_options(isolation_level="READ COMMITTED")


def options(database_url: str) -> dict[str, object]:
    """Return how an engine for this database is made.

    A reader sees one moment of a game: SQLite's transactions are like that by themselves.
    """
    pool: dict[str, object] = {"pool_size": 20, "max_overflow": 40}
    if database_url.startswith("sqlite"):
        return pool
    return {**pool, "isolation_level": "REPEATABLE READ", "pool_pre_ping": True}


def _connect(connection: sqlite3.Connection, _entry: ConnectionPoolEntry) -> None:
    connection.isolation_level = None
    for pragma in PRAGMAS:
        connection.execute(pragma)


def _begin(connection: Connection) -> None:
    writes = connection.get_execution_options().get("writes", False)
    connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")
