"""Books out and in again: into an empty one, a used one, and once more."""

import json
from dataclasses import replace
from io import BytesIO
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from sqlalchemy import Engine, update

from scorekeeper.documents import ReadBook, read_book
from scorekeeper.rules import Game, Hand, Play, Player
from scorekeeper.store import bringing, deleting, games, merging, players
from scorekeeper.store.bringing import Plan
from scorekeeper.store.imports import keep_game
from scorekeeper.store.models import GameRow
from scorekeeper.store.searching import all_games
from scorekeeper.web.bookfiles import book_lines
from tests.profiles import tried
from tests.rules.strategies import finished_games
from tests.rules.strategies import games as any_games

from .conftest import Book

law = tried(20)


def nobody(_done: int, _all: int) -> None:
    """Tell nobody how far it is."""


def out(book: Book) -> dict[str, Any]:
    """Return the file of a book."""
    with book.reading() as session:
        written: dict[str, Any] = json.loads("".join(book_lines(session, book.id)))
    return written


def read(written: dict[str, Any]) -> ReadBook:
    found = read_book(BytesIO(json.dumps(written).encode()))
    assert found.refused == ()
    return found


def bring(book: Book, written: dict[str, Any] | ReadBook) -> Plan:
    """Bring a file into a book, and return what was done."""
    file = read(written) if isinstance(written, dict) else written
    with book.reading() as session:
        planned = bringing.plan(session, book.id, file, told=nobody)
    with book.writing() as session:
        return bringing.bring_in(session, book.id, file, planned, told=nobody)


def counts(plan: Plan) -> tuple[int, int, int, int]:
    return len(plan.new), len(plan.same), len(plan.other), len(plan.gone)


def placeless(written: dict[str, Any], book: Book) -> dict[str, Any]:
    """Return a file as it would be of any book: ids without the book's, the moment left out."""
    text = json.dumps({**written, "made": None}, sort_keys=True)
    found: dict[str, Any] = json.loads(text.replace(book.id, "--------"))
    return {**found, "games": sorted(found["games"], key=lambda game: game["id"])}


def table(*names: str, taken: int = 1, title: str = "") -> Game:
    plays = (Play(0, 1, taken), Play(1, 1, 1 - taken))
    return Game(tuple(Player(name) for name in names), (Hand(1, plays),), title=title)


def play(book: Book, *names: str, taken: int = 1, title: str = "") -> str:
    return book.play(table(*names, taken=taken, title=title))


@pytest.fixture
def other_book(engine: Engine) -> Book:
    return Book(engine)


@law
@given(st.lists(st.one_of(any_games(), finished_games()), min_size=1, max_size=3))
def test_a_book_goes_out_and_comes_in(engine: Engine, drawn: list[Game]) -> None:
    """Whatever was played: the documents are the same, and a second time nothing comes in."""
    source, target = Book(engine), Book(engine)
    with source.writing() as session:
        for number, game in enumerate(drawn):
            marks = {1} if number % 2 else set()
            keep_game(session, source.id, game, setup=str(number), corrected=marks)
    written = out(source)
    assert counts(bring(target, written)) == (len(drawn), 0, 0, 0)
    assert placeless(out(target), target) == placeless(written, source)
    assert counts(bring(target, written)) == (0, len(drawn), 0, 0)
    assert placeless(out(target), target) == placeless(written, source)
    assert counts(bring(source, out(target))) == (0, len(drawn), 0, 0)


def test_everything_about_players_comes_along(new_book: Book, other_book: Book) -> None:
    """Who is hidden, who is merged into whom, who is known longest, and two of one name."""
    first = new_book.load(play(new_book, "Kim", "Kim"))
    second = new_book.load(play(new_book, "Jon", "Ann"))
    third = new_book.load(play(new_book, "John", "Ann"))
    with new_book.writing() as session:
        players.hide(session, new_book.id, first.player_ids[0], hidden=True)
        merging.merge(session, new_book.id, second.player_ids[0], third.player_ids[0])
    written = out(new_book)
    bring(other_book, written)
    assert placeless(out(other_book), other_book) == placeless(written, new_book)
    with other_book.reading() as session:
        known = players.known_players(session, other_book.id, with_hidden=True)
    assert [(each.name, each.games, each.hidden, each.twin) for each in known] == [
        ("Ann", 2, False, 0),
        ("John", 2, False, 0),
        ("Kim", 1, True, 1),
        ("Kim", 1, False, 2),
    ]
    with other_book.writing() as session:
        jon = other_book.id + second.player_ids[0][8:]
        merging.part(session, other_book.id, jon)
    assert "Jon" in json.dumps(out(other_book))


