"""Games of a book recognised in a file: by id, or by when they began, who played and every hand."""

from collections import defaultdict
from collections.abc import Collection, Iterable
from dataclasses import dataclass, replace
from datetime import datetime

from sqlalchemy.orm import Session

from scorekeeper.documents import BookGame
from scorekeeper.rules import Game

from .ids import is_own_id, moved_id, new_id
from .kept import KeptGame
from .matching import Matching
from .reading import each_game
from .wholes import settled


@dataclass(frozen=True, slots=True)
class GameHere:
    """A game of the book, deleted or not, as far as it has to be known to recognise it."""

    id: str
    started: datetime
    revision: int
    is_deleted: bool


class KnownGames:
    """The games that are there, and those that come in with the file so far.

    Games of one file are told apart by their ids alone: two may have begun at once.
    """

    def __init__(
        self, session: Session, book_id: str, matching: Matching, here: Iterable[GameHere]
    ) -> None:
        """Know the games of a book, and whose players are who."""
        self._session = session
        self._book_id = book_id
        self._matching = matching
        self._by_id = {game.id: game for game in here}
        self._at: dict[datetime, list[str]] = defaultdict(list)
        for game in self._by_id.values():
            self._at[_second(game.started)].append(game.id)
        self._claimed: set[str] = set()
        self._kept: dict[str, KeptGame] = {}
        self._added: dict[str, KeptGame] = {}

    def claim(self, games: Iterable[BookGame]) -> None:
        """Keep the games that the file names by id for the ones that name them."""
        self._claimed |= {self._own_id(game) for game in games}

    def look_up(self, games: Collection[BookGame]) -> None:
        """Read the games that any of these might be; others that were read are let go of."""
        wanted = dict.fromkeys(own_id for game in games for own_id in self._candidates(game))
        found = each_game(self._session, self._book_id, list(wanted))
        self._kept = {kept.id: kept for kept in found if isinstance(kept, KeptGame)}

    def find(self, game: BookGame) -> GameHere | None:
        """Return the game that this one is, if it is there already."""
        for own_id in self._candidates(game):
            if own_id == self._own_id(game) or self._is_same_play(own_id, game):
                self._claimed.add(own_id)
                return self._by_id[own_id]
        return None

    def is_same(self, found: GameHere, game: BookGame) -> bool:
        """Tell whether a game that is known stands in the file as it does here."""
        kept = self._game(found.id)
        return (
            kept is not None
            and self._is_same_play(found.id, game)
            and kept.given_up == game.given_up
            and _nameless(kept.game) == _nameless(settled(game.read.game))
        )

    def free_id(self, game: BookGame) -> str:
        """Return the id that a game gets here: the one it had, but for the book's."""
        return self._own_id(game) or new_id(self._book_id)

    def add(self, kept: KeptGame) -> None:
        """Know a game that comes in: the file may have it once more."""
        self._by_id[kept.id] = GameHere(kept.id, kept.started, kept.revision, is_deleted=False)
        self._added[kept.id] = kept

    def _game(self, own_id: str) -> KeptGame | None:
        return self._kept.get(own_id) or self._added.get(own_id)

    def _own_id(self, game: BookGame) -> str:
        theirs = game.read.game_id or ""
        return moved_id(self._book_id, theirs) if is_own_id(theirs) else ""

    def _candidates(self, game: BookGame) -> list[str]:
        own_id = self._own_id(game)
        if own_id in self._by_id:
            return [own_id]
        at_once = self._at.get(_second(game.read.started), []) if game.read.started else []
        return [each for each in at_once if each not in self._claimed]

    def _is_same_play(self, own_id: str, game: BookGame) -> bool:
        kept = self._game(own_id)
        if kept is None:
            return False
        theirs = settled(game.read.game)
        return (
            kept.people == self._matching.people(game.seated)
            and kept.game.hands == theirs.hands
            and [each.start for each in kept.game.players]
            == [each.start for each in theirs.players]
        )


def _second(moment: datetime) -> datetime:
    """Return a moment as a document tells it, to the second."""
    return moment.replace(microsecond=0)


def _nameless(game: Game) -> Game:
    """Return a game without its names, which are the book's to say."""
    players = tuple(replace(player, name="-") for player in game.players)
    return replace(game, players=players)
