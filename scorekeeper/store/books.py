"""Scorebooks, who plays in them, and the generations that their keys must carry."""

from datetime import UTC, datetime

from sqlalchemy import func, select, update
from sqlalchemy.orm import Session

from scorekeeper.statistics import VERSION

from .ids import new_book_id
from .kept import KnownPlayer
from .models import BookRow, GameRow, PlayerRow, SeatRow


def first_book(session: Session) -> str:
    """Return the id of the instance's oldest book, made now when there is none."""
    known = session.scalar(select(BookRow.id).order_by(BookRow.made, BookRow.id).limit(1))
    return known or make_book(session)


def make_book(session: Session) -> str:
    """Make an empty book and return its id."""
    book = BookRow(id=new_book_id(), generation=1, made=datetime.now(UTC), summed=VERSION)
    session.add(book)
    session.flush()
    return book.id


def book_generation(session: Session, book_id: str) -> int | None:
    """Return the generation that a key of this book must carry, or None for no such book."""
    return session.scalar(select(BookRow.generation).where(BookRow.id == book_id))


def game_generations(session: Session, book_id: str, game_id: str) -> tuple[int, int] | None:
    """Return the generations of a game's book and of the game; None for no such game."""
    found = session.execute(
        select(BookRow.generation, GameRow.generation)
        .join(GameRow, GameRow.book_id == BookRow.id)
        .where(BookRow.id == book_id, GameRow.book_id == book_id, GameRow.id == game_id)
    ).first()
    return None if found is None else (found[0], found[1])


def renew_book_keys(session: Session, book_id: str) -> int:
    """Make every key of a book and of its games worthless; return the new generation."""
    session.execute(
        update(BookRow).where(BookRow.id == book_id).values(generation=BookRow.generation + 1)
    )
    return session.execute(select(BookRow.generation).where(BookRow.id == book_id)).scalar_one()


def renew_game_keys(session: Session, book_id: str, game_id: str) -> int:
    """Make every key of one game worthless, keys of its book aside; return the generation."""
    this_game = (GameRow.book_id == book_id, GameRow.id == game_id)
    session.execute(update(GameRow).where(*this_game).values(generation=GameRow.generation + 1))
    return session.execute(select(GameRow.generation).where(*this_game)).scalar_one()


def known_players(session: Session, book_id: str) -> list[KnownPlayer]:
    """Return who is in a book, those who played most first, then those known longest."""
    games = func.count(SeatRow.game_id)
    rows = session.execute(
        select(PlayerRow.id, PlayerRow.name, games)
        .outerjoin(
            SeatRow,
            (SeatRow.book_id == PlayerRow.book_id) & (SeatRow.player_id == PlayerRow.id),
        )
        .where(PlayerRow.book_id == book_id)
        .group_by(PlayerRow.book_id, PlayerRow.id, PlayerRow.name, PlayerRow.made)
        .order_by(games.desc(), PlayerRow.made, PlayerRow.id)
    )
    return [KnownPlayer(*row) for row in rows]
