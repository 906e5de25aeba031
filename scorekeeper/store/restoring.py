"""Putting what a backup holds in place of what a database holds: all of it at once, or nothing."""

from collections.abc import Callable
from pathlib import Path

from sqlalchemy import Connection, create_engine, select, update
from sqlalchemy.pool import NullPool

from . import copying
from .backups import drop_notes, size_of
from .engine import connect_args, for_writing, prepare
from .models import GameRow
from .schema import upgrade


class NotEmptyError(Exception):
    """The database holds games or players, and nobody said that they may go."""

    def __init__(self, games: int, players: int) -> None:
        """Carry how much there is to lose."""
        super().__init__(games, players)
        self.games, self.players = games, players


def bring_up_to_date(copy: Path) -> None:
    """Turn a copy of a backup into a plain database of today. Raises `NewerSchemaError`."""
    upgrade(f"sqlite:///{copy}")
    drop_notes(copy)


def replace_all(
    database_url: str, copy: Path, *, keep: Callable[[Connection], None] | None
) -> None:
    """Put everything in a copy that is up to date in place of everything in a database.

    `keep` is called before, with a transaction in which nobody else can write; without it
    nothing is replaced that is worth keeping. A server that is running goes on with what is
    there afterwards. Raises `NotEmptyError`.
    """
    source_engine = create_engine(f"sqlite:///{copy}", poolclass=NullPool)
    engine = create_engine(
        database_url, poolclass=NullPool, connect_args=connect_args(database_url)
    )
    prepare(engine)
    with source_engine.begin() as source, for_writing(engine).begin() as target:
        tables = copying.tables_of(source)
        if engine.dialect.name == "postgresql":
            names = ", ".join(table.name for table in tables)
            target.exec_driver_sql(f"LOCK TABLE {names} IN EXCLUSIVE MODE")
        games, players = size_of(target)
        if games or players:
            if keep is None:
                raise NotEmptyError(games, players)
            keep(target)
        _go_on_from(target, source)
        copying.empty(target, tables)
        copying.copy_rows(source, target, tables)


def _go_on_from(target: Connection, source: Connection) -> None:
    """Raise the revisions of games that have moved on since the backup.

    Devices have seen those revisions: what comes back must be news to them, and a revision of
    one game never stand for two states of it.
    """
    revisions = select(GameRow.book_id, GameRow.id, GameRow.revision)
    seen = {
        (book_id, game_id): revision for book_id, game_id, revision in target.execute(revisions)
    }
    for book_id, game_id, revision in source.execute(revisions).fetchall():
        latest = seen.get((book_id, game_id), revision)
        if latest != revision:
            source.execute(
                update(GameRow)
                .where(GameRow.book_id == book_id, GameRow.id == game_id)
                .values(revision=max(latest, revision) + 1)
            )
