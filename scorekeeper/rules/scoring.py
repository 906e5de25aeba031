"""Legal bids, and what a bid and its tricks score under the rules of the house."""

from collections.abc import Callable
from dataclasses import dataclass, fields
from enum import Enum, StrEnum
from typing import Final, TypeAlias


class Outcome(StrEnum):
    """How a bid came out."""

    SET = "S"
    OVERTRICKS = "O"
    PERFECT = "P"


class Uncounted(Enum):
    """The result of a player who went set and whose tricks nobody counted."""

    SET = "S"


NOT_COUNTED: Final = Uncounted.SET

Taken: TypeAlias = int | Uncounted


@dataclass(frozen=True, slots=True)
class Score:
    """What one bid and its result are worth."""

    outcome: Outcome
    points: int


@dataclass(frozen=True, slots=True)
class House:
    """The rules a table agrees on beyond the published ones; all off by default.

    The three methods are every rule that an entry screen needs: which bids are legal, which
    totals of bids are forbidden to the last bidder, and what a bid and its result score.
    """

    zero_bid: bool = False
    hook: bool = False

    @classmethod
    def of(cls, is_agreed: Callable[[str], bool]) -> "House":
        """Return the house in which the rules hold of whose names `is_agreed` says so."""
        return cls(**{rule.name: is_agreed(rule.name) for rule in fields(cls)})

    def legal_bids(self, cards: int) -> range:
        """Return the bids for a hand of so many cards: from 1, or from 0 where the house says."""
        return range(0 if self.zero_bid else 1, cards + 1)

    def forbidden_totals(self, cards: int) -> tuple[int, ...]:
        """Return the totals of all bids that the dealer, bidding last, may not bring about."""
        return (cards,) if self.hook else ()

    def score(self, bid: int, taken: Taken) -> Score:
        """Return outcome and points of one result.

        Fewer than bid: set, −10 a trick bid, however few were missed. More: 10 a trick bid
        and 1 for each beyond. Exactly: perfect, 10 a trick bid.
        """
        if taken is NOT_COUNTED or taken < bid:
            return Score(Outcome.SET, -10 * bid)
        if taken > bid:
            return Score(Outcome.OVERTRICKS, 10 * bid + taken - bid)
        return Score(Outcome.PERFECT, 10 * bid)
