"""What the store hands out: a game in the words of the rules, with the ids it is kept under."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, time
from functools import cached_property

from scorekeeper.namesakes import numbered
from scorekeeper.rules import Game, Scorecard, scorecard


@dataclass(frozen=True, slots=True)
class Pen:
    """The device that keeps the score, once it was handed the pen; a courtesy, never a lock."""

    device: str
    name: str


@dataclass(frozen=True, slots=True)
class Start:
    """When a game began. Of a day without a time the moment is noon UTC, which is never shown."""

    moment: datetime
    has_time: bool = True

    @classmethod
    def on(cls, day: date) -> "Start":
        """Return the start of a game of which only the day is known."""
        return cls(datetime.combine(day, time(12), UTC), has_time=False)


@dataclass(frozen=True)
class KeptGame:
    """A game as it is kept. Ids are in seat order, marks of hands in hand order.

    `revision` rises with every visible change; a hand's is the game's at its last change.
    `player_ids` are those who were seated. Where two turned out to be one person, `merged` leads
    from such an id to the one that goes on; the names in the game are those who go on have.
    `numbers` tell those apart who share a name, as in `KnownPlayer`, where two do in this game.
    `last_change` says of a game that comes in from a file where it stands in the order of play.
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
    has_time: bool = True
    merged: Mapping[str, str] = field(default_factory=dict, compare=False)
    numbers: tuple[int, ...] = field(default=(), compare=False)
    last_change: int = field(default=0, compare=False)

    @property
    def start(self) -> Start:
        """When the game began."""
        return Start(self.started, self.has_time)

    @property
    def began(self) -> date:
        """The moment at which the game began, or the day alone where nobody knows the time."""
        return self.started if self.has_time else self.started.date()

    @property
    def people(self) -> tuple[str, ...]:
        """The ids of who sits on each seat, whoever they were taken for when they sat down."""
        return tuple(self.merged.get(own_id, own_id) for own_id in self.player_ids)

    @cached_property
    def called(self) -> tuple[str, ...]:
        """The names in seat order, with numbers where two are the same."""
        return numbered([player.name for player in self.game.players], self.numbers)

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
    """Somebody who is in the book, with the games they sat in and when the last of them began.

    `twin` tells those apart who share a name: 1 for the longest known of them, and so on; 0 for
    a name that nobody else has.
    """

    id: str
    name: str
    games: int
    last: datetime | None = None
    hidden: bool = False
    twin: int = 0


class UnreadableGameError(Exception):
    """A game in the database breaks the rules: a later version wrote it, or a hand from outside."""

    def __init__(self, game_id: str, reason: Exception) -> None:
        """Say which game it is, and what is wrong with it."""
        super().__init__(game_id, reason)
        self.id = game_id
        self.reason = reason


class StaleError(Exception):
    """A change was made from a revision that is no longer the newest."""

    def __init__(self, kept: KeptGame) -> None:
        """Carry the game as it stands, for whoever must choose."""
        super().__init__(kept.id, kept.revision)
        self.kept = kept


class NothingToUndoError(StaleError):
    """Every change has been taken back already."""
