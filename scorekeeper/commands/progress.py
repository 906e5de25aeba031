"""A bar that says how far a command is, where a terminal shows it."""

import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final, TextIO

WIDTH: Final = 30
EVERY: Final = 0.1
"""Seconds between two drawings: a terminal far away is slow."""


class Progress:
    """Draws a bar on a terminal; anywhere else it says nothing."""

    def __init__(self, what: str, out: TextIO) -> None:
        """Begin with nothing done of what is named."""
        self._what = what
        self._out = out
        self._is_shown = out.isatty()
        self._drawn = 0.0

    def __call__(self, done: int, of: int) -> None:
        """Say how much is done."""
        now = time.monotonic()
        if not self._is_shown or (done < of and now - self._drawn < EVERY):
            return
        self._drawn = now
        part = min(1.0, done / of) if of else 1.0
        bar = "#" * round(part * WIDTH)
        self._out.write(f"\r{self._what} [{bar:.<{WIDTH}}] {part:4.0%}")
        self._out.flush()

    def end(self) -> None:
        """Leave the line, so that what follows stands on its own."""
        if self._is_shown and self._drawn:
            self._out.write("\n")


@contextmanager
def progress(what: str) -> Iterator[Progress]:
    """Show a bar while something is done."""
    bar = Progress(what, sys.stderr)
    try:
        yield bar
    finally:
        bar.end()
