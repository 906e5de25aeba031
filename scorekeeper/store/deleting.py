"""Games deleted and brought back: nothing of them is lost, they are only nowhere to be seen."""

from datetime import UTC, datetime

from sqlalchemy import select, update
from sqlalchemy.orm import Session

from . import summaries
from .ids import is_own_id
from .models import GameRow
from .reading import Shelf, shelf


def delete(session: Session, book_id: str, game_id: str) -> bool:
    """Take a game out of sight; return whether the book has it. Twice is as good as once."""
    _set(session, book_id, game_id, datetime.now(UTC))
    return is_deleted(session, book_id, game_id)


def bring_back(session: Session, book_id: str, game_id: str) -> bool:
    """Put a deleted game back as it was; return whether the book has it."""
    if _set(session, book_id, game_id, None):
        # While it was away its summaries were nobody's care.
        summaries.recount(session, book_id, game_id)
    return has_game(session, book_id, game_id)


def is_deleted(session: Session, book_id: str, game_id: str) -> bool:
    """Tell whether the book has this game among the deleted ones; any text may be asked for."""
    if not is_own_id(game_id):
        return False
    found = select(GameRow.id).where(
        GameRow.book_id == book_id, GameRow.id == game_id, GameRow.deleted.is_not(None)
    )
    return session.scalar(found) is not None


def has_game(session: Session, book_id: str, game_id: str) -> bool:
    """Tell whether the book has this game, deleted ones aside, readable or not."""
    found = select(GameRow.id).where(
        GameRow.book_id == book_id, GameRow.id == game_id, GameRow.deleted.is_(None)
    )
    return session.scalar(found) is not None


def deleted_games(session: Session, book_id: str, *, most: int) -> tuple[Shelf, list[datetime]]:
    """Return the games deleted last, the latest first, and when each of those was that is read."""
    rows = session.execute(
        select(GameRow.id, GameRow.deleted)
        .where(GameRow.book_id == book_id, GameRow.deleted.is_not(None))
        .order_by(GameRow.deleted.desc(), GameRow.id)
        .limit(most)
    ).all()
    when = {row.id: row.deleted for row in rows}
    found = shelf(session, book_id, list(when))
    return found, [when[kept.id] for kept in found.games]


def _set(session: Session, book_id: str, game_id: str, moment: datetime | None) -> bool:
    """Delete a game, or bring it back, where it is not so already; return whether it was not."""
    is_other = GameRow.deleted.is_(None) if moment else GameRow.deleted.is_not(None)
    # By what it is called alone: the game need not be one that can be read.
    changed = session.execute(
        update(GameRow)
        .where(GameRow.book_id == book_id, GameRow.id == game_id, is_other)
        .values(deleted=moment, revision=GameRow.revision + 1)
        .execution_options(synchronize_session=False)
        .returning(GameRow.id)
    )
    return changed.first() is not None
