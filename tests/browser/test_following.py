"""Everybody at the table: followers on their own phones, the pen passed on, and the big screen."""

import re
import time

import pytest
from playwright.sync_api import APIResponse, Page, Route, expect

from tests.browser.conftest import PHONE, Book, Devices, Viewport
from tests.browser.table.conftest import Tables
from tests.browser.table.phone import Phone

SECOND = 1_000
TELEVISION: Viewport = {"width": 1280, "height": 720}
MANY = ["김지우아름다운이름을가진사람의아주긴이름입니다", "Әсел Нұрланқызы Сейітжанова-Бекмұхамед"]
FIFTEEN = [*MANY, *(f"Player {number}" for number in range(3, 16))]


@pytest.fixture
def tables(devices: Devices, book: Book) -> Tables:
    """Return tables of a fresh book."""
    return Tables(devices, book)


def follower(tables: Tables, game_id: str, path: str = "", viewport: Viewport = PHONE) -> Page:
    """Open a game, or another view of it, on the phone of somebody who may only look."""
    page = tables.devices.page(tables.book.reader_link, viewport=viewport)
    page.goto(f"/games/{game_id}{path}")
    return page


def bid_of(seat: int) -> str:
    """Return what picks the bid of a seat."""
    return f"[data-seat='{seat}'] [data-part=bid] [data-value]"


def test_a_tap_shows_on_another_phone(tables: Tables) -> None:
    """A bid appears on a follower's page within a second of the tap, and nothing is reloaded."""
    phone = tables.new("3,2")
    page = follower(tables, phone.game_id)
    page.evaluate("document.body.dataset.same = 'page'")
    page.wait_for_timeout(500)
    phone.key(2)
    expect(page.locator(bid_of(0))).to_have_text("2", timeout=SECOND)
    phone.undo()
    expect(page.locator(bid_of(0))).to_have_text("", timeout=SECOND)
    assert page.evaluate("document.body.dataset.same") == "page"


def test_a_follower_has_no_way_to_write(tables: Tables) -> None:
    """The page has no form and no key, and the server refuses one who tries all the same."""
    phone = tables.new("3,2")
    page = follower(tables, phone.game_id)
    assert page.locator("form, [data-key], [data-undo], input").count() == 0
    answer = page.context.request.post(f"/games/{phone.game_id}/hands/1", form={"bid-0": "1"})
    assert answer.status == 403


def test_a_follower_comes_back_from_a_dead_spot(tables: Tables) -> None:
    """Without a network for a while, the right score is there within a second of its return."""
    phone = tables.new("3,2")
    page = follower(tables, phone.game_id)
    page.wait_for_timeout(500)
    page.context.set_offline(offline=True)
    phone.key(1, 1, 1, 1, 1, 1, 1).settled()
    page.context.set_offline(offline=False)
    expect(page.locator("[data-seat='0'] [data-total]")).to_have_text("10", timeout=SECOND)
    faults = tables.devices.faults  # the browser's own lines about the missing network
    faults[:] = [fault for fault in faults if "ERR_INTERNET_DISCONNECTED" not in fault]


def test_answers_that_overlap_lose_no_news(tables: Tables) -> None:
    """A keeper's second phone shows the newest, though an older answer came while it was asked."""
    phone = tables.new("3,2")
    second = tables.phone(phone.game_id)
    held: list[tuple[Route, APIResponse]] = []
    second.page.route("**/games/*.json", lambda route: held.append((route, route.fetch())))
    for taps in (1, 2):
        phone.key(taps).settled()
        second.page.wait_for_timeout(SECOND)
        assert len(held) == taps
    for route, answer in held:
        route.fulfill(response=answer)
        second.page.wait_for_timeout(SECOND / 4)
    expect(second.page.locator(bid_of(0))).to_have_text("1", timeout=SECOND)
    expect(second.page.locator(bid_of(1))).to_have_text("2", timeout=SECOND)


