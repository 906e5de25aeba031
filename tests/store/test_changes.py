"""The history of a game: saves, corrections, undo, and what was not taken."""

from dataclasses import replace
from typing import TypeAlias

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.rules import Game, Hand, Play, Player, Trump
from scorekeeper.store.history import HAND, REFUSED, UNDO
from scorekeeper.store.kept import KeptGame, NothingToUndoError, StaleError
from tests.profiles import tried
from tests.rules import strategies as any_of
from tests.store.conftest import Book, settled

law = tried(30)

State: TypeAlias = tuple[Game, tuple[bool, ...]]

SCORED = Hand(2, (Play(0, 1, 1), Play(1, 2, 1), Play(2, 1, 0)), Trump.CLUBS)
MIDWAY = Hand(2, (Play(0, 1), Play(1, 2), Play(2, 1)), Trump.CLUBS)
BEGUN = Hand(2, (Play(0, 1), Play(1), Play(2)))
OTHER = Hand(2, (Play(0, 2, 2), Play(1, 2, 0), Play(2, 1, 0)))
BLANK = Hand.undealt(2, range(3))
GIVEN = Hand(2, (Play(0, adjust=10), Play(1), Play(2)))
TURNED_UP = replace(BLANK, trump=Trump.HEARTS)

CORRECTED = [
    ([(1, BEGUN), (1, MIDWAY), (1, SCORED), (1, OTHER)], set()),
    ([(1, SCORED), (2, SCORED)], set()),
    ([(1, SCORED), (2, BEGUN), (1, OTHER)], {1}),
    ([(1, SCORED), (3, BEGUN), (1, OTHER), (2, OTHER)], {1, 2}),
    ([(1, SCORED), (2, TURNED_UP), (1, OTHER)], set()),
    ([(1, SCORED), (2, GIVEN), (1, OTHER)], set()),
    ([(1, SCORED), (2, BEGUN), (2, BLANK), (1, OTHER)], set()),
    ([(1, SCORED), (2, BEGUN), (1, OTHER), (2, BLANK)], {1}),
    ([(1, SCORED), (2, BEGUN), (1, SCORED)], set()),
]
"""Saves in the order they came, and the hands that are then marked as corrected."""

DEALERS = [
    (1, replace(BLANK, dealer=2), {1, 2, 3, 4}),
    (2, replace(BLANK, dealer=0), {2, 3, 4}),
    (2, replace(BLANK, dealer=1), {2}),
    (4, replace(BLANK, dealer=1), {4}),
    (2, Hand.undealt(2, (0, 2)), {2, 3, 4}),
    (2, Hand.undealt(2, (0, 1)), {2}),
    (2, Hand.undealt(5, range(3)), {2}),
    (2, MIDWAY, {2}),
]
"""A hand, what is saved of it, and every hand that this changes: seats 0, 1, 2, 0 deal."""


@pytest.fixture
def game_id(book: Book) -> str:
    """Return a game of four hands at a table of three."""
    players = tuple(Player(name) for name in ("Ann", "Ben", "Cy"))
    return book.set_up(Game(players=players, hands=(BLANK,) * 4))


@law
@given(game=any_of.games(), data=st.data())
def test_undo_walks_back_through_any_changes(book: Book, game: Game, data: st.DataObject) -> None:
    """After any saves and undos in any order, each undo gives the state before, to the start."""
    game_id = book.set_up(game)
    kept = book.load(game_id)
    before: list[State] = []
    for step in data.draw(st.lists(st.sampled_from(("save", "save", "undo")), max_size=8)):
        if step == "save":
            now = _save_anything(book, kept, data)
            if now.revision > kept.revision:
                before.append(_state(kept))
        elif before:
            now = book.undo(game_id)
            assert _state(now) == before.pop()
        else:
            continue
        assert now == book.load(game_id)
        kept = now
    while before:
        kept = book.undo(game_id)
        assert _state(kept) == before.pop()
    assert kept == book.load(game_id)
    with pytest.raises(NothingToUndoError):
        book.undo(game_id)


@law
@given(game=any_of.games(), data=st.data())
def test_a_corrected_hand_scores_as_if_entered_right(
    book: Book, game: Game, data: st.DataObject
) -> None:
    """Putting a hand right gives the same card as entering it right in the first place."""
    number = data.draw(st.integers(1, len(game.hands)))
    wrong = data.draw(_hands_of(game, number))
    corrected = book.play(game.with_hand(number, wrong))
    book.save(corrected, number, game.hand(number))
    assert book.load(corrected).game == settled(game)
    assert book.load(corrected).card == book.load(book.play(game)).card


@law
@given(game=any_of.games(), data=st.data())
def test_revisions_only_rise(book: Book, game: Game, data: st.DataObject) -> None:
    """A change takes the next revision, as do the hands it changes; the others keep theirs."""
    kept = book.load(book.play(game))
    for _ in range(3):
        now = _save_anything(book, kept, data)
        assert now.revision in (kept.revision, kept.revision + 1)
        for number in range(1, len(game.hands) + 1):
            seen = kept.game.hand(number), kept.game.dealers[number - 1]
            same = seen == (now.game.hand(number), now.game.dealers[number - 1])
            was, is_now = kept.hand_revision(number), now.hand_revision(number)
            assert is_now == (was if same else now.revision)
        kept = now


