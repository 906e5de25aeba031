"""Whether the app can do its work."""

from flask import Blueprint
from sqlalchemy import text
from sqlalchemy.exc import SQLAlchemyError

from .extensions import db

bp = Blueprint("health", __name__)


@bp.get("/healthz")
def healthz() -> tuple[dict[str, str], int]:
    """Answer 200 when the database does."""
    try:
        db.session.execute(text("SELECT 1 FROM books LIMIT 1"))
    except SQLAlchemyError:
        return {"database": "unreachable"}, 503
    return {"database": "ok"}, 200
