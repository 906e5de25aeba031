"""Looking at a table, beside the least that an answer over HTTP can be."""

import pytest

from tests.benchmarks.conftest import table
from tests.benchmarks.test_saving_speed import Client, bare, keeper_of  # noqa: F401 - a fixture
from tests.browser.offline.conftest import Host

LOOKS = 200
BARE = "bare Flask, two letters"


def test_looking(host: Host, bare: Client, capsys: pytest.CaptureFixture[str]) -> None:  # noqa: F811 - the fixture
    """A game of 25 hands and four players, half of it played; both servers asked in turn."""
    game_id = host.keeper.set_up(("John", "Margaret", "Steve", "Betsy"))
    for number in range(1, 14):
        cards = 14 - number
        host.keeper.save(game_id, number, [1, 1, 1, 1], [cards, 0, 0, 0])
    ours = keeper_of(host, game_id)
    etag = ours.ask("GET", f"/games/{game_id}.json")
    etag.read()
    unchanged = {"If-None-Match": etag.headers["ETag"]}
    asked = {
        "the table": (ours, f"/games/{game_id}", {}),
        "the document": (ours, f"/games/{game_id}.json", {}),
        "the document, unchanged": (ours, f"/games/{game_id}.json", unchanged),
        "the home of the book": (ours, "/", {}),
        BARE: (bare, "/healthz", {}),
    }
    times: dict[str, list[float]] = {name: [] for name in asked}
    for _ in range(LOOKS):
        for name, (client, path, headers) in asked.items():
            times[name].append(client.look(path, headers))
    ours.close()
    with capsys.disabled():
        print(table("looking, ms", times, base=BARE))  # noqa: T201
