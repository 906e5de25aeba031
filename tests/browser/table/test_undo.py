"""Undo takes back exactly one step, as often as wanted; and a real keyboard does what keys do."""

from collections.abc import Sequence
from functools import partial

import pytest
from playwright.sync_api import expect

from tests.browser.table.conftest import Tables
from tests.browser.table.phone import Phone

BIDS, TRICKS = (2, 1, 1, 3), (2, 2, 0)


def look(phone: Phone) -> tuple[object, ...]:
    """Return all that a keeper sees of the hand and of the card."""
    page = phone.page
    over = phone.phase == "over"
    place = (phone.hand, "over") if over else phone.place
    card = page.locator(".card tbody").inner_text()
    head = page.locator(".dealt h1, [data-dealer], [data-cards]").all_inner_texts()
    return place, head, phone.bids, phone.taken, phone.totals, card


def test_one_step_at_a_time_to_the_first_tap(tables: Tables) -> None:
    """Two whole hands, trump and all, are walked back look by look until nothing is left."""
    phone = tables.new("7,1")
    steps = [partial(phone.trump, "hearts")]
    steps += [partial(phone.key, key) for key in (*BIDS, *TRICKS, 1, 1, 1, 1, 0, 1)]
    looks = []
    for step in steps:
        looks.append(look(phone))
        step()
    assert phone.phase == "over"
    for before in reversed(looks):
        phone.undo()
        assert look(phone) == before
    expect(phone.page.locator("[data-undo]")).to_be_disabled()
    document = phone.document()
    assert {hand["state"] for hand in document["hands"]} == {"waiting"}


def test_more_steps_than_the_page_brought(tables: Tables) -> None:
    """After loading again undo goes back to the very first tap, which only the server knows."""
    phone = tables.new("7,6").trump("clubs").key(*BIDS, *TRICKS, 1, 1, 1, 1, 1, 2, 3).settled()
    phone.open()
    for _ in range(15):
        phone.undo().settled()
    assert phone.place == (1, "bid", 0)
    phone.undo()
    expect(phone.page.locator("[data-undo]")).to_be_disabled()
    expect(phone.page.locator("[data-notice]")).to_be_hidden()
    assert phone.place == (1, "bid", 0)


def test_after_loading_again_the_cursor_goes_back_to_the_cell(tables: Tables) -> None:
    """Undo of a key that was tapped before the page was loaded brings its cell back."""
    phone = tables.new("7,6").key(*BIDS, 2).settled().open().undo()
    assert phone.place == (1, "tricks", 0)
    phone.undo()
    assert (phone.place, phone.bids) == ((1, "bid", 3), ["2", "1", "1", ""])


def test_undo_of_a_replaced_bid_brings_the_old_one_back(tables: Tables) -> None:
    """The bid that was there before stands there again, with the cursor on it."""
    phone = tables.new("7,6").key(2, 1).tap_bid(0).key(5).undo()
    assert (phone.place, phone.bids[0]) == ((1, "bid", 0), "2")
    assert phone.kept(1)[0] == [2, 1, None, None]


def test_undo_of_a_row_that_was_tapped_first(tables: Tables) -> None:
    """The cursor goes back to the seat that was chosen, not to the first that is empty."""
    phone = tables.new("7,6").key(*BIDS).tap_row(2).key(4).undo()
    assert phone.place == (1, "tricks", 2)


def test_undo_of_trump(tables: Tables) -> None:
    """Trump is a step like any other, and taking it back leaves the bids alone."""
    phone = tables.new("7,6").key(2).trump("spades").undo()
    assert phone.place == (1, "bid", 1)
    expect(phone.page.locator("[data-trump]").filter(visible=True)).to_have_count(5)
    assert phone.document()["hands"][0]["trump"] is None


def test_undo_goes_one_step_back_in_a_draft(tables: Tables) -> None:
    """A correction that does not agree yet is walked back key by key, then the save before it."""
    phone = tables.new("7,6").key(*BIDS, *TRICKS, 1).correct(1).key(0, 1)
    assert phone.taken == ["0", "1", "0", "3"]
    phone.undo()
    assert (phone.place, phone.taken) == ((1, "tricks", 1), ["0", "2", "0", "3"])
    phone.undo()
    assert (phone.place, phone.taken) == ((1, "tricks", 0), ["2", "2", "0", "3"])
    phone.undo()
    assert (phone.place, phone.bids) == ((2, "bid", 1), ["", "", "", ""])


# What is typed, after which pause for a second digit, and the bids that then stand.
TYPED: tuple[tuple[Sequence[str], Sequence[str]], ...] = (
    (("2", "3"), ("2", "3", "", "")),
    (("1", "0"), ("10", "", "", "")),
    (("1", "3", "4"), ("13", "4", "", "")),
    (("1", "Enter", "2"), ("1", "2", "", "")),
    (("1", "9"), ("1", "9", "", "")),
    (("1", "ArrowDown", "5"), ("1", "", "5", "")),
    (("2", "ArrowUp", "5"), ("5", "", "", "")),
    (("ArrowUp", "5"), ("", "", "", "5")),
    (("2", "3", "Backspace"), ("2", "", "", "")),
    (("2", "3", "Control+z", "Control+z"), ("", "", "", "")),
    (("1", "Backspace", "4"), ("4", "", "", "")),
    (("0", "s", "2"), ("2", "", "", "")),
)


@pytest.mark.parametrize(("keys", "bids"), TYPED, ids=[" ".join(keys) for keys, _ in TYPED])
def test_a_real_keyboard(tables: Tables, keys: Sequence[str], bids: Sequence[str]) -> None:
    """Digits bid, arrows move, Backspace and Ctrl+Z take back; nothing typed is lost."""
    phone = tables.new("13,2")
    for key in keys:
        phone.page.keyboard.press(key)
    assert phone.bids == list(bids)


def test_a_digit_waits_for_another_a_moment_only(tables: Tables) -> None:
    """1 may become 12; when nothing follows it is a 1, and a tap does not overtake it."""
    phone = tables.new("13,2")
    phone.page.keyboard.press("1")
    assert phone.bids[0] == ""
    expect(phone.row(0).locator("[data-part=bid] [data-value]")).to_have_text("1")
    phone.page.keyboard.press("1")
    phone.key(7)
    assert phone.bids == ["1", "1", "7", ""]


def test_a_whole_hand_on_the_keyboard(tables: Tables) -> None:
    """Bids, tricks and a set that nobody counted, without a touch."""
    phone = tables.new("3,2")
    for key in ("1", "1", "1", "1", "s", "1", "1", "1"):
        phone.page.keyboard.press(key)
    assert phone.kept(1) == ([1, 1, 1, 1], [None, 1, 1, 1])


def test_the_keyboard_rests_away_from_the_hand(tables: Tables) -> None:
    """On the card and in the menu digits enter nothing that nobody would see."""
    phone = tables.new("3,2").tab("card")
    phone.page.keyboard.press("2")
    phone.tab("hand").page.locator(".menu > summary").tap()
    phone.page.locator("[data-put-cards]").focus()
    phone.page.keyboard.press("2")
    assert phone.bids == ["", "", "", ""]
