"""Setting a game up by thumb: seats that grow, players known from before, hands foretold."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Book, Devices
from tests.browser.sample import NAMES, played


@pytest.fixture
def page(devices: Devices, book: Book) -> Page:
    """Open the page that sets a game up, in a book whose players have played before."""
    played(book.keeper, hands=0)
    page = devices.page(book.keeper_link)
    page.goto("/games/new")
    return page


def test_seats_grow_as_names_are_entered(page: Page) -> None:
    """There is always one seat more than names, up to the fifteenth."""
    seats = page.locator("[data-place]").filter(visible=True)
    expect(seats).to_have_count(4)
    for seat in range(15):
        page.fill(f"[name=players-{seat}]", f"Player {seat + 1}")
        expect(seats).to_have_count(min(15, max(4, seat + 2)))


def test_enter_leads_to_the_next_name(page: Page) -> None:
    """The keyboard's key goes from seat to seat and never starts the game."""
    page.locator("[name=players-0]").focus()
    for name in NAMES:
        page.keyboard.type(name)
        page.keyboard.press("Enter")
    expect(page.locator("[name=players-4]")).to_be_focused()
    expect(page.locator("[name=players-3]")).to_have_value("Betsy")


def test_a_known_player_sits_down_and_gets_up(page: Page) -> None:
    """A tap seats a known player; a second tap lets the others move up, marks and all."""
    for name in NAMES:
        page.get_by_role("button", name=name).tap()
    page.get_by_label("Seat 3 deals first").check()
    page.get_by_role("button", name="Margaret").tap()
    for seat, name in enumerate(("John", "Steve", "Betsy", "")):
        expect(page.locator(f"[name=players-{seat}]")).to_have_value(name)
    expect(page.get_by_label("Seat 2 deals first")).to_be_checked()
    expect(page.get_by_role("button", name="Margaret")).to_have_attribute("aria-pressed", "false")
    page.get_by_role("button", name="Margaret").tap()
    expect(page.locator("[name=players-3]")).to_have_value("Margaret")


def test_known_players_stay_the_same_players(page: Page, book: Book) -> None:
    """Who is seated by a tap is no new player, and a name typed over is."""
    for name in NAMES[:3]:
        page.get_by_role("button", name=name).tap()
    page.fill("[name=players-2]", "Ștefania")
    page.get_by_label("Seat 1 deals first").check()
    page.get_by_role("button", name="Deal the first hand").tap()
    page.wait_for_selector("[data-game]")
    home = book.keeper.page("/")
    assert home.count("2 games") == 2
    assert home.count("1 game<") == 3


@pytest.mark.parametrize(
    ("players", "order", "said"),
    [
        (4, "High–low–high", "Hands: 25 (13 … 1 … 13)"),
        (5, "Low–high–low", "Hands: 19 (1 … 10 … 1)"),
        (3, "Long game", "Hands: 29 (13 … 1 … 17)"),
        (14, "High–low–high", "Hands: 5 (3 2 1 2 3)"),
    ],
)
def test_the_hands_are_foretold(page: Page, players: int, order: str, said: str) -> None:
    """The page says how many hands the players and the order make."""
    for seat in range(players):
        page.fill(f"[name=players-{seat}]", f"Player {seat + 1}")
    page.get_by_role("radio", name=order).check()
    expect(page.locator("[data-makes]")).to_have_text(said)


def test_the_finale_is_offered_where_it_can_be(page: Page) -> None:
    """Six players may end on a hand with every card; five are not asked."""
    finale = page.get_by_label("No-trump finale")
    for seat in range(5):
        page.fill(f"[name=players-{seat}]", f"Player {seat + 1}")
    expect(finale).to_be_hidden()
    page.fill("[name=players-5]", "Player 6")
    finale.check()
    expect(page.locator("[data-makes]")).to_have_text("Hands: 16 (8 … 1 … 9)")


def test_an_own_list_is_asked_for_where_it_matters(page: Page) -> None:
    """The field of the list appears with its choice."""
    own = page.locator("[name=hand_sizes]")
    expect(own).to_be_hidden()
    page.get_by_role("radio", name="Our own list").check()
    own.fill("5 4 3, 2")
    expect(page.locator("[data-makes]")).to_have_text("Hands: 4 (5 4 3 2)")
