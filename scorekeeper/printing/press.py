"""One card at a time: a short queue before the press, and finished cards kept at hand."""

import threading
from collections.abc import Callable, Hashable, Iterator
from contextlib import contextmanager
from typing import Final

from cachetools import LRUCache

from .printer import Printer
from .sheet import Sheet

MOST_WAITING: Final = 8
MOST_KEPT: Final = 64
SECONDS_A_CARD: Final = 0.5
"""What a card takes at most on a slow machine; tells those turned away when to come back."""


class PrintingBusyError(RuntimeError):
    """Too many cards are waiting; in `retry_after` seconds there should be room."""

    def __init__(self, retry_after: int) -> None:
        super().__init__(f"Printing is busy for {retry_after} s.")
        self.retry_after = retry_after


class Press:
    """Prints cards one after another and remembers the latest by the keys of their callers."""

    def __init__(
        self,
        render: Callable[[Sheet], bytes],
        *,
        most_waiting: int = MOST_WAITING,
        most_kept: int = MOST_KEPT,
    ) -> None:
        self._render = render
        self._most_waiting = most_waiting
        self._finished: LRUCache[Hashable, bytes] = LRUCache(most_kept)
        self._waiting = 0
        self._plate = threading.Lock()
        self._ledger = threading.Lock()

    @property
    def waiting(self) -> int:
        """How many callers wait for their turn."""
        return self._waiting

    def print_card(self, sheet: Sheet, key: Hashable) -> bytes:
        """Return the card as PDF, from memory where `key` was printed before.

        The key must differ whenever the card would: game, revision, style, paper, language.
        Raises `PrintingBusyError` when too many wait, and `PrintingUnavailableError`.
        """
        if (known := self._find(key)) is not None:
            return known
        with self._turn():
            # Whoever printed while this caller waited may have printed the same card.
            if (known := self._find(key)) is not None:
                return known
            return self._keep(key, self._render(sheet))

    @contextmanager
    def _turn(self) -> Iterator[None]:
        """Wait for the press, or be turned away where too many already do."""
        if not self._plate.acquire(blocking=False):
            self._queue()
        try:
            yield
        finally:
            self._plate.release()

    def _queue(self) -> None:
        with self._ledger:
            if self._waiting >= self._most_waiting:
                raise PrintingBusyError(max(1, round(self._waiting * SECONDS_A_CARD)))
            self._waiting += 1
        try:
            self._plate.acquire()
        finally:
            with self._ledger:
                self._waiting -= 1

    def _find(self, key: Hashable) -> bytes | None:
        with self._ledger:
            return self._finished.get(key)

    def _keep(self, key: Hashable, pdf: bytes) -> bytes:
        with self._ledger:
            self._finished[key] = pdf
        return pdf


_PRINTER: Final = Printer()
_PRESS: Final = Press(_PRINTER)


def print_card(sheet: Sheet, key: Hashable) -> bytes:
    """Return the card from the press of the server; see `Press.print_card`."""
    return _PRESS.print_card(sheet, key)


def warm_up() -> None:
    """Make the press ready, so that the first card is as quick as the next.

    Raises `PrintingUnavailableError` on a machine that cannot print.
    """
    _PRINTER.warm_up()
