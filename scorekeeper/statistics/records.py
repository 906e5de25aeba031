"""The games somebody remembers, and how they did against each of the others."""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from .summary import Summary


@dataclass(frozen=True, slots=True)
class GameOf:
    """A game as one player had it: which, when, and its summary."""

    game_id: str
    started: datetime
    summary: Summary


@dataclass(frozen=True, slots=True)
class Record:
    """A figure, and the latest game that has it."""

    value: int
    game: GameOf


@dataclass(frozen=True, slots=True)
class Records:
    """What stands out; None for what never happened.

    Runs are within one game, of games under way, too. The others are of games that are over.
    """

    best: Record | None
    worst: Record | None
    comeback: Record | None
    lead_lost: Record | None
    run_of_perfects: Record | None
    run_of_sets: Record | None


@dataclass(frozen=True, slots=True)
class Duel:
    """The games that are over of two players: in how many one ended ahead, behind, or level."""

    ahead: int = 0
    behind: int = 0
    level: int = 0

    @property
    def games(self) -> int:
        """The games both played to their end."""
        return self.ahead + self.behind + self.level


def records(games: Iterable[GameOf]) -> Records:
    """Return what stands out among games."""
    played = sorted(games, key=lambda game: game.started)
    over = [game for game in played if game.summary.is_over]
    return Records(
        best=_most(over, lambda summary: summary.total),
        worst=_least(over),
        comeback=_above_nought(over, lambda summary: summary.comeback),
        lead_lost=_above_nought(over, lambda summary: summary.lead_lost),
        run_of_perfects=_above_nought(played, lambda summary: summary.run_of_perfects),
        run_of_sets=_above_nought(played, lambda summary: summary.run_of_sets),
    )


def duels(games: Iterable[GameOf], own: Iterable[str], same: Mapping[str, str]) -> dict[str, Duel]:
    """Return how games ended against each other player, by id.

    `own` are the ids of the player themself; `same` says who a merged player is now.
    """
    own = set(own)
    counts = Counter(" ".join(game.summary.against for game in games).split())
    found: dict[str, Duel] = {}
    for word, count in counts.items():
        other = same.get(word[:-1], word[:-1])
        if other in own:
            continue
        duel = found.get(other, Duel())
        found[other] = Duel(
            duel.ahead + count * (word[-1] == "+"),
            duel.behind + count * (word[-1] == "-"),
            duel.level + count * (word[-1] == "="),
        )
    return found


def _most(games: Sequence[GameOf], figure: Callable[[Summary], int]) -> Record | None:
    """Return the highest figure; of games with the same the latest."""
    best = max(reversed(games), key=lambda game: figure(game.summary), default=None)
    return None if best is None else Record(figure(best.summary), best)


def _least(games: Sequence[GameOf]) -> Record | None:
    found = _most(games, lambda summary: -summary.total)
    return found and Record(-found.value, found.game)


def _above_nought(games: Sequence[GameOf], figure: Callable[[Summary], int]) -> Record | None:
    found = _most(games, figure)
    return found if found and found.value else None
