"""What phones do with a page: bars and notches, share sheets, fields that zoom, apps."""

from functools import partial
from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect

from tests.browser.conftest import Book, Devices, Viewport
from tests.browser.sample import NAMES, played

UPRIGHT: Viewport = {"width": 390, "height": 844}
LYING: Viewport = {"width": 844, "height": 390}
INSETS = (
    (UPRIGHT, {"top": 59, "bottom": 34}),
    (LYING, {"left": 59, "right": 59, "bottom": 21}),
)
"""A phone with a notch, upright and on its side."""

# Text and controls that can be seen and do not scroll with the page, or all of them sideways.
OUTSIDE = """([insets, isFixed]) => {
  const { top = 0, bottom = 0, left = 0, right = 0 } = insets;
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const outside = [];
  while (walker.nextNode()) {
    const { data, parentElement } = walker.currentNode;
    const isUnseen = !parentElement.checkVisibility() || parentElement.closest(".unseen, caption");
    if (!data.trim() || isUnseen) continue;
    const range = document.createRange();
    range.selectNodeContents(walker.currentNode);
    const box = range.getBoundingClientRect();
    const across = box.width && (box.left < left - 1 || box.right > innerWidth - right + 1);
    const down = isFixed && (box.top < top - 1 || box.bottom > innerHeight - bottom + 1);
    if (across || (down && !parentElement.closest(".live"))) outside.push(data.trim());
  }
  return outside;
}"""
SMALL = """() => [...document.querySelectorAll("input, select, textarea")]
  .filter((field) => !/^(radio|checkbox|hidden|file)$/.test(field.type))
  .filter((field) => parseFloat(getComputedStyle(field).fontSize) < 16)
  .map((field) => `${field.tagName} ${field.name || field.id}`)"""
SHARE = """navigator.canShare = () => true;
navigator.share = async () => {
  window.shared = (window.shared ?? 0) + 1;
  if (window.fails) throw new DOMException("", window.fails);
};"""
PRINTED = 30_000  # milliseconds for the server to print a card
STANDALONE = 'Object.defineProperty(navigator, "standalone", { value: true });'


def test_nothing_lies_under_a_notch_or_a_bar(devices: Devices, book: Book) -> None:
    """Whatever a phone cuts off, the pages that fill its screen and all others keep clear of it."""
    game = f"/games/{played(book.keeper)}"
    for viewport, insets in INSETS:
        page = devices.page(book.keeper_link, viewport=viewport)
        session = page.context.new_cdp_session(page)
        session.send("Emulation.setSafeAreaInsetsOverride", {"insets": insets})
        for path in (f"{game}/across", game, f"{game}/print", "/", "/rules", "/stats", "/import"):
            page.goto(path)
            is_fixed = path.startswith(game) and not path.endswith("/print")
            assert page.evaluate(OUTSIDE, [insets, is_fixed]) == [], (path, viewport)
            assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), path


def test_the_menu_ends_above_the_bars(devices: Devices, book: Book) -> None:
    """All of the menu can be scrolled to, at the table and across it, upright and lying."""
    game = f"/games/{played(book.keeper)}"
    for viewport, insets in INSETS:
        page = devices.page(book.keeper_link, viewport=viewport)
        session = page.context.new_cdp_session(page)
        session.send("Emulation.setSafeAreaInsetsOverride", {"insets": insets})
        for path in (game, f"{game}/across"):
            page.goto(path)
            page.locator(".menu > summary").tap()
            last = page.locator(".menu .languages a").last
            last.scroll_into_view_if_needed()
            box = last.bounding_box()
            assert box
            assert box["y"] + box["height"] <= viewport["height"] - insets["bottom"], path


def test_no_field_makes_a_phone_zoom(devices: Devices, book: Book) -> None:
    """Letters in a field are at least 16 pixels high: iOS zooms in on smaller ones, for good."""
    game = f"/games/{played(book.keeper)}"
    for scripts in (True, False):
        page = devices.page(book.keeper_link, scripts=scripts)
        for path in ("/import", "/games/new", game, f"{game}/people", "/blank", "/games", "/stats"):
            page.goto(path)
            assert page.evaluate(SMALL) == [], path


