"""A page of scores that the browser brings back shows how the game stands now."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Book, Devices

RESTORED = "() => dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))"


@pytest.fixture
def game_id(book: Book) -> str:
    return book.keeper.set_up(["Ann", "Ben"], order="custom", hand_sizes="2,3,1")


@pytest.fixture
def home(devices: Devices, book: Book) -> Page:
    """Open the scorebook on a follower's phone."""
    return devices.page(book.reader_link)


def test_back_shows_the_score_of_now(home: Page, book: Book, game_id: str) -> None:
    """From the browser's store of files, or as it was left; and what is gone is not shown."""
    home.goto("/")
    line = home.locator(".resume")
    expect(line).to_contain_text("hand 1 of 3")
    home.goto("/rules")
    book.keeper.save(game_id, 1, [1, 1], [1, 1])
    home.go_back()
    expect(line).to_contain_text("hand 2 of 3")
    book.keeper.save(game_id, 2, [1, 1], [1, 2])
    home.evaluate(RESTORED)
    expect(line).to_contain_text("hand 3 of 3")


def test_without_a_network_the_page_stays(devices: Devices, home: Page, game_id: str) -> None:
    """An old score is better than the browser's own error page."""
    assert game_id
    home.goto("/")
    home.context.set_offline(offline=True)
    home.evaluate(RESTORED)
    home.wait_for_timeout(200)
    expect(home.locator(".resume")).to_contain_text("hand 1 of 3")
    devices.faults.clear()  # the browser's own lines about the missing network
