"""A server that can be killed, a network that fails, phones that are closed and opened again."""

import os
import re
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from scorekeeper.app import first_book_link
from scorekeeper.config import Config
from tests.browser.conftest import (
    ACTION,
    BROWSERS,
    PHONE,
    SERVE,
    SWITCHES,
    Bench,
    Scribe,
    _await_health,
    _free_port,
)
from tests.browser.offline.wire import Wire
from tests.conftest import config_in

ROOT = Path(__file__).parents[3]
INSECURE = "scorekeeper.test"
NAMES = ("John", "Margaret")
SIZES = (3, 2, 3, 4, 2)
TAPS_A_HAND = 4
"""Trump, two bids, and the first one's tricks: the other's follow."""
LATER = 20_000  # milliseconds until a repeated tap must have been answered


class Host:
    """The server of one instance, and a keeper of its book that needs no browser."""

    def __init__(self, config: Config) -> None:
        self.config = config
        self.port = _free_port()
        self.root = ROOT
        self._bench = Bench(config)
        self.link = self._bench.run(first_book_link, self._bench.app)
        self.keeper = Scribe(self._bench, self.link)
        self.start()

    def start(self, root: Path = ROOT) -> None:
        """Start, and return when it answers; `root` may hold another version of the project."""
        self.root = root
        place = {
            "HOST": "127.0.0.1",
            "PORT": str(self.port),
            "SCOREKEEPER_INSTANCE": str(self.config.instance),
            "SCOREKEEPER_DATABASE_URL": self.config.database_url,
            "SCOREKEEPER_LANG": "en",
        }
        self._process = subprocess.Popen(
            [sys.executable, "-c", SERVE], cwd=root, env=os.environ | place, start_new_session=True
        )
        _await_health(self._process, f"http://127.0.0.1:{self.port}")

    def kill(self) -> None:
        """End every process of the server at once, as a power cut would."""
        if self._process.poll() is None:
            os.killpg(self._process.pid, signal.SIGKILL)
        self._process.wait(timeout=10)

    def mend(self) -> None:
        """See to it that the project's own version answers."""
        if self._process.poll() is not None or self.root != ROOT:
            self.kill()
            self.start()

    def new_game(self, sizes: Sequence[int] = SIZES, names: Sequence[str] = NAMES) -> str:
        """Set a game up and return its id."""
        text = ",".join(map(str, sizes))
        return self.keeper.set_up(names, order="custom", hand_sizes=text)

    def document(self, game_id: str) -> dict[str, Any]:
        """Return the game as the server has it."""
        return self.keeper.document(game_id)

    def close(self) -> None:
        """Stop for good."""
        self.kill()
        self._bench.close()


