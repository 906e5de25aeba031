"""How soon a crowd of followers is told, what that costs the keepers, and what happens past it.

`pytest -s tests/benchmarks/test_following.py` prints the figures; nothing is held against a clock.
"""

import http.client
import json
import selectors
import socket
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field
from urllib.parse import urlencode

import pytest

from scorekeeper.config import Config
from tests.benchmarks.conftest import table
from tests.conftest import FORM, SCRIPT, Device, Keeper
from tests.web.test_live import Server, cookie_of, serving, status_of

GAMES = 10
FOLLOWERS = 250
SAVES = 20
"""Saves of each game."""
PAUSE = 0.5
"""Seconds between two saves of one game."""
TRIED = 1000
SIZES = ",".join(["3"] * 60)


@dataclass
class Game:
    """One game, its keeper's connection, and when each of its revisions was answered."""

    id: str
    cookie: str
    token: str
    saved: dict[int, float] = field(default_factory=dict)
    took: list[float] = field(default_factory=list)
    number: int = 0

    @property
    def revision(self) -> int:
        return max(self.saved, default=0)

    def save(self, server: Server, times: int, *, pause: float = PAUSE) -> None:
        """Save the next hands one after another over one connection, as a phone does."""
        connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=60)
        headers = {"Accept": SCRIPT, "Cookie": self.cookie, "Content-Type": FORM}
        for _ in range(times):
            self.number += 1
            fields = {"csrf_token": self.token, "base": 0, "bid-0": 1, "bid-1": 2}
            path = f"/games/{self.id}/hands/{self.number}"
            started = time.monotonic()
            connection.request("POST", path, body=urlencode(fields), headers=headers)
            answer = connection.getresponse()
            document = json.loads(answer.read())
            answered = time.monotonic()
            assert answer.status == 200, document
            self.saved[document["revision"]] = answered
            self.took.append(answered - started)
            time.sleep(pause)
        connection.close()


class Crowd(threading.Thread):
    """Listens to many streams at once, and notes when each was told which revision."""

    def __init__(self, streams: Sequence[tuple[Game, socket.socket]]) -> None:
        super().__init__(daemon=True)
        self._streams = streams
        self._ends = threading.Event()
        self.told: list[dict[int, float]] = [{} for _ in streams]

    def run(self) -> None:
        """Listen until told to end."""
        with selectors.DefaultSelector() as waiting:
            for place, (_, stream) in enumerate(self._streams):
                waiting.register(stream, selectors.EVENT_READ, place)
            while not self._ends.is_set():
                for key, _ in waiting.select(timeout=0.1):
                    self._hear(key.data)

    def end(self) -> None:
        """Stop listening."""
        self._ends.set()
        self.join()

    def _hear(self, place: int) -> None:
        text = self._streams[place][1].recv(65536).decode()
        now = time.monotonic()
        for line in text.splitlines():
            if line.startswith("data: "):
                self.told[place].setdefault(int(line.removeprefix("data: ")), now)

    def delays(self) -> list[float]:
        """Return for each follower and save the milliseconds from its answer to the news of it."""
        return [
            1000 * (min(at for revision, at in told.items() if revision >= saved) - answered)
            for (game, _), told in zip(self._streams, self.told, strict=True)
            for saved, answered in game.saved.items()
            if saved in told or max(told) > saved
        ]

    def missed(self) -> int:
        """Return how many followers were not told the last revision of their game."""
        return sum(
            max(told, default=-1) != game.revision
            for (game, _), told in zip(self._streams, self.told, strict=True)
        )


@pytest.fixture
def games(keeper: Keeper) -> list[Game]:
    ids = [keeper.set_up(order="custom", hand_sizes=SIZES) for _ in range(GAMES)]
    return [Game(own_id, cookie_of(keeper), keeper.token()) for own_id in ids]


@pytest.fixture
def server(config: Config, games: list[Game]) -> Iterator[Server]:
    assert games  # the database is there before the server
    with serving(config) as (server,):
        yield server


def test_a_crowd_follows_while_all_games_save(
    server: Server, games: list[Game], reader: Device
) -> None:
    """250 followers of 10 games: none misses the final state."""
    save_all(server, games)
    alone = taken(games)
    with ExitStack() as connections:
        followed = [games[place % GAMES] for place in range(FOLLOWERS)]
        cookie = cookie_of(reader)
        streams = [(g, connections.enter_context(server.open(g.id, cookie))) for g in followed]
        assert {status_of(stream) for _, stream in streams} == {200}
        crowd = Crowd(streams)
        crowd.start()
        time.sleep(1)
        for game in games:
            game.saved.clear()
        save_all(server, games)
        time.sleep(3)
        crowd.end()
    delays, beside = crowd.delays(), taken(games)
    times = {
        "told after the answer": delays,
        "a save without followers": alone,
        "a save with followers": beside,
    }
    print(table(f"{FOLLOWERS} followers of {GAMES} games, ms", times))  # noqa: T201
    assert crowd.missed() == 0
    assert len(delays) == FOLLOWERS * SAVES


def test_a_thousand_connections_leave_room_for_the_keeper(
    server: Server, games: list[Game], reader: Device
) -> None:
    """Past the bound the rest is told to poll, and every save is answered."""
    with ExitStack() as connections:
        cookie = cookie_of(reader)
        started = time.monotonic()
        streams = [
            connections.enter_context(server.open(games[place % GAMES].id, cookie))
            for place in range(TRIED)
        ]
        statuses = [status_of(stream) for stream in streams]
        answered = 1000 * (time.monotonic() - started)
        save_all(server, games)
    title = f"{statuses.count(200)} streams, {statuses.count(503)} told to poll, ms"
    print(table(title, {"all answered": [answered] * 2, "a save meanwhile": taken(games)}))  # noqa: T201
    assert set(statuses) == {200, 503}


def save_all(server: Server, games: Sequence[Game]) -> None:
    """Save every game at its own pace, all of them at once."""
    threads = [threading.Thread(target=game.save, args=(server, SAVES)) for game in games]
    for place, thread in enumerate(threads):
        thread.start()
        time.sleep(PAUSE / GAMES * (place < GAMES - 1))
    for thread in threads:
        thread.join()
    assert all(len(game.took) == SAVES for game in games)


def taken(games: Sequence[Game]) -> list[float]:
    """Return how many milliseconds each save since the last look took."""
    took = [1000 * seconds for game in games for seconds in game.took]
    for game in games:
        game.took.clear()
    return took