def test_a_given_up_game_comes_along_and_a_deleted_one_does_not(
    new_book: Book, other_book: Book
) -> None:
    """A file holds what the book shows; what was given up is off the lists there, too."""
    kept, given_up, deleted = (play(new_book, "Ann", "Ben") for _ in range(3))
    with new_book.writing() as session:
        games.give_up(session, new_book.load(given_up))
        deleting.delete(session, new_book.id, deleted)
    bring(other_book, out(new_book))
    with other_book.reading() as session:
        assert {own_id[8:] for own_id in all_games(session, other_book.id)} == {
            kept[8:],
            given_up[8:],
        }
        listed = games.finished_games(session, other_book.id, most=9).games
    assert [each.id[8:] for each in listed] == [kept[8:]]


def test_into_a_used_book_people_are_matched_by_name(new_book: Book, other_book: Book) -> None:
    """Where one on each side has the name, it is the same person; everybody else is new."""
    play(new_book, "Ann", "Ben")
    here = other_book.load(play(other_book, "Ann", "Cy"))
    planned = bring(other_book, out(new_book))
    assert [player.name for player in planned.matching.new] == ["Ben"]
    with other_book.reading() as session:
        known = players.known_players(session, other_book.id)
    # Ben is known for longer than Cy, if not here.
    assert [(each.name, each.games) for each in known] == [("Ann", 2), ("Ben", 1), ("Cy", 1)]
    assert known[0].id == here.player_ids[0]


@pytest.mark.parametrize(
    ("there", "here"), [(("Kim", "Kim"), ("Kim", "Ann")), (("Kim", "Ann"), ("Kim", "Kim"))]
)
def test_a_name_that_leaves_a_doubt_is_somebody_new(
    new_book: Book, other_book: Book, there: tuple[str, str], here: tuple[str, str]
) -> None:
    """Two of a name on either side: nobody is taken for somebody else, and it is told."""
    play(new_book, *there)
    play(other_book, *here)
    planned = bring(other_book, out(new_book))
    assert planned.matching.unsure == ("Kim",)
    with other_book.reading() as session:
        known = players.known_players(session, other_book.id)
    assert [each.name for each in known].count("Kim") == 3


def test_who_was_renamed_here_is_known_by_id(new_book: Book, other_book: Book) -> None:
    """The name of today stays, in games that come in later, too."""
    first = play(new_book, "Ann", "Ben")
    bring(other_book, out(new_book))
    ann = other_book.id + new_book.load(first).player_ids[0][8:]
    with other_book.writing() as session:
        players.rename(session, other_book.id, ann, "Anna")
    play(new_book, "Ann", "Ben")
    assert counts(bring(other_book, out(new_book))) == (1, 1, 0, 0)
    with other_book.reading() as session:
        known = players.known_players(session, other_book.id)
    assert [(each.name, each.games) for each in known] == [("Anna", 2), ("Ben", 2)]


def test_a_game_that_was_played_on_stays_as_it_is_here(new_book: Book, other_book: Book) -> None:
    """An import overwrites nothing: which of two is right, no program knows."""
    game = Game(tuple(map(Player, ("Ann", "Ben"))), (Hand.undealt(1, (0, 1)),))
    game_id = new_book.set_up(game)
    before = out(new_book)
    bring(other_book, before)
    new_book.save(game_id, 1, table("Ann", "Ben").hand(1))
    assert counts(bring(other_book, out(new_book))) == (0, 0, 1, 0)
    assert placeless(out(other_book), other_book) == placeless(before, new_book)


def test_a_game_that_was_deleted_here_stays_deleted(new_book: Book, other_book: Book) -> None:
    """It is told, since it can be brought back."""
    game_id = play(new_book, "Ann", "Ben")
    bring(other_book, out(new_book))
    with other_book.writing() as session:
        deleting.delete(session, other_book.id, other_book.id + game_id[8:])
    assert counts(bring(other_book, out(new_book))) == (0, 0, 0, 1)
    assert out(other_book)["games"] == []


def test_a_copy_under_another_id_is_recognised(new_book: Book, other_book: Book) -> None:
    """By when it began, who played, and every hand: whatever way it came in."""
    kept = new_book.load(play(new_book, "Ann", "Ben"))
    with other_book.writing() as session:
        keep_game(session, other_book.id, kept.game, setup="copy", started=kept.start)
    assert counts(bring(other_book, out(new_book))) == (0, 1, 0, 0)


