"""What the store hands out: a game in the words of the rules, with the ids it is kept under."""

from dataclasses import dataclass
from datetime import datetime
from functools import cached_property

from scorekeeper.rules import Game, Scorecard, scorecard


@dataclass(frozen=True, slots=True)
class Pen:
    """The device that keeps the score, once it was handed the pen; a courtesy, never a lock."""

    device: str
    name: str


@dataclass(frozen=True)
class KeptGame:
    """A game as it is kept. Ids are in seat order, marks of hands in hand order.

    `revision` rises with every visible change; a hand's is the game's at its last change.
    """

    id: str
    book_id: str
    revision: int
    started: datetime
    game: Game
    player_ids: tuple[str, ...]
    hand_revisions: tuple[int, ...]
    corrected: tuple[bool, ...]
    given_up: bool = False
    pen: Pen | None = None

    @cached_property
    def card(self) -> Scorecard:
        """The scorecard, folded once."""
        return scorecard(self.game)

    @property
    def corrected_hands(self) -> frozenset[int]:
        """The numbers of the hands that were changed after a later one was begun."""
        return frozenset(n for n, marked in enumerate(self.corrected, start=1) if marked)

    def hand_revision(self, number: int) -> int:
        """Return the revision that a hand was last changed at; 0 for never."""
        return self.hand_revisions[number - 1]

    def has_hand(self, number: int) -> bool:
        """Tell whether the game has a hand of this number."""
        return 1 <= number <= len(self.game.hands)


@dataclass(frozen=True, slots=True)
class KnownPlayer:
    """Somebody who is in the book, with the number of games they sat in."""

    id: str
    name: str
    games: int


class StaleError(Exception):
    """A change was made from a revision that is no longer the newest."""

    def __init__(self, kept: KeptGame) -> None:
        """Carry the game as it stands, for whoever must choose."""
        super().__init__(kept.id, kept.revision)
        self.kept = kept


class NothingToUndoError(StaleError):
    """Every change has been taken back already."""
