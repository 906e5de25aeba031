"""What is the matter with a database that does not do what it was asked."""

import sqlite3
from enum import Enum, auto

from sqlalchemy.exc import DBAPIError, SQLAlchemyError
from sqlalchemy.exc import TimeoutError as NoConnectionError


class NewerSchemaError(Exception):
    """The database was brought up to date by a newer version than this."""


class Trouble(Enum):
    """Why the database refused; all but the last may pass without anybody's help."""

    CLASH = auto()
    """Two changes stood in each other's way; the same once more goes through."""
    BUSY = auto()
    """Others hold what is needed for longer than anybody should wait."""
    AWAY = auto()
    """It cannot be reached, or its file is gone."""
    FULL = auto()
    """There is no room left on its disk."""
    READ_ONLY = auto()
    """It can be read, but not written."""
    DAMAGED = auto()
    """What it holds makes no sense to it."""


_SQLITE = {
    sqlite3.SQLITE_BUSY: Trouble.BUSY,
    sqlite3.SQLITE_LOCKED: Trouble.BUSY,
    sqlite3.SQLITE_PERM: Trouble.AWAY,
    sqlite3.SQLITE_CANTOPEN: Trouble.AWAY,
    sqlite3.SQLITE_IOERR: Trouble.AWAY,
    sqlite3.SQLITE_FULL: Trouble.FULL,
    sqlite3.SQLITE_READONLY: Trouble.READ_ONLY,
    sqlite3.SQLITE_CORRUPT: Trouble.DAMAGED,
    sqlite3.SQLITE_NOTADB: Trouble.DAMAGED,
}

# By the first characters of PostgreSQL's codes; the longest that fits counts.
_POSTGRESQL = {
    "40001": Trouble.CLASH,  # serialization_failure
    "40P01": Trouble.CLASH,  # deadlock_detected
    "53": Trouble.BUSY,  # insufficient_resources, such as too_many_connections
    "55P03": Trouble.BUSY,  # lock_not_available
    "57014": Trouble.BUSY,  # query_canceled, as by a time-out
    "08": Trouble.AWAY,  # connection_exception
    "3D000": Trouble.AWAY,  # invalid_catalog_name: there is no such database
    "28": Trouble.AWAY,  # invalid_authorization_specification
    "57P": Trouble.AWAY,  # admin_shutdown, crash_shutdown, cannot_connect_now
    "25P03": Trouble.AWAY,  # idle_in_transaction_session_timeout
    "53100": Trouble.FULL,  # disk_full
    "25006": Trouble.READ_ONLY,  # read_only_sql_transaction
    "42P01": Trouble.DAMAGED,  # undefined_table
    "XX": Trouble.DAMAGED,  # internal_error, data_corrupted, index_corrupted
}


def trouble_of(error: SQLAlchemyError) -> Trouble | None:
    """Return what an error says of the database; None when the fault is the program's own."""
    if isinstance(error, NoConnectionError):
        return Trouble.BUSY
    if not isinstance(error, DBAPIError) or error.orig is None:
        return None
    if isinstance(error.orig, sqlite3.Error):
        return _of_sqlite(error.orig)
    return _of_postgresql(error)


def _of_sqlite(error: sqlite3.Error) -> Trouble | None:
    # A file that was emptied, or put there by somebody else, has not one of the tables.
    if str(error).startswith("no such table"):
        return Trouble.DAMAGED
    # The lower byte is the kind of error; what stands above it tells how it came about.
    return _SQLITE.get(getattr(error, "sqlite_errorcode", 0) & 0xFF)


def _of_postgresql(error: DBAPIError) -> Trouble | None:
    code = getattr(error.orig, "sqlstate", None)
    if code is None:
        # Without a word from the server: it was not reached, or the line broke.
        is_from_line = error.connection_invalidated or type(error.orig).__name__ in (
            "OperationalError",
            "ConnectionTimeout",
        )
        return Trouble.AWAY if is_from_line else None
    fitting = (known for known in _POSTGRESQL if code.startswith(known))
    longest = max(fitting, key=len, default="")
    return _POSTGRESQL.get(longest)
