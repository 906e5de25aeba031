"""Who plays in a book: found by name for a seat, or made."""

from collections.abc import Collection
from datetime import UTC, datetime

from sqlalchemy import select
from sqlalchemy.orm import Session

from .ids import is_own_id, new_id
from .models import PlayerRow


def player_for(session: Session, book_id: str, name: str, *, seated: Collection[str]) -> str:
    """Return the id of the longest-known player of this name who is not seated, else a new one."""
    namesakes = session.scalars(
        select(PlayerRow.id)
        .where(PlayerRow.book_id == book_id, PlayerRow.name == name)
        .order_by(PlayerRow.made, PlayerRow.id)
    )
    return next((known for known in namesakes if known not in seated), None) or _make(
        session, book_id, name
    )


def names_of(session: Session, book_id: str, ids: Collection[str]) -> dict[str, str]:
    """Return the names of those of these ids that are players of the book."""
    possible = [own_id for own_id in ids if is_own_id(own_id)]
    rows = session.execute(
        select(PlayerRow.id, PlayerRow.name).where(
            PlayerRow.book_id == book_id, PlayerRow.id.in_(possible)
        )
    )
    return {row.id: row.name for row in rows}


def _make(session: Session, book_id: str, name: str) -> str:
    row = PlayerRow(book_id=book_id, id=new_id(book_id), name=name, made=datetime.now(UTC))
    session.add(row)
    session.flush()
    return row.id
