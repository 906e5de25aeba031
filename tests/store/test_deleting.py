"""Games deleted and brought back, and past games found."""

from datetime import UTC, date, datetime, timedelta

import pytest
from sqlalchemy import select, update

from scorekeeper.rules import Game, Hand, Play, Player
from scorekeeper.store import books, deleting, games, players
from scorekeeper.store.models import GameRow, SummaryRow
from scorekeeper.store.searching import Kind, Page, Search, find_games

from .conftest import Book


def played(book: Book, *names: str, title: str = "", day: date | None = None) -> str:
    """Keep a game of one hand that is over, and return its id."""
    plays = tuple(Play(seat, 1, int(seat == 0)) for seat in range(len(names)))
    people = tuple(Player(name) for name in names)
    game_id = book.play(Game(people, (Hand(1, plays),), title=title))
    if day:
        with book.writing() as session:
            evening = datetime(day.year, day.month, day.day, 23, 59, 59, tzinfo=UTC)
            session.execute(update(GameRow).where(GameRow.id == game_id).values(started=evening))
    return game_id


def delete(book: Book, game_id: str) -> None:
    with book.writing() as session:
        assert deleting.delete(session, book.id, game_id)


def bring_back(book: Book, game_id: str) -> None:
    with book.writing() as session:
        assert deleting.bring_back(session, book.id, game_id)


def find(book: Book, search: Search, *, page: int = 1, most: int = 50) -> Page:
    with book.reading() as session:
        return find_games(session, book.id, search, page=page, most=most)


def found(book: Book, search: Search) -> list[str]:
    return [kept.id for kept in find(book, search).shelf.games]


def test_a_deleted_game_is_nowhere(new_book: Book) -> None:
    """It cannot be read or changed, is on no list, and counts for nobody."""
    game_id = played(new_book, "Ann", "Ben")
    delete(new_book, game_id)
    with new_book.reading() as session:
        assert games.load_game(session, new_book.id, game_id) is None
        assert games.lock_game(session, new_book.id, game_id) is None
        assert games.revision_of(session, new_book.id, game_id) is None
        assert books.game_generations(session, new_book.id, game_id) is None
        assert games.finished_games(session, new_book.id, most=9).games == []
        assert [each.games for each in players.known_players(session, new_book.id)] == [0, 0]
        assert not deleting.has_game(session, new_book.id, game_id)
    assert found(new_book, Search()) == []


def test_followers_are_let_go_of(new_book: Book) -> None:
    """The state that streams are told is another one, as when its keys are renewed."""
    game_id = played(new_book, "Ann", "Ben")
    states = []
    for change in (lambda *_: None, delete, bring_back):
        change(new_book, game_id)
        with new_book.reading() as session:
            states.append(games.states_of(session, [game_id])[game_id])
    revisions, generations = zip(*states, strict=True)
    assert revisions == (1, 2, 3)
    assert generations == ("1.1", "deleted", "1.1")


def test_a_game_comes_back_as_it_was(new_book: Book) -> None:
    """Only its revision has risen; its summaries, which were nobody's care, are made anew."""
    game_id = played(new_book, "Ann", "Ben")
    before = new_book.load(game_id)
    delete(new_book, game_id)
    with new_book.writing() as session:
        session.execute(update(SummaryRow).where(SummaryRow.game_id == game_id).values(total=7))
    bring_back(new_book, game_id)
    after = new_book.load(game_id)
    assert (after.game, after.revision) == (before.game, before.revision + 2)
    with new_book.reading() as session:
        totals = session.scalars(
            select(SummaryRow.total).where(SummaryRow.game_id == game_id).order_by(SummaryRow.seat)
        )
        assert list(totals) == [10, -10]


def test_twice_is_as_good_as_once(new_book: Book) -> None:
    """The same deletion sent again changes nothing, and so does bringing back."""
    game_id = played(new_book, "Ann", "Ben")
    for act in (delete, bring_back):
        act(new_book, game_id)
        with new_book.reading() as session:
            before = games.states_of(session, [game_id])
        act(new_book, game_id)
        with new_book.reading() as session:
            assert games.states_of(session, [game_id]) == before


