"""Past games found: by who played, when, and what the game was called."""

import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from enum import StrEnum
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session

from .models import GameRow
from .players import games_of
from .reading import Shelf, shelf


class Kind(StrEnum):
    """Which games of a book are looked through; those that were given up only when asked for."""

    ANY = ""
    OVER = "over"
    PLAYING = "playing"
    GIVEN_UP = "given-up"


@dataclass(frozen=True, slots=True)
class Search:
    """What games are looked for by; days are in UTC, as everywhere, and both count in."""

    player_id: str | None = None
    title: str = ""
    since: date | None = None
    until: date | None = None
    kind: Kind = Kind.ANY


@dataclass(frozen=True, slots=True)
class Page:
    """Some of the games that were found, the latest first: `number` of `pages`, from 1."""

    shelf: Shelf
    found: int
    number: int
    pages: int


def find_games(session: Session, book_id: str, search: Search, *, page: int, most: int) -> Page:
    """Return a page of the games that a search finds; past the last page, the last."""
    ids = _ids(session, book_id, search)
    pages = max(1, -(-len(ids) // most))
    number = min(max(1, page), pages)
    some = ids[(number - 1) * most : number * most]
    return Page(shelf(session, book_id, some), len(ids), number, pages)


def all_games(session: Session, book_id: str) -> list[str]:
    """Return the ids of every game that is not deleted, given up or not, the oldest first."""
    ids = session.scalars(
        select(GameRow.id)
        .where(GameRow.book_id == book_id, GameRow.deleted.is_(None))
        .order_by(GameRow.started, GameRow.id)
    )
    return list(ids)


def in_order_of_play(session: Session, book_id: str) -> list[str]:
    """Return the ids of every game that is not deleted, the one changed last at the end."""
    ids = session.scalars(
        select(GameRow.id)
        .where(GameRow.book_id == book_id, GameRow.deleted.is_(None))
        .order_by(GameRow.last_change, GameRow.id)
    )
    return list(ids)


def _ids(session: Session, book_id: str, search: Search) -> Sequence[str]:
    rows = session.execute(
        select(GameRow.id, GameRow.title)
        .where(GameRow.book_id == book_id, GameRow.deleted.is_(None), *_asked(book_id, search))
        .order_by(GameRow.started.desc(), GameRow.id)
    )
    # No database folds the letters of all our languages alike.
    wanted = _folded(search.title)
    return [own_id for own_id, title in rows if wanted in _folded(title)]


def _asked(book_id: str, search: Search) -> list[Any]:
    """Return what the database can look for."""
    asked: list[Any] = [GameRow.given_up.is_(search.kind is Kind.GIVEN_UP)]
    if search.kind in (Kind.OVER, Kind.PLAYING):
        asked.append(GameRow.over.is_(search.kind is Kind.OVER))
    if search.since is not None:
        asked.append(GameRow.started >= _midnight(search.since))
    if search.until is not None and search.until < date.max:
        asked.append(GameRow.started < _midnight(search.until + timedelta(days=1)))
    if search.player_id is not None:
        asked.append(GameRow.id.in_(games_of(book_id, search.player_id)))
    return asked


def _midnight(day: date) -> datetime:
    return datetime.combine(day, time(), UTC)


def _folded(text: str) -> str:
    return unicodedata.normalize("NFKC", text).casefold()
