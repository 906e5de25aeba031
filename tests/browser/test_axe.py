"""Every page, light and dark, on a small phone: axe finds nothing."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import FilePayload, Page

from tests.browser.axe import violations
from tests.browser.conftest import Book, Devices
from tests.browser.sample import played
from tests.transfers.books import game, text

LONG_NAMES = ("Нұрсұлтан-Әбілқайыр Жұмағалиұлы Қуат Бек", "남궁민수와황보지우와선우은숙" * 2)

Opened = Callable[[Devices, Book], Page]
PAGES: dict[str, Opened] = {}


def page(opened: Opened) -> Opened:
    """Add a page to those that axe looks at, by the name of its function."""
    PAGES[opened.__name__.replace("_", " ")] = opened
    return opened


@page
def closed_home(devices: Devices, _book: Book) -> Page:
    return _at(devices.page(), "/")


@page
def empty_home(devices: Devices, book: Book) -> Page:
    return _at(devices.page(book.keeper_link), "/")


@page
def home_with_games(devices: Devices, book: Book) -> Page:
    _over(book)
    played(book.keeper)
    book.keeper.set_up(LONG_NAMES)
    return _at(devices.page(book.keeper_link), "/")


@page
def new_game(devices: Devices, book: Book) -> Page:
    played(book.keeper)
    return _at(devices.page(book.keeper_link), "/games/new")


@page
def new_game_in_full(devices: Devices, book: Book) -> Page:
    page = new_game(devices, book)
    page.get_by_role("button", name="Steve").tap()
    page.get_by_role("radio", name="Our own list").check()
    return page


@page
def new_game_with_errors(devices: Devices, book: Book) -> Page:
    played(book.keeper)
    page = _at(devices.page(book.keeper_link), "/games/new")
    page.fill("[name=players-0]", "steve")
    page.fill("[name=players-1]", LONG_NAMES[0] * 2)
    page.get_by_role("radio", name="Our own list").check()
    page.fill("[name=hand_sizes]", "seven")
    page.get_by_role("button", name="Deal the first hand").tap()
    page.locator(".error").first.wait_for()
    return page


@page
def new_game_without_scripts(devices: Devices, book: Book) -> Page:
    return _without_scripts(devices.page(book.keeper_link), "/games/new")


@page
def table_of_the_keeper(devices: Devices, book: Book) -> Page:
    return _at(devices.page(book.keeper_link), f"/games/{played(book.keeper)}")


@page
def table_without_scripts(devices: Devices, book: Book) -> Page:
    page = _without_scripts(devices.page(book.keeper_link), f"/games/{played(book.keeper)}")
    assert page.locator("[data-turn]:not(:empty)").count() == 0
    return page


@page
def table_of_a_reader(devices: Devices, book: Book) -> Page:
    return _at(devices.page(book.reader_link), f"/games/{played(book.keeper)}")


@page
def correction(devices: Devices, book: Book) -> Page:
    game_id = played(book.keeper)
    return _at(devices.page(book.keeper_link), f"/games/{game_id}/hands/2")


@page
def finished_game(devices: Devices, book: Book) -> Page:
    return _at(devices.page(book.keeper_link), f"/games/{_over(book)}")


@page
def statistics(devices: Devices, book: Book) -> Page:
    _over(book)
    played(book.keeper)
    return _at(devices.page(book.reader_link), "/stats?sort=-P&players=4")


@page
def player(devices: Devices, book: Book) -> Page:
    played(book.keeper)
    page = devices.page(book.keeper_link)
    return _at(page, f"/players/{_somebody(book, _over(book))}")


@page
def games_behind_a_figure(devices: Devices, book: Book) -> Page:
    player_id = _somebody(book, _over(book))
    page = devices.page(book.keeper_link)
    return _at(page, f"/players/{player_id}/games?of=comeback&since=2020-01-01")


@page
def past_games(devices: Devices, book: Book) -> Page:
    _over(book)
    played(book.keeper)
    return _at(devices.page(book.keeper_link), "/games?to=2999-12-31")


@page
def past_games_with_errors(devices: Devices, book: Book) -> Page:
    page = devices.page(book.keeper_link)
    page.goto("/games?from=yesterday&title=x")
    return page


@page
def a_game_to_be_deleted(devices: Devices, book: Book) -> Page:
    page = devices.page(book.keeper_link)
    return _at(page, f"/games/{played(book.keeper)}/delete")


@page
def a_game_just_deleted(devices: Devices, book: Book) -> Page:
    page = a_game_to_be_deleted(devices, book)
    page.get_by_role("button", name="Delete the game").click()
    return page


@page
def deleted_games(devices: Devices, book: Book) -> Page:
    return _at(a_game_just_deleted(devices, book), "/games/deleted")


@page
def everybody_in_the_book(devices: Devices, book: Book) -> Page:
    player_id = _somebody(book, _over(book))
    book.keeper.set_up(["Kim", "Kim"])
    page = _at(devices.page(book.keeper_link), "/players")
    page.locator(f"[id='{player_id}'] summary").click()
    page.locator(f"[id='{player_id}'] input[name=name]").fill("")
    page.locator(f"[id='{player_id}']").get_by_role("button", name="Rename").click()
    page.locator(".error").first.wait_for()
    return page


@page
def a_merger(devices: Devices, book: Book) -> Page:
    player_id = _somebody(book, _over(book))
    book.keeper.set_up(["Kim", "Ann"])
    page = devices.page(book.keeper_link)
    return _at(page, f"/players/{player_id}/merge")


@page
def a_merger_looked_at(devices: Devices, book: Book) -> Page:
    page = a_merger(devices, book)
    page.get_by_role("radio", name="Kim").check()
    page.get_by_role("button", name="Look first").click()
    return page


@page
def in_and_out(devices: Devices, book: Book) -> Page:
    return _at(devices.page(book.keeper_link), "/import")


@page
def a_book_that_came_in(devices: Devices, book: Book) -> Page:
    page = in_and_out(devices, book)
    right, wrong = game(1), game(2, title="\n" * 40)
    file = FilePayload(name="book.json", mimeType="application/json", buffer=text(right, wrong))
    page.set_input_files("#book-file", files=[file])
    page.get_by_role("button", name="Bring the book in").click()
    page.locator("[name=without]").wait_for()
    return page


@page
def links_of_the_book(devices: Devices, book: Book) -> Page:
    return _at(devices.page(book.keeper_link), "/links")


@page
def links_of_a_game(devices: Devices, book: Book) -> Page:
    game_id = played(book.keeper, hands=0)
    return _at(devices.page(book.keeper_link), f"/games/{game_id}/links")


@page
def error_page(devices: Devices, _book: Book) -> Page:
    page = devices.page()
    page.goto("/nothing-here")
    return page


@pytest.mark.parametrize("name", PAGES)
def test_axe_finds_nothing(devices: Devices, book: Book, name: str) -> None:
    """No rule of axe is broken, light or dark, and nothing is wider than the phone."""
    page = PAGES[name](devices, book)
    assert violations(page) == []
    assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0


def _at(page: Page, path: str) -> Page:
    answer = page.goto(path)
    assert answer
    assert answer.status == 200
    return page


def _without_scripts(page: Page, path: str) -> Page:
    """Open a page whose own scripts are empty; axe is a script, so scripts are not turned off."""
    page.route(
        re.compile(r"\.js$"), lambda route: route.fulfill(body="", content_type="text/javascript")
    )
    _at(page, path)
    assert not page.evaluate("document.documentElement.classList.contains('scripted')")
    return page


def _somebody(book: Book, game_id: str) -> str:
    return str(book.keeper.document(game_id)["players"][0]["id"])


def _over(book: Book) -> str:
    game_id = book.keeper.set_up(LONG_NAMES, order="custom", hand_sizes="2,1")
    book.keeper.save(game_id, 1, [1, 1], [2, 0], trump="none")
    book.keeper.save(game_id, 2, [1, 1], [1, 0], trump="spades")
    return game_id