def test_another_books_game_is_out_of_reach(book: Book, new_book: Book) -> None:
    """Every query is made within a book."""
    game_id = played(book, "Ann", "Ben")
    with new_book.writing() as session:
        assert not deleting.delete(session, new_book.id, game_id)
        assert not deleting.bring_back(session, new_book.id, game_id)
    assert book.load(game_id).id == game_id


def test_deleted_games_are_listed_latest_first(new_book: Book) -> None:
    """With the moment of each deletion; a game that came back is not among them."""
    ids = [played(new_book, "Ann", "Ben") for _ in range(3)]
    for game_id in ids:
        delete(new_book, game_id)
    bring_back(new_book, ids[1])
    with new_book.reading() as session:
        listed, when = deleting.deleted_games(session, new_book.id, most=9)
    assert [kept.id for kept in listed.games] == [ids[2], ids[0]]
    assert when == sorted(when, reverse=True)
    assert datetime.now(UTC) - when[0] < timedelta(minutes=5)


DAYS = [date(2026, 1, 31), date(2026, 2, 1), date(2026, 2, 28)]


@pytest.fixture
def three(new_book: Book) -> list[str]:
    """Keep three games of three days, the oldest first."""
    tables = (("Ann", "Ben"), ("Ann", "Cy"), ("Cy", "Ben"))
    titles = ("Friday at Әлия's", "friday", "")
    return [
        played(new_book, *names, title=title, day=day)
        for names, title, day in zip(tables, titles, DAYS, strict=True)
    ]


SEARCHES = [
    (Search(), [2, 1, 0]),
    (Search(title="FRIDAY"), [1, 0]),
    (Search(title="әЛИЯ"), [0]),
    (Search(title="%"), []),
    (Search(title="_"), []),
    (Search(since=DAYS[1]), [2, 1]),
    (Search(until=DAYS[1]), [1, 0]),
    (Search(since=DAYS[1], until=DAYS[1]), [1]),
    (Search(since=date.min, until=date.max), [2, 1, 0]),
    (Search(kind=Kind.OVER), [2, 1, 0]),
    (Search(kind=Kind.PLAYING), []),
    (Search(kind=Kind.GIVEN_UP), []),
]


@pytest.mark.parametrize(("search", "places"), SEARCHES)
def test_games_are_found(
    new_book: Book, three: list[str], search: Search, places: list[int]
) -> None:
    """The latest first; days are whole days and count in, titles are found in any case."""
    assert found(new_book, search) == [three[place] for place in places]


def test_games_are_found_by_who_played(new_book: Book, three: list[str]) -> None:
    """By id, since two may share a name; a stranger has played none."""
    ann, ben = new_book.load(three[0]).player_ids
    assert found(new_book, Search(player_id=ann)) == [three[1], three[0]]
    assert found(new_book, Search(player_id=ben, title="friday")) == [three[0]]
    assert found(new_book, Search(player_id=new_book.id + "23456789")) == []


def test_a_given_up_game_is_found_when_asked_for(new_book: Book, three: list[str]) -> None:
    """It is no longer among the others, but it is not lost either."""
    with new_book.writing() as session:
        games.give_up(session, new_book.load(three[0]))
    assert found(new_book, Search()) == [three[2], three[1]]
    assert found(new_book, Search(kind=Kind.GIVEN_UP)) == [three[0]]


def test_what_is_found_comes_in_pages(new_book: Book, three: list[str]) -> None:
    """A page past the last is the last, one before the first is the first."""
    pages = [find(new_book, Search(), page=n, most=2) for n in (0, 1, 2, 999)]
    assert [[kept.id for kept in page.shelf.games] for page in pages] == [
        three[:0:-1],
        three[:0:-1],
        three[:1],
        three[:1],
    ]
    assert [(page.number, page.pages, page.found) for page in pages] == [
        (1, 2, 3),
        (1, 2, 3),
        (2, 2, 3),
        (2, 2, 3),
    ]
    assert find(new_book, Search(title="nothing")).pages == 1
