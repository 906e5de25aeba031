"""How the database is spoken to, so that an answered save is a kept one."""

import threading
from dataclasses import replace
from typing import Any

import pytest
from sqlalchemy import Engine, text
from sqlalchemy.exc import IntegrityError

from scorekeeper.rules import Game, Hand, Play, Player
from scorekeeper.store.kept import KeptGame
from scorekeeper.store.models import PlayerRow, PlayRow
from tests.store.conftest import Book

THREADS, SAVES = 8, 40

SETTINGS: dict[str, dict[str, Any]] = {
    "sqlite": {
        "PRAGMA journal_mode": "wal",
        "PRAGMA synchronous": 2,  # FULL: on the disk before it is answered
        "PRAGMA foreign_keys": 1,
        "PRAGMA busy_timeout": 10_000,
    },
    "postgresql": {
        "SHOW transaction_isolation": "repeatable read",
        "SHOW synchronous_commit": "on",
    },
}


class PowerCutError(Exception):
    """What ends a transaction before its time."""


def points_game(seats: int) -> Game:
    return Game(
        players=tuple(Player(f"Player {seat}") for seat in range(seats)),
        hands=(Hand.undealt(1, range(seats)),),
    )


def give_a_point(hand: Hand, seat: int) -> Hand:
    plays = tuple(
        replace(play, adjust=play.adjust + 1) if play.seat == seat else play for play in hand.plays
    )
    return replace(hand, plays=plays)


def test_each_connection_is_set_up(engine: Engine) -> None:
    """The log is written ahead and to the disk, references hold, and a reader sees one moment."""
    expected = SETTINGS[engine.dialect.name]
    with engine.connect() as connection:
        assert {ask: connection.scalar(text(ask)) for ask in expected} == expected


@pytest.mark.parametrize(
    "row",
    [
        PlayRow(book_id="?", game_id="?", number=1, seat=0, uncounted=False, adjust=0),
        PlayRow(book_id="?", game_id="?", number=99, seat=0, uncounted=False, adjust=0),
    ],
    ids=["no such game", "no such hand"],
)
def test_nothing_refers_to_what_is_not_there(book: Book, row: PlayRow) -> None:
    """A play without its hand is refused by the database itself."""
    row.sits_out = False
    with pytest.raises(IntegrityError), book.writing() as session:
        session.add(row)


def test_a_player_with_games_stays(book: Book) -> None:
    """Who sits in a game cannot be dropped from under it."""
    kept = book.load(book.set_up(points_game(2)))
    with pytest.raises(IntegrityError), book.writing() as session:
        session.delete(session.get_one(PlayerRow, (book.id, kept.player_ids[0])))


def test_no_save_of_many_threads_is_lost(book: Book) -> None:
    """Of eight threads that read and then write forty times each, every save is kept."""
    game_id = book.set_up(points_game(THREADS))

    def keep_giving(seat: int) -> None:
        for _ in range(SAVES):
            _give(book, game_id, seat)

    threads = [threading.Thread(target=keep_giving, args=(seat,)) for seat in range(THREADS)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    kept = book.load(game_id)
    assert kept.revision == THREADS * SAVES
    assert kept.game.hand(1).plays == tuple(Play(seat, adjust=SAVES) for seat in range(THREADS))


def test_a_reader_sees_one_moment(book: Book) -> None:
    """What is read within one transaction is of one state, whatever is saved meanwhile."""
    game_id = book.set_up(points_game(2))
    with book.reading() as session:
        seen = session.scalar(text("SELECT count(*) FROM changes"))
        _give(book, game_id, 0)
        assert session.scalar(text("SELECT count(*) FROM changes")) == seen


def test_a_failed_change_leaves_nothing(book: Book) -> None:
    """A transaction that breaks off keeps none of its parts."""
    game_id = book.set_up(points_game(2))
    before = _give(book, game_id, 0)

    def save_and_break_off() -> None:
        with book.writing() as session:
            book.change(session, game_id, lambda hand: give_a_point(hand, 1))
            raise PowerCutError

    with pytest.raises(PowerCutError):
        save_and_break_off()
    assert book.load(game_id) == before


def _give(book: Book, game_id: str, seat: int) -> KeptGame:
    """Read a hand and write it back with one point more, in one transaction."""
    with book.writing() as session:
        return book.change(session, game_id, lambda hand: give_a_point(hand, seat))
