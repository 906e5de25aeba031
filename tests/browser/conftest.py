"""A real server, a real browser, and for each test a scorebook and devices of its own."""

import asyncio
import os
import shutil
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal, ParamSpec, TypedDict, TypeVar
from urllib.error import URLError

import pytest
from playwright.sync_api import (
    Browser,
    BrowserContext,
    ConsoleMessage,
    Page,
    Response,
    WebError,
    sync_playwright,
)

from scorekeeper.config import Config
from scorekeeper.store import books
from scorekeeper.web.extensions import writing
from scorekeeper.web.keys import Role
from tests.conftest import Keeper, config_in, link_to, running
from tests.ports import HOST, kept_port
from tests.servers import COLD

P = ParamSpec("P")
T = TypeVar("T")
Scheme = Literal["light", "dark"]

BROWSERS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
WITHOUT_WINDOWS = ("chromium-headless-shell", "chrome-headless-shell")
"""The same engine without the windows around it opens a page in a third of the time."""

INSECURE = "scorekeeper.test"
"""A name of this machine that a browser does not trust as it trusts localhost."""

SWITCHES = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    f"--host-resolver-rules=MAP {INSECURE} {HOST}",
)
SERVE = f"import sys; sys.argv[1:] = ['serve', '--quiet']\n{COLD}"
PATIENCE = 30  # seconds for the server to answer; it takes about one
ACTION = 5_000  # milliseconds for anything a page is asked to do
REFUSED = "Failed to load resource: the server responded with a status of 4"


class Viewport(TypedDict):
    """A window, in CSS pixels."""

    width: int
    height: int


PHONE: Viewport = {"width": 360, "height": 640}


