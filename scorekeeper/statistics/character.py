"""What somebody's results say of how they play, once there are enough of them.

"A player with many O and few S is over-cautious; one with many S is greedy and usually loses;
the skilful have the most P and few of the others." Many is what is more than others have, and
the others of the same book are who sits at the same tables: with few cards and many players
somebody must go set, so that no fixed share would be fair to every table.
"""

from dataclasses import dataclass
from enum import StrEnum

from scorekeeper.rules import Outcome

from .totals import Split

FEWEST_HANDS = 100
"""So many hands, of the player and of the others, are needed to tell: four games of 25."""

MARGIN = 0.06
"""By so much of all hands a kind of result must exceed the others' to be many.

With `FEWEST_HANDS` chance alone reaches it in one of ten for a share of a third, which is about
what sets are; with the hands of a dozen games it hardly ever does.
"""


class Character(StrEnum):
    """How somebody plays."""

    TOO_FEW = "too few"
    SKILFUL = "skilful"
    CAUTIOUS = "over-cautious"
    GREEDY = "greedy"
    BALANCED = "balanced"


@dataclass(frozen=True, slots=True)
class Verdict:
    """A character, and the kind of result it rests on, with its share here and among others."""

    character: Character
    outcome: Outcome | None = None
    share: float = 0.0
    others: float = 0.0


_TRAITS = {
    Outcome.PERFECT: Character.SKILFUL,
    Outcome.OVERTRICKS: Character.CAUTIOUS,
    Outcome.SET: Character.GREEDY,
}
"""In doubt, the kinder comes first."""


def verdict(own: Split, others: Split) -> Verdict:
    """Tell somebody's character from their hands and those of everybody else in the book.

    The kind of result in which the player is furthest above the others decides, if it is by
    `MARGIN` at least; who is not above them by so much in any is balanced.
    """
    if own.hands < FEWEST_HANDS or others.hands < FEWEST_HANDS:
        return Verdict(Character.TOO_FEW)
    shares = {
        outcome: (own.share(outcome) or 0.0, others.share(outcome) or 0.0) for outcome in _TRAITS
    }
    outcome = max(shares, key=lambda outcome: shares[outcome][0] - shares[outcome][1])
    share, elsewhere = shares[outcome]
    is_much = share - elsewhere >= MARGIN
    trait = _TRAITS[outcome] if is_much else Character.BALANCED
    return Verdict(trait, outcome, share, elsewhere)
