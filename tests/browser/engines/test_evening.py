"""An evening in WebKit and in Firefox, from the names to the card, and a look at every page."""

from pathlib import Path

import pytest

from tests.browser.conftest import Bench, Book, Viewport
from tests.browser.engines.conftest import Engine
from tests.browser.engines.driving import Window
from tests.browser.engines.test_proof import SCALED
from tests.browser.look import LOOK, addresses, shelf_of
from tests.browser.offline.conftest import Host, hosting

NAMES = ("John", "Margaret", "Steve", "Betsy")
SMALL: Viewport = {"width": 360, "height": 640}
BIDS, TRICKS = (2, 1, 1, 3), (2, 2, 0)
OPEN_ALL = "for (const each of document.querySelectorAll('details')) each.open = true"
STATE = """const { hand, phase, sync } = document.querySelector("main").dataset;
return [Number(hand), phase, sync]"""
TOTALS = """return [...document.querySelectorAll(".live [data-seat] td:last-child")]
  .map((each) => parseInt(each.textContent.replace("−", "-"), 10))"""
IS_KEPT = """if (!navigator.serviceWorker.controller) return false;
caches.open("bluke").then((cache) => cache.match(location.pathname))
  .then((found) => { window.isKept = Boolean(found); });
return window.isKept"""
BACKGROUND = "return getComputedStyle(document.body).backgroundColor.match(/\\d+/g).map(Number)"


@pytest.fixture(params=["webkit", "firefox"])
def engine(request: pytest.FixtureRequest) -> Engine:
    """Open windows of each engine in turn."""
    opened: Engine = request.getfixturevalue(request.param)
    return opened


@pytest.mark.xdist_group("engines")
def test_an_evening(engine: Engine, tmp_path: Path) -> None:
    """Set up, played, followed, put right, played on without a server, and shown for printing."""
    with hosting(tmp_path / "evening") as host:
        _play(engine, host)


def _play(engine: Engine, host: Host) -> None:
    address = f"http://127.0.0.1:{host.port}"
    keeper = engine(address, profile="keeper")
    game_id = _set_up(keeper, host.link)
    for key in (*BIDS, *TRICKS):
        keeper.tap(f"[data-key='{key}']")
    assert keeper.await_value(STATE, [2, "bid", "saved"])
    assert keeper.run(TOTALS) == [20, 11, -10, 30]
    assert keeper.faults() == []

    follower = engine(address, profile="follower", is_dark=True)
    follower.go(host.link)
    follower.go(f"/games/{game_id}")
    follower.wait("return document.querySelector('[data-turn]').textContent")
    assert max(follower.run(BACKGROUND)[:3]) < 80, "the page is not dark"

    _correct(keeper)
    assert keeper.await_value(STATE, [1, "tricks", "saved"])
    keeper.tap("[data-back]")
    assert keeper.await_value(STATE, [2, "bid", "saved"])
    right = [20, -10, 11, 30]
    assert keeper.await_value(TOTALS, right)
    assert follower.await_value(TOTALS, right)
    assert follower.faults() == []

    keeper.go(f"/games/{game_id}")
    keeper.wait(IS_KEPT)
    assert keeper.faults() == []
    host.kill()
    keeper.run("location.reload()")  # a driver's own reload goes past what Firefox has kept
    keeper.wait("return performance.getEntriesByType('navigation')[0].type === 'reload'")
    keeper.tap("[data-key='2']")
    assert keeper.await_value(STATE, [2, "bid", "waiting"])
    host.start()
    assert keeper.await_value(STATE, [2, "bid", "saved"])
    assert [play["bid"] for play in host.document(game_id)["hands"][1]["plays"]][1] == 2

    keeper.faults()  # a server that is away is a line in the console
    keeper.go(f"/games/{game_id}/print")
    assert keeper.await_value(SCALED, expected=True)
    assert keeper.faults() == []


def _set_up(keeper: Window, link: str) -> str:
    """Set a game of two hands up on the page, and return its id."""
    keeper.go(link)
    keeper.go("/games/new")
    for seat, name in enumerate(NAMES):
        keeper.write(f"#players-{seat}", name)
    keeper.tap("[name=first_dealer][value='3']")
    keeper.tap("#order-custom")
    keeper.write("#hand_sizes", "7,6")
    keeper.tap(".go button")
    keeper.wait("return document.querySelector('[data-turn]')?.textContent")
    return str(keeper.run("return location.pathname")).rpartition("/")[2]


def _correct(keeper: Window) -> None:
    """Exchange what the second and the third player took in the first hand."""
    keeper.tap(".tabs a[href='#card']")
    keeper.tap(".card-room tr[data-number='1'] td.result")
    for seat, key in ((1, 0), (2, 2)):
        keeper.tap(f".live [data-seat='{seat}'] [data-part=tricks]")
        keeper.tap(f"[data-key='{key}']")


@pytest.mark.slow
def test_an_old_webkit_plays_along(old_webkit: Engine, bench: Bench, book: Book) -> None:
    """In one window: set up, played, put right, shown for printing; and every page fits."""
    window = old_webkit(size=SMALL)
    game_id = _set_up(window, book.keeper_link)
    for key in (*BIDS, *TRICKS):
        window.tap(f"[data-key='{key}']")
    assert window.await_value(STATE, [2, "bid", "saved"])
    _correct(window)
    window.tap("[data-back]")
    assert window.await_value(STATE, [2, "bid", "saved"])
    assert window.await_value(TOTALS, [20, -10, 11, 30])
    window.go(f"/games/{game_id}/print")
    assert window.await_value(SCALED, expected=True)
    _look_at_all(window, bench, book)


@pytest.mark.xdist_group("engines")
def test_every_page_fits(engine: Engine, bench: Bench, book: Book) -> None:
    """Nothing slides sideways, nothing is taller than it should be, and the console is silent."""
    window = engine(size=SMALL)
    window.go(book.keeper_link)
    _look_at_all(window, bench, book)
    assert window.faults() == []


def _look_at_all(window: Window, bench: Bench, book: Book) -> None:
    paths = list(addresses(bench, shelf_of(book)))
    wrong = {}
    for path in paths:
        if "#" in path:
            window.go("/rules")  # else another hash would not load the page
        window.go(path)
        window.run(OPEN_ALL)
        if found := window.run(f"return ({LOOK})()"):
            wrong[path] = found
    assert wrong == {}
    assert len(paths) > 30
