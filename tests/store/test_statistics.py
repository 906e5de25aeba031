"""Every figure of any book, held against a second computation from the games' documents."""

import secrets
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict, replace
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from sqlalchemy import Engine, update
from sqlalchemy.orm import Session

from scorekeeper.rules import Game, Hand, Play, Player
from scorekeeper.statistics import GameOf, Split, Totals, breakdowns, duels, periods, records
from scorekeeper.store import imports, statistics
from scorekeeper.store.kept import Start
from scorekeeper.store.models import GameRow, PlayerRow
from scorekeeper.store.statistics import Chosen, Person
from scorekeeper.web.documents import document
from tests.profiles import tried
from tests.rules import strategies as any_of
from tests.statistics.plain import Document, PlainBook, begun, plays_of
from tests.store.conftest import Book

law = tried(15)

NAMES = ("Ann", "Ben", "Cy", "Dora", "Eve", "김하늘")
FIRST = datetime(2023, 11, 30, 23, 59, tzinfo=UTC)
SPAN = timedelta(days=1000)


class RandomBook:
    """A book in which anything happened, and the documents of what counts in it."""

    def __init__(self, book: Book) -> None:
        self.book = book
        self.ids: dict[str, str] = {}
        self.games: list[str] = []
        self.deleted: set[str] = set()
        self.merged: dict[str, str] = {}

    def play(self, game: Game, names: list[str], started: datetime) -> None:
        """Bring a game of these players in."""
        players = tuple(
            replace(player, name=name) for player, name in zip(game.players, names, strict=True)
        )
        with self.book.writing() as session:
            self.games.append(
                imports.keep_game(
                    session,
                    self.book.id,
                    replace(game, players=players),
                    setup=secrets.token_hex(8),
                    started=Start(started),
                )
            )
        self.ids |= dict(zip(names, self.book.load(self.games[-1]).player_ids, strict=True))

    def correct(self, game_id: str, number: int) -> None:
        """Clear a hand."""
        hand = self.book.load(game_id).game.hand(number)
        self.book.save(game_id, number, Hand.undealt(hand.cards, hand.seats, dealer=hand.dealer))

    def delete(self, game_id: str) -> None:
        self.deleted.add(game_id)
        with self.book.writing() as session:
            session.execute(
                update(GameRow).where(GameRow.id == game_id).values(deleted=datetime.now(UTC))
            )

    def merge(self, own_id: str, into: str | None) -> None:
        """Say that somebody is somebody else, or nobody else after all."""
        self.merged.pop(own_id, None)
        self.merged |= {own_id: into} if into else {}
        with self.book.writing() as session:
            session.execute(
                update(PlayerRow).where(PlayerRow.id == own_id).values(merged_into=into)
            )

    def plainly(self, chosen: Chosen = statistics.EVERYTHING) -> PlainBook:
        """Return the second computation of the games that were chosen."""
        documents = [
            document(self.book.load(own_id)) for own_id in self.games if own_id not in self.deleted
        ]
        now = {own_id: self.merged.get(own_id, own_id) for own_id in self.ids.values()}
        return PlainBook(filter(lambda each: _is_chosen(each, chosen), documents), now)

    @contextmanager
    def reading(self) -> Iterator[tuple[Session, dict[str, Person]]]:
        with self.book.reading() as session:
            yield session, statistics.people(session, self.book.id)


def _is_chosen(each: Document, chosen: Chosen) -> bool:
    return (
        (chosen.since is None or begun(each) >= chosen.since)
        and (chosen.before is None or begun(each) < chosen.before)
        and chosen.players in (None, len(each["players"]))
    )


@st.composite
def books(draw: st.DrawFn, engine: Engine) -> RandomBook:
    """Return a book with a few games, some corrected, some deleted, and perhaps a merger."""
    book = RandomBook(Book(engine))
    for _ in range(draw(st.integers(1, 4))):
        seats = draw(st.integers(2, 5))
        kind = draw(st.sampled_from((any_of.finished_games, any_of.games)))
        names = draw(st.permutations(NAMES))[:seats]
        seconds = draw(st.integers(0, int(SPAN.total_seconds())))
        book.play(draw(kind(seats=seats)), names, FIRST + timedelta(seconds=seconds))
    for game_id in draw(st.lists(st.sampled_from(book.games), max_size=2)):
        hands = len(book.book.load(game_id).game.hands)
        book.correct(game_id, draw(st.integers(1, hands)))
        if draw(st.booleans()) and book.book.history(game_id):
            book.book.undo(game_id)
    for game_id in draw(st.sets(st.sampled_from(book.games), max_size=1)):
        book.delete(game_id)
    if draw(st.booleans()):
        one, other = draw(st.permutations(sorted(book.ids.values())))[:2]
        book.merge(one, other)
    return book


@st.composite
def choices(draw: st.DrawFn) -> Chosen:
    moments = st.none() | st.integers(0, SPAN.days).map(lambda days: FIRST + timedelta(days=days))
    return Chosen(draw(moments), draw(moments), draw(st.none() | st.integers(2, 5)))


@law
@given(data=st.data())
def test_what_games_add_up_to(engine: Engine, data: st.DataObject) -> None:
    """Games, wins, totals, places, hands, bids and points agree, for everybody and any choice."""
    book = data.draw(books(engine))
    for chosen in (statistics.EVERYTHING, data.draw(choices())):
        plain = book.plainly(chosen)
        with book.reading() as (session, people):
            found = statistics.totals_of_all(session, book.book.id, people.values(), chosen)
            everything = statistics.split_of_all(session, book.book.id, chosen)
        assert set(found) <= plain.players()
        for own_id in plain.players():
            expected = plain.totals(own_id)
            totals = asdict(found.get(own_id, Totals()))
            assert {name: expected.get(name, 0) for name in totals} == totals
        assert everything.hands == sum(totals.hands for totals in found.values())
        assert everything.sets == sum(totals.sets for totals in found.values())


