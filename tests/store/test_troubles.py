"""What an error of the database says of it: from the drivers' own errors, on both engines."""

import sqlite3

import psycopg
import pytest
from psycopg import errors
from sqlalchemy.exc import DBAPIError, InvalidRequestError, SQLAlchemyError
from sqlalchemy.exc import TimeoutError as NoConnectionError

from scorekeeper.store.troubles import Trouble, trouble_of

SQLITE = {
    sqlite3.SQLITE_BUSY: Trouble.BUSY,
    sqlite3.SQLITE_BUSY_SNAPSHOT: Trouble.BUSY,
    sqlite3.SQLITE_FULL: Trouble.FULL,
    sqlite3.SQLITE_IOERR_WRITE: Trouble.AWAY,
    sqlite3.SQLITE_CANTOPEN_ISDIR: Trouble.AWAY,
    sqlite3.SQLITE_READONLY_DBMOVED: Trouble.READ_ONLY,
    sqlite3.SQLITE_CORRUPT_INDEX: Trouble.DAMAGED,
    sqlite3.SQLITE_NOTADB: Trouble.DAMAGED,
    sqlite3.SQLITE_CONSTRAINT_UNIQUE: None,
    sqlite3.SQLITE_ERROR: None,
}

POSTGRESQL: list[tuple[psycopg.Error, Trouble | None]] = [
    (errors.DeadlockDetected(), Trouble.CLASH),
    (errors.SerializationFailure(), Trouble.CLASH),
    (errors.LockNotAvailable(), Trouble.BUSY),
    (errors.TooManyConnections(), Trouble.BUSY),
    (errors.QueryCanceled(), Trouble.BUSY),
    (errors.AdminShutdown(), Trouble.AWAY),
    (errors.CannotConnectNow(), Trouble.AWAY),
    (errors.IdleInTransactionSessionTimeout(), Trouble.AWAY),
    (errors.InvalidCatalogName(), Trouble.AWAY),
    (errors.InvalidPassword(), Trouble.AWAY),
    (psycopg.OperationalError("connection refused"), Trouble.AWAY),
    (errors.ConnectionTimeout(), Trouble.AWAY),
    (errors.DiskFull(), Trouble.FULL),
    (errors.ReadOnlySqlTransaction(), Trouble.READ_ONLY),
    (errors.DataCorrupted(), Trouble.DAMAGED),
    (errors.UndefinedTable(), Trouble.DAMAGED),
    (errors.UniqueViolation(), None),
    (errors.SyntaxError(), None),
    (psycopg.InterfaceError("a fault of ours"), None),
]


def wrapped(error: Exception) -> DBAPIError:
    return DBAPIError("SELECT 1", None, error)


@pytest.mark.parametrize(("code", "trouble"), SQLITE.items())
def test_sqlite_s_errors_are_told_apart(code: int, trouble: Trouble | None) -> None:
    """The kind counts, however SQLite came by it; a fault of the program is no trouble."""
    error = sqlite3.OperationalError("something")
    error.sqlite_errorcode = code
    assert trouble_of(wrapped(error)) is trouble


@pytest.mark.parametrize(("error", "trouble"), POSTGRESQL)
def test_postgresql_s_errors_are_told_apart(error: psycopg.Error, trouble: Trouble | None) -> None:
    """By the code that the server sends, and as unreachable where it sends none."""
    assert trouble_of(wrapped(error)) is trouble


@pytest.mark.parametrize(
    ("error", "trouble"),
    [
        (NoConnectionError("none within 30 s"), Trouble.BUSY),
        (wrapped(sqlite3.OperationalError("no such table: games")), Trouble.DAMAGED),
        (InvalidRequestError("a fault of ours"), None),
    ],
)
def test_other_errors_are_told_apart(error: SQLAlchemyError, trouble: Trouble | None) -> None:
    """Waiting in vain for a connection is being busy; tables that are gone are damage."""
    assert trouble_of(error) is trouble
