"""Reads what is kept for the statistics: within one book, without what was deleted.

Summaries name who was seated; whoever was merged into somebody else counts as that player, so
that taking a merger back is no more than reading it no more.
"""

from collections import Counter
from collections.abc import Collection, Iterable
from dataclasses import dataclass, fields
from datetime import datetime
from typing import Any

from sqlalchemy import ColumnElement, case, func, select
from sqlalchemy.orm import Session

from scorekeeper.statistics import GameOf, Split, Summary, Totals

from .models import GameRow, PlayerRow, SeatRow, SummaryRow
from .players import GOES_ON_AS, LIVING, has_seat


@dataclass(frozen=True, slots=True)
class Chosen:
    """Which games to count: begun since a moment and before another, of so many players."""

    since: datetime | None = None
    before: datetime | None = None
    players: int | None = None


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody in the book; `ids` are their own and those of all who were merged into them.

    `twin` tells apart who share a name, as in `KnownPlayer`.
    """

    id: str
    name: str
    hidden: bool
    ids: tuple[str, ...]
    twin: int = 0


EVERYTHING = Chosen()

_OF_HANDS = (
    *("sets", "overtricks", "perfects", "bids", "taken", "uncounted"),
    *("counted_bids", "set_points", "over_points"),
)
_SUMMARY = tuple(SummaryRow.__table__.columns[field.name] for field in fields(Summary))


def people(session: Session, book_id: str) -> dict[str, Person]:
    """Return everybody in a book who was not merged into somebody else, by id."""
    rows = session.execute(
        select(
            PlayerRow.id,
            PlayerRow.name,
            PlayerRow.hidden,
            PlayerRow.merged_into,
            has_seat().label("sits"),
        )
        .where(PlayerRow.book_id == book_id)
        .order_by(PlayerRow.made, PlayerRow.id)
    ).all()
    merged: dict[str, list[str]] = {}
    for row in rows:
        if row.merged_into:
            merged.setdefault(row.merged_into, []).append(row.id)
    going_on = [row for row in rows if not row.merged_into]
    # Who sits in no game is on no list, so that nobody need be told apart from them.
    sits = {row.merged_into or row.id for row in rows if row.sits}
    alike, seen = Counter(row.name for row in going_on if row.id in sits), Counter[str]()
    found = {}
    for row in going_on:
        seen[row.name] += row.id in sits
        twin = seen[row.name] if row.id in sits and alike[row.name] > 1 else 0
        ids = (row.id, *merged.get(row.id, ()))
        found[row.id] = Person(row.id, row.name, row.hidden, ids, twin)
    return found


def living(everybody: Iterable[Person]) -> dict[str, str]:
    """Return who each player, merged ones too, is now."""
    return {own_id: person.id for person in everybody for own_id in person.ids}


def totals_of_all(
    session: Session, book_id: str, everybody: Collection[Person], chosen: Chosen = EVERYTHING
) -> dict[str, Totals]:
    """Return what the games of each player add up to, by id; who played in none is left out."""
    now = living(everybody)
    found: dict[str, Totals] = {}
    rows = session.execute(
        select(SummaryRow.player_id, *_totals())
        .where(*_counted(book_id, chosen))
        .group_by(SummaryRow.player_id)
    )
    for player_id, *figures in rows:
        own_id = now.get(player_id, player_id)
        found[own_id] = found.get(own_id, Totals()) + Totals(*figures)
    return found


def split_of_all(session: Session, book_id: str, chosen: Chosen = EVERYTHING) -> Split:
    """Return how all hands of a book came out, whoever played them."""
    kinds = (SummaryRow.sets, SummaryRow.overtricks, SummaryRow.perfects)
    row = session.execute(
        select(*(func.coalesce(func.sum(kind), 0) for kind in kinds)).where(
            *_counted(book_id, chosen)
        )
    ).one()
    return Split(*tuple(row))


def games_of(
    session: Session, book_id: str, person: Person, chosen: Chosen = EVERYTHING
) -> list[GameOf]:
    """Return every game of a player that has a summary, the latest first."""
    rows = session.execute(
        select(SummaryRow.game_id, SummaryRow.started, *_SUMMARY)
        .where(SummaryRow.player_id.in_(person.ids), *_counted(book_id, chosen))
        .order_by(SummaryRow.game_id, SummaryRow.seat)
    )
    games = [GameOf(game_id, started, Summary(*figures)) for game_id, started, *figures in rows]
    # Rows come in the order they lie in; to sort them by another would cost the database more.
    return sorted(games, key=lambda game: game.started, reverse=True)


def seated(session: Session, book_id: str, everybody: Iterable[Person]) -> list[Person]:
    """Return those who sit in any game that is not deleted, scored or not."""
    sits = (
        select(SeatRow.game_id)
        .join(GameRow, (GameRow.book_id == SeatRow.book_id) & (GameRow.id == SeatRow.game_id))
        .where(
            SeatRow.book_id == PlayerRow.book_id,
            SeatRow.player_id == PlayerRow.id,
            GameRow.deleted.is_(None),
        )
        .exists()
    )
    ids = set(session.scalars(select(PlayerRow.id).where(PlayerRow.book_id == book_id, sits)))
    return [person for person in everybody if not ids.isdisjoint(person.ids)]


def about_games(
    session: Session, book_id: str, ids: Collection[str]
) -> dict[str, tuple[str, list[str]]]:
    """Return the title of each of these games, and who plays in it in seat order."""
    rows = session.execute(
        select(GameRow.id, GameRow.title, LIVING.name)
        .join(SeatRow, (SeatRow.book_id == GameRow.book_id) & (SeatRow.game_id == GameRow.id))
        .join(
            PlayerRow,
            (PlayerRow.book_id == SeatRow.book_id) & (PlayerRow.id == SeatRow.player_id),
        )
        .join(LIVING, GOES_ON_AS)
        .where(GameRow.book_id == book_id, GameRow.id.in_(ids))
        .order_by(GameRow.id, SeatRow.seat)
    )
    found: dict[str, tuple[str, list[str]]] = {}
    for game_id, title, name in rows:
        found.setdefault(game_id, (title, []))[1].append(name)
    return found


def _totals() -> tuple[ColumnElement[Any], ...]:
    """Return the columns of `Totals`, in the order of its fields."""
    is_over, total, place = SummaryRow.is_over, SummaryRow.total, SummaryRow.place
    return (
        func.sum(case((is_over, 1), else_=0)),
        func.sum(case((is_over & (place == 1), 1), else_=0)),
        func.sum(case((is_over, total), else_=0)),
        func.sum(case((is_over, place), else_=0)),
        func.sum(case((is_over & (place > 0), 1), else_=0)),
        func.max(case((is_over, total))),
        func.min(case((is_over, total))),
        *(func.sum(SummaryRow.__table__.columns[name]) for name in _OF_HANDS),
    )


def _counted(book_id: str, chosen: Chosen) -> list[ColumnElement[bool]]:
    deleted = select(GameRow.id).where(GameRow.book_id == book_id, GameRow.deleted.is_not(None))
    found = [SummaryRow.book_id == book_id, SummaryRow.game_id.not_in(deleted)]
    if chosen.since is not None:
        found.append(SummaryRow.started >= chosen.since)
    if chosen.before is not None:
        found.append(SummaryRow.started < chosen.before)
    if chosen.players is not None:
        found.append(SummaryRow.players == chosen.players)
    return found
