"""Nothing to scroll for: hand and pad are whole on a small phone, and in reach on any other."""

from collections.abc import Sequence
from itertools import combinations
from typing import TypeAlias

import pytest
from playwright.sync_api import FloatRect, Locator, Page

from tests.browser.conftest import Viewport
from tests.browser.table.conftest import Tables
from tests.browser.table.phone import BOTH, Key, Phone

Box: TypeAlias = FloatRect

LONG = ("Нұрсұлтан-Әбілқайыр Жұмағалиұлы Қуат Бек", "남궁민수와황보지우와선우은숙" * 2)
FOUR, SIX = (*LONG, "Margaret", "Jan-Willem"), (*LONG, "Ștefania", "Margaret", "Jan-Willem", "Қуат")
TWO = LONG
FIFTEEN = tuple(f"Player {seat + 1}" for seat in range(15))
LEAST_KEY = 40
WIDE: Viewport = {"width": 640, "height": 360}

# Who plays, the cards of two hands, and the keys that are tapped, looking after each.
WHOLE: tuple[tuple[Sequence[str], str, Sequence[Key]], ...] = (
    (FOUR, "13,13", (3, 4, 3, 4, 3, 4, 3, 3)),
    (SIX, "8,8", (1, 2, 1, 2, 1, 2, 1, 2, 1, 2, 1, 1)),
    (TWO, "26,26", (12, 13, 12, 12)),
)


@pytest.mark.parametrize("viewport", BOTH, ids=("small", "large"))
@pytest.mark.parametrize(("names", "sizes", "keys"), WHOLE, ids=("four", "six", "two"))
def test_the_whole_hand_and_pad_are_in_view(
    tables: Tables, viewport: Viewport, names: Sequence[str], sizes: str, keys: Sequence[Key]
) -> None:
    """Before each tap every row, the foot and every key is inside the window, clear of others."""
    phone = tables.new(sizes, names=names, viewport=viewport)
    for key in keys:
        _assert_whole(phone, viewport)
        phone.key(key)
    _assert_whole(phone, viewport)


@pytest.mark.parametrize("viewport", BOTH, ids=("small", "large"))
def test_a_correction_fits(tables: Tables, viewport: Viewport) -> None:
    """The pad of a correction, with its way back, leaves the whole hand in view."""
    phone = tables.new("13,2", names=FOUR, viewport=viewport).key(3, 4, 3, 3, 3, 4, 3)
    phone.correct(1).key(0)
    _assert_whole(phone, viewport)
    assert _is_within(_box(phone.page.locator("[data-back]")), viewport)


@pytest.mark.parametrize("viewport", BOTH, ids=("small", "large"))
def test_fifteen_players(tables: Tables, viewport: Viewport) -> None:
    """The cursor's row and the whole pad are in view after each tap, and nothing else moves."""
    phone = tables.new("3,2", names=FIFTEEN, first_dealer=6, viewport=viewport)
    for key in (*[1] * 15, *[0] * 12):
        _assert_in_reach(phone, viewport)
        phone.key(key)
    _assert_in_reach(phone, viewport)
    phone.key(1, 1)
    assert phone.place == (2, "bid", 8)
    _assert_in_reach(phone, viewport)
    offsets = "[document.scrollingElement, document.body, document.querySelector('main')]"
    assert phone.page.evaluate(f"{offsets}.map(box => box.scrollTop)") == [0, 0, 0]


IN_VIEW = """seat => {
    const row = document.querySelector(`[data-seat="${seat}"]`);
    const { x, y, width, height } = row.getBoundingClientRect();
    const hit = document.elementFromPoint(x + width / 3, y + height / 2);
    return hit?.closest("[data-seat]")?.dataset.seat === String(seat);
}"""
"""Whether nothing hides the row of a seat."""

# A phone on its side, and letters twice as large.
ODD: tuple[tuple[Viewport, int], ...] = (
    (WIDE, 16), ({"width": 360, "height": 640}, 32), ({"width": 390, "height": 844}, 32)
)  # fmt: skip


@pytest.mark.parametrize(("viewport", "letters"), ODD)
@pytest.mark.parametrize(("names", "sizes"), [(FOUR, "13,2"), (SIX, "8,2")], ids=("four", "six"))
def test_everything_is_in_reach(
    tables: Tables, viewport: Viewport, letters: int, names: Sequence[str], sizes: str
) -> None:
    """Whatever cannot be in view at once can be scrolled to, and no part hides another."""
    phone = tables.new(sizes, names=names, viewport=viewport)
    browser = phone.page.context.new_cdp_session(phone.page)
    browser.send("Page.setFontSizes", {"fontSizes": {"standard": letters}})
    for key in (1, 2, *[1] * (len(names) - 2), 0, 1):
        phone.key(key)
        # The list follows the cursor a frame or two after the tap.
        phone.page.wait_for_function(IN_VIEW, arg=phone.cursor)
    phone.trump("hearts").undo(2)
    for name in ("card", "chart", "hand"):
        phone.tab(name)
    wider = "document.documentElement.scrollWidth - innerWidth"
    assert phone.page.evaluate(wider) <= 0


