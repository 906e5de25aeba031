"""Pages as a browser prints them, with Ctrl+P."""

import io
from collections import Counter

import pdfplumber
import pytest
from pdfplumber.page import Page as Sheet
from playwright.sync_api import Page

from tests.browser.conftest import Book, Devices, Scheme

NAMES = ("Ann", "Ben", "Cy")


def printed(page: Page) -> list[Sheet]:
    """Return the sheets that the page makes on A4, as its styles ask for them."""
    pdf = page.pdf(format="A4", prefer_css_page_size=True)
    return list(pdfplumber.open(io.BytesIO(pdf)).pages)


def played(book: Book, **setup: object) -> str:
    """Return the path of a game whose first hand is scored."""
    game_id = book.keeper.set_up(NAMES, title="Friday table", **setup)
    book.keeper.save(game_id, 1, [3, 2, 1], ["S", 7, 4], trump="clubs")
    return f"/games/{game_id}"


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("order", ["high-low-high", "long"])
def test_the_table_prints_its_card_on_one_sheet(
    devices: Devices, book: Book, order: str, scheme: Scheme
) -> None:
    """Whatever tab is open: the card, its title and day, in ink on white; nothing to press."""
    page = devices.page(book.keeper_link, scheme=scheme)
    page.goto(played(book, order=order))
    (sheet,) = printed(page)
    text = sheet.extract_text()
    assert "Friday table" in text
    assert all(name in text for name in NAMES)
    assert "Undo" not in text
    inks = Counter(char["non_stroking_color"] for char in sheet.chars)
    assert all(min(ink) < 0.5 for ink in inks)


def test_the_print_room_prints_the_card_and_nothing_else(devices: Devices, book: Book) -> None:
    """Who prints the page instead of the PDF gets the same card, as large as its paper."""
    page = devices.page(book.keeper_link)
    page.goto(f"{played(book)}/print")
    (sheet,) = printed(page)
    text = sheet.extract_text()
    assert text.startswith("Bluke")
    assert "Open the PDF" not in text
    assert "A4" not in text
    assert max(char["x1"] for char in sheet.chars) > sheet.width - 36


@pytest.mark.parametrize("path", ["/", "/rules"])
def test_other_pages_print_dark_on_white(devices: Devices, book: Book, path: str) -> None:
    """What is for reading is printed, without what is to be pressed."""
    page = devices.page(book.keeper_link, scheme="dark")
    played(book)
    page.goto(path)
    sheets = printed(page)
    assert "Start a game" not in sheets[0].extract_text()
    assert all(each.chars for each in sheets)
    assert all(min(char["non_stroking_color"]) < 0.5 for each in sheets for char in each.chars)
