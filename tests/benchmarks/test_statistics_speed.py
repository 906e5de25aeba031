"""The statistics of a book of 100 games and of 2,000, and what a save costs in each."""

import time
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import dataclass, field
from itertools import cycle

import pytest

from tests.benchmarks.bulk import fill
from tests.benchmarks.conftest import table
from tests.benchmarks.test_saving_speed import Client, keeper_of
from tests.browser.offline.conftest import Host, hosting
from tests.conftest import BROWSER

SIZES = (100, 2000)
LOOKS, SAVES = 30, 200
BIDS = ((1, 1, 2, 3), (2, 1, 1, 4))


@dataclass
class Shelf:
    """A server with a book of so many games, a game under way in it, and a keeper of it."""

    games: int
    host: Host
    game_id: str
    player_id: str
    saved: int = 0
    client: Client = field(init=False)

    def look(self, path: str) -> float:
        """Return how many milliseconds a page took, read to its end."""
        self.client.headers["Accept"] = BROWSER
        began = time.perf_counter()
        answer = self.client.ask("GET", path)
        page = answer.read()
        took = (time.perf_counter() - began) * 1000
        assert (answer.status, b"Player 1" in page) == (200, True)
        return took

    def save(self, fields: dict[str, object]) -> float:
        """Return how many milliseconds the next save of the first hand took."""
        self.client.headers["Accept"] = "application/json"
        took = self.client.time(
            f"/games/{self.game_id}/hands/1", {"base": self.saved, "trump": "spades", **fields}
        )
        self.saved += 1
        return took


@pytest.fixture(scope="module")
def shelves(tmp_path_factory: pytest.TempPathFactory) -> Iterator[list[Shelf]]:
    with ExitStack() as hosts:
        shelves = []
        for games in SIZES:
            host = hosts.enter_context(hosting(tmp_path_factory.mktemp(f"host-{games}")))
            counts = fill(host.config.database_url, games=games)
            game_id = host.keeper.set_up(("Player 1", "Player 2", "Player 3", "Player 4"))
            player_id = max(counts, key=lambda own_id: counts[own_id])
            shelves.append(Shelf(games, host, game_id, player_id))
        yield shelves


@pytest.fixture
def asked(shelves: list[Shelf]) -> Iterator[list[Shelf]]:
    """Open a connection to each server, which ends one that nothing is asked of for long."""
    for shelf in shelves:
        shelf.client = keeper_of(shelf.host, shelf.game_id)
    yield shelves
    for shelf in shelves:
        shelf.client.close()


@pytest.mark.parametrize("page", ["/stats", "/stats?players=4&sort=-P", "/players/{}"])
def test_looking(asked: list[Shelf], page: str, capsys: pytest.CaptureFixture[str]) -> None:
    """Both books are asked in turn; a page of the large one may take three times as long."""
    times: dict[str, list[float]] = {f"{shelf.games} games": [] for shelf in asked}
    for _ in range(LOOKS):
        for shelf in asked:
            times[f"{shelf.games} games"].append(shelf.look(page.format(shelf.player_id)))
    with capsys.disabled():
        print(table(f"{page}, ms", times, base=f"{SIZES[0]} games"))  # noqa: T201


@pytest.mark.parametrize("is_scored", [False, True], ids=["a bid", "a scored hand"])
def test_saving(asked: list[Shelf], capsys: pytest.CaptureFixture[str], *, is_scored: bool) -> None:
    """Saves of a game under way, with and without a score that the statistics count."""
    times: dict[str, list[float]] = {f"{shelf.games} games": [] for shelf in asked}
    bids = cycle(BIDS)
    for _ in range(SAVES):
        fields: dict[str, object] = {f"bid-{seat}": bid for seat, bid in enumerate(next(bids))}
        if is_scored:
            fields |= {"taken-0": 4, "taken-1": 3, "taken-2": 3, "taken-3": 3}
        for shelf in asked:
            times[f"{shelf.games} games"].append(shelf.save(fields))
    what = "a scored hand" if is_scored else "a bid"
    with capsys.disabled():
        print(table(f"saving {what}, ms", times, base=f"{SIZES[0]} games"))  # noqa: T201
