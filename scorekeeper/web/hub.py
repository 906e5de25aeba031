"""Who follows which game: one poller a process asks the database which of them moved."""

import os
import threading
import time
from collections import defaultdict
from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager
from typing import TypeAlias

TICK = 0.1
MOST_STREAMS = 260
"""Of the server's 300 threads some must be free of streams, so that the keeper can save."""

State: TypeAlias = tuple[int, str]
"""A game's revision, and the generation of the keys that open it."""
Look: TypeAlias = Callable[[Collection[str]], dict[str, State]]


class FullError(Exception):
    """No more streams can be held open; the page polls instead."""


class Follower:
    """One open stream: what it was told last, and whether there is news for it."""

    def __init__(self) -> None:
        """Start with nothing to tell."""
        self._news = threading.Event()
        self._state: State | None = None

    def tell(self, state: State | None) -> None:
        """Say how the game stands; only what differs from before is news."""
        if state is not None and state != self._state:
            self._state = state
            self._news.set()

    @property
    def revision(self) -> int | None:
        """The game's revision as far as it was told; None before it was."""
        return None if self._state is None else self._state[0]

    def wake(self) -> None:
        """Let the stream look up, though there is nothing new."""
        self._news.set()

    def listen(self, patience: float) -> State | None:
        """Wait for news; None when none came in so many seconds."""
        if not self._news.wait(patience):
            return None
        self._news.clear()
        return self._state


class Hub:
    """Wakes the followers of a game when it has moved. One for an app, started when needed."""

    def __init__(self, *, most: int = MOST_STREAMS, tick: float = TICK) -> None:
        """Make a hub that holds at most so many streams and looks once a tick."""
        self.is_alive: Callable[[], bool] = lambda: True
        self._most = most
        self._tick = tick
        self._lock = threading.Lock()
        self._followers: dict[str, set[Follower]] = defaultdict(set)
        self._count = 0
        self._poller: threading.Thread | None = None
        self._process = 0

    @contextmanager
    def follow(self, game_id: str, look: Look) -> Iterator[Follower]:
        """Hold a place for one stream. Raises `FullError` when there is none."""
        follower = Follower()
        with self._lock:
            if self._count >= self._most:
                raise FullError
            self._count += 1
            self._followers[game_id].add(follower)
            self._start(look)
        try:
            yield follower
        finally:
            with self._lock:
                self._count -= 1
                self._followers[game_id].discard(follower)
                if not self._followers[game_id]:
                    del self._followers[game_id]

    def _start(self, look: Look) -> None:
        """Start the poller in this process; a thread does not survive a fork."""
        running = self._poller is not None and self._poller.is_alive()
        if running and self._process == os.getpid():
            return
        self._process = os.getpid()
        self._poller = threading.Thread(target=self._poll, args=(look,), daemon=True)
        self._poller.start()

    def _poll(self, look: Look) -> None:
        while self.is_alive():
            with self._lock:
                followed = list(self._followers)
                if not followed:
                    self._poller = None
                    return
            self._tell(look(followed))
            time.sleep(self._tick)
        with self._lock:
            for followers in self._followers.values():
                for follower in followers:
                    follower.wake()

    def _tell(self, states: dict[str, State]) -> None:
        with self._lock:
            for game_id, state in states.items():
                for follower in self._followers.get(game_id, ()):
                    follower.tell(state)
