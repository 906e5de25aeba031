"""Whether the app can do its work."""

from flask import Blueprint
from sqlalchemy import func, select, update
from sqlalchemy.exc import SQLAlchemyError

from scorekeeper.store.engine import has_room
from scorekeeper.store.models import BookRow
from scorekeeper.store.schema import revision_of
from scorekeeper.store.troubles import Trouble, trouble_of

from . import outages
from .extensions import db, writing

bp = Blueprint("health", __name__)


@bp.get("/healthz")
def healthz() -> tuple[dict[str, str], int]:
    """Answer 200 when the database does its work, and say which schema it has."""
    try:
        schema = revision_of(db.session.connection())
        trouble = _still_wrong() if schema else Trouble.DAMAGED
    except SQLAlchemyError as error:
        trouble = trouble_of(error)
        if trouble is None:
            raise
    if trouble is not None:
        outages.note(trouble)
        return {"database": trouble.name.lower().replace("_", " ")}, 503
    outages.note_well()
    return {"database": "ok", "schema": str(schema)}, 200


def _still_wrong() -> Trouble | None:
    """Find out whether what kept saves from being written still does."""
    known = outages.last_trouble()
    if known is Trouble.FULL and not has_room(db.engine):
        return known
    if known in (Trouble.FULL, Trouble.READ_ONLY):
        first = select(func.min(BookRow.id)).scalar_subquery()
        as_it_is = update(BookRow).values(generation=BookRow.generation)
        with writing() as store:
            store.execute(as_it_is.where(BookRow.id == first))
    return None
