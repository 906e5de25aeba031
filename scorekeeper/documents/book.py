"""A whole book as one file: who plays in it, and every game.

    {"format": "scorekeeper-book", "version": 1, "book": "…", "made": "…",
     "players": [{"id": "…", "name": "…", "known_since": "…"}],
     "games": [a game document, …]}

A player may be `hidden`, or `merged_into` another; a game may be `given_up`, and has its place
in the order of play as `last_change`, from 1. Who was seated under
an id that is merged now has that one as `seated_as`. What cannot be read as JSON, or is no
book, ends the reading with a `DocumentError`; a game that is wrong is refused, and the next read.
"""

from dataclasses import dataclass
from datetime import datetime
from typing import Final

from .derived import Disagreement
from .errors import DocumentError
from .reading import ReadGame

FORMAT: Final = "scorekeeper-book"
VERSION: Final = 1


@dataclass(frozen=True, slots=True)
class BookPlayer:
    """Somebody who plays in a book that is being read."""

    id: str
    name: str
    hidden: bool = False
    merged_into: str | None = None
    known_since: datetime | None = None


@dataclass(frozen=True, slots=True)
class BookGame:
    """A game of a book, with what its document says beyond the rules.

    `place` is where it stands in the file, from 1. `seated` are ids of the book's players, in
    seat order. `pen` is the device that kept the score, and what kind of device it is. The game
    that was changed last has the highest `last_change`; it is 0 in files of older versions.
    """

    place: int
    read: ReadGame
    seated: tuple[str, ...]
    revision: int
    hand_revisions: tuple[int, ...]
    given_up: bool = False
    pen: tuple[str, str] | None = None
    last_change: int = 0


@dataclass(frozen=True, slots=True)
class RefusedGame:
    """A game that is wrong, with the line of the file it begins in, and what is wrong with it."""

    place: int
    line: int
    faults: tuple[DocumentError | Disagreement, ...]


@dataclass(frozen=True, slots=True)
class ReadBook:
    """A book as its file has it."""

    book_id: str | None = None
    players: tuple[BookPlayer, ...] = ()
    games: tuple[BookGame, ...] = ()
    refused: tuple[RefusedGame, ...] = ()
