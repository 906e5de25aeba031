"""Changes to the table as they are kept: revisions, undo, names in other games, giving up."""

from collections.abc import Callable
from dataclasses import replace

import pytest

from scorekeeper.rules import Game, Hand, Play, Player
from scorekeeper.rules.table import ended, joined, left, reopened, reseated, with_coming_hands
from scorekeeper.store import books, changes, games, players
from scorekeeper.store.history import NAMES as NAMES_CHANGED
from scorekeeper.store.history import note, steps_of
from scorekeeper.store.kept import KeptGame, NothingToUndoError, Pen, StaleError
from scorekeeper.store.models import ChangeRow
from scorekeeper.store.putting import put
from tests.store.conftest import TEST, Book

NAMES = ("Ann", "Ben", "Cy")
BLANK = Hand.undealt(3, range(3))
SCORED = Hand(3, (Play(0, 1, 1), Play(1, 1, 1), Play(2, 1, 1)))
BLANK_OF_TWO = Hand.undealt(3, range(2))
DORA = Player("Dora", -15)

TABLE: list[tuple[str, Callable[[Game], Game], set[int]]] = [
    (changes.LEFT, lambda game: left(game, 1, number=3), {3, 4}),
    (changes.LEFT, lambda game: left(game, 1, number=4), {4}),
    (changes.COMING, lambda game: with_coming_hands(game, [3, 2, 3]), {3}),
    (changes.COMING, lambda game: with_coming_hands(game, [3, 3, 3, 1]), {5}),
    (changes.COMING, lambda game: with_coming_hands(game, [3]), set()),
    (changes.ENDED, ended, set()),
]
"""A change after the first of four hands, and the hands that it makes others."""


def begun(book: Book) -> KeptGame:
    """Return a game of three players and four hands, the first of them scored."""
    players = tuple(Player(name) for name in NAMES)
    return book.save(book.set_up(Game(players=players, hands=(BLANK,) * 4)), 1, SCORED)


def change(
    book: Book, kept: KeptGame, how: Callable[[Game], Game], kind: str, *, base: int | None = None
) -> KeptGame:
    """Keep what becomes of a game, made from the game as it stands unless `base` is given."""
    with book.writing() as session:
        now = games.lock_game(session, book.id, kept.id)
        assert now is not None
        made_from = now.revision if base is None else base
        return changes.change_table(
            session, now, how(now.game), kind=kind, device=TEST, base=made_from
        )


def join(book: Book, kept: KeptGame, number: int, *, base: int | None = None) -> KeptGame:
    with book.writing() as session:
        now = games.lock_game(session, book.id, kept.id)
        assert now is not None
        made_from = now.revision if base is None else base
        game = joined(now.game, DORA, number=number)
        return changes.join(session, now, game, base=made_from, device=TEST)


def exchange(
    book: Book,
    kept: KeptGame,
    names: tuple[str, ...],
    *,
    title: str = "",
    knows_book: bool = True,
) -> KeptGame:
    with book.writing() as session:
        now = games.lock_game(session, book.id, kept.id)
        assert now is not None
        players = zip(now.game.players, names, strict=True)
        game = replace(
            now.game, title=title, players=tuple(replace(p, name=name) for p, name in players)
        )
        return changes.change_names(
            session, now, game, base=now.revision, device=TEST, knows_book=knows_book
        )


def table(*names: str) -> Game:
    return Game(tuple(map(Player, names)), (Hand.undealt(3, range(len(names))),))


def names_of(kept: KeptGame) -> tuple[str, ...]:
    return tuple(player.name for player in kept.game.players)


def known(book: Book) -> list[str]:
    with book.reading() as session:
        return [player.name for player in players.known_players(session, book.id)]


@pytest.mark.parametrize(("kind", "how", "reached"), TABLE)
def test_just_the_hands_that_become_others_are_new_revisions(
    book: Book, kind: str, how: Callable[[Game], Game], reached: set[int]
) -> None:
    """A change takes the next revision, and so do the hands it reaches; undo as well."""
    before = begun(book)
    kept = change(book, before, how, kind)
    assert kept.revision == 2
    assert {n for n, at in enumerate(kept.hand_revisions, start=1) if at == 2} == reached
    assert kept == book.load(kept.id)
    undone = book.undo(kept.id)
    assert (undone.game, undone.player_ids) == (before.game, before.player_ids)
    assert undone.revision == 3
    assert undone == book.load(kept.id)


def test_another_seat_makes_every_hand_another(book: Book) -> None:
    """Who joins sits out what was played, so a hand saved from before would seat them in it."""
    before = begun(book)
    kept = join(book, before, 3)
    assert kept.hand_revisions == (2, 2, 2, 2)
    assert kept == book.load(kept.id)
    with pytest.raises(StaleError):
        book.save(kept.id, 1, replace(SCORED, dealer=1), base=1)
    undone = book.undo(kept.id)
    assert undone == book.load(kept.id)
    assert (undone.game, undone.player_ids) == (before.game, before.player_ids)


