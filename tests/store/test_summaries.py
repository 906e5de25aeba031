"""What is kept of each game for the statistics: always what the hands say."""

import sqlite3
from contextlib import closing
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from sqlalchemy import Engine, create_engine, delete, event, select, update
from sqlalchemy.pool import NullPool

from scorekeeper.rules import Game, Hand, Play, Player
from scorekeeper.rules.table import ended, joined, reopened
from scorekeeper.statistics import VERSION
from scorekeeper.store import changes, games, imports, summaries
from scorekeeper.store.kept import KeptGame, Start
from scorekeeper.store.models import BookRow, SummaryRow
from scorekeeper.store.schema import migrate, upgrade
from tests.profiles import tried
from tests.rules import strategies as any_of
from tests.store.conftest import TEST, Book

law = tried(20)

STARTED = datetime(2024, 2, 29, 19, 30, tzinfo=UTC)
HAND = Hand(1, (Play(0, 1, 1), Play(1, 1, 0)))
TABLE = Game((Player("Ann"), Player("Ben")), (Hand.undealt(1, range(2)),) * 2)

Rows = list[dict[str, Any]]


def kept_of(book: Book, game_id: str) -> Rows:
    """Return the summaries of a game as they are kept."""
    columns = SummaryRow.__table__.columns
    with book.reading() as session:
        rows = session.execute(
            select(*columns).where(SummaryRow.game_id == game_id).order_by(SummaryRow.seat)
        )
        return [dict(row._mapping) for row in rows]  # noqa: SLF001 - SQLAlchemy's public name


def told_by(kept: KeptGame) -> Rows:
    """Return the summaries that the hands of a game make."""
    return [dict(row) for row in summaries.values(kept)]


def is_in_step(book: Book, game_id: str) -> bool:
    return kept_of(book, game_id) == told_by(book.load(game_id))


@law
@given(game=any_of.games(), data=st.data())
def test_summaries_follow_every_save_and_undo(book: Book, game: Game, data: st.DataObject) -> None:
    """After each hand saved, corrected or taken back the summaries are what the hands say."""
    game_id = book.play(replace(game, ended_early=False))
    assert is_in_step(book, game_id)
    number = data.draw(st.integers(1, len(game.hands)))
    hand = game.hand(number)
    book.save(game_id, number, Hand.undealt(hand.cards, hand.seats, dealer=hand.dealer))
    assert is_in_step(book, game_id)
    for _ in range(data.draw(st.integers(0, len(book.history(game_id))))):
        book.undo(game_id)
        assert is_in_step(book, game_id)


@law
@given(game=any_of.finished_games())
def test_summaries_follow_the_end_of_a_game(book: Book, game: Game) -> None:
    """A game that ends early, is opened again, or gains a player, is summed up as it stands."""
    game_id = book.play(replace(game, ended_early=False))
    for changed in (ended, reopened):
        with book.writing() as session:
            kept = games.lock_game(session, book.id, game_id)
            assert kept
            changes.change_table(
                session,
                kept,
                changed(kept.game),
                kind=changes.ENDED,
                device=TEST,
                base=kept.revision,
            )
        assert is_in_step(book, game_id)
    book.undo(game_id)
    assert is_in_step(book, game_id)


def test_a_player_who_joins_is_summed_up_at_once(book: Book) -> None:
    """Somebody who joins a game with a scored hand has a row, without a hand of their own yet."""
    game_id = book.set_up(TABLE)
    book.save(game_id, 1, HAND)
    with book.writing() as session:
        kept = games.lock_game(session, book.id, game_id)
        assert kept
        more = joined(kept.game, Player("Cy", 7), number=2)
        changes.join(session, kept, more, base=kept.revision, device=TEST)
    assert is_in_step(book, game_id)
    assert [(row["players"], row["total"], row["hands"]) for row in kept_of(book, game_id)] == [
        (3, 10, "1?d-P"),
        (3, -10, "1?f-S"),
        (3, 7, ""),
    ]


def test_nothing_is_kept_of_a_game_without_a_score(book: Book) -> None:
    """Bids alone leave nothing to sum up; the last result of a hand does, and the end does."""
    game_id = book.set_up(TABLE)
    book.save(game_id, 1, Hand(1, (Play(0, 1), Play(1, 1))))
    assert kept_of(book, game_id) == []
    book.save(game_id, 1, HAND)
    assert len(kept_of(book, game_id)) == 2
    book.undo(game_id)
    assert kept_of(book, game_id) == []


