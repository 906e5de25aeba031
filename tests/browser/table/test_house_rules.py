"""No rule of Bluke stands in a script: rules nobody ever played need no change to one."""

from collections.abc import Iterator
from threading import Thread

import pytest
from playwright.sync_api import Browser
from werkzeug.serving import make_server

from scorekeeper.rules import House
from scorekeeper.rules.scoring import NOT_COUNTED, Outcome, Score, Taken
from tests.browser.conftest import Bench, Book, Devices
from tests.browser.table.conftest import Tables

CY, THREE = 2, ("Ann", "Ben", "Cy")


def score(_house: House, bid: int, taken: Taken) -> Score:
    """One more than bid is perfect for 7 a trick; anything above is 3; below costs 5 a trick."""
    if taken is NOT_COUNTED or taken < bid:
        return Score(Outcome.SET, -5 * bid)
    if taken == bid + 1:
        return Score(Outcome.PERFECT, 7 * taken)
    return Score(Outcome.OVERTRICKS, 3)


def legal_bids(_house: House, cards: int) -> range:
    """Only even bids, none of them included, and never all tricks."""
    return range(0, cards, 2)


def forbidden_totals(_house: House, cards: int) -> tuple[int, ...]:
    """Let the bids come to neither 2 nor one more than the cards."""
    return (2, cards + 1)


@pytest.fixture
def odd_tables(
    browser: Browser, bench: Bench, book: Book, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Tables]:
    """Serve the app from this process, in which the rules are others."""
    for rule in (score, legal_bids, forbidden_totals):
        monkeypatch.setattr(House, rule.__name__, rule)
    server = make_server("127.0.0.1", 0, bench.app, threaded=True)
    thread = Thread(target=server.serve_forever)
    thread.start()
    devices = Devices(browser, f"http://127.0.0.1:{server.server_port}")
    yield Tables(devices, book)
    devices.close()
    server.shutdown()
    thread.join()
    assert devices.faults == []


def test_an_invented_house_rule(odd_tables: Tables) -> None:
    """Keys, their points, what is forbidden and what is scored all follow from Python alone."""
    phone = odd_tables.new("5,4", names=THREE)
    assert phone.enabled == {"0", "2", "4"}
    phone.key(2, 4)
    assert phone.enabled == {"2", "4"}
    phone.key(4).tap_bid(CY).key(2)
    labels = phone.page.locator("[data-key]").filter(visible=True).all_inner_texts()
    assert [" ".join(label.split()) for label in labels] == [
        "0 −10", "1 −10", "2 +3", "3 +21", "4 +3", "5 +3", "S not counted"
    ]  # fmt: skip
    phone.key(3, 1)
    plays = phone.document()["hands"][0]["plays"]
    assert [(play["outcome"], play["points"]) for play in plays] == [
        ("P", 21), ("S", -20), ("S", -10)
    ]  # fmt: skip
    assert phone.totals == ["21", "−20", "−10"]
    phone.correct(1).tap_bid(0)
    assert phone.enabled == {"2", "4"}
    phone.key(4)
    assert phone.document()["hands"][0]["plays"][0]["points"] == -20
    assert phone.totals == ["−20", "−20", "−10"]
