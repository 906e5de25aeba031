"""A demo book: made whole from games that nobody played, and removed again without a trace."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime

from sqlalchemy import delete, insert, select
from sqlalchemy.orm import Session

from scorekeeper.demo import PlayedGame
from scorekeeper.rules import Player

from .books import make_book
from .ids import new_book_id, new_id
from .kept import KeptGame
from .models import (
    BookRow,
    ChangeRow,
    GameRow,
    HandRow,
    PlayerRow,
    PlayRow,
    SeatRow,
    SummaryRow,
)
from .wholes import WholeGame, keep_whole

TABLES = (SummaryRow, ChangeRow, PlayRow, HandRow, SeatRow, GameRow, PlayerRow)
"""Everything in a book, what refers to something else before it."""


def demo_book(session: Session) -> str | None:
    """Return the id of the demo book; None where there is none."""
    return session.scalar(select(BookRow.id).where(BookRow.demo.is_(True)).limit(1))


@dataclass(frozen=True, slots=True)
class Demo:
    """A demo book that is ready to be kept: nothing is locked while games are being made up."""

    book_id: str
    players: dict[str, Player]
    games: list[WholeGame]


def prepare(
    people: Sequence[Player],
    games: Iterable[PlayedGame],
    *,
    book_id: str | None = None,
    told: Callable[[int], None] = lambda _games: None,
) -> Demo:
    """Return a demo book of these people and games.

    `told` is called with the number of games that are in it so far.
    """
    book_id = book_id or new_book_id()
    players = {new_id(book_id): player for player in people}
    wholes = []
    for game in games:
        wholes.append(_whole(book_id, list(players), game))
        told(len(wholes))
    return Demo(book_id, players, wholes)


def keep_demo(session: Session, demo: Demo) -> None:
    """Keep a demo as a book of its own."""
    make_book(session, book_id=demo.book_id, demo=True)
    fill(session, demo)


def fill(session: Session, demo: Demo) -> None:
    """Put the players and games of a demo into the book, which is there already."""
    here = {"book_id": demo.book_id, "made": datetime.now(UTC), "hidden": False}
    session.execute(
        insert(PlayerRow),
        [{**here, "id": own_id, "name": player.name} for own_id, player in demo.players.items()],
    )
    for _some in keep_whole(session, demo.games):
        pass


def remove_demos(session: Session) -> int:
    """Remove every demo book with all that is in it, and return how many there were."""
    demos = list(session.scalars(select(BookRow.id).where(BookRow.demo.is_(True))))
    for book_id in demos:
        for table in TABLES:
            session.execute(delete(table).where(table.book_id == book_id))
        session.execute(delete(BookRow).where(BookRow.id == book_id))
    return len(demos)


def _whole(book_id: str, ids: Sequence[str], played: PlayedGame) -> WholeGame:
    hands = range(1, len(played.game.hands) + 1)
    return WholeGame.of(
        KeptGame(
            id=new_id(book_id),
            book_id=book_id,
            revision=1,
            started=played.started,
            game=played.game,
            player_ids=tuple(ids[place] for place in played.who),
            hand_revisions=(1,) * len(hands),
            corrected=tuple(number in played.corrected for number in hands),
        )
    )
