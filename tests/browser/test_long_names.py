"""Every page with the longest names, on small windows and with large letters."""

from collections.abc import Iterator

from playwright.sync_api import CDPSession, Page

from tests.browser.conftest import Bench, Book, Devices
from tests.browser.look import LOOK, addresses, shelf_of

SIZES = ((320, 568, 16), (320, 568, 32), (360, 640, 24), (640, 300, 16))
"""Windows, and the size of letters that the browser was set to."""


def test_no_page_slides_or_grows(bench: Bench, devices: Devices, book: Book) -> None:
    """With 40 letters in a name and letters of 100 to 200 % nothing sticks out of 320 pixels.

    The card, wide tables and the chips of known players scroll in boxes of their own; the table
    and the view across it are as tall as the window, any other page as tall as what is on it.
    """
    shelf = shelf_of(book)
    page = devices.page(book.keeper_link)
    page.set_default_timeout(30_000)  # one slow page of forty should not end the walk
    browser = page.context.new_cdp_session(page)
    faults = {}
    paths = list(addresses(bench, shelf))
    for path in paths:
        if "#" in path:
            page.goto("about:blank")  # else another hash would not load the page
        page.goto(path)
        for found in faults_at_each_size(page, browser):
            faults[path, found[0]] = found[1]
    assert faults == {}
    assert len(paths) > 30


def faults_at_each_size(page: Page, browser: CDPSession) -> Iterator[tuple[object, list[str]]]:
    """Yield what is wrong on a page with all that folds open, with the window and the letters."""
    page.evaluate("for (const each of document.querySelectorAll('details')) each.open = true")
    for width, height, letters in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        browser.send("Page.setFontSizes", {"fontSizes": {"standard": letters}})
        if found := page.evaluate(LOOK):
            yield (width, height, letters), found
