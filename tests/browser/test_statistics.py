"""The statistics on a phone, and the end of a game as everybody sees it."""

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Book, Devices
from tests.browser.table.conftest import Tables

LATER = 5_000
NAMES = [
    "김지우아름다운이름을가진사람의아주긴이름입니다",
    "Әсел Нұрланқызы Сейітжанова-Бекмұхамед",
    *(f"Player {number}" for number in range(3, 16)),
]


@pytest.fixture
def tables(devices: Devices, book: Book) -> Tables:
    """Return tables of a fresh book."""
    return Tables(devices, book)


@pytest.fixture
def game_id(book: Book) -> str:
    """Play a game of fifteen to its end, and return its id."""
    game_id = book.keeper.set_up(NAMES, order="custom", hand_sizes="3,2")
    book.keeper.save(game_id, 1, [1] * 15, [2, 1] + [0] * 13, trump="none")
    book.keeper.save(game_id, 2, [2] + [1] * 14, ["S"] * 13 + [1, 1], trump="hearts")
    return game_id


@pytest.mark.parametrize("scripts", [True, False])
def test_nothing_is_wider_than_a_phone(
    devices: Devices, book: Book, game_id: str, *, scripts: bool
) -> None:
    """With fifteen long names every page keeps to 360 pixels, and so does every table in it."""
    player_id = book.keeper.document(game_id)["players"][1]["id"]
    page = devices.page(book.reader_link, scripts=scripts)
    for path in ("/stats", f"/players/{player_id}", f"/players/{player_id}/games"):
        page.goto(path)
        places, tables = (page.locator(each).all() for each in ("main > *, .scroll", "table"))
        assert places, path
        assert tables or path.endswith("/games"), path
        for place in places:
            box = place.bounding_box()
            assert box is None or (box["x"] >= 0 and box["x"] + box["width"] <= 360), path
        for table in tables:
            box = table.bounding_box()
            assert box
            assert box["width"] <= 360, (path, table.locator("caption").text_content())


def test_sorting_and_choosing_need_no_script(devices: Devices, book: Book, game_id: str) -> None:
    """A head sorts, the form chooses, and a figure leads to its games, by plain links."""
    page = devices.page(book.reader_link, scripts=False)
    page.goto("/stats")
    page.get_by_role("link", name="P", exact=True).tap()
    expect(page.locator("th[aria-sort=descending]")).to_have_text("P")
    page.get_by_text("Choose games by time").tap()
    page.get_by_label("Players").fill("4")
    page.get_by_role("button", name="Show these games").tap()
    expect(page.get_by_text("No hand has been scored")).to_be_visible()
    page.get_by_role("link", name="All games").tap()
    page.locator("tbody tr").first.get_by_role("link").nth(1).tap()
    expect(page.locator("li a")).to_have_attribute("href", f"/games/{game_id}")


def test_the_end_is_told_on_every_phone(tables: Tables) -> None:
    """The last tap brings the story to the keeper and to a follower, a correction changes it."""
    phone = tables.new("1,1", names=("Ann", "Ben")).key(1, 1, 1, 1, 1)
    page = tables.devices.page(tables.book.reader_link)
    page.goto(f"/games/{phone.game_id}")
    for each in (phone.page, page):
        assert each.locator("[data-review]").text_content() == ""
    phone.key(1)
    for each in (phone.page, page):
        review = each.locator("[data-review]")
        expect(review).to_contain_text("Ann and Ben ended level", timeout=LATER)
        expect(review.locator("tbody tr")).to_have_count(4)
    phone.correct(2).key(0, 1)
    phone.leave()
    for each in (phone.page, page):
        expect(each.locator("[data-review]")).to_contain_text("Ben came next", timeout=LATER)
    phone.undo()
    phone.undo()
    for each in (phone.page, page):
        expect(each.locator("[data-review]")).to_have_text("", timeout=LATER)
