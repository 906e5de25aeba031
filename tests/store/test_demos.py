"""The demo book: beside the real one, and gone without a trace."""

from datetime import UTC, datetime
from random import Random

from sqlalchemy import Engine, func, select
from sqlalchemy.orm import Session

from scorekeeper.demo import cast, demo_games
from scorekeeper.rules import scorecard
from scorekeeper.store import books, demos, games, players
from scorekeeper.store.demos import TABLES, Demo
from scorekeeper.store.models import Base, ChangeRow

from .conftest import Book, settled

SINCE, UNTIL = datetime(2024, 1, 1, tzinfo=UTC), datetime(2026, 1, 1, tzinfo=UTC)


def small_demo() -> Demo:
    people = [player for player, _ in cast(6, Random(1))]  # noqa: S311 - a demo is no secret
    made = demo_games(games=20, players=6, since=SINCE, until=UNTIL, seed=3)
    return demos.prepare(people, made)


def keep(book: Book, demo: Demo) -> str:
    with book.writing() as session:
        demos.keep_demo(session, demo)
    return demo.book_id


def counts(book: Book, book_id: str) -> list[int]:
    with book.reading() as session:
        return [
            session.scalar(select(func.count()).where(table.book_id == book_id)) or 0
            for table in TABLES
        ]


def is_demo(session: Session, book_id: str) -> bool:
    found = books.book_generation(session, book_id)
    assert found
    return found.is_demo


def test_every_table_of_a_book_is_known() -> None:
    """What is not removed with a demo would be left for good."""
    held = set(Base.metadata.tables) - {"books"}
    assert {table.__tablename__ for table in TABLES} == held


def test_a_demo_has_its_people_and_games(new_book: Book) -> None:
    """Every game is the one that was made up, with its day, and one is still under way."""
    demo = small_demo()
    keep(new_book, demo)
    with new_book.reading() as session:
        for whole in demo.games:
            kept = games.load_game(session, demo.book_id, whole.kept.id)
            assert kept == whole.kept
            assert kept.game == settled(kept.game)
        under_way = games.games_under_way(session, demo.book_id).games
        known = players.known_players(session, demo.book_id)
        assert is_demo(session, demo.book_id)
    assert len(demo.games) == 20
    assert [scorecard(kept.game).over for kept in under_way] == [False]
    assert len(known) == 6


def test_a_demo_is_never_the_first_book(engine: Engine) -> None:
    """Not even where it was made before any other; its people sit nowhere else."""
    book = Book(engine)
    demo_id = keep(book, small_demo())
    with book.writing() as session:
        first = books.first_book(session)
        assert first != demo_id
        assert not is_demo(session, first)
        assert demos.demo_book(session) is not None
        demos.remove_demos(session)


def test_a_removed_demo_leaves_nothing(new_book: Book) -> None:
    """All its rows go, and none of another book's."""
    with new_book.writing() as session:
        demos.remove_demos(session)  # that of a test before, in the same database
    game_id = new_book.set_up(small_demo().games[0].kept.game)
    demo_id = keep(new_book, small_demo())
    filled = dict(zip(TABLES, counts(new_book, demo_id), strict=True))
    assert [table for table, rows in filled.items() if not rows] == [ChangeRow]
    with new_book.writing() as session:
        assert demos.remove_demos(session) == 1
        assert demos.demo_book(session) is None
        assert demos.remove_demos(session) == 0
    assert counts(new_book, demo_id) == [0] * len(TABLES)
    assert new_book.load(game_id).id == game_id
