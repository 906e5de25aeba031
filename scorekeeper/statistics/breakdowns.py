"""One player's hands by what they were: how many cards, which trump, which part in the bidding."""

from collections import Counter, defaultdict
from collections.abc import Callable, Hashable, Iterable
from dataclasses import dataclass
from typing import TypeVar

from scorekeeper.rules import Outcome, Trump

from .hands import HandKind, Role, read_hand
from .totals import Split

Key = TypeVar("Key", bound=Hashable)

TRUMPS = (Trump.SPADES, Trump.HEARTS, Trump.DIAMONDS, Trump.CLUBS, Trump.NONE, None)


@dataclass(frozen=True, slots=True)
class Breakdowns:
    """The same hands, taken apart in four ways; what never came up is left out.

    The trump is None where it was not noted. Bids are high (True) or low, see `hands.is_high`.
    """

    by_cards: dict[int, Split]
    by_trump: dict[Trump | None, Split]
    by_role: dict[Role, Split]
    by_height: dict[bool, Split]


def breakdowns(written: Iterable[str]) -> Breakdowns:
    """Take hands apart that were written in letters, a game's in each text."""
    # Counting words first leaves a few hundred kinds of hands to look into, however many hands.
    words = Counter(" ".join(written).split())
    kinds = [(read_hand(letters), count) for letters, count in words.items()]
    return Breakdowns(
        by_cards=_by(kinds, lambda kind: kind.cards, lambda cards: -cards),
        by_trump=_by(kinds, lambda kind: kind.trump, TRUMPS.index),
        by_role=_by(kinds, lambda kind: kind.role, tuple(Role).index),
        by_height=_by(kinds, lambda kind: kind.is_high, lambda is_high: not is_high),
    )


def _by(
    kinds: Iterable[tuple[HandKind, int]],
    key: Callable[[HandKind], Key],
    place: Callable[[Key], int],
) -> dict[Key, Split]:
    counts: defaultdict[Key, Counter[Outcome]] = defaultdict(Counter)
    for kind, count in kinds:
        counts[key(kind)][kind.outcome] += count
    return {
        found: Split(*(counts[found][outcome] for outcome in Outcome))
        for found in sorted(counts, key=place)
    }
