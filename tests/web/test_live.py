"""Following a game live: what is told, to how many, and when a stream ends."""

import http.client
import itertools
import os
import queue
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any, TypeAlias, cast

import pytest
from flask import Flask
from sqlalchemy import event as event_of
from werkzeug.test import TestResponse

from scorekeeper.config import Config
from scorekeeper.web import live
from scorekeeper.web.extensions import db
from scorekeeper.web.hub import Follower, FullError, Hub, State
from scorekeeper.web.live import hub_of
from tests.conftest import SCRIPT, Device, Keeper
from tests.servers import COLD, free_port

ROOT = Path(__file__).parents[2]
BOUND = 260
STOPS_WITHIN = 4.5
"""Less than the server's patience with requests that do not end by themselves."""


# Never beside another test that counts seconds.
alone = pytest.mark.xdist_group("alone")

Follow: TypeAlias = Callable[[Device, str], "Stream"]


class Stream:
    """An open stream in this process, read by a thread so that a test never hangs on it."""

    def __init__(self, answer: TestResponse) -> None:
        assert answer.status_code == 200
        self.answer = answer
        self._parts: queue.Queue[str | None] = queue.Queue()
        self._reading = threading.Thread(target=self._read, daemon=True)
        self._reading.start()

    def next(self, *, within: float = 5) -> str | None:
        """Return the next event or comment; None is the end. Raises `queue.Empty` for neither."""
        return self._parts.get(timeout=within)

    def close(self) -> None:
        """Wait for the end of the stream, which must be near."""
        self._reading.join(timeout=10)
        assert not self._reading.is_alive()

    def _read(self) -> None:
        for part in cast("Iterable[bytes]", self.answer.response):
            self._parts.put(part.decode())
        self.answer.close()
        self._parts.put(None)


def event(revision: object) -> str:
    return f"event: revision\ndata: {revision}\n\n"


def alive(device: Device, revision: object) -> str:
    version = f"event: version\ndata: {device.app.config['BUILD']}\n\n"
    return f": here\n\nevent: alive\ndata: {revision}\n\n{version}"


@pytest.fixture
def game_id(keeper: Keeper) -> str:
    return keeper.set_up()


@pytest.fixture
def hub(app: Flask) -> Hub:
    return hub_of(app)


@pytest.fixture
def follow(monkeypatch: pytest.MonkeyPatch, hub: Hub) -> Iterator[Follow]:
    """Return what opens a stream; all are ended, as by a stopping server, when the test is."""
    monkeypatch.setattr(live, "LISTEN", 0.05)
    ends = threading.Event()
    monkeypatch.setattr(hub, "is_alive", lambda: not ends.is_set())
    streams: list[Stream] = []

    def opened(device: Device, game_id: str) -> Stream:
        streams.append(Stream(device.client.get(f"/games/{game_id}/live")))
        return streams[-1]

    yield opened
    ends.set()
    for stream in streams:
        stream.close()


# --- what is told


def test_the_first_event_comes_at_once(reader: Device, follow: Follow, game_id: str) -> None:
    """A follower is told how the game stands before anything happens."""
    stream = follow(reader, game_id)
    assert stream.next(within=1) == event(0)
    headers = stream.answer.headers
    assert headers["Content-Type"].startswith("text/event-stream")
    assert headers["Cache-Control"] == "no-store"
    assert "Content-Encoding" not in headers


def test_each_revision_is_an_event(
    keeper: Keeper, reader: Device, follow: Follow, game_id: str
) -> None:
    """A save, an undo, a name and a pen are told; what changed nothing is not."""
    stream = follow(reader, game_id)
    assert stream.next() == event(0)
    keeper.save(game_id, 1, bids=[1])
    assert stream.next() == event(1)
    keeper.save(game_id, 1, bids=[1])
    keeper.undo(game_id)
    assert stream.next() == event(2)
    keeper.send(f"/games/{game_id}/names", {"name-0": "Jo", "name-1": "Meg", "base": 2})
    assert stream.next() == event(3)
    keeper.send(f"/games/{game_id}/pen", {})
    assert stream.next() == event(4)
    with pytest.raises(queue.Empty):
        stream.next(within=0.3)