@pytest.mark.parametrize(("number", "hand", "reached"), DEALERS)
def test_a_hand_that_is_dealt_anew_is_another_revision(
    book: Book, game_id: str, number: int, hand: Hand, reached: set[int]
) -> None:
    """Whoever deals, a save renews the revision of every hand that it gives another dealer."""
    kept = book.save(game_id, number, hand)
    assert {n for n in range(1, 5) if kept.hand_revision(n) == kept.revision} == reached
    assert {n for n in range(1, 5) if kept.hand_revision(n) == 0} == set(range(1, 5)) - reached
    assert book.load(game_id) == kept


@pytest.mark.parametrize(("saves", "marked"), CORRECTED)
def test_a_hand_is_corrected_once_a_later_one_was_begun(
    book: Book, game_id: str, saves: list[tuple[int, Hand]], marked: set[int]
) -> None:
    """A change to a hand is a correction only while a bid or result is in for a later one."""
    for number, hand in saves:
        book.save(game_id, number, hand)
    assert book.load(game_id).corrected_hands == marked


def test_undo_takes_the_mark_off_again(book: Book, game_id: str) -> None:
    """A correction that is taken back leaves no mark."""
    for number, hand in ((1, SCORED), (2, BEGUN), (1, OTHER)):
        book.save(game_id, number, hand)
    assert book.undo(game_id).corrected_hands == set()


def test_the_same_save_again_changes_nothing(book: Book, game_id: str) -> None:
    """Equal values are no change, whatever they were made from."""
    first = book.save(game_id, 1, SCORED)
    assert book.save(game_id, 1, SCORED, base=0) == first
    assert book.save(game_id, 1, SCORED, base=999) == first
    assert [step.kind for step in book.history(game_id)] == [HAND]


def test_a_stale_save_is_refused_and_kept_once(book: Book, game_id: str) -> None:
    """What was refused stands in the history as not taken, once however often it is sent."""
    taken = book.save(game_id, 1, SCORED)
    for _ in range(3):
        with pytest.raises(StaleError) as refused:
            book.save(game_id, 1, OTHER, base=0)
        assert refused.value.kept == taken
    assert book.load(game_id) == taken
    assert [step.kind for step in book.history(game_id)] == [HAND, REFUSED]
    plays = (book.history(game_id)[1].after or {})["hands"]["1"]["plays"]
    assert plays == [[0, 2, 2, 0], [1, 2, 0, 0], [2, 1, 0, 0]]


def test_each_refused_version_is_kept(book: Book, game_id: str) -> None:
    """Two versions that were not taken are two steps of the history."""
    book.save(game_id, 1, SCORED)
    for hand in (OTHER, MIDWAY):
        with pytest.raises(StaleError):
            book.save(game_id, 1, hand, base=0)
    assert [step.kind for step in book.history(game_id)] == [HAND, REFUSED, REFUSED]


def test_undo_passes_over_what_was_refused(book: Book, game_id: str) -> None:
    """A version that was never taken cannot be taken back."""
    book.save(game_id, 1, SCORED)
    with pytest.raises(StaleError):
        book.save(game_id, 1, OTHER, base=0)
    assert book.undo(game_id).game.hand(1) == BLANK
    with pytest.raises(NothingToUndoError):
        book.undo(game_id)


def test_other_hands_do_not_stand_in_the_way(book: Book, game_id: str) -> None:
    """A save is stale only by its own hand: two hands may be kept on two phones."""
    book.save(game_id, 1, SCORED)
    kept = book.save(game_id, 2, SCORED, base=0)
    assert kept.hand_revisions == (1, 2, 0, 0)


def test_the_same_undo_again_does_nothing_more(book: Book, game_id: str) -> None:
    """An undo that was answered but not heard is sent again without harm, even later on."""
    book.save(game_id, 1, SCORED)
    book.save(game_id, 2, SCORED)
    undone = book.undo(game_id, base=2)
    assert book.undo(game_id, base=2) == undone
    later = book.save(game_id, 3, SCORED)
    assert book.undo(game_id, base=2) == later
    assert [step.kind for step in book.history(game_id)] == [HAND, HAND, UNDO, HAND]


@pytest.mark.parametrize("base", [0, 1, 3, 999])
def test_an_undo_of_something_else_is_refused(book: Book, game_id: str, base: int) -> None:
    """An undo from a state that is not the newest takes nothing back."""
    book.save(game_id, 1, SCORED)
    kept = book.save(game_id, 2, SCORED)
    with pytest.raises(StaleError):
        book.undo(game_id, base=base)
    assert book.load(game_id) == kept


def _save_anything(book: Book, kept: KeptGame, data: st.DataObject) -> KeptGame:
    number = data.draw(st.integers(1, len(kept.game.hands)))
    return book.save(kept.id, number, data.draw(_hands_of(kept.game, number)))


def _hands_of(game: Game, number: int) -> st.SearchStrategy[Hand]:
    """Return any hand of as many cards as this one, with everybody or with one seat out."""
    seats = range(len(game.players))
    some = [seats, seats[1:]] if len(seats) > 2 else [seats]
    cards = game.hand(number).cards
    return st.one_of([any_of.hands_for(among, cards, house=game.house) for among in some])


def _state(kept: KeptGame) -> State:
    return kept.game, kept.corrected
