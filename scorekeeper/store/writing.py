"""Changing what is kept: a transaction that holds the write lock, and the wait before it."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from weakref import WeakKeyDictionary

from sqlalchemy import Engine
from sqlalchemy.exc import TimeoutError as NoConnectionError
from sqlalchemy.orm import Session

from .engine import for_writing

PATIENCE = 10.0
"""Seconds to wait for one's turn; the same as for another process on the database."""


_locks: WeakKeyDictionary[Engine, threading.Lock] = WeakKeyDictionary()


@contextmanager
def writing(engine: Engine) -> Iterator[Session]:
    """Open a transaction that holds the write lock; it is committed unless something is raised."""
    with _turn(engine), Session(for_writing(engine), expire_on_commit=False) as session:
        yield session
        session.commit()


@contextmanager
def _turn(engine: Engine) -> Iterator[None]:
    if engine.dialect.name != "sqlite":
        yield  # each waits for the game it changes, and PostgreSQL keeps the order
        return
    # SQLite lets who waits look in now and then: at the wrong moments that takes seconds.
    lock = _locks.setdefault(engine, threading.Lock())
    if not lock.acquire(timeout=PATIENCE):
        raise NoConnectionError("Nobody else stopped writing in time.")
    try:
        yield
    finally:
        lock.release()
