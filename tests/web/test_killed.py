"""A server that is killed while keepers save: every answered save is there after the next start."""

import http.client
import json
import os
import random
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Collection, Iterator
from dataclasses import replace
from pathlib import Path
from urllib.parse import urlencode

import pytest

from scorekeeper.config import Config
from tests.conftest import FORM, SCRIPT, Document, Keeper, config_on
from tests.databases import Databases

ROOT = Path(__file__).parents[2]
PROGRAM = "import sys; from scorekeeper.cli import main; sys.exit(main())"
ROUNDS = 3
GAMES = 3
HANDS = 60


class Server:
    """The app as a host runs it, in a process of its own."""

    def __init__(self, config: Config) -> None:
        self._config = config
        self.start()

    def start(self) -> None:
        """Start, and return when it answers."""
        self._process = subprocess.Popen(
            [sys.executable, "-c", PROGRAM, "serve", "--quiet"],
            cwd=ROOT,
            env={
                **os.environ,
                "HOST": self._config.host,
                "PORT": str(self._config.port),
                "SCOREKEEPER_INSTANCE": str(self._config.instance),
                "SCOREKEEPER_DATABASE_URL": self._config.database_url,
            },
            start_new_session=True,
        )
        give_up = time.monotonic() + 30
        while time.monotonic() < give_up and self._process.poll() is None:
            try:
                if self.ask("GET", "/healthz")[0] == 200:
                    return
            except OSError:
                time.sleep(0.02)
        pytest.fail("the server did not come up")

    def kill(self) -> None:
        """End every process of the server at once, as a power cut would."""
        if self._process.poll() is None:
            os.killpg(self._process.pid, signal.SIGKILL)
        self._process.wait(timeout=10)

    def ask(
        self, method: str, path: str, *, cookie: str = "", body: str | None = None
    ) -> tuple[int, bytes]:
        """Send one request and return status and body."""
        connection = http.client.HTTPConnection(self._config.host, self._config.port, timeout=10)
        headers = {"Accept": SCRIPT, "Cookie": cookie, "Content-Type": FORM}
        try:
            connection.request(method, path, body=body, headers=headers)
            answer = connection.getresponse()
            return answer.status, answer.read()
        finally:
            connection.close()


class Phone(threading.Thread):
    """Saves the hands of one game one after another, and notes which were answered."""

    def __init__(self, server: Server, game_id: str, keeper: Keeper, first: int) -> None:
        super().__init__()
        self._server, self._game_id, self._number = server, game_id, first
        self._token = keeper.token()
        cookie = keeper.client.get_cookie(keeper.app.config["SESSION_COOKIE_NAME"])
        assert cookie is not None
        self._cookie = f"{cookie.key}={cookie.value}"
        self.answered: dict[int, str] = {}
        self.tried: dict[int, str] = {}

    def run(self) -> None:
        """Save until the server is gone."""
        while self._number <= HANDS:
            trump = random.choice(("spades", "hearts", "diamonds", "clubs"))  # noqa: S311 - any will do
            self.tried[self._number] = trump
            fields = {"csrf_token": self._token, "base": 0, "trump": trump, "bid-0": 1, "bid-1": 1}
            path = f"/games/{self._game_id}/hands/{self._number}"
            try:
                status, _ = self._server.ask(
                    "POST", path, cookie=self._cookie, body=urlencode(fields)
                )
            except (OSError, http.client.HTTPException):
                return
            assert status == 200
            self.answered[self._number] = trump
            self._number += 1

    def document(self) -> Document:
        """Return the game as the server has it."""
        path = f"/games/{self._game_id}.json"
        status, body = self._server.ask("GET", path, cookie=self._cookie)
        assert status == 200
        document: Document = json.loads(body)
        return document


@pytest.fixture
def config(database: Databases, tmp_path: Path) -> Iterator[Config]:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    with config_on(database, tmp_path / "instance") as config:
        yield replace(config, host="127.0.0.1", port=port)


@pytest.fixture
def server(config: Config) -> Iterator[Server]:
    server = Server(config)
    yield server
    server.kill()


def test_every_answered_save_outlives_the_server(server: Server, keeper: Keeper) -> None:
    """Killed between and during saves, the server has each answered one, and no half of another."""
    sizes = ",".join(["3"] * HANDS)
    game_ids = [keeper.set_up(order="custom", hand_sizes=sizes) for _ in range(GAMES)]
    saved: dict[str, dict[int, str]] = {game_id: {} for game_id in game_ids}
    for delay in range(ROUNDS):
        phones = {
            game_id: Phone(server, game_id, keeper, max(hands, default=0) + 2)
            for game_id, hands in saved.items()
        }
        for phone in phones.values():
            phone.start()
        _await_answers(phones.values())
        time.sleep(0.1 * delay)
        server.kill()
        for phone in phones.values():
            phone.join(timeout=20)
        server.start()
        for game_id, phone in phones.items():
            saved[game_id] |= phone.answered
            _check(phone, saved[game_id])
    assert all(len(hands) > ROUNDS for hands in saved.values())


def test_a_server_killed_at_rest_has_everything(server: Server, keeper: Keeper) -> None:
    """A kill between saves loses nothing either, and the device need not open its link again."""
    game_id = keeper.set_up()
    document = keeper.save(game_id, 1, bids=[12, 2], taken=["S", 2])
    server.kill()
    server.start()
    assert Phone(server, game_id, keeper, 1).document() == document


def _await_answers(phones: Collection[Phone]) -> None:
    """Return when every phone has had two answers, so that the kill comes among saves."""
    give_up = time.monotonic() + 20
    while time.monotonic() < give_up and any(len(phone.answered) < 2 for phone in phones):
        time.sleep(0.01)


def _check(phone: Phone, saved: dict[int, str]) -> None:
    hands = {hand["number"]: hand for hand in phone.document()["hands"]}
    for number, trump in saved.items():
        assert (hands[number]["trump"], hands[number]["state"]) == (trump, "playing")
    for number in set(phone.tried) - set(phone.answered):
        whole = (phone.tried[number], "playing")
        assert (hands[number]["trump"], hands[number]["state"]) in {(None, "waiting"), whole}