@pytest.fixture
def room(devices: Devices, book: Book) -> Page:
    """Open the print room of a game on a phone that can share files."""
    page = devices.page(book.keeper_link)
    page.add_init_script(SHARE)
    page.goto(f"/games/{played(book.keeper)}/print")
    return page


def test_a_card_that_is_not_shared_says_why(room: Page, devices: Devices) -> None:
    """A busy server, a broken one, none at all, and a device that refuses are four things."""
    share, said = room.locator("[data-share]"), room.locator("[data-said]")
    for answer, sentence in (
        ({"status": 503, "headers": {"Retry-After": "2"}}, "Other cards are being printed."),
        ({"status": 503}, "The server could not make the PDF."),
        ({"status": 500}, "The server could not make the PDF."),
        (None, "The server cannot be reached."),
    ):
        room.route("**/scorecard.pdf*", partial(_answer, answer))
        share.tap()
        expect(said).to_contain_text(sentence)
        room.unroute("**/scorecard.pdf*")
    room.route("**/scorecard.pdf*", lambda route: route.fulfill(body="%PDF"))
    room.evaluate("window.fails = 'DataError'")
    share.tap()
    expect(said).to_contain_text("This device could not share the PDF.")
    room.evaluate("window.fails = 'AbortError'")
    share.tap()
    expect(said).to_be_hidden()
    devices.faults.clear()  # the answers that were made up


def test_a_card_that_took_too_long_is_shared_with_the_next_tap(room: Page) -> None:
    """A browser opens its sheet only soon after a tap: the card is kept, and is not asked twice."""
    asked: list[str] = []
    room.route("**/scorecard.pdf*", partial(_count, asked))
    share, said = room.locator("[data-share]"), room.locator("[data-said]")
    room.evaluate("window.fails = 'NotAllowedError'")
    share.tap()
    expect(said).to_contain_text("Tap once more")
    room.evaluate("window.fails = ''")
    share.tap()
    expect(said).to_be_hidden()
    assert (len(asked), room.evaluate("window.shared")) == (1, 2)


def test_a_link_that_is_not_shared_says_so(devices: Devices, book: Book) -> None:
    """The links page tells that the device refused, and nothing where its sheet was closed."""
    page = devices.page(book.keeper_link)
    page.add_init_script(SHARE)
    page.goto("/links")
    share, said = page.locator("[data-share]").first, page.get_by_role("alert")
    for name, is_told in (("NotAllowedError", True), ("AbortError", False), ("", False)):
        page.evaluate("name => { window.fails = name; }", name)
        share.tap()
        expect(said).to_have_count(1 if is_told else 0)


def test_an_app_on_the_home_screen_is_never_left_for_a_pdf(devices: Devices, book: Book) -> None:
    """There a PDF is saved: shown in the app's only window, it would have no way back."""
    page = devices.page(book.keeper_link)
    page.add_init_script(STANDALONE)
    page.goto(f"/games/{played(book.keeper)}/print")
    way = page.locator("[data-pdf]")
    assert way.get_attribute("target") is None
    with page.expect_download(timeout=PRINTED):
        way.tap()
    page.goto("/blank?players=4")
    with page.expect_download(timeout=PRINTED):
        page.get_by_role("button", name="Open the empty card").tap()
    for path in (f"/games/{book.keeper.set_up(NAMES)}", "/", "/links", "/rules", "/import"):
        page.goto(path)
        assert page.locator("[target=_blank]").count() == 0, path


def _count(asked: list[str], route: Route) -> None:
    asked.append(route.request.url)
    route.fulfill(body="%PDF")


def _answer(answer: dict[str, Any] | None, route: Route) -> None:
    if answer is None:
        route.abort()
    else:
        route.fulfill(**answer)