def test_games_that_began_at_once_are_two(new_book: Book, other_book: Book) -> None:
    """Two tables of the same people in the same second are told apart by their ids."""
    twins = [play(new_book, "Ann", "Ben") for _ in range(2)]
    with new_book.writing() as session:
        moment = new_book.load(twins[0]).started
        session.execute(update(GameRow).where(GameRow.id == twins[1]).values(started=moment))
    written = out(new_book)
    assert counts(bring(other_book, written)) == (2, 0, 0, 0)
    assert counts(bring(other_book, written)) == (0, 2, 0, 0)


def test_a_game_that_is_in_the_file_twice_comes_in_once(new_book: Book, other_book: Book) -> None:
    """The second is known from the first."""
    play(new_book, "Ann", "Ben")
    written = out(new_book)
    written["games"] *= 2
    assert counts(bring(other_book, written)) == (1, 1, 0, 0)


def test_two_who_are_one_here_do_not_sit_at_one_table(new_book: Book, other_book: Book) -> None:
    """A game at which they did is told apart from those that come in."""
    first, second = play(new_book, "Jon", "Ann"), play(new_book, "John", "Ann")
    bring(other_book, out(new_book))
    jon, john = (other_book.id + new_book.load(each).player_ids[0][8:] for each in (first, second))
    with other_book.writing() as session:
        merging.merge(session, other_book.id, jon, john)
    play(new_book, "Jon", "John")
    planned = bring(other_book, out(new_book))
    assert (counts(planned), len(planned.clashing)) == ((0, 2, 0, 0), 1)


def test_a_merger_that_cannot_be_here_is_left_out(new_book: Book, other_book: Book) -> None:
    """Whom somebody met in this book they are not, whatever another book says."""
    jon, ann = new_book.load(play(new_book, "Jon", "Ann")).player_ids
    john = new_book.load(play(new_book, "John", "Ben")).player_ids[0]
    bring(other_book, written_without(out(new_book), jon))
    with other_book.writing() as session:
        here = [other_book.id + own_id[8:] for own_id in (john, ann)]
        merging.merge(session, other_book.id, *here)
    with new_book.writing() as session:
        merging.merge(session, new_book.id, jon, john)
    # Jon is John in the file, and John is Ann here, whom Jon sat at a table with.
    planned = bring(other_book, out(new_book))
    assert planned.matching.merged == {here[0]: here[1]}
    assert len(planned.new) == 1


def written_without(written: dict[str, Any], player_id: str) -> dict[str, Any]:
    """Return a file without a player and their games."""
    return {
        **written,
        "players": [each for each in written["players"] if each["id"] != player_id],
        "games": [
            game
            for game in written["games"]
            if player_id not in [each["id"] for each in game["players"]]
        ],
    }


def test_a_plan_is_made_anew_where_the_book_has_changed(new_book: Book, other_book: Book) -> None:
    """Between looking and keeping another import of the same file may have been faster."""
    play(new_book, "Ann", "Ben")
    file = read(out(new_book))
    with other_book.reading() as session:
        planned = bringing.plan(session, other_book.id, file, told=nobody)
    bring(other_book, file)
    with other_book.writing() as session:
        done = bringing.bring_in(session, other_book.id, file, planned, told=nobody)
    assert counts(done) == (0, 1, 0, 0)
    assert len(out(other_book)["games"]) == 1


def test_a_revision_never_falls(new_book: Book, other_book: Book) -> None:
    """A game comes in with the revisions it had, so that its document is the same."""
    game_id = play(new_book, "Ann", "Ben")
    with new_book.writing() as session:
        session.execute(update(GameRow).where(GameRow.id == game_id).values(revision=41))
    bring(other_book, out(new_book))
    kept = other_book.load(other_book.id + game_id[8:])
    assert (kept.revision, kept.hand_revisions) == (41, (1,))
    assert replace(kept, id=game_id, book_id=new_book.id).game == new_book.load(game_id).game


def test_games_stay_in_the_order_they_were_played_in(new_book: Book, other_book: Book) -> None:
    """The game changed last stands first in the other book, too, whenever each began."""
    played = [play(new_book, "Ann", "Ben", title=title) for title in "abc"]
    new_book.undo(played[1])
    new_book.undo(played[0])
    new_book.save(played[0], 1, table("Ann", "Ben").hand(1))
    bring(other_book, out(new_book))
    with other_book.reading() as session:
        finished = games.finished_games(session, other_book.id, most=9).games
        under_way = games.games_under_way(session, other_book.id).games
    assert [kept.game.title for kept in finished] == ["a", "c"]
    assert [kept.game.title for kept in under_way] == ["b"]