def test_nobody_is_told_of_another_game(
    keeper: Keeper, reader: Device, follow: Follow, game_id: str
) -> None:
    """A stream is of one game."""
    other = keeper.set_up(["Steve", "Betsy"])
    stream = follow(reader, game_id)
    assert stream.next() == event(0)
    keeper.save(other, 1, bids=[1])
    with pytest.raises(queue.Empty):
        stream.next(within=0.3)


def test_a_stream_says_that_it_is_alive(
    keeper: Keeper, reader: Device, follow: Follow, game_id: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An event with the revision comes again and again, in a quiet game and after news."""
    monkeypatch.setattr(live, "ALIVE_EVERY", 0.3)
    stream = follow(reader, game_id)
    assert stream.next() == event(0)
    for _ in range(3):
        assert stream.next(within=2) == alive(reader, 0)
    keeper.save(game_id, 1, bids=[1])
    while (heard := stream.next(within=2)) == alive(reader, 0):
        pass
    assert [heard, stream.next(within=2)] == [event(1), alive(reader, 1)]


def test_a_busy_game_is_alive_too(
    reader: Device, follow: Follow, game_id: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """News does not put the sign of life off."""
    monkeypatch.setattr(live, "ALIVE_EVERY", 0.3)
    revisions = itertools.count(1)

    def listen(_follower: Follower, _patience: float) -> State:
        time.sleep(0.05)
        return next(revisions), "1"

    monkeypatch.setattr(Follower, "listen", listen)
    stream = follow(reader, game_id)
    heard = [stream.next() or "" for _ in range(30)]
    assert any("event: alive" in part for part in heard)


def test_a_sign_of_life_comes_every_15_seconds() -> None:
    """A stream is looked after often enough for that, and a second is left for a slow machine."""
    assert live.ALIVE_EVERY <= 14
    assert live.LISTEN <= 2


def test_a_stream_holds_no_connection(reader: Device, follow: Follow, game_id: str) -> None:
    """While streams are open, every connection of the database is free."""
    streams = [follow(reader, game_id) for _ in range(5)]
    assert [stream.next() for stream in streams] == [event(0)] * 5
    with reader.app.app_context():
        pool = cast("Any", db.engine.pool)
        taken = set()
        for _ in range(50):
            taken.add(pool.checkedout())
            time.sleep(0.005)
    assert 0 in taken
    assert max(taken) <= 1  # the poller's, for a moment


def test_opening_a_stream_takes_one_connection(
    reader: Device, game_id: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A crowd that waits for second ones while it holds the first would be stuck."""
    monkeypatch.setattr(Hub, "_start", lambda *_: None)
    taken: list[int] = []
    at_once: list[int] = []
    with reader.app.app_context():
        engine = db.engine

    def take(*_: object) -> None:
        taken.append(1)
        at_once.append(len(taken))

    event_of.listen(engine, "checkout", take)
    event_of.listen(engine, "checkin", lambda *_: taken.pop())
    reader.client.get(f"/games/{game_id}/live").close()
    assert max(at_once) == 1


# --- how many


def test_past_the_bound_the_page_polls(
    reader: Device, follow: Follow, game_id: str, monkeypatch: pytest.MonkeyPatch, hub: Hub
) -> None:
    """The next stream is 503 and says when to try again; a place given back is free."""
    monkeypatch.setattr(hub, "_most", 2)
    for _ in range(2):
        assert follow(reader, game_id).next() == event(0)
    answer = reader.get(f"/games/{game_id}/live")
    assert answer.status_code == 503
    assert int(answer.headers["Retry-After"]) > 0


@pytest.mark.parametrize("method", ["GET", "HEAD"])
def test_a_stream_that_was_never_read_gives_its_place_back(
    reader: Device, game_id: str, monkeypatch: pytest.MonkeyPatch, hub: Hub, method: str
) -> None:
    """A reader who left before the first event, or wanted none, takes no place."""
    monkeypatch.setattr(hub, "_most", 1)
    for _ in range(3):
        answer = reader.client.open(f"/games/{game_id}/live", method=method)
        assert answer.status_code == 200
        answer.close()


def test_a_hub_counts_its_places() -> None:
    """Places are the process's, whichever games they are for."""
    small = Hub(most=2, tick=0.01)
    with (
        small.follow("a", _nothing),
        small.follow("b", _nothing),
        pytest.raises(FullError),
        small.follow("a", _nothing),
    ):
        pass
    with small.follow("a", _nothing), small.follow("a", _nothing):
        pass


def test_a_hub_asks_for_the_followed_games_alone() -> None:
    """One look a tick is for all followed games, and there is none when nobody follows."""
    asked: queue.Queue[set[str]] = queue.Queue()

    def look(ids: Iterable[str]) -> dict[str, State]:
        asked.put(set(ids))
        return dict.fromkeys(ids, (asked.qsize(), "1"))

    small = Hub(tick=0.01)
    with small.follow("a", look) as first, small.follow("b", look) as second:
        assert first.listen(1) is not None
        assert second.listen(1) is not None
        assert {"a", "b"} in [asked.get(timeout=1) for _ in range(4)]
    time.sleep(0.1)
    while not asked.empty():
        asked.get()
    time.sleep(0.1)
    assert asked.empty()
    with small.follow("c", look) as third:
        assert third.listen(1) is not None


def test_a_follower_is_told_what_is_new() -> None:
    """The same state twice is no news, and of several the last is told."""
    follower = Follower()
    assert follower.listen(0) is None
    follower.tell(None)
    assert follower.listen(0) is None
    for revision in (1, 2, 2):
        follower.tell((revision, "1"))
    assert follower.listen(0) == (2, "1")
    assert follower.listen(0) is None


def _nothing(_ids: Iterable[str]) -> dict[str, State]:
    return {}


# --- when it ends


@pytest.mark.parametrize("of_the_game", [False, True])
def test_streams_end_when_keys_are_renewed(
    keeper: Keeper, reader: Device, follow: Follow, game_id: str, *, of_the_game: bool
) -> None:
    """Who is shut out hears nothing more, and finds the door closed."""
    stream = follow(reader, game_id)
    assert stream.next() == event(0)
    path = f"/games/{game_id}/links" if of_the_game else "/links"
    assert keeper.send(path, {}).status_code == 303
    assert stream.next() is None
    answer = reader.client.get(f"/games/{game_id}/live")
    assert answer.status_code == (200 if of_the_game else 404)
    answer.close()


# --- the server itself


class Server:
    """`scorekeeper serve` in a process of its own."""

    def __init__(self, config: Config) -> None:
        self.port = free_port()
        self._process = subprocess.Popen(
            [sys.executable, "-c", COLD, "serve", "--quiet"],
            cwd=ROOT,
            env={
                **os.environ,
                "HOST": "127.0.0.1",
                "PORT": str(self.port),
                "SCOREKEEPER_INSTANCE": str(config.instance),
                "SCOREKEEPER_DATABASE_URL": config.database_url,
            },
            start_new_session=True,
        )
        give_up = time.monotonic() + 60
        while time.monotonic() < give_up and self._process.poll() is None:
            try:
                if self.ask("/healthz") == 200:
                    return
            except OSError:
                time.sleep(0.05)
        pytest.fail("the server did not come up")

    def ask(self, path: str, cookie: str = "") -> int:
        """Ask for an address and return the status."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=20)
        connection.request("GET", path, headers={"Cookie": cookie, "Accept": SCRIPT})
        status = connection.getresponse().status
        connection.close()
        return status

    @property
    def pid(self) -> int:
        """The process that all others of the server descend from."""
        return self._process.pid

    def open(self, game_id: str, cookie: str) -> socket.socket:
        """Open a stream and return its connection, with nothing read from it yet."""
        connection = socket.create_connection(("127.0.0.1", self.port), timeout=20)
        head = f"GET /games/{game_id}/live HTTP/1.1\r\nHost: x\r\nCookie: {cookie}\r\n\r\n"
        connection.sendall(head.encode())
        return connection

    def stop(self, by: signal.Signals = signal.SIGTERM) -> float:
        """Stop the server and return how many seconds it took."""
        started = time.monotonic()
        self._process.send_signal(by)
        self._process.wait(timeout=40)
        return time.monotonic() - started

    def kill(self) -> None:
        """End what is left of it."""
        if self._process.poll() is None:
            os.killpg(self._process.pid, signal.SIGKILL)
            self._process.wait(timeout=10)


def status_of(connection: socket.socket) -> int:
    """Read the first line of an answer."""
    return int(connection.recv(12, socket.MSG_WAITALL).split()[1])


def until(connection: socket.socket, text: str) -> None:
    """Read until a text has come."""
    heard = b""
    while text.encode() not in heard:
        part = connection.recv(4096)
        assert part, f"the stream ended after {heard!r}"
        heard += part


def cookie_of(device: Device) -> str:
    cookie = device.client.get_cookie(device.app.config["SESSION_COOKIE_NAME"])
    assert cookie is not None
    return f"{cookie.key}={cookie.value}"


@contextmanager
def serving(config: Config, servers: int = 1) -> Iterator[list[Server]]:
    """Run so many servers on one database."""
    with ExitStack() as running:
        started = []
        for _ in range(servers):
            started.append(Server(config))
            running.callback(started[-1].kill)
        yield started


@alone
def test_places_are_given_back_when_the_other_end_is_gone(
    config: Config, reader: Device, game_id: str
) -> None:
    """Streams that were torn off make room within seconds, without anything being written."""
    cookie = cookie_of(reader)
    with serving(config) as (server,), ExitStack() as connections:
        streams = [
            connections.enter_context(server.open(game_id, cookie)) for _ in range(BOUND + 40)
        ]
        statuses = [status_of(stream) for stream in streams]
        assert statuses.count(200) == BOUND
        assert statuses.count(503) == 40
        assert server.ask(f"/games/{game_id}.json", cookie) == 200
        linger = b"\1\0\0\0\0\0\0\0"
        for stream in streams:  # not a word of goodbye: the connection is reset
            stream.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, linger)
            stream.close()
        time.sleep(live.LISTEN + 2)
        again = [connections.enter_context(server.open(game_id, cookie)) for _ in range(BOUND)]
        assert [status_of(stream) for stream in again] == [200] * BOUND


@alone
@pytest.mark.parametrize(
    "by", [pytest.param(signal.SIGTERM, marks=pytest.mark.slow), signal.SIGINT]
)
def test_a_server_stops_with_streams_open(
    config: Config, reader: Device, game_id: str, by: signal.Signals
) -> None:
    """Told to stop, the server ends its streams and is gone in seconds."""
    with serving(config) as (server,), ExitStack() as connections:
        for _ in range(40):
            stream = connections.enter_context(server.open(game_id, cookie_of(reader)))
            assert status_of(stream) == 200
        assert server.stop(by) < STOPS_WITHIN


@alone
def test_two_servers_follow_one_database(
    config: Config, keeper: Keeper, reader: Device, game_id: str
) -> None:
    """A save at any process on the database is told by each of them."""
    cookie = cookie_of(reader)
    with serving(config, servers=2) as servers, ExitStack() as connections:
        streams = [connections.enter_context(s.open(game_id, cookie)) for s in servers]
        for stream in streams:
            until(stream, event(0))
        for revision in (1, 2, 3):
            saved = time.monotonic()
            keeper.save(game_id, revision, bids=[1])
            for stream in streams:
                until(stream, event(revision))
            assert time.monotonic() - saved < 2
