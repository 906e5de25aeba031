"""A club's evening: forty tables save while everybody follows, and a thousand games lie about."""

import threading
import time
from contextlib import ExitStack

import pytest

from scorekeeper.config import Config
from tests.benchmarks.conftest import table
from tests.benchmarks.memory import megabytes
from tests.benchmarks.test_following import SIZES, Crowd, Game, taken
from tests.conftest import Device, Keeper
from tests.web.test_live import cookie_of, serving, status_of

TABLES = 40
FOLLOWERS = 5
"""At each table."""
PAUSE = 2.0
"""Seconds between two saves of one table."""
SAVES = 60
UNDER_WAY = 1_000


def test_forty_tables(config: Config, keeper: Keeper, reader: Device) -> None:
    """Two minutes of it; beside that, one table alone on the same machine in the same run."""
    ids = [keeper.set_up(order="custom", hand_sizes=SIZES) for _ in range(TABLES + 1)]
    lonely, *games = (Game(own_id, cookie_of(keeper), keeper.token()) for own_id in ids)
    with serving(config) as (server,), ExitStack() as connections:
        lonely.save(server, SAVES, pause=0.2)
        alone = taken([lonely])
        cookie = cookie_of(reader)
        followed = games * FOLLOWERS
        streams = [(g, connections.enter_context(server.open(g.id, cookie))) for g in followed]
        assert {status_of(stream) for _, stream in streams} == {200}
        crowd = Crowd(streams)
        crowd.start()
        held = [megabytes(server.pid)]
        threads = [
            threading.Thread(target=game.save, args=(server, SAVES), kwargs={"pause": PAUSE})
            for game in games
        ]
        for thread in threads:
            thread.start()
            time.sleep(PAUSE / TABLES)
        while any(thread.is_alive() for thread in threads):
            time.sleep(PAUSE * 5)
            held.append(megabytes(server.pid))
        time.sleep(1)
        crowd.end()
        missed, delays = crowd.missed(), crowd.delays()
    together = taken(games)
    times = {"one table alone": alone, "forty tables": together, "told after the answer": delays}
    print(table("a save, ms", times, base="one table alone"))  # noqa: T201
    print("memory, MB: " + " ".join(f"{size:.0f}" for size in held))  # noqa: T201
    assert len(together) == TABLES * SAVES
    assert missed == 0


def test_a_thousand_games_under_way(config: Config, keeper: Keeper) -> None:
    """Memory before and after each of a thousand tables was looked at and saved."""
    ids = [keeper.set_up() for _ in range(UNDER_WAY)]
    cookie = cookie_of(keeper)
    with serving(config) as (server,):
        held = {"at the start": megabytes(server.pid)}
        for own_id in ids:
            assert server.ask(f"/games/{own_id}", cookie) == 200
        held["every table looked at"] = megabytes(server.pid)
        for own_id in ids:
            Game(own_id, cookie, keeper.token()).save(server, 1, pause=0)
        held["every table saved"] = megabytes(server.pid)
    print("".join(f"\n{what}: {size:.0f} MB" for what, size in held.items()))  # noqa: T201


@pytest.mark.parametrize("starts", [5])
def test_start_up(config: Config, keeper: Keeper, starts: int) -> None:
    """From the command to the first answer, the database being there already."""
    keeper.set_up()
    took = []
    for _ in range(starts):
        began = time.monotonic()
        with serving(config):
            took.append(1000 * (time.monotonic() - began))
    print(table("start-up, ms", {"scorekeeper serve": took}))  # noqa: T201
