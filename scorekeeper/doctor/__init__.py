"""Looks at everything that a scorekeeper needs, changes nothing, and says what to do."""

from collections.abc import Iterator

from scorekeeper.config import Config

from . import house, keeping, printing, scorebook
from .finding import Finding, State

__all__ = ["Finding", "State", "examine"]


def examine(config: Config) -> Iterator[Finding]:
    """Yield what is found, one thing after another."""
    for room in (keeping, scorebook, house, printing):
        yield from room.examine(config)