def test_rows_and_pad_share_a_phone_on_its_side(tables: Tables) -> None:
    """On its side the rows stand beside the keys, and all keys are in view."""
    phone = tables.new("13,2", viewport=WIDE)
    row, keys = _box(phone.row(0)), [_box(key) for key in _keys(phone.page)]
    assert len(keys) >= 13
    assert all(_is_within(key, WIDE) and key["x"] >= row["x"] + row["width"] for key in keys)


def test_a_low_phone_on_its_side_shows_every_key(tables: Tables) -> None:
    """Bids with the trump keys, and tricks with the S: all in view; less height has a sign."""
    low: Viewport = {"width": 640, "height": 300}
    phone = tables.new("13,2", viewport=low)
    for keys in ((), (3, 3, 3, 3)):
        phone.key(*keys)
        assert all(_is_within(_box(key), low) for key in _keys(phone.page)), keys
    phone.page.set_viewport_size({"width": 640, "height": 220})
    pad = phone.page.locator(".pad")
    assert pad.evaluate("pad => pad.scrollHeight > pad.clientHeight")
    shadow = pad.evaluate("pad => getComputedStyle(pad).backgroundAttachment")
    assert shadow == "local, local, scroll, scroll"


# Where things are, once the list has followed the cursor: that takes a frame or two.
BOXES = """async selectors => {
    const frame = () => new Promise(done => requestAnimationFrame(done));
    await frame();
    await frame();
    return selectors.map(selector => [...document.querySelectorAll(selector)]
        .filter(each => each.checkVisibility({ visibilityProperty: true }))
        .map(each => each.getBoundingClientRect())
        .map(({ x, y, width, height }) => ({ x, y, width, height })));
}"""
KEYS = "[data-key], [data-trump]"


def _boxes(page: Page, *selectors: str) -> list[list[Box]]:
    """Return the boxes of what is seen of each selector, all of one moment."""
    boxes: list[list[Box]] = page.evaluate(BOXES, list(selectors))
    return boxes


def _assert_whole(phone: Phone, viewport: Viewport) -> None:
    page = phone.page
    rows, seats, keys, undo, tabs, (live,) = _boxes(
        page, "[data-live] tr", "[data-seat]", KEYS, "[data-undo]", ".tabs", "[data-live]"
    )
    assert len(rows) == page.locator("[data-live] tr").count() >= len(seats) >= 2
    assert keys
    assert (len(undo), len(tabs)) == (1, 1)
    others = [*undo, *tabs]
    for box in (*rows, *keys, *others):
        assert _is_within(box, viewport), box
        assert min(box["width"], box["height"]) > 0
    for row in rows:
        assert live["y"] - 1 <= row["y"]
        assert row["y"] + row["height"] <= live["y"] + live["height"] + 1
    for one, other in combinations((*rows, *keys, *others), 2):
        assert not _overlap(one, other), (one, other)
    for key in keys:
        assert min(key["width"], key["height"]) >= LEAST_KEY


def _assert_in_reach(phone: Phone, viewport: Viewport) -> None:
    (live,), (row,), keys, (undo,) = _boxes(
        phone.page, "[data-live]", f"[data-seat='{phone.cursor}']", KEYS, "[data-undo]"
    )
    assert live["y"] - 1 <= row["y"]
    assert row["y"] + row["height"] <= live["y"] + live["height"] + 1
    assert keys
    for box in (*keys, undo):
        assert _is_within(box, viewport)
        assert min(box["width"], box["height"]) >= LEAST_KEY


def _keys(page: Page) -> list[Locator]:
    return page.locator(KEYS).filter(visible=True).all()


def _box(locator: Locator) -> Box:
    box = locator.bounding_box()
    assert box
    return box


def _is_within(box: Box, viewport: Viewport) -> bool:
    across = box["x"] >= 0 and box["x"] + box["width"] <= viewport["width"]
    return across and box["y"] >= 0 and box["y"] + box["height"] <= viewport["height"] + 0.5


def _overlap(one: Box, other: Box) -> bool:
    across = min(one["x"] + one["width"], other["x"] + other["width"]) - max(one["x"], other["x"])
    down = min(one["y"] + one["height"], other["y"] + other["height"]) - max(one["y"], other["y"])
    return across > 1 and down > 1
