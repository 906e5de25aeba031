"""The pen goes from device to device: it is named on the table, and locks nobody out."""

from datetime import timedelta
from itertools import product

import pytest
from flask import Flask

from scorekeeper.config import Config
from scorekeeper.store.ids import book_of
from scorekeeper.web import pens
from scorekeeper.web.keys import Role
from tests.cases import cases
from tests.conftest import BROWSER, SCRIPT, Device, Keeper, link_to, running


@pytest.fixture
def game_id(keeper: Keeper) -> str:
    return keeper.set_up()


def take(keeper: Keeper, game_id: str) -> object:
    """Take the pen and return the device that is named as having it."""
    answer = keeper.send(f"/games/{game_id}/pen", {}, page=f"/games/{game_id}")
    assert answer.status_code == 200
    assert answer.get_json() == keeper.document(game_id)
    return answer.get_json()["pen"]["device"]


def test_nobody_was_handed_the_pen_yet(keeper: Keeper, game_id: str) -> None:
    assert keeper.document(game_id)["pen"] is None


def test_the_pen_passes_and_comes_back(app: Flask, keeper: Keeper, game_id: str) -> None:
    """A keeper of the one game takes it by a form of their own, and the first takes it back."""
    guest = Keeper(app).open(link_to(app, game_id, Role.KEEPER))
    first, second = take(keeper, game_id), take(guest, game_id)
    assert first != second
    assert keeper.document(game_id)["pen"]["device"] == second
    assert take(keeper, game_id) == first
    assert keeper.document(game_id)["revision"] == 3


def test_taking_it_twice_is_taking_it_once(keeper: Keeper, game_id: str) -> None:
    """Who has the pen already raises no revision."""
    assert take(keeper, game_id) == take(keeper, game_id)
    assert keeper.document(game_id)["revision"] == 1


def test_a_browser_is_sent_to_the_table(keeper: Keeper, game_id: str) -> None:
    answer = keeper.send(f"/games/{game_id}/pen", {}, accept=BROWSER)
    assert (answer.status_code, answer.location) == (303, f"/games/{game_id}")


def test_the_pen_locks_nobody_out(app: Flask, keeper: Keeper, game_id: str) -> None:
    """A tap that was not sent before the pen was passed is saved after it, as from any keeper."""
    keeper.save(game_id, 1, bids=[1])
    guest = Keeper(app).open(link_to(app, game_id, Role.KEEPER))
    take(guest, game_id)
    assert keeper.save(game_id, 1, bids=[1, 2], base=1)["revision"] == 3
    assert guest.save(game_id, 2, bids=[1], base=0)["revision"] == 4
    assert keeper.undo(game_id)["hands"][1]["state"] == "waiting"


def test_the_pen_is_no_step_to_be_undone(keeper: Keeper, game_id: str) -> None:
    """Undo takes back what was noted, and leaves the pen where it is."""
    keeper.save(game_id, 1, bids=[1])
    holder = take(keeper, game_id)
    document = keeper.undo(game_id)
    assert document["hands"][0]["state"] == "waiting"
    assert document["pen"]["device"] == holder
    assert keeper.try_undo(game_id).status_code == 409


def test_no_hand_is_another_for_it(keeper: Keeper, game_id: str) -> None:
    """The pen is of the game: hands keep their revisions, so nobody's save goes stale."""
    hands = keeper.save(game_id, 1, bids=[1])["hands"]
    take(keeper, game_id)
    assert keeper.document(game_id)["hands"] == hands


@cases("accept, token", product([SCRIPT, BROWSER], ["", "x"]))
def test_a_form_of_another_page_takes_nothing(
    keeper: Keeper, game_id: str, accept: str, token: str
) -> None:
    """A wrong token is 400."""
    path = f"/games/{game_id}/pen"
    assert keeper.post(path, {"csrf_token": token}, accept=accept).status_code == 400
    assert keeper.document(game_id)["pen"] is None


def test_only_keepers_take_it(stranger: Device, reader: Device, game_id: str) -> None:
    """A reader's attempt is 403, a stranger's finds nothing."""
    assert reader.post(f"/games/{game_id}/pen", {}).status_code == 403
    assert stranger.post(f"/games/{game_id}/pen", {}).status_code == 404


def test_a_keeper_of_the_book_may_always(
    app: Flask, book_id: str, keeper: Keeper, game_id: str
) -> None:
    """Whoever joins as keeper later takes the pen as well."""
    take(keeper, game_id)
    late = Keeper(app).open(link_to(app, book_id, Role.KEEPER))
    assert take(late, game_id) == late.document(game_id)["pen"]["device"]


def test_another_device_that_saves_is_told_of(
    keeper: Keeper, config: Config, monkeypatch: pytest.MonkeyPatch
) -> None:
    """For five minutes after its save, whichever process took it; one's own saves do not count."""
    game_id = keeper.set_up()
    second = Keeper(keeper.app).open(link_to(keeper.app, book_of(game_id), Role.KEEPER))

    def seconds(device: Keeper) -> int:
        answer = device.get(f"/games/{game_id}/others")
        assert answer.headers["Cache-Control"] == "no-store"
        return int(answer.get_json()["seconds"])

    assert (seconds(keeper), seconds(second)) == (0, 0)
    second.send(f"/games/{game_id}/names", {"name-0": "Jo", "name-1": "Meg", "base": 0})
    assert seconds(keeper) == 0
    keeper.save(game_id, 1, bids=[1])
    assert seconds(keeper) == 0
    for app in running(config):
        elsewhere = Keeper(app).open(link_to(app, book_of(game_id), Role.KEEPER))
        assert 290 < seconds(elsewhere) <= 300
    assert 'data-others="0"' in keeper.page(f"/games/{game_id}")
    assert 'data-others="0"' not in second.page(f"/games/{game_id}")
    second.undo(game_id)
    assert seconds(keeper) > 290
    monkeypatch.setattr(pens, "YOUNG", timedelta(seconds=0))
    assert (seconds(keeper), seconds(second)) == (0, 0)
