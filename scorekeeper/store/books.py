"""Scorebooks, and the generations that their keys must carry."""

from datetime import UTC, datetime
from typing import NamedTuple

from sqlalchemy import select, update
from sqlalchemy.orm import Session

from scorekeeper.statistics import VERSION

from .ids import is_book_id, new_book_id
from .models import BookRow, GameRow


def first_book(session: Session, *, make_as: str | None = None) -> str:
    """Return the id of the instance's oldest book, a demo aside; made now when there is none.

    `make_as` is the id that it gets then, where it is one that a book can have and none has.
    """
    known = session.scalar(
        select(BookRow.id)
        .where(BookRow.demo.is_(False))
        .order_by(BookRow.made, BookRow.id)
        .limit(1)
    )
    if known is not None:
        return known
    is_free = make_as and is_book_id(make_as) and session.get(BookRow, make_as) is None
    return make_book(session, book_id=make_as if is_free else None)


def make_book(session: Session, *, book_id: str | None = None, demo: bool = False) -> str:
    """Make an empty book, with a new id unless it has one from elsewhere, and return its id."""
    book = BookRow(
        id=book_id or new_book_id(),
        generation=1,
        made=datetime.now(UTC),
        summed=VERSION,
        demo=demo,
    )
    session.add(book)
    session.flush()
    return book.id


def lock_book(session: Session, book_id: str) -> None:
    """Hold a book, before any of its games: for whatever changes more than one game at once.

    Two that each hold a game and want the other's would wait for ever.
    """
    session.get(BookRow, book_id, with_for_update=True)


class Generations(NamedTuple):
    """What a key must carry: the generation of a book, and of a game of it where one is asked for.

    `is_demo` tells whether the book is the demo.
    """

    book: int
    is_demo: bool
    game: int = 0


def book_generation(session: Session, book_id: str) -> Generations | None:
    """Return the generation that a key of this book must carry, or None for no such book."""
    found = session.execute(
        select(BookRow.generation, BookRow.demo).where(BookRow.id == book_id)
    ).first()
    return None if found is None else Generations(*found)


def game_generations(
    session: Session, book_id: str, game_id: str, *, deleted: bool = False
) -> Generations | None:
    """Return the generations of a game's book and of the game; None for no such game.

    A deleted game is as good as none, unless it is asked for.
    """
    found = session.execute(
        select(BookRow.generation, BookRow.demo, GameRow.generation)
        .join(GameRow, GameRow.book_id == BookRow.id)
        .where(
            BookRow.id == book_id,
            GameRow.book_id == book_id,
            GameRow.id == game_id,
            GameRow.deleted.is_not(None) if deleted else GameRow.deleted.is_(None),
        )
    ).first()
    return None if found is None else Generations(*found)


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