def test_dropped_hands_come_back_as_they_were(book: Book) -> None:
    """What was noted ahead in a hand, its mark included, is there again after an undo."""
    kept = begun(book)
    book.save(kept.id, 4, Hand(3, (Play(0, adjust=5), Play(2)), dealer=2))
    book.save(kept.id, 3, replace(SCORED, dealer=1))
    book.save(kept.id, 2, SCORED)
    before = book.load(kept.id)
    change(book, kept, lambda game: with_coming_hands(game, []), changes.COMING)
    undone = book.undo(kept.id)
    assert (undone.game, undone.corrected) == (before.game, before.corrected)
    assert undone.corrected_hands == {2}
    assert undone == book.load(kept.id)


def test_the_finale_comes_back(book: Book) -> None:
    """A finale that was dropped from the list is one again when that is undone."""
    players = tuple(Player(f"Player {seat}") for seat in range(6))
    hands = (Hand.undealt(8, range(6)), Hand.undealt(9, range(6)))
    kept = book.load(book.set_up(Game(players=players, hands=hands, finale=True)))
    assert not change(
        book, kept, lambda game: with_coming_hands(game, [8]), changes.COMING
    ).game.finale
    assert not book.load(kept.id).game.finale
    book.undo(kept.id)
    assert book.load(kept.id).game.finale


def test_people_change_seats_with_all_that_is_theirs(book: Book) -> None:
    """Ids, points and absences move together, and every hand is another."""
    players = tuple(Player(name, start) for name, start in zip(NAMES, (1, 2, 3), strict=True))
    hands = (replace(BLANK, dealer=2), Hand.undealt(3, (0, 2)))
    before = book.load(book.set_up(Game(players=players, hands=hands)))
    book.save(before.id, 2, hands[1])
    order = (2, 0, 1)
    with book.writing() as session:
        now = games.lock_game(session, book.id, before.id)
        assert now is not None
        kept = changes.change_table(
            session,
            now,
            reseated(now.game, order),
            kind=changes.SEATS,
            device=TEST,
            base=now.revision,
            player_ids=[now.player_ids[old] for old in order],
        )
    assert kept.player_ids == tuple(before.player_ids[old] for old in order)
    assert [player.start for player in kept.game.players] == [3, 1, 2]
    assert kept.game.hand(2).seats == (0, 1)
    assert kept.hand_revisions == (2, 2)
    assert kept == book.load(kept.id)
    assert book.undo(kept.id).player_ids == before.player_ids


def test_what_is_so_already_is_no_step(book: Book) -> None:
    """The same game in its own place changes nothing, whatever it was made from."""
    kept = begun(book)
    for kind, how in ((changes.REOPENED, reopened), (changes.COMING, lambda game: game)):
        assert change(book, kept, how, kind, base=0) == kept
    assert exchange(book, kept, NAMES) == kept
    assert len(book.history(kept.id)) == 1


@pytest.mark.parametrize("base", [0, 2, 999])
def test_a_change_from_another_state_is_refused(new_book: Book, base: int) -> None:
    """It leaves no step, and nobody new in the book."""
    kept = begun(new_book)
    with pytest.raises(StaleError):
        change(new_book, kept, ended, changes.ENDED, base=base)
    with pytest.raises(StaleError):
        join(new_book, kept, 2, base=base)
    assert new_book.load(kept.id) == kept
    assert len(new_book.history(kept.id)) == 1
    assert sorted(known(new_book)) == sorted(NAMES)


def test_an_exchange_is_of_one_game(new_book: Book) -> None:
    """Another player sits there, with every hand as it was; all other games are left alone."""
    first, second = begun(new_book), begun(new_book)
    kept = exchange(new_book, first, ("Anna", "Ben", "Cy"), title="Friday")
    assert kept == new_book.load(first.id)
    assert names_of(kept) == ("Anna", "Ben", "Cy")
    assert (kept.revision, kept.hand_revisions) == (first.revision + 1, first.hand_revisions)
    assert kept.game.hands == first.game.hands
    assert kept.player_ids[0] not in first.player_ids
    assert kept.player_ids[1:] == first.player_ids[1:]
    assert new_book.load(second.id) == second
    undone = new_book.undo(first.id)
    assert (undone.game, undone.player_ids) == (first.game, first.player_ids)
    assert undone == new_book.load(first.id)


def test_a_name_means_who_bears_it_in_the_book(new_book: Book) -> None:
    """For the scorebook's key; for the key of one game it is somebody new each time."""
    kept, dora = begun(new_book), new_book.load(new_book.set_up(table("Dora", "Ben")))
    names = ("Dora", "Ben", "Cy")
    exchanged = exchange(new_book, kept, names, knows_book=False)
    assert exchanged.player_ids[0] not in {*dora.player_ids, *kept.player_ids}
    new_book.undo(kept.id)
    again = exchange(new_book, kept, names, knows_book=False)
    assert again.player_ids[0] not in {*dora.player_ids, exchanged.player_ids[0]}
    new_book.undo(kept.id)
    assert exchange(new_book, kept, names).player_ids[0] == dora.player_ids[0]