class Phone:
    """A browser with a profile of its own, which outlives its being closed."""

    def __init__(self, browser: Browser, profile: Path, address: str) -> None:
        self._browser = browser
        self._profile = profile
        self.address = address
        self.taps = 0
        self.open()

    def open(self, *, offline: bool = False) -> None:
        """Start the browser anew on the same profile."""
        self.context: BrowserContext = self._browser.browser_type.launch_persistent_context(
            self._profile,
            executable_path=next(filter(None, map(shutil.which, BROWSERS))),
            args=[*SWITCHES, f"--host-resolver-rules=MAP {INSECURE} 127.0.0.1"],
            base_url=self.address,
            viewport=PHONE,
            has_touch=True,
            offline=offline,
        )
        self.context.set_default_timeout(ACTION)
        self.page: Page = self.context.pages[0]

    def close(self) -> None:
        """Close the browser."""
        self.context.close()

    def go(self, path: str) -> None:
        """Open an address and wait until its scripts run."""
        self.page.goto(path)
        self.page.locator("[data-turn]:not(:empty), [data-winner]:visible").first.wait_for()

    def install(self, game_id: str) -> None:
        """Open a game and wait until the browser keeps it."""
        self.go(f"/games/{game_id}")
        for path in (f"/games/{game_id}", "/"):
            self.until(
                "async (path) => Boolean(await (await caches.open('bluke')).match(path))", path
            )

    def until(self, function: str, arg: object) -> None:
        """Wait until a function of the page, which may be asynchronous, says yes."""
        give_up = time.monotonic() + LATER / 1000
        while not self.page.evaluate(function, arg):
            assert time.monotonic() < give_up, function
            self.page.wait_for_timeout(50)

    def tap(self, selector: str) -> None:
        """Tap what is there once."""
        self.page.locator(selector).tap()
        self.taps += 1

    def key(self, key: object) -> None:
        """Tap a key of the pad."""
        self.tap(f"[data-key='{key}']")

    def play(self) -> None:
        """Play the hand on the pad from its beginning: each bids 1, the first takes 1."""
        number = self.number
        self.tap("[data-trump=hearts]")
        for _ in range(TAPS_A_HAND - 1):
            self.key(1)
        if self.phase != "over":
            assert self.number == number + 1

    def play_rest(self) -> None:
        """Play the hands that are left."""
        while self.phase != "over":
            self.play()

    @property
    def number(self) -> int:
        """The hand on the pad."""
        return int(self.page.locator("main").get_attribute("data-hand") or 0)

    @property
    def phase(self) -> str | None:
        """What the next key enters."""
        return self.page.locator("main").get_attribute("data-phase")

    @property
    def sync(self) -> str | None:
        """Whether everything has arrived."""
        return self.page.locator("main").get_attribute("data-sync")

    def totals(self) -> list[str]:
        """Return the running scores on the page."""
        return self.page.locator("[data-live] [data-total]").all_text_contents()

    def await_saved(self, timeout: int = LATER) -> None:
        """Wait until the server has answered every tap."""
        expect(self.page.locator("main")).to_have_attribute("data-sync", "saved", timeout=timeout)


def check_whole(document: dict[str, Any], *, taps: int) -> None:
    """Check that the server has every hand that was played, and every tap exactly once."""
    assert document["state"] == "over"
    for hand in document["hands"]:
        assert (hand["state"], hand["trump"]) == ("scored", "hearts")
        assert [play["bid"] for play in hand["plays"]] == [1, 1]
        taken = [play["taken"] for play in hand["plays"]]
        assert sorted(taken) == sorted([1, hand["cards"] - 1])
    assert document["revision"] == taps


@pytest.fixture(scope="package")
def host(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Host]:
    host = Host(config_in(tmp_path_factory.mktemp("host")))
    yield host
    host.close()


@pytest.fixture(autouse=True)
def mended(host: Host) -> Iterator[None]:
    yield
    host.mend()


@pytest.fixture
def wire(host: Host) -> Iterator[Wire]:
    wire = Wire(host.port)
    yield wire
    wire.close()


@pytest.fixture
def phone(browser: Browser, host: Host, wire: Wire, tmp_path: Path) -> Iterator[Phone]:
    """Open a keeper's phone on localhost, where a browser allows everything."""
    yield from _keeper_s_phone(browser, host, tmp_path / "profile", f"http://127.0.0.1:{wire.port}")


@pytest.fixture
def plain_phone(browser: Browser, host: Host, wire: Wire, tmp_path: Path) -> Iterator[Phone]:
    """Open a keeper's phone in the house's network: plain HTTP, so no service worker."""
    yield from _keeper_s_phone(browser, host, tmp_path / "plain", f"http://{INSECURE}:{wire.port}")


def _keeper_s_phone(browser: Browser, host: Host, profile: Path, address: str) -> Iterator[Phone]:
    phone = Phone(browser, profile, address)
    phone.page.goto(host.link)
    yield phone
    phone.close()


def static_hash(page: Page) -> str:
    """Return the version of the scripts that a page runs."""
    source = page.locator("script[type=module]").first.get_attribute("src") or ""
    found = re.search(r"/static/(\w+)/", source)
    assert found
    return found[1]
