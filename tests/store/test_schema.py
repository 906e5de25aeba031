"""Migrations: every start brings the database up to date, however many start at once."""

from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from contextlib import contextmanager
from multiprocessing import get_context
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext
from sqlalchemy import Connection, create_engine, text
from sqlalchemy.pool import NullPool

from scorekeeper.store.models import Base
from scorekeeper.store.schema import scripts, upgrade
from tests.databases import Databases

AT_ONCE = 12


@pytest.fixture
def url(database: Databases, tmp_path: Path) -> Iterator[str]:
    url = database.empty(tmp_path)
    yield url
    database.drop(url)


@contextmanager
def looking_into(url: str) -> Iterator[Connection]:
    engine = create_engine(url, poolclass=NullPool)
    with engine.begin() as connection:
        yield connection


def version(url: str) -> str | None:
    with looking_into(url) as connection:
        return MigrationContext.configure(connection).get_current_revision()


def test_the_migrations_make_the_tables_of_the_models(url: str) -> None:
    """A fresh database has just what the models declare, types included."""
    upgrade(url)
    with looking_into(url) as connection:
        context = MigrationContext.configure(connection, opts={"compare_type": True})
        assert compare_metadata(context, Base.metadata) == []


def test_the_newest_migration_is_reached(url: str) -> None:
    """One line of migrations leads to one head, and a start goes all the way."""
    upgrade(url)
    assert [version(url)] == scripts().get_heads()


def test_a_second_start_changes_nothing(url: str) -> None:
    """A database that is up to date keeps everything in it."""
    upgrade(url)
    with looking_into(url) as connection:
        connection.execute(
            text("INSERT INTO books (id, generation, made) VALUES ('abcdefgh', 3, '2026-11-30')")
        )
    upgrade(url)
    with looking_into(url) as connection:
        books = connection.execute(text("SELECT id, generation FROM books")).all()
    assert [tuple(book) for book in books] == [("abcdefgh", 3)]


def test_threads_that_start_at_once_all_succeed(url: str) -> None:
    """Twelve starts in one process wait for one another."""
    with ThreadPoolExecutor(AT_ONCE) as threads:
        list(threads.map(upgrade, [url] * AT_ONCE))
    assert [version(url)] == scripts().get_heads()


def test_processes_that_start_at_once_all_succeed(url: str) -> None:
    """Of processes that start together, one migrates and none fails."""
    with ProcessPoolExecutor(AT_ONCE, mp_context=get_context("forkserver")) as processes:
        list(processes.map(upgrade, [url] * AT_ONCE))
    assert [version(url)] == scripts().get_heads()
