"""Undo: the newest change first, then further back, past undos, to the start."""

from itertools import product

import pytest

from tests.cases import cases
from tests.conftest import BROWSER, Device, Document, Keeper

STALE = ["0", "1", "2", "4", "999", "x", "-1", "\x00", "9" * 40, " "]
"""Bases of an undo that are not the game's revision, which is 3."""


@pytest.fixture
def game_id(keeper: Keeper) -> str:
    return keeper.set_up(order="custom", hand_sizes="3,2,1")


def played(document: Document) -> object:
    """Return everything of a document but its revisions."""
    hands = [{k: v for k, v in hand.items() if k != "revision"} for hand in document["hands"]]
    return {**document, "revision": None, "hands": hands}


def test_undo_walks_back_to_the_start(keeper: Keeper, game_id: str) -> None:
    """Each undo gives the state before the save, until nothing is left: 409 and the document."""
    states = [keeper.document(game_id)]
    states.append(keeper.save(game_id, 1, bids=[1, 2]))
    states.append(keeper.save(game_id, 1, bids=[1, 2], taken=[1, 2], trump="clubs"))
    states.append(keeper.save(game_id, 2, bids=[1, 2], dealer=0, adjust_1=-5))
    states.append(keeper.save(game_id, 1, cards=4))
    for before in reversed(states[:-1]):
        assert played(keeper.undo(game_id)) == played(before)
    nothing_left = keeper.try_undo(game_id)
    assert nothing_left.status_code == 409
    assert nothing_left.get_json() == keeper.document(game_id)
    assert keeper.document(game_id)["revision"] == 8


def test_the_next_undo_goes_past_the_last(keeper: Keeper, game_id: str) -> None:
    """An undo is no change to be taken back, and a save after it is."""
    first = keeper.save(game_id, 1, bids=[1])
    keeper.save(game_id, 1, bids=[2])
    assert played(keeper.undo(game_id)) == played(first)
    keeper.save(game_id, 1, bids=[3])
    assert played(keeper.undo(game_id)) == played(first)
    assert keeper.undo(game_id)["hands"][0]["state"] == "waiting"


def test_undo_raises_the_revisions(keeper: Keeper, game_id: str) -> None:
    """What an undo changes is a new revision, of the game and of the hand."""
    keeper.save(game_id, 2, bids=[1])
    document = keeper.undo(game_id)
    assert document["revision"] == 2
    assert [hand["revision"] for hand in document["hands"]] == [0, 2, 0]


@pytest.fixture
def before(keeper: Keeper, game_id: str) -> Document:
    """Return the document after three changes, of which each could be undone."""
    for bid in (1, 2, 3):
        keeper.save(game_id, 1, bids=[bid])
    return keeper.document(game_id)


@cases("base, accept", product(STALE, ["application/json", BROWSER]))
def test_an_undo_of_another_state_is_refused(
    keeper: Keeper, game_id: str, before: Document, base: str, accept: str
) -> None:
    """An undo from a page that is out of date takes nothing back."""
    answer = keeper.try_undo(game_id, base=base, accept=accept)
    assert answer.status_code == 409
    assert keeper.document(game_id) == before
    if accept != BROWSER:
        assert answer.get_json() == before


def test_the_same_undo_again_does_nothing_more(keeper: Keeper, game_id: str) -> None:
    """An undo that is sent twice is answered with 200 twice, and takes one change back."""
    keeper.save(game_id, 1, bids=[1])
    keeper.save(game_id, 1, bids=[2])
    answers = [keeper.try_undo(game_id, base=2) for _ in range(2)]
    assert [answer.status_code for answer in answers] == [200, 200]
    assert answers[0].get_json() == answers[1].get_json() == keeper.document(game_id)


def test_a_browser_is_sent_to_the_table(keeper: Keeper, game_id: str) -> None:
    """A plain form is answered with a 303; where nothing is left, with a page that says so."""
    keeper.save(game_id, 1, bids=[1])
    answer = keeper.try_undo(game_id, accept=BROWSER)
    assert (answer.status_code, answer.location) == (303, f"/games/{game_id}")
    answer = keeper.try_undo(game_id, accept=BROWSER)
    assert answer.status_code == 409
    assert "nothing left to undo" in answer.get_data(as_text=True)


def test_the_button_follows(keeper: Keeper, reader: Device, game_id: str) -> None:
    """The button is there for keepers, and cannot be pressed where nothing is left."""
    assert "data-undo" not in reader.page(f"/games/{game_id}")
    assert "data-undo disabled" in keeper.page(f"/games/{game_id}")
    keeper.save(game_id, 1, bids=[1])
    assert "data-undo disabled" not in keeper.page(f"/games/{game_id}")
    assert "data-undo" in keeper.page(f"/games/{game_id}")


def test_a_game_over_can_be_taken_up_again(keeper: Keeper) -> None:
    """Taking the last result back ends the end."""
    game_id = keeper.set_up(order="custom", hand_sizes="1")
    assert keeper.save(game_id, 1, bids=[1, 1], taken=[1, 0])["state"] == "over"
    assert keeper.undo(game_id)["state"] == "playing"
