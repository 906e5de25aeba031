"""The print preview, as large as its frame, and the page that is printed from it."""

import io
from pathlib import Path

import pdfplumber
from pdfplumber.page import Page as Sheet

from tests.browser.conftest import Book
from tests.browser.engines.conftest import Engine
from tests.browser.engines.driving import Window
from tests.browser.sample import NAMES, played

SCALED = """const find = (selector) => document.querySelector(selector);
const [box, card] = [".proof-box", ".proof"].map(find);
const [outer, inner] = [box, card].map((each) => each.getBoundingClientRect());
return Math.abs(inner.x - outer.x) < 2 && Math.abs(inner.y - outer.y) < 2
  && Math.abs(inner.width - outer.width) < 5 && Math.abs(inner.height - outer.height) < 5;"""
NINE = tuple(f"Player {seat + 1}" for seat in range(9))
"""As many as are printed on a sheet that lies."""


def test_webkit_shows_and_prints_the_card(webkit: Engine, book: Book, tmp_path: Path) -> None:
    """The card fills its frame, upright, and the page prints as that one card."""
    _check(webkit(), book, tmp_path)


def test_firefox_shows_and_prints_the_card(firefox: Engine, book: Book, tmp_path: Path) -> None:
    """The card fills its frame, upright, and the page prints as that one card."""
    _check(firefox(), book, tmp_path)


def _check(window: Window, book: Book, folder: Path) -> None:
    window.go(book.keeper_link)
    for names, game_id in ((NAMES, played(book.keeper)), (NINE, book.keeper.set_up(NINE))):
        window.go(f"/games/{game_id}/print")
        assert window.await_value(SCALED, expected=True), names
        (sheet,) = _printed(window, folder)
        text = sheet.extract_text()
        assert text.startswith("Bluke"), names
        assert all(name in text for name in names)
        assert "Open the PDF" not in text
        letters = [char for char in sheet.chars if char["text"].strip()]
        assert max(char["x1"] for char in letters) > sheet.width * 0.9
        assert all(char["x0"] > 0 and char["x1"] < sheet.width for char in letters)


def _printed(window: Window, folder: Path) -> list[Sheet]:
    return list(pdfplumber.open(io.BytesIO(window.printed(folder))).pages)
