"""Games kept whole: the same rows as when they are kept one by one."""

from dataclasses import replace
from typing import Any

from hypothesis import given
from hypothesis import strategies as st
from sqlalchemy import select

from scorekeeper.rules import Game, Hand, Play, Player, Trump
from scorekeeper.store import games
from scorekeeper.store.ids import new_id
from scorekeeper.store.imports import keep_game
from scorekeeper.store.kept import KeptGame, Pen
from scorekeeper.store.models import Base, GameRow, HandRow, PlayRow, SeatRow, SummaryRow
from scorekeeper.store.wholes import WholeGame, keep_whole
from tests.profiles import tried
from tests.rules.strategies import finished_games
from tests.rules.strategies import games as any_games

from .conftest import Book

SMALL = Game(
    (Player("Ann"), Player("Ben")),
    tuple(Hand(2, (Play(0, 1, 1), Play(1, 1, 1)), Trump.CLUBS) for _ in range(3)),
)
law = tried(25)
drawn_games = st.lists(st.one_of(any_games(), finished_games()), min_size=1, max_size=3)


def rows_of(book: Book, game_id: str, model: type[Base]) -> list[dict[str, Any]]:
    """Return all that a table has of a game, but for the id, and how and when it came in."""
    table = model.__table__
    key = table.c.id if model is GameRow else table.c.game_id
    with book.reading() as session:
        found = session.execute(select(table).where(key == game_id).order_by(*table.primary_key))
        rows = [dict(row) for row in found.mappings()]
    left_out = ("id", "game_id", "setup", "last_change")
    return [{name: value for name, value in row.items() if name not in left_out} for row in rows]


def counts_of(book: Book, ids: list[str]) -> list[int]:
    """Return where each of these games stands in the order of the changes of the book."""
    with book.reading() as session:
        found = session.execute(select(GameRow.id, GameRow.last_change).where(GameRow.id.in_(ids)))
        counts = {row.id: row.last_change for row in found}
    return [counts[own_id] for own_id in ids]


def keep(book: Book, *kept: KeptGame) -> list[int]:
    with book.writing() as session:
        return list(keep_whole(session, [WholeGame.of(each) for each in kept]))


@law
@given(drawn_games)
def test_the_rows_are_those_of_a_game_kept_by_itself(book: Book, drawn: list[Game]) -> None:
    """Each column of game, seats, hands, plays and summaries; each is changed after the last."""
    with book.writing() as session:
        ids = [keep_game(session, book.id, game, setup=new_id(book.id)) for game in drawn]
    before = [book.load(game_id) for game_id in ids]
    twins = [replace(kept, id=new_id(book.id)) for kept in before]
    assert keep(book, *twins) == [len(twins)]
    for kept, twin in zip(before, twins, strict=True):
        for model in (GameRow, SeatRow, HandRow, PlayRow, SummaryRow):
            assert rows_of(book, twin.id, model) == rows_of(book, kept.id, model)
        assert replace(book.load(twin.id), id=kept.id) == kept
    counts = counts_of(book, [*ids, *(twin.id for twin in twins)])
    # A game that is kept by itself is counted at each of its steps.
    assert counts == sorted(set(counts))


def test_all_that_is_kept_of_a_game_comes_along(new_book: Book) -> None:
    """Revisions, marks, the pen and that it was given up; it is played on like any other."""
    kept = new_book.load(new_book.play(SMALL))
    twin = replace(
        kept,
        id=new_id(new_book.id),
        revision=77,
        hand_revisions=tuple(range(len(kept.hand_revisions))),
        corrected=tuple(n % 2 == 0 for n in range(len(kept.corrected))),
        given_up=True,
        pen=Pen("ab12", "linux"),
    )
    keep(new_book, twin)
    assert new_book.load(twin.id) == twin
    with new_book.reading() as session:
        assert twin.id not in [
            each.id
            for shelf in (
                games.games_under_way(session, new_book.id),
                games.finished_games(session, new_book.id, most=9),
            )
            for each in shelf.games
        ]


def test_many_are_kept_in_portions(new_book: Book) -> None:
    """So that whoever waits is told how far it is."""
    kept = new_book.load(new_book.set_up(SMALL))
    twins = [replace(kept, id=new_id(new_book.id)) for _ in range(120)]
    assert keep(new_book, *twins) == [50, 50, 20]
    assert keep(new_book) == []
