"""A server that can be killed, a network that fails, phones that are closed and opened again."""

import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, TypeVar

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from scorekeeper.app import first_book_link
from tests.browser.conftest import (
    ACTION,
    BROWSERS,
    INSECURE,
    PHONE,
    SERVE,
    SWITCHES,
    WITHOUT_WINDOWS,
    Bench,
    Scribe,
    await_health,
    bench_of,
    installed,
    place_of,
)
from tests.browser.offline.wire import Wire
from tests.conftest import config_in
from tests.ports import HOST, kept_port

ROOT = Path(__file__).parents[3]
NAMES = ("John", "Margaret")
SIZES = (3, 2, 3, 4, 2)
TAPS_A_HAND = 4
"""Trump, two bids, and the first one's tricks: the other's follow."""
LONGEST_PAUSE = 8_000  # milliseconds until what was not answered is sent again
LATER = 20_000  # milliseconds until a repeated tap must have been answered


class Host:
    """The server of one instance, and a keeper of its book that needs no browser."""

    def __init__(self, bench: Bench, port: int) -> None:
        self.config = bench.config
        self.port = port
        self.root = ROOT
        self.link = bench.run(first_book_link, bench.app)
        self.keeper = Scribe(bench, self.link)
        self.start()

    def start(self, root: Path = ROOT) -> None:
        """Start, and return when it answers; `root` may hold another version of the project."""
        self.root = root
        self._process = subprocess.Popen(
            [sys.executable, "-c", SERVE],
            cwd=root,
            env=os.environ | place_of(self.config, self.port),
            start_new_session=True,
        )
        await_health(self._process, f"http://{HOST}:{self.port}")

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


class Phone:
    """A device with a storage of its own, which goes with it."""

    def __init__(self, browser: Browser, address: str) -> None:
        self.browser = browser
        self.address = address
        self.taps = 0
        self.open()

    def open(self) -> None:
        """Start with nothing kept, and with a clock that can be put on."""
        self._use(self.browser.new_context(base_url=self.address, viewport=PHONE, has_touch=True))
        self.context.clock.install()

    def close(self) -> None:
        """End for good."""
        self.context.close()

    def _use(self, context: BrowserContext) -> None:
        self.context = context
        context.set_default_timeout(ACTION)
        self.page: Page = context.pages[0] if context.pages else context.new_page()

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

    def await_saved(self) -> None:
        """Wait until the server has answered every tap."""
        give_up = time.monotonic() + LATER / 1000
        while self.sync != "saved" and time.monotonic() < give_up:
            self.pass_pause()
            self._look_again(1_000)
        expect(self.page.locator("main")).to_have_attribute("data-sync", "saved")

    def pass_pause(self) -> None:
        """Put the clock on to where the page sends again what was not answered."""
        if self.sync == "waiting":
            self.page.clock.fast_forward(LONGEST_PAUSE)

    def _look_again(self, timeout: int) -> None:
        with suppress(AssertionError):
            expect(self.page.locator("main")).to_have_attribute(
                "data-sync", "saved", timeout=timeout
            )

    def await_that(self, happened: Callable[[], bool]) -> None:
        """Wait for what the page cannot tell."""
        give_up = time.monotonic() + LATER / 1000
        while not happened():
            assert time.monotonic() < give_up
            self.page.wait_for_timeout(20)


class LastingPhone(Phone):
    """A browser with a profile of its own, which outlives its being closed, and the real clock."""

    def __init__(self, browser: Browser, address: str, profile: Path) -> None:
        self._profile = profile
        super().__init__(browser, address)

    def pass_pause(self) -> None:
        """Leave the clock alone."""

    def open(self, *, offline: bool = False) -> None:
        """Start the browser anew on the same profile."""
        self._use(
            self.browser.browser_type.launch_persistent_context(
                self._profile,
                executable_path=installed(*BROWSERS, *WITHOUT_WINDOWS),
                args=list(SWITCHES),
                base_url=self.address,
                viewport=PHONE,
                has_touch=True,
                offline=offline,
            )
        )


def check_whole(document: dict[str, Any], *, taps: int) -> None:
    """Check that the server has every hand that was played, and every tap exactly once."""
    assert document["state"] == "over"
    for hand in document["hands"]:
        assert (hand["state"], hand["trump"]) == ("scored", "hearts")
        assert [play["bid"] for play in hand["plays"]] == [1, 1]
        taken = [play["taken"] for play in hand["plays"]]
        assert sorted(taken) == sorted([1, hand["cards"] - 1])
    assert document["revision"] == taps


@contextmanager
def hosting(folder: Path) -> Iterator[Host]:
    """Run the server of an instance in a folder."""
    with bench_of(config_in(folder)) as bench, kept_port() as port:
        host = Host(bench, port)
        try:
            yield host
        finally:
            host.kill()


@pytest.fixture(scope="session")
def one_host(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Host]:
    with hosting(tmp_path_factory.mktemp("host")) as host:
        yield host


@pytest.fixture
def host(one_host: Host) -> Iterator[Host]:
    """Lend the host, whose server answers again when the next test begins."""
    yield one_host
    one_host.mend()


@pytest.fixture
def wire(host: Host) -> Iterator[Wire]:
    wire = Wire(host.port)
    yield wire
    wire.close()


@pytest.fixture
def phone(browser: Browser, host: Host, wire: Wire) -> Iterator[Phone]:
    """Open a keeper's phone on localhost, where a browser allows everything."""
    yield from _of_a_keeper(Phone(browser, f"http://{HOST}:{wire.port}"), host)


@pytest.fixture
def plain_phone(browser: Browser, host: Host, wire: Wire) -> Iterator[Phone]:
    """Open a keeper's phone in the house's network: plain HTTP, so no service worker."""
    yield from _of_a_keeper(Phone(browser, f"http://{INSECURE}:{wire.port}"), host)


@pytest.fixture
def lasting_phone(
    browser: Browser, host: Host, wire: Wire, tmp_path: Path
) -> Iterator[LastingPhone]:
    """Open a browser, on localhost, that can be closed and opened again."""
    phone = LastingPhone(browser, f"http://{HOST}:{wire.port}", tmp_path / "profile")
    yield from _of_a_keeper(phone, host)


@pytest.fixture
def lasting_plain_phone(
    browser: Browser, host: Host, wire: Wire, tmp_path: Path
) -> Iterator[LastingPhone]:
    """Open a browser, in the house's network, that can be closed and opened again."""
    phone = LastingPhone(browser, f"http://{INSECURE}:{wire.port}", tmp_path / "profile")
    yield from _of_a_keeper(phone, host)


_SomePhone = TypeVar("_SomePhone", bound=Phone)


def _of_a_keeper(phone: _SomePhone, host: Host) -> Iterator[_SomePhone]:
    # Once the link is answered the phone is let in; it need not draw the page that follows.
    phone.page.goto(host.link, wait_until="commit")
    yield phone
    phone.close()


def static_hash(page: Page) -> str:
    """Return the version of the scripts that a page runs."""
    source = page.locator("script[type=module]").first.get_attribute("src") or ""
    found = re.search(r"/static/(\w+)/", source)
    assert found
    return found[1]
