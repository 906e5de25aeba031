"""With a screen reader's eyes: a hand by role and name, its result spoken, and axe silent."""

import re
from collections.abc import Callable
from typing import TypeAlias

import pytest
from playwright.sync_api import Page, expect

from tests.browser.axe import violations
from tests.browser.table.conftest import Tables
from tests.browser.table.phone import Phone

State: TypeAlias = Callable[[Phone, Tables], None]


def test_a_whole_hand_by_role_and_name(tables: Tables) -> None:
    """Whose turn it is, the keys and the rows are all found by what they are called."""
    page = tables.new("3,2").page
    keypad = page.get_by_role("region", name="Keypad")
    turn = keypad.get_by_role("heading")
    page.get_by_role("group", name="Trump").get_by_role("button", name="hearts").tap()
    for name in ("John", "Margaret", "Steve", "Betsy"):
        expect(turn).to_have_text(f"{name} bids")
        _number(page, 1)
    page.get_by_role("button", name="Steve bids 1").tap()
    _number(page, 2)
    expect(page.get_by_role("row", name="Steve")).to_contain_text("2")
    for name in ("John", "Margaret"):
        expect(turn).to_have_text(f"{name} took")
        _number(page, 1)
    keypad.get_by_role("button", name="S not counted").tap()
    expect(turn).to_have_text("Betsy took")
    _number(page, 1)
    result = page.get_by_role("status").filter(has_text="Hand 1")
    expect(result).to_contain_text(re.compile(r"John\s+P \+10.*Steve\s+S −20", re.DOTALL))
    page.get_by_role("button", name="Undo").tap()
    expect(turn).to_have_text("Betsy took")


def test_the_cursor_is_told(tables: Tables) -> None:
    """The row of the next key is the current one for everybody, and it is the only one."""
    phone = tables.new("3,2").key(1)
    current = phone.page.locator("tr[aria-current='true']")
    expect(current).to_have_count(1)
    expect(current).to_contain_text("Margaret")


def bidding(phone: Phone, _tables: Tables) -> None:
    phone.key(1, 1)


def tricks(phone: Phone, _tables: Tables) -> None:
    phone.key(1, 1, 1, 1, 0)


def next_hand(phone: Phone, _tables: Tables) -> None:
    phone.trump("hearts").key(1, 1, 1, 1, 1, 1, 1, 1)


def correction(phone: Phone, tables: Tables) -> None:
    next_hand(phone, tables)
    phone.correct(1).key(0)


def conflict(phone: Phone, tables: Tables) -> None:
    release = phone.hold()
    phone.key(1)
    tables.book.keeper.save(phone.game_id, 1, [2, None, None, None])
    release()
    expect(phone.page.get_by_role("alertdialog")).to_be_visible()


def end(phone: Phone, _tables: Tables) -> None:
    phone.key(1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 0)


def card(phone: Phone, tables: Tables) -> None:
    next_hand(phone, tables)
    phone.tab("card")


def chart(phone: Phone, tables: Tables) -> None:
    next_hand(phone, tables)
    phone.tab("chart")


def menu(phone: Phone, _tables: Tables) -> None:
    phone.page.locator(".menu > summary").tap()


STATES: tuple[State, ...] = (
    bidding, tricks, next_hand, correction, conflict, end, card, chart, menu
)  # fmt: skip


@pytest.mark.parametrize("state", STATES, ids=[state.__name__ for state in STATES])
def test_axe_finds_nothing(tables: Tables, state: State) -> None:
    """No rule of axe is broken, light or dark, whatever the table shows."""
    phone = tables.new("3,2")
    state(phone, tables)
    assert violations(phone.page) == []


def _number(page: Page, number: int) -> None:
    keys = page.get_by_role("group", name="Number")
    keys.get_by_role("button", name=re.compile(rf"^{number}\b")).tap()
