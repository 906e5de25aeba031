"""A save over HTTP, beside the least that one can be."""

import http.client
import re
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping
from pathlib import Path
from urllib.parse import urlencode

import pytest

from tests.benchmarks.conftest import table
from tests.browser.conftest import await_health
from tests.browser.offline.conftest import Host
from tests.conftest import FORM, SCRIPT, TOKEN
from tests.ports import free_port

SAVES = 300
BARE = Path(__file__).with_name("bare.py")


class Client:
    """A connection that stays open, as a browser's does."""

    def __init__(self, port: int) -> None:
        self._connection = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
        self.headers = {"Accept": SCRIPT, "Content-Type": FORM}

    def ask(self, method: str, path: str, body: str = "") -> http.client.HTTPResponse:
        """Send a request and return its answer, unread."""
        self._connection.request(method, path, body, self.headers)
        return self._connection.getresponse()

    def close(self) -> None:
        """Hang up."""
        self._connection.close()

    def look(self, path: str, headers: Mapping[str, str]) -> float:
        """Return how many milliseconds a GET took, its answer read."""
        began = time.perf_counter()
        self._connection.request("GET", path, headers=self.headers | dict(headers))
        answer = self._connection.getresponse()
        answer.read()
        took = (time.perf_counter() - began) * 1000
        assert answer.status in (200, 304)
        return took

    def time(self, path: str, fields: dict[str, object]) -> float:
        """Return how many milliseconds a POST took, its answer read."""
        body = urlencode(fields)
        began = time.perf_counter()
        answer = self.ask("POST", path, body)
        answer.read()
        took = (time.perf_counter() - began) * 1000
        assert answer.status == 200
        return took


@pytest.fixture
def bare(tmp_path: Path) -> Iterator[Client]:
    port = free_port()
    server = subprocess.Popen([sys.executable, str(BARE), str(port), str(tmp_path / "bare.db")])
    try:
        await_health(server, f"http://127.0.0.1:{port}")
        client = Client(port)
        yield client
        client.close()
    finally:
        server.terminate()
        server.wait(timeout=10)


def test_saving_a_hand(host: Host, bare: Client, capsys: pytest.CaptureFixture[str]) -> None:
    """One keeper, four players, 25 hands; both servers are asked in turn, in the same run."""
    game_id = host.keeper.set_up(("John", "Margaret", "Steve", "Betsy"))
    ours = keeper_of(host, game_id)
    times: dict[str, list[float]] = {"bare Flask, one row, one commit": [], "Scorekeeper": []}
    for count in range(SAVES):
        # Each save is one revision, so the count is the base of the next.
        fields: dict[str, object] = {"base": count, "bid-0": 1 + count % 5, "bid-1": 2}
        times["bare Flask, one row, one commit"].append(bare.time(f"/{count % 25}", fields))
        times["Scorekeeper"].append(ours.time(f"/games/{game_id}/hands/1", fields))
    ours.close()
    with capsys.disabled():
        print(table("saving a hand over HTTP, ms", times, base="bare Flask, one row, one commit"))  # noqa: T201


def keeper_of(host: Host, game_id: str) -> Client:
    """Return a connection that may keep the score of a game."""
    client = Client(host.port)
    answer = client.ask("GET", host.link)
    client.headers["Cookie"] = re.split(";", answer.headers["Set-Cookie"])[0]
    answer.read()
    page = client.ask("GET", f"/games/{game_id}")
    cookie = page.headers["Set-Cookie"]
    if cookie:
        client.headers["Cookie"] = re.split(";", cookie)[0]
    found = TOKEN.search(page.read().decode())
    assert found
    client.headers["X-CSRFToken"] = found[1]
    return client
