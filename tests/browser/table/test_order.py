"""The table is seated in another order while the game goes on: deal, cursor and rows follow."""

from playwright.sync_api import expect

from tests.browser.conftest import Devices

from .conftest import Tables


def test_an_open_page_follows_the_order_and_plays_on(tables: Tables, devices: Devices) -> None:
    """From the first hand not begun; each tap moves the cursor before the server has answered.

    An earlier hand shows how they sat then.
    """
    phone = tables.new("2,2,2", first_dealer=0)
    keeper, page, game_id = tables.book.keeper, phone.page, phone.game_id
    keeper.save(game_id, 1, bids=[1, 1, 1, 1], taken=[2, 0, 0, 0])
    rows = page.locator("[data-live] [data-seat]")
    expect(page.locator("main")).to_have_attribute("data-hand", "2")
    other = devices.page(tables.book.keeper_link)
    other.goto(f"/games/{game_id}/people")
    other.locator("[data-seating] li").nth(3).locator("[data-move='-1']").click()
    other.locator("form[action$='/seats'] button[type=submit]").click()
    expect(other.locator(".notice")).to_be_visible()
    assert [hand["order"] for hand in keeper.document(game_id)["hands"]] == [
        [0, 1, 2, 3],
        [0, 1, 3, 2],
        [0, 1, 3, 2],
    ]
    expect(rows.nth(2)).to_have_attribute("data-seat", "3")
    # Keys rest for a moment after another device has moved the cursor.
    expect(page.locator("main[data-hold]")).to_have_count(0)
    seats = []
    for key in ("1", "1", "1", "1", "2"):
        seats.append(page.locator("[data-live] [aria-current]").get_attribute("data-seat"))
        page.locator(f"[data-key='{key}']").click()
    assert seats == ["3", "2", "0", "1", "3"]
    expect(page.locator("main")).to_have_attribute("data-hand", "3")
    expect(page.locator("[data-dealer]")).to_have_text("Betsy deals")
    expect(page.locator("main")).to_have_attribute("data-sync", "saved")
    hands = keeper.document(game_id)["hands"]
    assert [hand["state"] for hand in hands] == ["scored", "scored", "waiting"]
    assert [hand["dealer"] for hand in hands] == [0, 1, 3]
    page.goto(f"/games/{game_id}/hands/1")
    expect(rows.nth(2)).to_have_attribute("data-seat", "2")