FREEZES = """() => {
    globalThis.streams = [];
    globalThis.EventSource = class extends EventSource {
        constructor(address) {
            super(address);
            streams.push(this);
            super.addEventListener("revision", () => (globalThis.hasSpoken = true));
        }
        addEventListener(name, listener) {
            const isHeard = (event) => !(globalThis.isFrozen && event.isTrusted);
            super.addEventListener(name, (event) => isHeard(event) && listener(event));
        }
    };
}"""
"""Lets a test freeze what a page hears from its stream, and count the streams it opened."""


class Frozen:
    """A page whose network can freeze: nothing comes any more, and nothing is refused."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.asked = 0
        page.clock.install()
        page.add_init_script(f"({FREEZES})()")

    def open(self, path: str) -> None:
        """Open a game and stop the clock as soon as the stream has spoken."""
        self.page.goto(path)
        while not self.page.evaluate("globalThis.hasSpoken"):
            self.page.wait_for_timeout(SECOND / 50)
        self.page.clock.pause_at(self.page.evaluate("Date.now() / 1000 + 1"))

    def freeze(self, *, requests: bool = True) -> None:
        self.page.evaluate("globalThis.isFrozen = true")
        if requests:
            self.page.route("**/games/**", self._hold)

    def thaw(self) -> None:
        self.page.unroute("**/games/**", self._hold)
        self.page.evaluate("globalThis.isFrozen = false")

    def wait(self, seconds: int) -> None:
        """Let time pass, and the page do what is due."""
        self.page.clock.run_for(seconds * SECOND)

    def await_asked(self, times: int) -> None:
        """Wait until the page has asked for the document so many times."""
        give_up = time.monotonic() + 5
        while self.asked < times:
            assert time.monotonic() < give_up
            self.page.wait_for_timeout(SECOND / 50)

    def speak(self, data: str) -> None:
        """Say something on the stream as the server would, in its event of life."""
        script = (
            "data => streams[streams.length - 1].dispatchEvent(new MessageEvent('alive', { data }))"
        )
        self.page.evaluate(script, data)

    @property
    def streams(self) -> int:
        return int(self.page.evaluate("streams.length"))

    def _hold(self, route: Route) -> None:
        self.asked += route.request.url.endswith(".json")


@pytest.mark.parametrize("kind", ["reader", "across", "keeper"])
def test_a_frozen_network_is_noticed(tables: Tables, kind: str) -> None:
    """After 40 silent seconds the page asks, after 60 it says since when, and it catches up."""
    phone = tables.new("3,2")
    link = tables.book.keeper_link if kind == "keeper" else tables.book.reader_link
    frozen = Frozen(page := tables.devices.page(link))
    frozen.open(f"/games/{phone.game_id}{'/across' if kind == 'across' else ''}")
    frozen.freeze()
    phone.key(2).settled()
    frozen.speak("0")
    frozen.wait(39)
    assert (frozen.asked, frozen.streams) == (0, 1)
    line = page.locator("[data-silent]")
    frozen.wait(2)
    frozen.await_asked(1)
    assert frozen.streams == 2
    expect(line).to_be_hidden()
    frozen.wait(20)
    frozen.await_asked(2)
    expect(line).to_have_text(re.compile(r"^No news from the server since \d+:\d\d"))
    frozen.thaw()
    frozen.wait(14)
    expect(page.locator(bid_of(0))).to_have_text("2", timeout=SECOND)
    expect(line).to_be_hidden()


def test_a_stream_that_is_held_back_is_made_up_for(tables: Tables) -> None:
    """Where something in between lets no event through, the page asks every few seconds."""
    phone = tables.new("3,2")
    frozen = Frozen(page := tables.devices.page(tables.book.reader_link))
    page.route("**/live", lambda _: None)
    page.goto(f"/games/{phone.game_id}")
    frozen.wait(7)
    phone.key(2).settled()
    frozen.wait(3)
    expect(page.locator(bid_of(0))).to_have_text("2", timeout=SECOND)
    frozen.wait(120)
    expect(page.locator("[data-silent]")).to_be_hidden()


def test_only_a_sound_sign_of_life_counts(tables: Tables) -> None:
    """One of no revision, or of an older one, is none; a newer one makes the page ask."""
    phone = tables.new("3,2").key(1).settled()
    frozen = Frozen(page := tables.devices.page(tables.book.reader_link))
    frozen.open(f"/games/{phone.game_id}")
    frozen.freeze(requests=False)
    for _ in range(3):  # nothing is opened anew while it lives
        frozen.speak("1")
        frozen.wait(39)
    assert frozen.streams == 1
    for number, data in enumerate(("", "x", "-1", "1.5", "1e3", "0"), start=2):
        frozen.speak("1")
        frozen.wait(39)
        frozen.speak(data)
        frozen.wait(2)
        assert frozen.streams == number, data
    frozen.speak("1")
    phone.key(2).settled()
    frozen.speak("2")
    expect(page.locator(bid_of(1))).to_have_text("2", timeout=SECOND)


def test_the_pen_is_passed_with_taps_unsent(tables: Tables) -> None:
    """Both taps arrive; the old phone looks on, and one button takes the pen back."""
    old = tables.new("3,2")
    release = old.hold()
    old.key(1, 2)
    new = Phone(tables.devices.page(_keeper_link(old)), old.game_id).open()
    new.page.locator("[data-take-pen] button").tap()
    new.settled()
    release()
    assert old.kept(1)[0] == [1, 2, None, None]
    expect(old.page.locator("[data-keys]")).to_be_hidden()
    expect(old.page.locator("[data-pen-text]")).to_contain_text("keeps the score")
    expect(new.page.locator("[data-key='1']")).to_be_visible()
    old.page.locator("[data-take-pen] button").tap()
    expect(old.page.locator("[data-keys]")).to_be_visible()
    expect(new.page.locator("[data-keys]")).to_be_hidden()


def _keeper_link(phone: Phone) -> str:
    """Return the link that the table's page of links shows for keeping this one game."""
    page = phone.page.context.request.get(f"/games/{phone.game_id}/links").text()
    link = re.search(r'href="[^"]*?(/key/[^"]{16}-k[^"]*)"', page)
    assert link
    return link[1]


