"""A game deleted while others look on, and brought back; with scripts and without."""

import re

from playwright.sync_api import Page, expect

from tests.browser.conftest import Book, Devices

SECOND = 1_000


def opened(devices: Devices, link: str, path: str, *, scripts: bool = True) -> Page:
    """Open a page on a new device."""
    page = devices.page(link, scripts=scripts)
    page.goto(path)
    return page


def test_a_follower_is_told_that_the_game_was_deleted(devices: Devices, book: Book) -> None:
    """The follower's page says so at once; the keeper's undo brings everything back."""
    game_id = book.keeper.set_up(["Ann", "Ben"])
    book.keeper.save(game_id, 1, [1, 2])
    follower = opened(devices, book.reader_link, f"/games/{game_id}")
    expect(follower.locator("[data-seat='1'] [data-part=bid] [data-value]")).to_have_text("2")
    follower.wait_for_timeout(500)
    keeper = opened(devices, book.keeper_link, f"/games/{game_id}/people", scripts=False)
    keeper.get_by_role("link", name="Delete the game").click()
    expect(keeper.get_by_text("This game is not over")).to_be_visible()
    keeper.get_by_role("button", name="Delete the game").click()
    expect(follower.get_by_role("heading")).to_have_text(
        "This game was deleted", timeout=5 * SECOND
    )
    assert follower.get_by_role("button").count() == 0
    expect(keeper.get_by_text("No game was found.")).to_be_visible()
    keeper.get_by_role("button", name="Bring it back").click()
    keeper.wait_for_url(f"**/games/{game_id}")
    follower.goto(f"/games/{game_id}")
    expect(follower.locator("[data-seat='1'] [data-part=bid] [data-value]")).to_have_text("2")


def test_a_deleted_game_comes_back_from_the_list(devices: Devices, book: Book) -> None:
    """Long after, without the page that followed the deletion, and without scripts."""
    game_id = book.keeper.set_up(["Ann", "Ben"], title="Friday")
    page = opened(devices, book.keeper_link, f"/games/{game_id}/delete", scripts=False)
    page.get_by_role("button", name="Delete the game").click()
    page.goto("/")
    assert page.get_by_text("Friday").count() == 0
    page.goto("/games")
    page.get_by_role("link", name="Deleted games").click()
    page.get_by_role("button", name="Bring it back").click()
    page.wait_for_url(f"**/games/{game_id}")
    page.goto("/")
    expect(page.get_by_text("Friday")).to_be_visible()


def test_two_of_one_name_are_seated_by_their_chips(devices: Devices, book: Book) -> None:
    """The chip's number tells them apart, and is no part of the name."""
    game_id = book.keeper.set_up(["Kim", "Kim", "Ann"])
    ids = [player["id"] for player in book.keeper.document(game_id)["players"]]
    page = opened(devices, book.keeper_link, "/games/new")
    for own_id in (ids[1], ids[2]):
        page.locator(f"[data-player='{own_id}']").click()
    expect(page.locator("#players-0")).to_have_value("Kim")
    page.locator("[name=first_dealer]").first.check()
    page.get_by_role("button", name="Deal the first hand").click()
    page.wait_for_url(re.compile(r"/games/\w{16}$"))
    made = book.keeper.document(page.url.rpartition("/")[2])
    assert [player["id"] for player in made["players"]] == [ids[1], ids[2]]
