"""What the doctor finds: well, worth knowing, or wrong, each with a sentence for the host."""

from dataclasses import dataclass
from enum import Enum, auto
from functools import partial


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


well = partial(Finding, State.WELL)
"""Something is as it should be."""

noted = partial(Finding, State.NOTE)
"""What the host may want to know, and need not do anything about."""

wrong = partial(Finding, State.WRONG)
"""What the host should put right."""
