"""Keeping the screen on, which Safari allows only for a tap."""

from tests.browser.conftest import Book
from tests.browser.engines.conftest import Engine
from tests.browser.sample import played

STATE = """return [
  document.querySelector("[data-awake]").checked,
  !(document.querySelector("[data-awake-ask]") ?? { hidden: true }).hidden,
  document.querySelector("[data-awake-help]").textContent,
]"""
"""Whether the box is ticked, whether the page asks for a tap, and what it says beside the box."""
ON, OFF, ASKS = [True, False, ""], [False, False, ""], [False, True, ""]
REFUSE = """const refuse = () => Promise.reject(new DOMException("", "NotAllowedError"));
WakeLock.prototype.request = refuse;"""


def test_the_table_keeps_the_screen_on_from_the_first_tap(webkit: Engine, book: Book) -> None:
    """The box says whether the screen stays on: not before a tap, and from any tap on."""
    table = webkit()
    table.go(book.keeper_link)
    table.go(f"/games/{played(book.keeper)}")
    table.wait("return document.querySelector('[data-turn]').textContent")
    assert table.await_value(STATE, OFF)
    table.tap("[data-key='1']")
    assert table.await_value(STATE, ON)
    table.tap(".menu > summary")
    for state in (OFF, ON):
        table.tap("[data-awake]")
        assert table.await_value(STATE, state)
    table.tap("[data-awake]")
    table.reload()
    table.tap("[data-undo]")
    assert table.await_value(STATE, OFF)


def test_the_view_across_the_table_asks_for_a_tap(webkit: Engine, book: Book) -> None:
    """It says so as long as the screen may go dark, and in its menu when a tap was refused."""
    path = f"/games/{played(book.keeper)}/across"
    across = webkit()
    across.go(book.reader_link)
    across.go(path)
    assert across.await_value(STATE, ASKS)
    across.tap("h1")
    assert across.await_value(STATE, ON)
    across.reload()
    assert across.await_value(STATE, ASKS)
    across.run(REFUSE)
    across.tap("h1")
    refused = "The browser refused just now, perhaps to save the battery."
    assert across.await_value(STATE, [False, False, refused])
