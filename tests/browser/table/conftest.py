"""Tables to sit down at: a game of a fresh book, and keepers' phones that show it."""

from collections.abc import Mapping, Sequence

import pytest

from tests.browser.conftest import Book, Devices, Scheme, Viewport
from tests.browser.sample import NAMES
from tests.browser.table.phone import SMALL, Phone


class Tables:
    """Sets games up and lays phones on the table."""

    def __init__(self, devices: Devices, book: Book) -> None:
        self.devices = devices
        self.book = book

    def new(
        self,
        sizes: str = "",
        *,
        names: Sequence[str] = NAMES,
        first_dealer: int | None = None,
        viewport: Viewport = SMALL,
        scheme: Scheme = "light",
        rules: Mapping[str, object] | None = None,
    ) -> Phone:
        """Open a new game; unless told otherwise the last seat deals, so the first bids first."""
        order = {"order": "custom", "hand_sizes": sizes} if sizes else {}
        dealer = len(names) - 1 if first_dealer is None else first_dealer
        game_id = self.book.keeper.set_up(names, first_dealer=dealer, **order, **(rules or {}))
        return self.phone(game_id, viewport=viewport, scheme=scheme)

    def phone(self, game_id: str, *, viewport: Viewport = SMALL, scheme: Scheme = "light") -> Phone:
        """Open a game on another device of a keeper."""
        page = self.devices.page(self.book.keeper_link, viewport=viewport, scheme=scheme)
        return Phone(page, game_id).open()


@pytest.fixture
def tables(devices: Devices, book: Book) -> Tables:
    return Tables(devices, book)
