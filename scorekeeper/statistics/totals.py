"""Games added up: what many summaries make together, and the figures that follow from it."""

from collections.abc import Iterable
from dataclasses import dataclass, fields

from scorekeeper.rules import Outcome

from .summary import Summary


@dataclass(frozen=True, slots=True)
class Split:
    """Hands by how they came out, in the order of `Outcome`."""

    sets: int = 0
    overtricks: int = 0
    perfects: int = 0

    @property
    def hands(self) -> int:
        """The scored hands."""
        return self.sets + self.overtricks + self.perfects

    def count(self, outcome: Outcome) -> int:
        """Return how many hands came out like this."""
        return {
            Outcome.SET: self.sets,
            Outcome.OVERTRICKS: self.overtricks,
            Outcome.PERFECT: self.perfects,
        }[outcome]

    def share(self, outcome: Outcome) -> float | None:
        """Return the part, from 0 to 1, of the hands that came out like this; None of none."""
        return self.count(outcome) / self.hands if self.hands else None


@dataclass(frozen=True, slots=True)
class Totals:
    """What the games of somebody, or of anybody, add up to.

    `games`, `wins`, `points`, `places`, `best` and `worst` are of games that are over: a win is
    a first place, also a shared one, which counts in full for each of those who share it;
    `points` and `places` are the sums of the final totals and of the places. `ranked` are the games
    that were not left for good, which have a place. The rest is of scored hands, of games under
    way, too; see `Summary`.
    """

    games: int = 0
    wins: int = 0
    points: int = 0
    places: int = 0
    ranked: int = 0
    best: int | None = None
    worst: int | None = None
    sets: int = 0
    overtricks: int = 0
    perfects: int = 0
    bids: int = 0
    taken: int = 0
    uncounted: int = 0
    counted_bids: int = 0
    set_points: int = 0
    over_points: int = 0

    @classmethod
    def of(cls, summaries: Iterable[Summary]) -> "Totals":
        """Add summaries up."""
        summaries = list(summaries)
        over = [summary for summary in summaries if summary.is_over]
        totals = [summary.total for summary in over]
        return cls(
            games=len(over),
            wins=sum(summary.place == 1 for summary in over),
            points=sum(totals),
            places=sum(summary.place for summary in over),
            ranked=sum(summary.place > 0 for summary in over),
            best=max(totals, default=None),
            worst=min(totals, default=None),
            **{name: sum(getattr(summary, name) for summary in summaries) for name in _OF_HANDS},
        )

    def __add__(self, other: "Totals") -> "Totals":
        """Add what somebody else's games make, or the same person's under another name."""
        bests = [best for best in (self.best, other.best) if best is not None]
        worsts = [worst for worst in (self.worst, other.worst) if worst is not None]
        sums = {name: getattr(self, name) + getattr(other, name) for name in _SUMS}
        return Totals(best=max(bests, default=None), worst=min(worsts, default=None), **sums)

    @property
    def split(self) -> Split:
        """The scored hands by how they came out."""
        return Split(self.sets, self.overtricks, self.perfects)

    @property
    def hands(self) -> int:
        """The scored hands."""
        return self.split.hands

    @property
    def counted_hands(self) -> int:
        """The scored hands whose tricks were counted."""
        return self.hands - self.uncounted

    @property
    def average(self) -> float | None:
        """The mean of the final totals; None without a game that is over."""
        return self.points / self.games if self.games else None

    @property
    def average_place(self) -> float | None:
        """The mean of the places; None without a game that is over and was not left."""
        return self.places / self.ranked if self.ranked else None

    @property
    def overbid(self) -> float | None:
        """By how many tricks a hand the bids are above what is taken; below 0: short of it.

        Of counted results alone, since of the others nobody knows what was taken.
        """
        if not self.counted_hands:
            return None
        return (self.counted_bids - self.taken) / self.counted_hands

    @property
    def set_points_a_hand(self) -> float | None:
        """What sets cost, spread over all hands."""
        return self.set_points / self.hands if self.hands else None

    @property
    def over_points_a_hand(self) -> float | None:
        """What overtricks brought, spread over all hands."""
        return self.over_points / self.hands if self.hands else None


_SUMS = tuple(field.name for field in fields(Totals) if field.name not in ("best", "worst"))
_OF_HANDS = _SUMS[_SUMS.index("sets") :]
