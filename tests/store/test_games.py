"""Games as they are kept and come back."""

from collections.abc import Sequence
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from sqlalchemy import Engine

from scorekeeper.rules import Game, Hand, Player, hand_sizes
from scorekeeper.rules.pack import Order
from scorekeeper.store import games, players
from tests.profiles import tried
from tests.rules import strategies as any_of
from tests.store.conftest import Book, settled

law = tried(40)

NAMESAKES = [
    (["Ann", "Ben"], ["Ann", "Ben"], [0, 1]),
    (["Ann", "Ben"], ["Ben", "Ann"], [1, 0]),
    (["Ann", "Ben"], ["Ann", "Cy"], [0, None]),
    (["Ann", "Ann"], ["Ann", "Ben"], [0, None]),
    (["Ann", "Ann"], ["Ann", "Ann"], [0, 1]),
    (["Ann", "Ben"], ["Ann", "Ann"], [0, None]),
    (["Ann", "Ben"], ["ann", "Ben "], [None, None]),
]
"""Names of a first game, names of the next, and which player of the first each of them is."""


def table(names: Sequence[str], *sizes: int) -> Game:
    """Return a game of these players, nothing dealt."""
    return Game(
        players=tuple(Player(name) for name in names),
        hands=tuple(Hand.undealt(cards, range(len(names))) for cards in sizes or (2, 1)),
    )


@law
@given(game=any_of.games())
def test_any_game_comes_back(book: Book, game: Game) -> None:
    """A game that was set up and played is read back as it was, whatever was noted in it."""
    assert book.load(book.play(game)).game == settled(game)


@law
@given(game=any_of.games(), data=st.data())
def test_the_order_of_entry_does_not_matter(book: Book, game: Game, data: st.DataObject) -> None:
    """Hands entered in any order make the same game and the same card."""
    game_id = book.set_up(game)
    for number in data.draw(st.permutations(range(1, len(game.hands) + 1))):
        book.save(game_id, number, game.hand(number))
    kept = book.load(game_id)
    assert kept.game == settled(game)
    assert kept.card == book.load(book.play(game)).card


def test_a_game_that_was_set_up_has_not_changed_yet(book: Book) -> None:
    """A game begins at revision 0, and so does each of its hands."""
    kept = book.load(book.set_up(table(["Ann", "Ben"])))
    assert kept.revision == 0
    assert kept.hand_revisions == (0, 0)
    assert kept.corrected == (False, False)


@pytest.mark.parametrize(("before", "names", "expected"), NAMESAKES)
def test_a_name_means_whom_the_book_knows_longest(
    new_book: Book, before: list[str], names: list[str], expected: list[int | None]
) -> None:
    """A name is the longest-known player of that name who is not seated yet, else a new one."""
    known = new_book.load(new_book.set_up(table(before))).player_ids
    seated = new_book.load(new_book.set_up(table(names))).player_ids
    assert [known.index(own) if own in known else None for own in seated] == expected
    assert len(set(seated)) == len(names)


def test_an_id_means_that_player(new_book: Book) -> None:
    """With an id a name is that namesake, and the others at the table are found around them."""
    first, second = new_book.load(new_book.set_up(table(["Ann", "Ann"]))).player_ids
    again = new_book.set_up(table(["Ann", "Ann"]), player_ids=[None, first])
    assert new_book.load(again).player_ids == (second, first)


def test_nobody_sits_on_two_seats(new_book: Book) -> None:
    """An id that is given twice seats its player once; the second seat goes by its name."""
    ann, ben = new_book.load(new_book.set_up(table(["Ann", "Ben"]))).player_ids
    again = new_book.load(new_book.set_up(table(["Ann", "Ben"]), player_ids=[ann, ann]))
    assert again.player_ids == (ann, ben)


def test_a_player_of_another_book_stays_there(engine: Engine, new_book: Book) -> None:
    """An id that the book does not know counts as none."""
    elsewhere = Book(engine)
    stranger, _ = elsewhere.load(elsewhere.set_up(table(["Ann", "Ben"]))).player_ids
    here = new_book.load(new_book.set_up(table(["Ann", "Ben"]), player_ids=[stranger, "?"]))
    assert here.player_ids[0].startswith(new_book.id)
    assert stranger not in here.player_ids


def test_the_same_form_is_the_same_game(book: Book) -> None:
    """A form that is sent twice sets one game up; another form sets up another."""
    game = table(["Ann", "Ben"])
    assert book.set_up(game, setup="once") == book.set_up(game, setup="once")
    assert book.set_up(game, setup="once") != book.set_up(game, setup="another")


def test_the_same_form_in_another_book_is_another_game(engine: Engine, book: Book) -> None:
    """What makes a form the same holds within a book."""
    game = table(["Ann", "Ben"])
    assert book.set_up(game, setup="twice") != Book(engine).set_up(game, setup="twice")


def test_a_game_is_in_one_book(engine: Engine, book: Book) -> None:
    """A game is not found from another book, nor a game that never was."""
    game_id = book.set_up(table(["Ann", "Ben"]))
    with book.reading() as session:
        assert games.load_game(session, Book(engine).id, game_id) is None
        assert games.load_game(session, book.id, "nothing") is None
        assert games.revision_of(session, book.id, "nothing") is None


def test_games_are_under_way_until_their_last_hand_is_scored(new_book: Book) -> None:
    """A game moves to the finished ones with its last hand, and back when that is taken back."""
    game = replace(table(["Ann", "Ben"]), hands=(Hand.undealt(1, range(2)),))
    game_id = new_book.set_up(game)
    assert _lists(new_book) == ([game_id], [])
    hand = game.hand(1)
    ann, ben = (replace(play, bid=1, taken=1 - play.seat) for play in hand.plays)
    new_book.save(game_id, 1, replace(hand, plays=(ann, ben)))
    assert _lists(new_book) == ([], [game_id])
    new_book.undo(game_id)
    assert _lists(new_book) == ([game_id], [])


def test_lists_begin_with_the_latest_game(new_book: Book) -> None:
    """The game set up last comes first."""
    made = [new_book.set_up(table(["Ann", "Ben"])) for _ in range(3)]
    assert _lists(new_book) == (made[::-1], [])


def test_players_are_listed_by_how_often_they_played(new_book: Book) -> None:
    """Who sat in most games comes first, then who is known longest."""
    new_book.set_up(table(["Ann", "Ben", "Cy"]))
    new_book.set_up(table(["Cy", "Dora"]))
    with new_book.reading() as session:
        known = players.known_players(session, new_book.id)
    assert [(player.name, player.games) for player in known] == [
        ("Cy", 2),
        ("Ann", 1),
        ("Ben", 1),
        ("Dora", 1),
    ]


def test_the_longest_game_there_is_comes_back(book: Book) -> None:
    """Two players' long game with its finale keeps all 39 hands in order."""
    sizes = hand_sizes(2, Order.LONG, finale=True)
    kept = book.load(book.set_up(replace(table(["Ann", "Ben"], *sizes), finale=True)))
    assert tuple(hand.cards for hand in kept.game.hands) == sizes
    assert kept.game.hands[-1].is_whole_pack


def _lists(book: Book) -> tuple[list[str], list[str]]:
    with book.reading() as session:
        under_way = games.games_under_way(session, book.id).games
        finished = games.finished_games(session, book.id, most=10).games
    return [kept.id for kept in under_way], [kept.id for kept in finished]