def test_only_what_counts_is_written(book: Book, engine: Engine) -> None:
    """A save touches the summaries of its own game, once, and only where it changes a score."""
    game_id = book.set_up(TABLE)
    touched: list[str] = []

    def listen(_c: object, _cursor: object, statement: str, *_rest: object) -> None:
        if "summaries" in statement:
            touched.append(statement.split(maxsplit=1)[0])

    event.listen(engine, "before_cursor_execute", listen)
    book.save(game_id, 1, Hand(1, (Play(0, 1), Play(1, 1))))
    assert touched == []
    book.save(game_id, 1, HAND)
    assert touched == ["DELETE", "INSERT"]
    book.save(game_id, 2, Hand(1, (Play(0, 1), Play(1, 1))))
    event.remove(engine, "before_cursor_execute", listen)
    assert touched == ["DELETE", "INSERT"]


@law
@given(game=any_of.games())
def test_a_game_brought_in_is_summed_up(book: Book, game: Game) -> None:
    """A game from elsewhere counts from the day it was played."""
    with book.writing() as session:
        game_id = imports.keep_game(
            session, book.id, game, setup=datetime.now(UTC).isoformat(), started=Start(STARTED)
        )
    assert is_in_step(book, game_id)
    assert {row["started"] for row in kept_of(book, game_id)} <= {STARTED}


def test_a_recount_makes_summaries_anew(new_book: Book) -> None:
    """Whatever became of them, they are made from the hands again."""
    game_id = new_book.play(replace(TABLE, hands=(HAND, HAND)))
    right = kept_of(new_book, game_id)
    with new_book.writing() as session:
        session.execute(update(SummaryRow).where(SummaryRow.game_id == game_id).values(total=1))
        assert (new_book.id, game_id) in summaries.games_to_count(session)
    assert kept_of(new_book, game_id) != right
    with new_book.writing() as session:
        summaries.recount(session, new_book.id, game_id)
    assert kept_of(new_book, game_id) == right


def test_summaries_of_another_version_are_made_anew(database_url: str, new_book: Book) -> None:
    """A start with another version's summaries counts every game of the book once more."""
    game_id = new_book.play(replace(TABLE, hands=(HAND, HAND)))
    right = kept_of(new_book, game_id)
    with new_book.writing() as session:
        session.execute(delete(SummaryRow).where(SummaryRow.game_id == game_id))
    upgrade(database_url)
    assert kept_of(new_book, game_id) == []
    with new_book.writing() as session:
        session.execute(update(BookRow).where(BookRow.id == new_book.id).values(summed=0))
    upgrade(database_url)
    assert kept_of(new_book, game_id) == right
    with new_book.reading() as session:
        assert session.get_one(BookRow, new_book.id).summed == VERSION


# In another test's game a seat may sit out the last hand: by the newer rule it has left.
@pytest.mark.own_app
@pytest.mark.only_on("sqlite")
def test_games_of_an_older_version_are_summed_up(
    tmp_path: Path, database_url: str, book: Book
) -> None:
    """Books that were kept before there were summaries have them after the next start."""
    book.play(replace(TABLE, hands=(HAND, HAND)))
    old = tmp_path / "old.sqlite3"
    engine = create_engine(f"sqlite:///{old}", poolclass=NullPool)
    with engine.begin() as connection:
        migrate(connection, "0002")
    with (
        closing(sqlite3.connect(old, isolation_level=None)) as into,
        closing(sqlite3.connect(database_url.removeprefix("sqlite:///"))) as new,
    ):
        into.execute("ATTACH ? AS new", (database_url.removeprefix("sqlite:///"),))
        for table in ("books", "players", "games", "seats", "hands", "plays"):
            columns = ", ".join(row[1] for row in into.execute(f"PRAGMA main.table_info({table})"))
            into.execute(f"INSERT INTO {table} ({columns}) SELECT {columns} FROM new.{table}")  # noqa: S608 - our own names
        into.execute("DETACH new")
        upgrade(f"sqlite:///{old}")
        everything = "SELECT * FROM summaries ORDER BY book_id, game_id, seat"
        right = new.execute(everything).fetchall()
        assert right
        assert into.execute(everything).fetchall() == right
        players = into.execute("SELECT DISTINCT hidden, merged_into FROM players").fetchall()
        assert players == [(0, None)]
        assert into.execute("SELECT DISTINCT deleted FROM games").fetchall() == [(None,)]
