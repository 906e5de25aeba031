"""The counter of a book's changes, by which games stand in the order in which they were played."""

from sqlalchemy import ColumnElement, func, select
from sqlalchemy.orm import aliased

from .models import GameRow

COUNTED = aliased(GameRow, name="counted")


def next_change(book_id: str) -> ColumnElement[int]:
    """Return the expression for the count of the next change in a book.

    Two games changed at the same moment by two processes may get the same count: a lock on the
    book would let the saves of its tables wait for one another.
    """
    last = select(func.coalesce(func.max(COUNTED.last_change), 0)).where(COUNTED.book_id == book_id)
    return last.scalar_subquery() + 1
