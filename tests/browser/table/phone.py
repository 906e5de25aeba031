"""A keeper's phone with a game on the table: it taps as a thumb does, and counts the taps."""

from collections.abc import Callable
from typing import Any, Self, TypeAlias

import pytest
from playwright.sync_api import Locator, Page, Route, expect

from tests.browser.conftest import Viewport

Key: TypeAlias = int | str

SMALL: Viewport = {"width": 360, "height": 640}
LARGE: Viewport = {"width": 390, "height": 844}
BOTH = (SMALL, pytest.param(LARGE, marks=pytest.mark.slow))
SAVES = "**/hands/*"

STATE = """() => {
    const { hand, phase, sync } = document.querySelector("main").dataset;
    const current = [...document.querySelectorAll('[data-seat][aria-current="true"]')];
    const cursor = current.map(row => Number(row.dataset.seat));
    return { hand: Number(hand), phase, sync, cursor };
}"""
VALUES = """part => [...document.querySelectorAll("[data-seat]")].map(row =>
    row.querySelector(`[data-part=${part}] [data-value]`).textContent.trim())"""
ENABLED = """() => [...document.querySelectorAll("[data-key]")]
    .filter(key => !key.disabled && key.offsetParent).map(key => key.dataset.key)"""


class Phone:
    """One device at the table; `taps` counts every touch of a key, trump keys included."""

    def __init__(self, page: Page, game_id: str) -> None:
        self.page = page
        self.game_id = game_id
        self.taps = 0

    def open(self) -> Self:
        """Open the table, or load it again."""
        self.page.goto(f"/games/{self.game_id}")
        return self

    def key(self, *keys: Key) -> Self:
        """Tap keys one after the other."""
        for key in keys:
            self.page.locator(f"[data-key='{key}']").tap()
            self.taps += 1
        return self

    def trump(self, suit: str) -> Self:
        self.page.locator(f"[data-trump={suit}]").tap()
        self.taps += 1
        return self

    def undo(self, times: int = 1) -> Self:
        for _ in range(times):
            self.page.locator("[data-undo]").tap()
        return self

    def play(self, hand: dict[str, Any]) -> Self:
        """Enter a hand of a document, each value where the cursor asks for it."""
        plays = {play["seat"]: play for play in hand["plays"]}
        while (state := self._state())["hand"] == hand["number"] and state["phase"] != "over":
            (seat,) = state["cursor"]
            play = plays[seat]
            if state["phase"] == "bid":
                self.key(play["bid"])
            else:
                self.key("S" if play["taken"] is None else play["taken"])
        return self

    def tab(self, name: str) -> Self:
        """Go to the hand, the card or the chart."""
        self.page.locator(f".tabs a[href='#{name}']").tap()
        return self

    def correct(self, number: int) -> Self:
        """Open a hand from the card, as by a tap on the second player's result."""
        self.tab("card").card_row(number).locator("td.result").nth(1).tap()
        return self

    def leave(self) -> Self:
        self.page.locator("[data-back]").tap()
        return self

    def tap_row(self, seat: int) -> Self:
        self.row(seat).locator("th").tap()
        return self

    def tap_bid(self, seat: int) -> Self:
        self.row(seat).locator("[data-part=bid]").tap()
        return self

    def put_right(self, what: str, value: int) -> Self:
        """Choose the dealer or the cards of the hand in the menu."""
        self.page.locator(".menu > summary").tap()
        self.page.locator(f"[data-put-{what}]").select_option(str(value))
        self.page.locator(".menu > summary").tap()
        return self

    def misdeal(self) -> Self:
        self.page.once("dialog", lambda dialog: dialog.accept())
        self.page.locator(".menu > summary").tap()
        self.page.locator("[data-misdeal]").tap()
        return self

    @property
    def hand(self) -> int:
        return int(self._state()["hand"])

    @property
    def phase(self) -> str:
        return str(self._state()["phase"])

    @property
    def cursor(self) -> int:
        """The one seat that the next key goes to."""
        (seat,) = self._state()["cursor"]
        return int(seat)

    @property
    def place(self) -> tuple[int, str, int]:
        """The hand, the phase and the seat of the next key."""
        state = self._state()
        (seat,) = state["cursor"]
        return state["hand"], state["phase"], seat

    @property
    def bids(self) -> list[str]:
        """What stands in each seat's place for the bid; empty where nothing does."""
        return list(self.page.evaluate(VALUES, "bid"))

    @property
    def taken(self) -> list[str]:
        return list(self.page.evaluate(VALUES, "tricks"))

    @property
    def enabled(self) -> set[str]:
        """The keys that can be pressed."""
        return set(self.page.evaluate(ENABLED))

    @property
    def totals(self) -> list[str]:
        return self.page.locator("[data-seat] [data-total]").all_text_contents()

    def row(self, seat: int) -> Locator:
        return self.page.locator(f"[data-seat='{seat}']")

    def card_row(self, number: int) -> Locator:
        return self.page.locator(f".card tr[data-number='{number}']")

    def card_totals(self, number: int) -> list[str]:
        return self.card_row(number).locator(".total").all_text_contents()

    def settled(self) -> Self:
        """Wait until everything that was tapped has arrived."""
        expect(self.page.locator("main")).to_have_attribute("data-sync", "saved")
        return self

    def document(self) -> dict[str, Any]:
        """Return the document of the game, once the server has all of it."""
        self.settled()
        answer = self.page.context.request.get(f"/games/{self.game_id}.json")
        document: dict[str, Any] = answer.json()
        return document

    def kept(self, number: int) -> tuple[list[int | None], list[int | None]]:
        """Return the bids and the tricks of a hand as the server has them."""
        plays = self.document()["hands"][number - 1]["plays"]
        return [play["bid"] for play in plays], [play["taken"] for play in plays]

    def hold(self) -> Callable[[], None]:
        """Hold every save of this page back; return what lets them go on their way."""
        waiting: list[Route] = []

        def wait(route: Route) -> None:
            waiting.append(route)

        self.page.route(SAVES, wait)

        def release() -> None:
            for route in waiting:
                route.continue_()
            self.page.unroute(SAVES, wait)

        return release

    def _state(self) -> dict[str, Any]:
        state: dict[str, Any] = self.page.evaluate(STATE)
        return state