class Bench:
    """Runs the app beside the browser: Flask refuses a thread in which an event loop runs."""

    def __init__(self, config: Config) -> None:
        self.config = config
        self._thread = ThreadPoolExecutor(max_workers=1)
        self._running = running(config)
        self.app = self.run(next, self._running)

    def run(self, function: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        return self._thread.submit(function, *args, **kwargs).result()

    def close(self) -> None:
        self.run(list, self._running)
        self._thread.shutdown()

    def new_book(self) -> str:
        with self.app.app_context(), writing() as store:
            return books.make_book(store)


class Scribe:
    """A keeper that fills a book quickly, without a browser."""

    def __init__(self, bench: Bench, link: str) -> None:
        self._bench = bench
        self._keeper = bench.run(Keeper(bench.app).open, link)

    def set_up(self, names: Sequence[str], **fields: object) -> str:
        """Set a game up and return its id."""
        return self._bench.run(self._keeper.set_up, names, **fields)

    def save(
        self,
        game_id: str,
        number: int,
        bids: Sequence[object] = (),
        taken: Sequence[object] = (),
        **fields: object,
    ) -> dict[str, Any]:
        """Save a hand and return the document of the game."""
        return self._bench.run(self._keeper.save, game_id, number, bids, taken, **fields)

    def undo(self, game_id: str) -> dict[str, Any]:
        """Take the newest change back and return the document of the game."""
        return self._bench.run(self._keeper.undo, game_id)

    def document(self, game_id: str) -> dict[str, Any]:
        """Return the document of the game."""
        return self._bench.run(self._keeper.document, game_id)

    def page(self, path: str) -> str:
        """Return the text of a page."""
        return self._bench.run(self._keeper.page, path)


@dataclass(frozen=True, slots=True)
class Book:
    """A scorebook of one test: the links into it, and a keeper that fills it."""

    keeper_link: str
    reader_link: str
    keeper: Scribe


class Devices:
    """Phones and windows for one test; whatever goes wrong on any page of them is kept."""

    def __init__(self, browser: Browser, address: str) -> None:
        self.faults: list[str] = []
        self._browser = browser
        self._address = address
        self._contexts: list[BrowserContext] = []

    def page(
        self,
        link: str = "",
        *,
        viewport: Viewport = PHONE,
        scheme: Scheme = "light",
        scripts: bool = True,
    ) -> Page:
        """Return an empty page of a new device, which has opened `link` if one is given."""
        context = self._browser.new_context(
            base_url=self._address,
            viewport=viewport,
            color_scheme=scheme,
            java_script_enabled=scripts,
            has_touch=True,
            # What passes a service worker cannot be held up: the tests in `offline` are about it.
            service_workers="block",
        )
        context.set_default_timeout(ACTION)
        context.on("console", self._heard)
        context.on("weberror", self._broke)
        context.on("response", self._answered)
        self._contexts.append(context)
        if link:
            assert context.request.get(link, max_redirects=0).status == 303
        return context.new_page()

    def close(self) -> None:
        for context in self._contexts:
            context.close()

    def _heard(self, message: ConsoleMessage) -> None:
        # A page that is refused is a line in the console, too: each test says what it expects.
        if message.type == "error" and not message.text.startswith(REFUSED):
            self.faults.append(f"console: {message.text}")

    def _broke(self, error: WebError) -> None:
        self.faults.append(f"script: {error.error}")

    def _answered(self, response: Response) -> None:
        if response.status >= 500:
            self.faults.append(f"{response.status} from {response.url}")


def installed(*names: str) -> str:
    """Return where the first of these browsers is that is here."""
    found = next(filter(None, map(shutil.which, names)), None)
    if found is None:
        pytest.fail(
            "The browser tests need Chromium: install chromium or google-chrome, "
            "or name other tests to run.",
            pytrace=False,
        )
    return found


def _show_loop(loop: asyncio.AbstractEventLoop | None) -> None:
    asyncio._set_running_loop(loop)  # noqa: SLF001 - made for those who run a loop, as here


@contextmanager
def bench_of(config: Config) -> Iterator[Bench]:
    """Run the app of an instance beside the browser."""
    bench = Bench(config)
    try:
        yield bench
    finally:
        bench.close()


@contextmanager
def serving(config: Config, *program: str) -> Iterator[str]:
    """Run a server of an instance and lend its address."""
    with kept_port() as port:
        server = subprocess.Popen(
            [sys.executable, *(program or ("-c", SERVE))],
            cwd=Path(__file__).parents[2],
            env=os.environ | place_of(config, port),
        )
        address = f"http://{HOST}:{port}"
        try:
            await_health(server, address)
            yield address
        finally:
            server.terminate()
            server.wait(timeout=10)


def place_of(config: Config, port: int) -> dict[str, str]:
    """Return the settings of a server of an instance."""
    return {
        "HOST": HOST,
        "PORT": str(port),
        "SCOREKEEPER_INSTANCE": str(config.instance),
        "SCOREKEEPER_DATABASE_URL": config.database_url,
        "SCOREKEEPER_LANG": "en",
    }


def await_health(server: subprocess.Popen[bytes], address: str) -> None:
    """Wait until a server answers."""
    give_up = time.monotonic() + PATIENCE
    while time.monotonic() < give_up and server.poll() is None:
        try:
            with urllib.request.urlopen(f"{address}/healthz", timeout=PATIENCE):  # noqa: S310 - our own address
                return
        except (URLError, OSError):
            time.sleep(0.05)
    pytest.fail(f"The server at {address} did not come up.")


# What is made once has a name that no folder gives to anything else: pytest makes it for the first
# test that asks, and hands the same to all others, wherever they are.


@pytest.fixture(scope="session")
def sqlite_bench(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Bench]:
    with bench_of(config_in(tmp_path_factory.mktemp("instance"))) as bench:
        yield bench


@pytest.fixture(scope="session")
def sqlite_address(sqlite_bench: Bench) -> Iterator[str]:
    """Return where a server answers that runs as a host starts it."""
    with serving(sqlite_bench.config) as address:
        yield address


@pytest.fixture(scope="session")
def chromium() -> Iterator[tuple[Browser, asyncio.AbstractEventLoop]]:
    """Start the browser, and hide its event loop until a test of ours needs it."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=installed(*WITHOUT_WINDOWS, *BROWSERS), args=list(SWITCHES)
        )
        loop = asyncio.get_running_loop()
        _show_loop(None)
        yield browser, loop
        _show_loop(loop)
        browser.close()


# What a test takes is its own, so that a folder or a file may put another in its place.


@pytest.fixture
def bench(sqlite_bench: Bench) -> Bench:
    return sqlite_bench


@pytest.fixture
def address(sqlite_address: str) -> str:
    return sqlite_address


@pytest.fixture
def browser(chromium: tuple[Browser, asyncio.AbstractEventLoop]) -> Iterator[Browser]:
    """Lend the browser; its event loop is there for as long, and never in tests without one."""
    browser, loop = chromium
    _show_loop(loop)
    yield browser
    _show_loop(None)


@pytest.fixture
def devices(browser: Browser, address: str) -> Iterator[Devices]:
    """Open pages; the test fails on console errors, broken policies and answers from 500 on."""
    devices = Devices(browser, address)
    yield devices
    devices.close()
    assert devices.faults == []


@pytest.fixture
def book(bench: Bench) -> Book:
    """Make a new and empty scorebook."""
    book_id = bench.run(bench.new_book)
    link = bench.run(link_to, bench.app, book_id, Role.KEEPER)
    reader_link = bench.run(link_to, bench.app, book_id, Role.READER)
    return Book(link, reader_link, Scribe(bench, link))
