"""A clock that is set back, or was ahead: nobody is shut out, and no change lost its place."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from http.cookies import SimpleCookie

import pytest
from flask import Flask
from itsdangerous import TimestampSigner

from scorekeeper.app import first_book_link
from scorekeeper.store import games, history, players
from tests.cases import cases
from tests.conftest import Device, Keeper

A_YEAR = 365 * 86_400

SetClock = Callable[[timedelta], None]


@pytest.fixture
def set_clock(monkeypatch: pytest.MonkeyPatch) -> SetClock:
    """Return what lets the server's clock go wrong by some time."""

    def set_clock(wrong: timedelta) -> None:
        class Clock(datetime):
            @classmethod
            def now(cls, tz: object = None) -> datetime:  # type: ignore[override]  # always with a zone
                assert tz is UTC
                return datetime.now(UTC) + wrong

        for module in (games, history, players):
            monkeypatch.setattr(module, "datetime", Clock)
        now = (datetime.now(UTC) + wrong).timestamp()
        monkeypatch.setattr(TimestampSigner, "get_timestamp", lambda _: int(now))

    return set_clock


@cases("ahead", [timedelta(hours=1), timedelta(days=4000)])
def test_a_clock_that_is_set_back_shuts_nobody_out(
    app: Flask, set_clock: SetClock, ahead: timedelta
) -> None:
    """Devices that were let in by a clock that was ahead stay in, and save on."""
    set_clock(ahead)
    keeper = Keeper(app).open(first_book_link(app))
    game_id = keeper.set_up()
    keeper.save(game_id, 1, bids=[1])
    set_clock(timedelta())
    keeper.save(game_id, 1, bids=[2])
    assert keeper.document(game_id)["revision"] == 2
    assert keeper.undo(game_id)["hands"][0]["plays"][0]["bid"] == 1
    assert keeper.page(f"/games/{game_id}/history").count("<time") == 3


def test_a_machine_that_starts_in_the_past_lets_everybody_in(
    app: Flask, set_clock: SetClock
) -> None:
    """A small computer without a clock of its own begins years ago; phones know better."""
    keeper = Keeper(app).open(first_book_link(app))
    set_clock(-timedelta(days=4000))
    game_id = keeper.set_up()
    newcomer = Device(app)
    answer = newcomer.client.get(first_book_link(app))
    cookie = SimpleCookie(answer.headers["Set-Cookie"])[app.config["SESSION_COOKIE_NAME"]]
    assert int(cookie["max-age"]) == A_YEAR
    set_clock(timedelta())
    for device in (keeper, newcomer):
        assert device.document(game_id)["state"] == "playing"


def test_years_that_a_clock_made_up_end_nothing(app: Flask, set_clock: SetClock) -> None:
    """A clock that is far ahead for an evening lets everybody in as before, then and afterwards."""
    reader = Device(app).open(first_book_link(app, reader=True))
    for ahead in (timedelta(days=4000), timedelta()):
        set_clock(ahead)
        assert reader.get("/stats").status_code == 200


def test_a_bent_cookie_from_the_future_opens_nothing(app: Flask, set_clock: SetClock) -> None:
    """Being patient with the clock is not being patient with the signature."""
    set_clock(timedelta(days=4000))
    keeper = Keeper(app).open(first_book_link(app))
    game_id = keeper.set_up()
    set_clock(timedelta())
    name = app.config["SESSION_COOKIE_NAME"]
    cookie = keeper.client.get_cookie(name)
    assert cookie is not None
    body, moment, signature = cookie.value.rsplit(".", 2)
    for bent in (f"{body}.{moment}x.{signature}", f"{body}.{moment}.{signature[::-1]}"):
        device = Device(app)
        device.client.set_cookie(name, bent)
        assert device.get(f"/games/{game_id}").status_code == 404


def test_the_game_played_last_stands_first_whatever_the_clock_says(
    app: Flask, set_clock: SetClock
) -> None:
    """Home and "resume" go by the order of the changes; a clock that is set back moves nothing."""
    keeper = Keeper(app).open(first_book_link(app))
    set_clock(timedelta(days=400))
    older = [keeper.set_up(["Ann", "Ben"]) for _ in range(2)]
    done = [keeper.set_up(["Ann", "Ben"]) for _ in range(2)]
    set_clock(timedelta())
    newest = keeper.set_up(["Cleo", "Dan"])
    assert resumed(keeper) == newest
    keeper.save(older[1], 1, bids=[1])
    assert resumed(keeper) == older[1]
    assert on_home(keeper, [*older, newest]) == [older[1], newest, older[0]]
    keeper.undo(older[1])
    keeper.save(older[0], 1, bids=[1])
    assert on_home(keeper, [*older, newest]) == [older[0], older[1], newest]
    for game_id in (done[1], done[0]):
        base = keeper.document(game_id)["revision"]
        assert keeper.send(f"/games/{game_id}/end", {"base": base}).status_code == 200
    assert on_home(keeper, done) == [done[0], done[1]]


def resumed(keeper: Keeper) -> str:
    """Return the game that the button to resume leads to."""
    return keeper.get("/resume").location.rpartition("/")[2]


def on_home(keeper: Keeper, game_ids: list[str]) -> list[str]:
    """Return these games in the order in which home lists them."""
    home = keeper.page("/")
    return sorted(game_ids, key=home.index)