def test_undo_seats_whoever_sat_there_under_their_name_of_today(new_book: Book) -> None:
    """What the table was is kept by who its people are, not by what they were called."""
    first = begun(new_book)
    exchange(new_book, first, ("Anna", "Ben", "Cy"))
    join(new_book, first, 2)
    ann, ben, _ = first.player_ids
    with new_book.writing() as session:
        players.rename(session, new_book.id, ann, "Änn")
        players.rename(session, new_book.id, ben, "Benny")
    assert names_of(new_book.undo(first.id)) == ("Anna", "Benny", "Cy")
    undone = new_book.undo(first.id)
    assert names_of(undone) == ("Änn", "Benny", "Cy")
    assert undone == new_book.load(first.id)


def test_a_rename_of_an_earlier_version_is_not_taken_back(new_book: Book) -> None:
    """It changed every game, and undo is of this one: no more than the title comes back."""
    first, second = begun(new_book), begun(new_book)
    ann = first.player_ids[0]
    with new_book.writing() as session:
        now = games.lock_game(session, new_book.id, first.id)
        assert now is not None
        change = ChangeRow(
            kind=NAMES_CHANGED,
            base=now.revision,
            before={"names": {"title": "", "players": {ann: "Anna"}}},
            after={"names": {"title": "Friday", "players": {ann: "Ann"}}},
        )
        note(session, now, change, TEST)
        put(session, now, replace(now, game=replace(now.game, title="Friday")))
    undone = new_book.undo(first.id)
    assert (undone.game.title, names_of(undone)) == ("", NAMES)
    assert undone == new_book.load(first.id)
    assert new_book.load(second.id) == second


def test_the_pen_and_giving_up_are_no_steps(book: Book) -> None:
    """They are another revision, once, and undo passes over them."""
    kept = begun(book)
    for _ in range(2):
        with book.writing() as session:
            games.take_pen(session, book.load(kept.id), Pen("abcd", "linux"))
    for _ in range(2):
        with book.writing() as session:
            games.give_up(session, book.load(kept.id))
    now = book.load(kept.id)
    assert (now.pen, now.given_up, now.revision) == (Pen("abcd", "linux"), True, 3)
    assert now.hand_revisions == kept.hand_revisions
    undone = book.undo(kept.id)
    assert (undone.pen, undone.given_up, undone.revision) == (now.pen, True, 4)
    with pytest.raises(NothingToUndoError):
        book.undo(kept.id)


def test_a_given_up_game_is_on_no_list(new_book: Book) -> None:
    """Neither among the games under way nor among the finished ones, until it is put back."""
    kept = begun(new_book)

    def listed() -> list[str]:
        with new_book.reading() as session:
            under_way = games.games_under_way(session, new_book.id).games
            finished = games.finished_games(session, new_book.id, most=9).games
        return [game.id for game in (*under_way, *finished)]

    assert listed() == [kept.id]
    for given_up, expected in ((True, []), (False, [kept.id])):
        with new_book.writing() as session:
            games.give_up(session, new_book.load(kept.id), given_up=given_up)
        assert listed() == expected


def test_an_ended_game_is_over_in_the_lists(new_book: Book) -> None:
    """A game ended early is among the finished ones, and back when it is opened again."""
    kept = begun(new_book)
    for how, kind, over in ((ended, changes.ENDED, True), (reopened, changes.REOPENED, False)):
        change(new_book, kept, how, kind)
        with new_book.reading() as session:
            finished = games.finished_games(session, new_book.id, most=9).games
        assert [game.id for game in finished] == [kept.id] * over


def test_steps_are_read_newest_first(book: Book) -> None:
    """The history ends at as many as are asked for."""
    kept = begun(book)
    change(book, kept, ended, changes.ENDED)
    book.undo(kept.id)
    with book.reading() as session:
        steps = steps_of(session, kept, most=2)
    assert [(step.kind, step.is_undone) for step in steps] == [("undo", False), ("ended", True)]


def test_states_are_told_of_all_books_at_once(book: Book, new_book: Book) -> None:
    """The poller asks once for games of any books; unknown ones are left out."""
    first, second = begun(book), begun(new_book)
    with book.reading() as session:
        states = games.states_of(session, {first.id, second.id, "2222222233333333"})
    assert states == {first.id: (1, "1.1"), second.id: (1, "1.1")}
    with book.writing() as session:
        books.renew_game_keys(session, book.id, first.id)
        books.renew_book_keys(session, new_book.id)
    with book.reading() as session:
        states = games.states_of(session, [first.id, second.id])
    assert states == {first.id: (1, "1.2"), second.id: (1, "2.1")}
