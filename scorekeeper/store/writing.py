"""Changing what is kept: a transaction that holds the write lock, and the queue before it."""

import threading
from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager
from weakref import WeakKeyDictionary

from sqlalchemy import Engine
from sqlalchemy.exc import TimeoutError as NoConnectionError
from sqlalchemy.orm import Session

from .engine import for_writing

PATIENCE = 10.0
"""Seconds to wait for one's turn; the same as for another process on the database."""


class Queue:
    """Lets threads write one after another, in the order in which they came.

    SQLite has one writer at a time and lets the others look in now and then: who looks at the
    wrong moments may wait for seconds while others come and go.
    """

    def __init__(self) -> None:
        """Start with nobody writing."""
        self._guard = threading.Lock()
        self._waiting: deque[threading.Event] = deque()
        self._is_taken = False

    @contextmanager
    def turn(self, patience: float = PATIENCE) -> Iterator[None]:
        """Wait for this thread's turn, and hold it. Raises SQLAlchemy's `TimeoutError`."""
        mine = threading.Event()
        with self._guard:
            if self._is_taken:
                self._waiting.append(mine)
            else:
                self._is_taken = True
                mine.set()
        if not mine.wait(patience) and not self._was_called(mine):
            raise NoConnectionError("Nobody else stopped writing in time.")
        try:
            yield
        finally:
            self._call_next()

    def _was_called(self, mine: threading.Event) -> bool:
        """Leave the queue, unless the turn came at the last moment."""
        with self._guard:
            if mine.is_set():
                return True
            self._waiting.remove(mine)
            return False

    def _call_next(self) -> None:
        with self._guard:
            if self._waiting:
                self._waiting.popleft().set()
            else:
                self._is_taken = False


_queues: WeakKeyDictionary[Engine, Queue] = WeakKeyDictionary()
_making = threading.Lock()


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
    with _making:
        queue = _queues.setdefault(engine, Queue())
    with queue.turn():
        yield