@law
@given(data=st.data())
def test_what_is_told_of_a_player(engine: Engine, data: st.DataObject) -> None:
    """Breakdowns, records, duels and periods agree, for everybody and any choice."""
    book = data.draw(books(engine))
    chosen = data.draw(st.just(statistics.EVERYTHING) | choices())
    plain = book.plainly(chosen)
    with book.reading() as (session, people):
        now = statistics.living(people.values())
        for own_id, person in people.items():
            games = statistics.games_of(session, book.book.id, person, chosen)
            parts = breakdowns(game.summary.hands for game in games)
            expected = plain.parts(own_id)
            assert _plainly(parts.by_cards) == expected["cards"]
            assert _plainly(parts.by_trump) == expected["trump"]
            assert _plainly(parts.by_role) == expected["role"]
            assert _plainly(parts.by_height) == expected["high"]
            assert {
                other: (duel.ahead, duel.behind, duel.level)
                for other, duel in duels(games, person.ids, now).items()
            } == plain.duels(own_id)
            found = asdict(records(games))
            assert {name: record and record["value"] for name, record in found.items()} == (
                plain.records(own_id)
            )
            _check_periods(plain, own_id, games)


def _plainly(parts: dict[Any, Split]) -> dict[Any, Counter[str]]:
    kinds = {"S": "sets", "O": "overtricks", "P": "perfects"}
    return {
        key: Counter(
            {letter: count for letter, name in kinds.items() if (count := getattr(split, name))}
        )
        for key, split in parts.items()
    }


def _check_periods(plain: PlainBook, own_id: str, games: list[GameOf]) -> None:
    """Check that every game with a score is in the one period in which it began."""
    found = periods(games)
    assert sum((period.totals for period in found), Totals()) == Totals.of(
        game.summary for game in games
    )
    begins = [
        begun(each)
        for each, seat in plain.seats_of(own_id)
        if each["state"] == "over" or any(hand["state"] == "scored" for hand in each["hands"])
    ]
    is_by_year = any(period.month is None for period in found)
    expected = {(day.year, None if is_by_year else day.month) for day in begins}
    assert {(period.year, period.month) for period in found} == expected
    for period in found:
        hands = [
            play
            for each, seat in plain.seats_of(own_id)
            if begun(each).year == period.year and period.month in (None, begun(each).month)
            for play in plays_of(each, seat)
        ]
        assert period.totals.hands == len(hands)


TABLE = Game((Player("Ann"), Player("Ben")), (Hand.undealt(2, range(2)),))
DEAL = Hand(2, (Play(0, 1, 1), Play(1, 1, 1)))


@pytest.fixture
def played(new_book: Book) -> RandomBook:
    """Return a book with two games, of Ann and Ben, and of Cy and Ben, both level."""
    book = RandomBook(new_book)
    for names in (["Ann", "Ben"], ["Cy", "Ben"]):
        book.play(replace(TABLE, hands=(DEAL,)), names, FIRST)
    return book


def games(book: RandomBook) -> dict[str, tuple[int, int]]:
    """Return the games and wins of everybody who has any, by name."""
    with book.reading() as (session, people):
        found = statistics.totals_of_all(session, book.book.id, people.values())
        return {people[own_id].name: (t.games, t.wins) for own_id, t in found.items()}


def test_a_shared_win_counts_for_everybody(played: RandomBook) -> None:
    assert games(played) == {"Ann": (1, 1), "Ben": (2, 2), "Cy": (1, 1)}


def test_a_merger_adds_up_and_can_be_taken_back(played: RandomBook) -> None:
    """Who was merged is part of the other, and as before once it is taken back."""
    before = games(played)
    played.merge(played.ids["Cy"], played.ids["Ann"])
    assert games(played) == {"Ann": (2, 2), "Ben": (2, 2)}
    played.merge(played.ids["Cy"], None)
    assert games(played) == before


def test_a_deleted_game_counts_no_more(played: RandomBook) -> None:
    """It is in no figure, and who sits in no other game is not listed."""
    played.delete(played.games[1])
    assert games(played) == {"Ann": (1, 1), "Ben": (1, 1)}
    with played.reading() as (session, people):
        seated = statistics.seated(session, played.book.id, people.values())
        assert [person.name for person in seated] == ["Ann", "Ben"]


def test_another_book_is_another_world(engine: Engine, played: RandomBook) -> None:
    """Nothing of one book is in the figures of another."""
    other = Book(engine)
    with other.reading() as session:
        assert statistics.totals_of_all(session, other.id, []) == {}
        assert statistics.split_of_all(session, other.id) == Split()
        assert statistics.about_games(session, other.id, played.games) == {}


def test_games_are_told_by_title_and_names(played: RandomBook) -> None:
    """Names are those that people go on under."""
    played.merge(played.ids["Cy"], played.ids["Ann"])
    with played.reading() as (session, _people):
        about = statistics.about_games(session, played.book.id, played.games)
    assert about == {
        played.games[0]: ("", ["Ann", "Ben"]),
        played.games[1]: ("", ["Ann", "Ben"]),
    }
