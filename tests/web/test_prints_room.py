"""The page that shows a card before it is printed, and what happens when the printer is busy."""

import re
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from flask import Flask

from scorekeeper.printing import PrintingBusyError, PrintingUnavailableError
from scorekeeper.web import prints
from scorekeeper.web.keys import Role
from tests.conftest import Device, Keeper, link_to


@pytest.fixture
def game(keeper: Keeper) -> str:
    game_id = keeper.set_up(["Ann", "<b>Ben</b>"], order="custom", hand_sizes="2,1")
    keeper.save(game_id, 1, bids=[1, 1], taken=[1, 1], trump="clubs")
    return f"/games/{game_id}"


def test_the_card_is_shown_before_it_is_printed(reader: Device, game: str) -> None:
    """The page holds the card as a picture of itself, its choices, and the way to the PDF."""
    page = reader.page(f"{game}/print?style=plain&paper=letter")
    assert f'src="{game}/scorecard.html?style=plain&amp;paper=letter"' in page
    assert f'href="{game}/scorecard.pdf?style=plain&amp;paper=letter"' in page
    assert 'value="plain" checked' in page
    assert 'value="letter" checked' in page
    assert "/blank?players=2" in page


def test_a_guest_of_one_game_may_print_it_and_is_offered_no_empty_card(
    app: Flask, keeper: Keeper
) -> None:
    """A game's own key opens its print room."""
    game_id = keeper.set_up()
    guest = Device(app).open(link_to(app, game_id, Role.READER))
    assert "/blank" not in guest.page(f"/games/{game_id}/print")


def test_the_picture_is_the_card_itself_and_nothing_but_it(reader: Device, game: str) -> None:
    """It brings its own styles, allowed by name, runs nothing, and is shown in our pages alone."""
    answer = reader.get(f"{game}/scorecard.html")
    text, policy = answer.get_data(as_text=True), answer.headers["Content-Security-Policy"]
    nonce = re.search(r"'nonce-([^']+)'", policy)
    assert nonce
    assert text.count(f'<style nonce="{nonce[1]}">') == text.count("<style") == 2
    assert "unsafe-inline" not in policy
    assert "frame-ancestors 'self'" in policy
    assert "<script" not in text
    assert 'style="' not in text
    assert "&lt;b&gt;Ben&lt;/b&gt;" in text
    assert nonce[1] not in reader.page(f"{game}/scorecard.html")


@pytest.mark.parametrize("page", ["print", "scorecard.html"])
def test_nobody_else_sees_it(stranger: Device, reader: Device, game: str, page: str) -> None:
    """Without a key the print room is not there, nor is a style that does not exist."""
    assert stranger.get(f"{game}/{page}").status_code == 404
    assert reader.get(f"{game}/{page}?style=fancy").status_code == 404


def test_a_card_is_shown_or_saved_as_the_address_asks(reader: Device, game: str) -> None:
    """An app on a home screen, which a shown PDF would leave without a way back, has it saved."""
    for path in (f"{game}/scorecard.pdf", "/blank.pdf?players=4"):
        way = "&" if "?" in path else "?"
        for asked, kind in ((path, "inline"), (f"{path}{way}save=1", "attachment")):
            assert reader.get(asked).headers["Content-Disposition"].startswith(kind), asked


def test_a_browser_that_has_the_card_is_not_sent_it_again(reader: Device, game: str) -> None:
    """The same card is 304."""
    first = reader.get(f"{game}/scorecard.pdf")
    again = reader.get(f"{game}/scorecard.pdf", If_None_Match=first.headers["ETag"])
    assert again.status_code == 304
    assert again.data == b""


@contextmanager
def _printing(error: Exception, patch: pytest.MonkeyPatch) -> Iterator[None]:
    def fail(*_: object) -> bytes:
        raise error

    with patch.context() as patched:
        patched.setattr(prints, "print_card", fail)
        yield


@pytest.mark.parametrize("path", ["{game}/scorecard.pdf", "/blank.pdf"])
def test_a_busy_printer_asks_to_come_back_and_the_page_does(
    reader: Device, game: str, path: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A full queue is 503 with Retry-After, and a page that tries again by itself."""
    with _printing(PrintingBusyError(4), monkeypatch):
        answer = reader.get(path.format(game=game))
    assert answer.status_code == 503
    assert answer.headers["Retry-After"] == "4"
    assert answer.headers["Refresh"] == "4"
    assert "tries again by itself" in answer.get_data(as_text=True)
    assert reader.get(path.format(game=game)).status_code == 200


def test_a_machine_that_cannot_print_says_so(
    reader: Device, game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Without its libraries the printer is 503 with the reason, and the picture still shows."""
    with _printing(PrintingUnavailableError("no Pango"), monkeypatch):
        answer = reader.get(f"{game}/scorecard.pdf")
        assert reader.get(f"{game}/scorecard.html").status_code == 200
    assert answer.status_code == 503
    assert "no Pango" in answer.get_data(as_text=True)


def test_the_table_itself_has_styles_for_the_printer(reader: Device, game: str) -> None:
    """Ctrl+P on the table page prints the card: the styles for it come with the others."""
    link = re.search(r'<link[^>]+href="([^"]+/table\.css)"', reader.page(game))
    assert link
    assert "@page wide" in reader.get(link[1]).get_data(as_text=True)