@pytest.mark.parametrize("viewport", [PHONE, pytest.param(TELEVISION, marks=pytest.mark.slow)])
def test_the_view_across_the_table_fits(tables: Tables, viewport: Viewport) -> None:
    """Fifteen players with long names fill the screen and are all on it, also at the end."""
    phone = tables.new("1", names=FIFTEEN)
    page = follower(tables, phone.game_id, "/across", viewport)
    boxes = [row.bounding_box() for row in page.locator("[data-seat]").all()]
    assert len(boxes) == len(FIFTEEN)
    assert all(box and box["y"] + box["height"] <= viewport["height"] for box in boxes)
    assert page.evaluate("document.documentElement.scrollWidth") <= viewport["width"]
    phone.key(*([1] * 15), 1).settled()
    expect(page.locator("[data-winner]")).to_be_visible()


def test_seats_are_changed_by_buttons_and_by_dragging(tables: Tables) -> None:
    """Before the first hand the players change places, and the table shows it."""
    phone = tables.new("3,2", names=["Ann", "Ben", "Cy"])
    page = phone.page
    page.goto(f"/games/{phone.game_id}/people")
    page.get_by_role("button", name="Move Cy up").tap()
    grip, first = page.locator("[data-grip]").nth(1), page.locator("[data-seating] li").first
    page.mouse.move(*_middle(grip.bounding_box()))
    page.mouse.down()
    page.mouse.move(*_middle(first.bounding_box()), steps=5)
    page.mouse.up()
    with page.expect_navigation():
        page.get_by_role("button", name="Seat them so").tap()
    names = [player["name"] for player in phone.open().document()["players"]]
    assert names == ["Cy", "Ann", "Ben"]


def _middle(box: object) -> tuple[float, float]:
    assert isinstance(box, dict)
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
