"""Two players who are one person: merged, and parted again.

Seats keep whoever was seated, so that nothing of a merger is lost; who that is now is looked up
when a game is read. Whoever calls these holds the book's lock.
"""

from collections import defaultdict

from sqlalchemy import Select, func, or_, select, update
from sqlalchemy.orm import Session

from .history import exchanged_seats
from .ids import is_own_id
from .kept import KnownPlayer
from .models import GameRow, PlayerRow, SeatRow
from .players import GOES_ON_AS, LIVING, games_of, renew_games_of, who_are


class CannotMergeError(ValueError):
    """Two players are not one person: they are the same already, or one of them is nobody."""


class TogetherError(CannotMergeError):
    """Two players sat at one table, so that they are two people; `games` says how often."""

    def __init__(self, games: int) -> None:
        """Say in how many games they met."""
        super().__init__(games)
        self.games = games


def check_merger(session: Session, book_id: str, player_id: str, into: str) -> None:
    """Make sure that one player may be merged into another, or raise `CannotMergeError`.

    A deleted game counts, too: it may come back.
    """
    if not is_own_id(into):
        raise CannotMergeError(player_id, into)
    both = session.scalars(
        select(PlayerRow.id).where(
            PlayerRow.book_id == book_id,
            PlayerRow.id.in_([player_id, into]),
            PlayerRow.merged_into.is_(None),
        )
    ).all()
    if len(both) < 2:  # noqa: PLR2004 - two are to become one
        raise CannotMergeError(player_id, into)
    met = met_by(session, book_id, player_id)
    if into in met:
        raise TogetherError(met[into])


def merge(session: Session, book_id: str, player_id: str, into: str) -> None:
    """Let one player go on as another; whoever was merged into the first goes along.

    Raises `CannotMergeError`.
    """
    check_merger(session, book_id, player_id, into)
    renew_games_of(session, book_id, player_id)
    session.execute(
        update(PlayerRow)
        .where(
            PlayerRow.book_id == book_id,
            or_(PlayerRow.id == player_id, PlayerRow.merged_into == player_id),
        )
        .values(merged_into=into)
    )


def part(session: Session, book_id: str, player_id: str) -> bool:
    """Take a merger back, so that the player is somebody of their own again.

    Return whether the book has such a player; who was not merged stays as they are.
    """
    row = session.get(PlayerRow, (book_id, player_id), populate_existing=True)
    if row is not None and row.merged_into is not None:
        row.merged_into = None
        session.flush()
        renew_games_of(session, book_id, player_id)
    return row is not None


def merged_players(session: Session, book_id: str) -> dict[str, list[KnownPlayer]]:
    """Return for each player those who were merged into them, with the games of their own."""
    rows = session.execute(
        select(PlayerRow.merged_into, PlayerRow.id, PlayerRow.name, func.count(GameRow.id))
        .outerjoin(
            SeatRow,
            (SeatRow.book_id == PlayerRow.book_id) & (SeatRow.player_id == PlayerRow.id),
        )
        .outerjoin(
            GameRow,
            (GameRow.book_id == SeatRow.book_id)
            & (GameRow.id == SeatRow.game_id)
            & GameRow.deleted.is_(None),
        )
        .where(PlayerRow.book_id == book_id, PlayerRow.merged_into.is_not(None))
        .group_by(PlayerRow.merged_into, PlayerRow.id, PlayerRow.name, PlayerRow.made)
        .order_by(PlayerRow.made, PlayerRow.id)
    )
    merged: dict[str, list[KnownPlayer]] = {}
    for into, own_id, name, games in rows:
        merged.setdefault(str(into), []).append(KnownPlayer(own_id, name, games))
    return merged


def met_by(session: Session, book_id: str, player_id: str) -> dict[str, int]:
    """Return with whom a player sat at one table, and how often, deleted games included.

    Seats that were exchanged count as they were before, too, as long as undo may bring that back.
    """
    met: dict[str, set[str]] = defaultdict(set)
    for game_id, other in session.execute(_at_one_table(book_id, player_id)):
        met[other].add(game_id)
    tables = exchanged_seats(session, book_id)
    now = who_are(session, book_id, {own_id for _, seated in tables for own_id in seated})
    for game_id, seated in tables:
        people = {now[own_id].id for own_id in seated if own_id in now}
        for other in people - {player_id} if player_id in people else ():
            met[other].add(game_id)
    return {other: len(games) for other, games in met.items()}


def _at_one_table(book_id: str, player_id: str) -> Select[str, str]:
    """Return the query for the games a player sits in, each with everybody else in it."""
    theirs = games_of(book_id, player_id)
    return (
        select(SeatRow.game_id, LIVING.id)
        .select_from(SeatRow)
        .join(
            PlayerRow,
            (PlayerRow.book_id == SeatRow.book_id) & (PlayerRow.id == SeatRow.player_id),
        )
        .join(LIVING, GOES_ON_AS)
        .where(SeatRow.book_id == book_id, SeatRow.game_id.in_(theirs), LIVING.id != player_id)
    )
