"""Two players who are one person: merged, and parted again.

Seats keep whoever was seated, so that nothing of a merger is lost; who that is now is looked up
when a game is read. Whoever calls these holds the book's lock.
"""

from sqlalchemy import distinct, func, or_, select, update
from sqlalchemy.orm import Session, aliased

from .kept import KnownPlayer
from .models import GameRow, PlayerRow, SeatRow
from .players import renew_games_of


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
    both = session.scalars(
        select(PlayerRow.id).where(
            PlayerRow.book_id == book_id,
            PlayerRow.id.in_([player_id, into]),
            PlayerRow.merged_into.is_(None),
        )
    ).all()
    if len(both) < 2:  # noqa: PLR2004 - two are to become one
        raise CannotMergeError(player_id, into)
    met = _games_together(session, book_id, player_id, into)
    if met:
        raise TogetherError(met)


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


def part(session: Session, book_id: str, player_id: str) -> None:
    """Take a merger back: the player is somebody of their own again."""
    session.execute(
        update(PlayerRow)
        .where(PlayerRow.book_id == book_id, PlayerRow.id == player_id)
        .values(merged_into=None)
    )
    renew_games_of(session, book_id, player_id)


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


def _games_together(session: Session, book_id: str, one: str, other: str) -> int:
    """Return in how many games both sat, under whatever ids."""
    seats = [aliased(SeatRow), aliased(SeatRow)]
    people = [aliased(PlayerRow), aliased(PlayerRow)]
    met = select(func.count(distinct(seats[0].game_id))).join_from(
        seats[0],
        seats[1],
        (seats[1].book_id == seats[0].book_id) & (seats[1].game_id == seats[0].game_id),
    )
    for seat, person, own_id in zip(seats, people, (one, other), strict=True):
        met = met.join(
            person, (person.book_id == seat.book_id) & (person.id == seat.player_id)
        ).where(or_(person.id == own_id, person.merged_into == own_id))
    return session.scalar(met.where(seats[0].book_id == book_id)) or 0
