"""A page that was open when the server was updated: it works on until somebody reloads it."""

from collections.abc import Iterator

import pytest
from flask import Flask

from scorekeeper.config import Config
from tests.conftest import FORM, SCRIPT, Document, Keeper, running

OLD = "0123456789ab"
"""A name of the static files that this version never had."""


class OldPage:
    """A table page of any version so far, with its scripts in the browser's memory."""

    def __init__(self, keeper: Keeper) -> None:
        self.game_id = keeper.set_up(["Ann", "Ben", "Cy"], order="custom", hand_sizes="3,2")
        self.keeper = keeper
        self.token = keeper.token(f"/games/{self.game_id}")
        self.written = keeper.document(self.game_id)

    def move_to(self, app: Flask) -> None:
        """Be answered by another process from now on, as after an update."""
        name = self.keeper.app.config["SESSION_COOKIE_NAME"]
        cookie = self.keeper.client.get_cookie(name)
        assert cookie is not None
        self.keeper.client = app.test_client()
        self.keeper.client.set_cookie(name, cookie.value)

    def post(self, address: str, fields: dict[str, object]) -> Document:
        """Send a tap as scripts have sent it since the first version."""
        answer = self.keeper.client.post(
            f"/games/{self.game_id}/{address}",
            data=fields,
            content_type=FORM,
            headers={"Accept": SCRIPT, "X-CSRFToken": self.token},
        )
        assert answer.status_code == 200
        self.written = answer.get_json()
        return self.written


@pytest.fixture
def page(keeper: Keeper, config: Config) -> Iterator[OldPage]:
    """Return a page that was opened before the server was started anew."""
    page = OldPage(keeper)
    for app in running(config):
        page.move_to(app)
        yield page


def test_the_taps_of_an_old_page_are_taken(page: OldPage) -> None:
    """Cookie, token, addresses and fields of before are good, and the answer has what they read."""
    old = page.written
    everybody = {"trump": "", "dealer": "", "cards": "3", "bid-0": "1", "taken-0": ""}
    page.post("hands/1", {"base": "0", **everybody, "bid-1": "", "taken-1": "", "out-2": "1"})
    second = {**everybody, "trump": "hearts", "bid-1": "2", "taken-1": "", "adjust-1": "-10"}
    saved = page.post("hands/1", {"base": "1", **second, "out-2": "1"})
    hand = saved["hands"][0]
    assert (hand["trump"], hand["state"], hand["revision"]) == ("hearts", "playing", 2)
    assert [play["seat"] for play in hand["plays"]] == [0, 1]
    page.post("undo", {"base": "2"})
    assert _values(page.post("undo", {"base": "3"})) == _values(old)


def test_an_old_page_gets_a_new_token_and_the_document(page: OldPage) -> None:
    """What else a page asks for stands where it stood."""
    for address in (".json", "/live", "/token", ""):
        answer = page.keeper.get(f"/games/{page.game_id}{address}")
        assert answer.status_code == 200
        answer.close()


@pytest.mark.parametrize(
    "name", ["joined/site.css", "joined/table.js", "js/table.js", "icons/bluke.svg"]
)
def test_files_by_an_old_name_are_those_of_today_but_not_for_good(
    keeper: Keeper, name: str
) -> None:
    """A page that lost a file of its own gets today's, and the browser does not keep it."""
    today = keeper.app.config["STATIC_HASH"]
    old, new = (keeper.get(f"/static/{tree}/{name}", accept="*/*") for tree in (OLD, today))
    assert (old.status_code, old.data) == (200, new.data)
    assert old.headers["Cache-Control"] == "no-cache"
    assert "immutable" in new.headers["Cache-Control"]
    for answer in (old, new):
        answer.close()
    assert keeper.get(f"/static/{OLD}/joined/nothing.js").status_code == 404


def _values(value: object) -> object:
    """Return what a document says, however often it has changed."""
    if isinstance(value, dict):
        return {name: _values(part) for name, part in value.items() if name != "revision"}
    return [_values(part) for part in value] if isinstance(value, list) else value
