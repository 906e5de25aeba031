"""Who plays in a book: listed, found by name for a seat, or made."""

from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime

from sqlalchemy import ColumnElement, Row, Select, and_, case, exists, func, or_, select, update
from sqlalchemy.orm import Session, aliased

from .ids import is_own_id, new_id
from .kept import KnownPlayer
from .models import GameRow, PlayerRow, SeatRow, Utc

LIVING = aliased(PlayerRow, name="living")
"""Whoever a player goes on as: the one they are merged into, else themselves."""

GOES_ON_AS = and_(
    LIVING.book_id == PlayerRow.book_id,
    LIVING.id == func.coalesce(PlayerRow.merged_into, PlayerRow.id),
)


@dataclass(frozen=True, slots=True)
class Person:
    """A player of the book who is merged into nobody."""

    id: str
    name: str


def known_players(
    session: Session, book_id: str, *, with_hidden: bool = False
) -> list[KnownPlayer]:
    """Return who is in a book, those who played most first, then those known longest.

    Who was merged into another counts with that one; who is hidden is left out unless asked for.
    Who sits in no game any more, not even in a deleted one, is on no list.
    """
    rows = _played(session, book_id)
    alike, seen = Counter(row.name for row in rows), Counter[str]()
    known = []
    for own_id, name, hidden, games, last in rows:
        seen[name] += 1
        twin = seen[name] if alike[name] > 1 else 0
        known.append(KnownPlayer(own_id, name, games, last, hidden, twin))
    shown = [player for player in known if with_hidden or not player.hidden]
    return sorted(shown, key=lambda player: -player.games)


def everybody(session: Session, book_id: str) -> list[PlayerRow]:
    """Return all players of a book as they are kept, the longest known first."""
    rows = session.scalars(
        select(PlayerRow).where(PlayerRow.book_id == book_id).order_by(PlayerRow.made, PlayerRow.id)
    )
    return list(rows)


def _played(session: Session, book_id: str) -> Sequence[Row[str, str, bool, int, datetime | None]]:
    """Return everybody who sits in a game, in how many, and when the last of them began.

    The longest known come first. A deleted game is not counted, but may come back: who sits in
    nothing else has 0 of them.
    """
    is_there = GameRow.deleted.is_(None)
    return session.execute(
        select(
            LIVING.id,
            LIVING.name,
            LIVING.hidden,
            func.sum(case((is_there, 1), else_=0)),
            func.max(case((is_there, GameRow.started)), type_=Utc),
        )
        .select_from(SeatRow)
        .join(GameRow, (GameRow.book_id == SeatRow.book_id) & (GameRow.id == SeatRow.game_id))
        .join(
            PlayerRow,
            (PlayerRow.book_id == SeatRow.book_id) & (PlayerRow.id == SeatRow.player_id),
        )
        .join(LIVING, GOES_ON_AS)
        .where(SeatRow.book_id == book_id)
        .group_by(LIVING.id, LIVING.name, LIVING.hidden, LIVING.made)
        .order_by(LIVING.made, LIVING.id)
    ).all()


def player_for(session: Session, book_id: str, name: str, *, seated: Collection[str]) -> str:
    """Return the id of the longest-known player of this name who is not seated, else a new one.

    Players who sit in no game come after all others: no list shows them. Nobody is found by the
    name they had before they were merged into another.
    """
    found = session.scalars(
        select(PlayerRow.id)
        .where(
            PlayerRow.book_id == book_id, PlayerRow.name == name, PlayerRow.merged_into.is_(None)
        )
        .order_by(_sits().desc(), PlayerRow.made, PlayerRow.id)
    )
    return next((known for known in found if known not in seated), None) or make_player(
        session, book_id, name
    )


def make_player(session: Session, book_id: str, name: str) -> str:
    """Add a new player to the book, whoever else has this name, and return the id."""
    row = PlayerRow(book_id=book_id, id=new_id(book_id), name=name, made=datetime.now(UTC))
    session.add(row)
    session.flush()
    return row.id


def has_seat(player: type[PlayerRow] = PlayerRow) -> ColumnElement[bool]:
    """Return what tells whether somebody was seated in any game under the id of a row."""
    return exists().where(SeatRow.book_id == player.book_id, SeatRow.player_id == player.id)


def namesakes(session: Session, book_id: str, names: Collection[str]) -> dict[str, int]:
    """Return the numbers of those who have one of these names and sit in any game.

    The longest known is 1, and so on, as in `KnownPlayer`.
    """
    rows = session.execute(
        select(PlayerRow.id, PlayerRow.name)
        .where(
            PlayerRow.book_id == book_id,
            PlayerRow.name.in_(names),
            PlayerRow.merged_into.is_(None),
            _sits(),
        )
        .order_by(PlayerRow.made, PlayerRow.id)
    )
    seen = Counter[str]()
    found = {}
    for own_id, name in rows:
        seen[name] += 1
        found[own_id] = seen[name]
    return found


def who_are(session: Session, book_id: str, ids: Collection[str]) -> dict[str, Person]:
    """Return for those of these ids that are players of the book who they go on as."""
    possible = [own_id for own_id in ids if is_own_id(own_id)]
    rows = session.execute(
        select(PlayerRow.id, LIVING.id, LIVING.name)
        .join(LIVING, GOES_ON_AS)
        .where(PlayerRow.book_id == book_id, PlayerRow.id.in_(possible))
    )
    return {own_id: Person(living, name) for own_id, living, name in rows}


def hide(session: Session, book_id: str, player_id: str, *, hidden: bool) -> None:
    """Leave a player out of suggestions and lists, or put them back; games are as they were."""
    session.execute(
        update(PlayerRow)
        .where(PlayerRow.book_id == book_id, PlayerRow.id == player_id)
        .values(hidden=hidden)
    )


def rename(session: Session, book_id: str, player_id: str, name: str) -> None:
    """Give a player another name, and every game they sit in another revision.

    Whoever changes more than one game holds the book's lock, see `books.lock_book`.
    """
    session.execute(
        update(PlayerRow)
        .where(PlayerRow.book_id == book_id, PlayerRow.id == player_id)
        .values(name=name)
    )
    renew_games_of(session, book_id, player_id)


def games_of(book_id: str, player_id: str) -> Select[str]:
    """Return the query for the ids of the games a player sits in, under whatever id."""
    return (
        select(SeatRow.game_id)
        .join(
            PlayerRow,
            (PlayerRow.book_id == SeatRow.book_id) & (PlayerRow.id == SeatRow.player_id),
        )
        .where(
            SeatRow.book_id == book_id,
            or_(PlayerRow.id == player_id, PlayerRow.merged_into == player_id),
        )
    )


def renew_games_of(session: Session, book_id: str, player_id: str) -> None:
    """Raise the revision of every game a player sits in, under whatever id."""
    session.execute(
        update(GameRow)
        .where(GameRow.book_id == book_id, GameRow.id.in_(games_of(book_id, player_id)))
        .values(revision=GameRow.revision + 1)
        .execution_options(synchronize_session=False)
    )


def _sits() -> ColumnElement[bool]:
    """Return what tells whether a player sits in any game, as themselves or merged into them."""
    merged = aliased(PlayerRow)
    as_another = exists().where(
        merged.book_id == PlayerRow.book_id, merged.merged_into == PlayerRow.id, has_seat(merged)
    )
    return or_(has_seat(), as_another)
