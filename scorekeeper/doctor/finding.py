"""What the doctor finds: well, worth knowing, or wrong, each with a sentence for the host."""

from dataclasses import dataclass
from enum import Enum, auto


class State(Enum):
    """How grave it is."""

    WELL = auto()
    NOTE = auto()
    WRONG = auto()


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that was looked at, and what to do where it is not well."""

    state: State
    text: str


def well(text: str) -> Finding:
    """Return that something is as it should be."""
    return Finding(State.WELL, text)


def noted(text: str) -> Finding:
    """Return what the host may want to know, and need not do anything about."""
    return Finding(State.NOTE, text)


def wrong(text: str) -> Finding:
    """Return what the host should put right."""
    return Finding(State.WRONG, text)
