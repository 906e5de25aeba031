"""Who plays in a demo: names of many places, and a temper for each."""

from dataclasses import dataclass
from random import Random
from typing import Final

from scorekeeper.rules import Player

NAMES: Final = (
    *("John", "Margaret", "김하늘", "Ștefan", "Әлия", "Betsy", "Jan de Vries", "Ioana"),
    *("Maria", "Steve", "박서준", "Maria", "Daan", "Нұрлан", "Zoë van der Berg", "O’Neil"),
    *("Ruxandra", "이도윤", "Айгерім", "Pieter", "Walter", "Ileana", "최지우", "Sanne"),
)
"""Two of them share a name, as people do."""


@dataclass(frozen=True, slots=True)
class Temper:
    """How somebody plays.

    `skill` from 0 to 1 says how well a hand is judged and a bid is steered to. `greed` says by
    how much of the fair share the bid is above it: below 0 for the timid.
    """

    skill: float
    greed: float


TEMPERS: Final = {
    "skilful": Temper(0.9, 0.0),
    "greedy": Temper(0.5, 0.45),
    "timid": Temper(0.55, -0.45),
    "careless": Temper(0.3, 0.1),
    "usual": Temper(0.55, 0.05),
}


def cast(players: int, chance: Random) -> list[tuple[Player, Temper]]:
    """Return so many people; each kind of temper comes up in turn, no two quite alike."""
    kinds = list(TEMPERS.values())
    return [(Player(_name(n)), _own(kinds[n % len(kinds)], chance)) for n in range(players)]


def _name(place: int) -> str:
    """Return a name; past the last of them they come again with a number."""
    again, which = divmod(place, len(NAMES))
    return f"{NAMES[which]} {again + 1}" if again else NAMES[which]


def _own(kind: Temper, chance: Random) -> Temper:
    skill = min(1.0, max(0.0, kind.skill + chance.uniform(-0.08, 0.08)))
    return Temper(skill, kind.greed + chance.uniform(-0.08, 0.08))
