"""A bar that says how far a command is, where a terminal shows it."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import click


@contextmanager
def progress(what: str) -> Iterator[Callable[[int, int], None]]:
    """Lend what is told how much is done, of how much, and draws a bar of it."""
    hidden = not sys.stderr.isatty()
    with click.progressbar(length=1, label=what, file=sys.stderr, hidden=hidden) as bar:

        def show(done: int, of: int) -> None:
            bar.length = of or 1
            bar.update((done if of else 1) - bar.pos)

        yield show
