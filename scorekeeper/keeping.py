"""Copies of everything in the instance folder: one a day, and one before each great change."""

import errno
import os
import shutil
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Final

from sqlalchemy import Connection, create_engine, make_url, text
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.pool import NullPool

from scorekeeper import logs
from scorekeeper.config import Config
from scorekeeper.instance import KEY, known_secret_key, prepare_instance, put_secret_key
from scorekeeper.store.backups import HALF_MADE, BackupError, back_up, secret_in, size_of
from scorekeeper.store.engine import connect_args, prepare

DAY: Final = timedelta(days=1).total_seconds()
DAYS_KEPT: Final = 7
SPARED: Final = 20_000_000
"""Bytes that a daily copy leaves free."""
DAILY: Final = "daily"
ENDING: Final = ".sqlite3"


def folder_of(config: Config) -> Path:
    """Return the folder that the copies are kept in, made if need be, closed to others."""
    prepare_instance(config.instance)
    folder = config.instance / "backups"
    folder.mkdir(mode=0o700, exist_ok=True)
    return folder


def file_of(config: Config) -> Path | None:
    """Return the file of a SQLite database; None for a database on a server."""
    url = make_url(config.database_url)
    return Path(str(url.database)) if url.get_backend_name() == "sqlite" else None


def is_missing(config: Config) -> bool:
    """Tell whether the file of the database was not made yet, or is gone."""
    file = file_of(config)
    return file is not None and not file.exists()


def copies_of(config: Config) -> list[Path]:
    """Return the copies there are, the latest first."""
    found = (config.instance / "backups").glob(f"[!.]*{ENDING}")
    return sorted(found, key=lambda copy: copy.stat().st_mtime, reverse=True)


def write_backup(config: Config, file: Path, *, with_key: bool = True) -> tuple[int, int]:
    """Write everything there is into a file, while others go on; return its games and players.

    Raises as `back_up` does.
    """
    with reading(config) as connection:
        secret = known_secret_key(config.instance) if with_key else None
        back_up(connection, file, secret=secret)
        return size_of(connection)


@contextmanager
def reading(config: Config) -> Iterator[Connection]:
    """Lend a connection that sees the database as it stands at one moment, whatever its schema."""
    engine = create_engine(
        config.database_url, poolclass=NullPool, connect_args=connect_args(config.database_url)
    )
    prepare(engine)
    if engine.dialect.name == "postgresql":
        engine = engine.execution_options(isolation_level="REPEATABLE READ")
    with engine.connect() as connection:
        yield connection


def before_migrating(config: Config) -> Callable[[Connection, str], None]:
    """Return what keeps a copy before the schema changes; without room for it nothing stops."""

    def keep(connection: Connection, revision: str) -> None:
        try:
            # A start that fails and is tried again must not fill the disk.
            copy = folder_of(config) / f"before-update-from-{revision}-{_today()}{ENDING}"
            back_up(connection, copy, secret=known_secret_key(config.instance))
        except (OSError, BackupError, SQLAlchemyError) as error:
            logs.warn(
                "no_copy_before_update",
                error=type(error).__name__,
                hint="The update goes on: it is done whole or not at all. "
                f"Look after the room and the permissions of {config.instance / 'backups'}.",
            )

    return keep


def before_restoring(config: Config) -> tuple[Path, Callable[[Connection], None]]:
    """Return where a copy of what is about to be replaced will be, and what keeps it there."""
    copy = folder_of(config) / f"before-restore-{_moment()}{ENDING}"

    def keep(connection: Connection) -> None:
        back_up(connection, copy, secret=known_secret_key(config.instance))

    return copy, keep


def put_aside(config: Config, file: Path, why: str) -> Path:
    """Move the file of a database out of the way, with what belongs to it, and return where to."""
    aside = folder_of(config) / f"{why}-{_moment()}{ENDING}"
    for rest in ("-shm", "-wal", ""):
        with suppress(FileNotFoundError):
            file.with_name(file.name + rest).rename(aside.with_name(aside.name + rest))
    return aside


def is_daily_due(config: Config) -> bool:
    """Tell whether a day has passed since the last daily copy.

    A copy that seems to come from the future was made when the clock was wrong: it is none.
    """
    now = time.time()
    ages = (now - copy.stat().st_mtime for copy in copies_of(config) if is_daily(copy))
    return not any(0 <= age < DAY for age in ages)


def keep_daily(config: Config) -> Path | None:
    """Keep today's copy, and drop those of more than a week ago; None when nobody has played yet.

    Raises as `back_up` does.
    """
    copy = folder_of(config) / f"{DAILY}-{_today()}{ENDING}"
    with reading(config) as connection:
        if not any(size_of(connection)):
            return None
        _need_room(connection, copy.parent)
    write_backup(config, copy)
    now = time.time()
    others = [each for each in copies_of(config) if is_daily(each) and each != copy]
    others.sort(key=lambda each: abs(now - each.stat().st_mtime))
    for outlived in others[DAYS_KEPT - 1 :]:
        outlived.unlink(missing_ok=True)
    _tidy(config, now)
    return copy


def find_secret_key(config: Config) -> None:
    """Bring a lost key back from the latest copy that has one, so that links go on working."""
    if known_secret_key(config.instance) is not None:
        return
    for copy in copies_of(config):
        if secret := secret_in(copy):
            put_secret_key(config.instance, secret)
            logs.warn("secret_key_brought_back", place=config.instance / KEY, copy=copy.name)
            return
    with suppress(SQLAlchemyError), reading(config) as connection:
        if any(size_of(connection)):
            logs.warn(
                "secret_key_made_anew",
                place=config.instance / KEY,
                hint="Links and devices of before are worthless here: show everybody the new link, "
                "or put the old key in this place and start again.",
            )


def _need_room(connection: Connection, folder: Path) -> None:
    """Leave the disk to the saves where a copy would take the last of it. Raises `OSError`."""
    if connection.dialect.name == "sqlite":
        size = Path(str(connection.engine.url.database)).stat().st_size
    else:
        size = connection.scalar(text("SELECT pg_database_size(current_database())")) or 0
    if shutil.disk_usage(folder).free < size + SPARED:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))


def is_daily(copy: Path) -> bool:
    """Tell whether a copy is one of those made each day."""
    return copy.name.startswith(f"{DAILY}-")


def _moment() -> str:
    return datetime.now(UTC).strftime("%Y-%m-%d-%H%M%S")


def _today() -> str:
    return datetime.now(UTC).date().isoformat()


def _tidy(config: Config, now: float) -> None:
    """Throw away what was being written when somebody pulled the plug."""
    for folder in (config.instance, config.instance / "backups"):
        for left in folder.glob(f".*{HALF_MADE}*"):
            with suppress(OSError):
                if now - left.stat().st_mtime > DAY:
                    left.unlink()
