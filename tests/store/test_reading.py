"""Games read back many at once, and games that cannot be read."""

import logging
from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st
from sqlalchemy import text
from sqlalchemy.exc import DataError, ProgrammingError

from scorekeeper.rules import Game, Hand, Player
from scorekeeper.store import games
from scorekeeper.store.kept import UnreadableGameError
from scorekeeper.store.reading import Shelf, shelf
from tests.profiles import tried
from tests.rules.strategies import games as any_games

from .conftest import Book, settled, undealt

law = tried(25)

WRECKS = [
    "UPDATE plays SET bid = 99 WHERE game_id = :id",
    "UPDATE plays SET bid = 'three' WHERE game_id = :id",
    "UPDATE plays SET taken = -1 WHERE game_id = :id",
    "UPDATE plays SET seat = seat + 14 WHERE game_id = :id",
    "UPDATE hands SET cards = 28 WHERE game_id = :id",
    "UPDATE hands SET trump = 'stars' WHERE game_id = :id",
    "UPDATE hands SET dealer = 7 WHERE game_id = :id",
    "UPDATE games SET hand_order = 'spiral' WHERE id = :id",
    "UPDATE games SET title = '\n' WHERE id = :id",
    "UPDATE games SET started = 'once upon a time' WHERE id = :id",
    "UPDATE games SET first_dealer = 15 WHERE id = :id",
    "UPDATE players SET name = '' WHERE id IN (SELECT player_id FROM seats WHERE game_id = :id)",
    "DELETE FROM plays WHERE game_id = :id; DELETE FROM hands WHERE game_id = :id",
    "DELETE FROM seats WHERE game_id = :id",
]


def game_of(*names: str) -> Game:
    players = tuple(Player(name) for name in names)
    return Game(players, tuple(Hand.undealt(cards, range(len(names))) for cards in (3, 2)))


def begun(book: Book, *names: str) -> str:
    """Set a game up in which the first bid is in, and return its id."""
    game_id = book.set_up(game_of(*names))
    hand = game_of(*names).hand(1)
    play, *others = hand.plays
    bid = type(play)(play.seat, 2)
    book.save(game_id, 1, Hand(3, (bid, *others)))
    return game_id


def wreck(book: Book, game_id: str, how: str) -> None:
    try:
        with book.writing() as session:
            for statement in how.split(";"):
                session.execute(text(statement), {"id": game_id})
    except (DataError, ProgrammingError):
        pytest.skip("PostgreSQL does not take what is no number, or no moment.")


@pytest.fixture
def shelves(new_book: Book) -> Callable[[], tuple[Shelf, Shelf]]:
    def read() -> tuple[Shelf, Shelf]:
        with new_book.reading() as session:
            under_way = games.games_under_way(session, new_book.id)
            return under_way, games.finished_games(session, new_book.id, most=9)

    return read


@law
@given(st.lists(any_games(), min_size=1, max_size=4))
def test_many_games_are_read_as_each_of_them(book: Book, drawn: list[Game]) -> None:
    """Whatever games are read together, each is what it is when it is read alone."""
    ids = [book.play(settled(game)) for game in drawn if undealt_fits(game)]
    with book.reading() as session:
        together = shelf(session, book.id, ids)
    assert together.games == [book.load(game_id) for game_id in ids]
    assert together.unreadable == []


def undealt_fits(game: Game) -> bool:
    """Tell whether every hand can be dealt to everybody, as a game is set up."""
    try:
        undealt(game)
    except ValueError:
        return False
    return True


@pytest.mark.parametrize("how", WRECKS)
def test_a_list_leaves_out_what_cannot_be_read(
    new_book: Book, shelves: Callable[[], tuple[Shelf, Shelf]], how: str
) -> None:
    """Whatever is wrong with one game, those beside it are read, and it is counted."""
    right, wrong = begun(new_book, "Ann", "Ben"), begun(new_book, "Cy", "Dora")
    wreck(new_book, wrong, how)
    under_way, finished = shelves()
    assert [kept.id for kept in under_way.games] == [right]
    assert under_way.unreadable == [wrong]
    assert finished == Shelf()


@pytest.mark.parametrize("how", WRECKS)
def test_a_game_that_cannot_be_read_says_so(new_book: Book, how: str) -> None:
    """Asked for alone, or to be changed, it is an error of its own, that names the game."""
    wrong = begun(new_book, "Ann", "Ben")
    wreck(new_book, wrong, how)
    for find in (games.load_game, games.lock_game):
        with new_book.reading() as session, pytest.raises(UnreadableGameError) as caught:
            find(session, new_book.id, wrong)
        assert caught.value.id == wrong


def test_the_host_is_told_once(new_book: Book, caplog: pytest.LogCaptureFixture) -> None:
    """The log names the game and the reason, but not again with every list."""
    wrong = begun(new_book, "Ann", "Ben")
    wreck(new_book, wrong, WRECKS[0])
    with caplog.at_level(logging.ERROR), new_book.reading() as session:
        for _ in range(3):
            games.games_under_way(session, new_book.id)
    [told] = [record.getMessage() for record in caplog.records]
    assert told.startswith(f"Game {wrong} cannot be read: BidRangeError(seat=0, bid=99")
