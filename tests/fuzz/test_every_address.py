"""Every address takes anything: no failure, no trace of what was refused, no long wait.

`pytest tests/fuzz --hypothesis-profile fuzz` asks ten times as much, other questions each time.
"""

import re
import sqlite3
import time
from collections.abc import Iterator

import pytest
from flask import Flask
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from werkzeug.routing import Rule

from scorekeeper.app import first_book_link
from scorekeeper.config import Config
from scorekeeper.web.keys import Role
from tests.conftest import BROWSER, FORM, Keeper, config_in, link_to, running
from tests.fuzz.conftest import USUAL
from tests.fuzz.hostile import Sent, part_of_path, sent
from tests.profiles import tried

# Never beside another test that counts seconds.
pytestmark = pytest.mark.xdist_group("alone")

WHO = ("keeper", "reader", "stranger")
METHODS = ("GET", "POST", "POST", "HEAD", "PUT", "DELETE", "OPTIONS")
ARGUMENT = re.compile(r"<(?:(\w+):)?(\w+)>")
STALE = 409
"""The one refusal that leaves something: the version not taken is kept in the history."""
PATIENCE = 10.0
"""Seconds. Nothing that is asked for takes one; what takes ten would hold a thread."""


class World:
    """An instance under attack: who may do what in it, and whether its database was written to."""

    def __init__(self, app: Flask, config: Config) -> None:
        self.app = app
        self.link = first_book_link(app)
        self.watcher = sqlite3.connect(config.instance / "scorekeeper.sqlite3")
        self.slowest = 0.0
        self.sit_down()

    def sit_down(self) -> None:
        """Set a game up that two hands were played of, and hand keys out."""
        self.link = first_book_link(self.app)  # the keys may have been renewed
        keeper = Keeper(self.app).open(self.link)
        game_id = keeper.set_up(["A", "B", "C"], order="custom", hand_sizes="3,2,2,18")
        keeper.save(game_id, 1, bids=[1, 1, 1], taken=[1, 1, 1])
        keeper.save(game_id, 3, bids=[1])
        reader = Keeper(self.app).open(link_to(self.app, game_id, Role.READER))
        reader.open(first_book_link(self.app, reader=True))
        self.devices = {"keeper": keeper, "reader": reader, "stranger": Keeper(self.app)}
        self.token = keeper.token()
        document = keeper.document(game_id)
        self.right = {
            "game_id": game_id,
            "player_id": document["players"][0]["id"],
            "number": "3",
            "key": link_to(self.app, game_id, Role.READER).rpartition("/")[2],
            "tree": "any",
            "code": "ko",
            "filename": "js/sw.js",
            "name": "table.js",
        }

    def version(self) -> int:
        """Return a number that differs after anybody wrote to the database."""
        version: int = self.watcher.execute("PRAGMA data_version").fetchone()[0]
        return version

    def is_gone(self) -> bool:
        """Tell whether the attack was let through: the game is gone, or the keys are."""
        pages = ("/games/new", f"/games/{self.right['game_id']}/people")
        return any(self.devices["keeper"].get(page).status_code != 200 for page in pages)

    def ask(self, method: str, path: str, request: Sent) -> int:
        """Send a request and return its status; an exception in the app comes through."""
        headers = dict(request.headers)
        if request.has_token:
            headers["X-CSRFToken"] = self.token
        start = time.monotonic()
        with self.devices[request.who].client.open(
            path,
            method=method,
            query_string=request.query,
            data=request.body if method in ("POST", "PUT") else None,
            content_type=request.content_type if method in ("POST", "PUT") else None,
            headers=headers,
        ) as answer:
            if answer.mimetype != "text/event-stream":
                answer.get_data()
            status = answer.status_code
        self.slowest = max(self.slowest, time.monotonic() - start)
        return status


@pytest.fixture(scope="module")
def world(tmp_path_factory: pytest.TempPathFactory) -> Iterator[World]:
    config = config_in(tmp_path_factory.mktemp("instance"))
    for app in running(config):
        yield World(app, config)


def _rules(app: Flask) -> list[Rule]:
    return sorted(app.url_map.iter_rules(), key=lambda rule: rule.rule)


@given(data=st.data())
@settings(
    max_examples=max(tried(USUAL).max_examples, settings().max_examples),
    deadline=None,
    suppress_health_check=list(HealthCheck),
)
def test_no_address_fails(world: World, data: st.DataObject) -> None:
    """Whatever is asked of any address, by anybody: no error of ours, and no trace if refused."""
    rule = data.draw(st.sampled_from(_rules(world.app)))
    path = ARGUMENT.sub(lambda part: data.draw(part_of_path(world.right[part[2]])), rule.rule)
    method = data.draw(st.sampled_from(METHODS))
    before = world.version()
    status = world.ask(method, path, data.draw(sent(WHO)))
    assert status < 500 or status == 503
    if (status >= 400 and status != STALE) or method not in ("POST", "PUT", "DELETE"):
        assert world.version() == before
    elif world.version() != before and world.is_gone():
        world.sit_down()
    assert world.slowest < PATIENCE


def test_the_attack_reaches_every_room(world: World) -> None:
    """Asked for rightly every address answers: the attack knocks at real doors."""
    world.sit_down()
    keeper = world.devices["keeper"]
    missing = []
    for rule in _rules(world.app):
        if "GET" in (rule.methods or ()):
            path = ARGUMENT.sub(lambda found: world.right[found[2]], rule.rule)
            with keeper.client.get(path, headers={"Accept": BROWSER}) as answer:
                missing += [rule.rule] if answer.status_code >= 400 else []
    assert missing == []


def test_the_attack_may_get_through(world: World) -> None:
    """What it sends is taken where it is right: the token is the keeper's, the change is made."""
    world.sit_down()
    hand = Sent("keeper", "", b"base=0&bid-0=1", FORM, has_token=True)
    before = world.version()
    assert world.ask("POST", f"/games/{world.right['game_id']}/hands/2", hand) == 303
    assert world.version() != before
