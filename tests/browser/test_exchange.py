"""Another player is put in a seat: from the scorebook's list, or by a name that is typed."""

from playwright.sync_api import Page, expect

from scorekeeper.web.keys import Role
from tests.conftest import link_to

from .conftest import Bench, Book, Devices


def send(page: Page, action: str) -> None:
    """Send a form of the page with its own button."""
    page.locator(f"form[action$='/{action}'] button[type=submit]").click()
    expect(page.locator(".notice")).to_be_visible()


def test_a_seat_set_up_with_the_wrong_player_is_put_right(devices: Devices, book: Book) -> None:
    """A tap seats a player of the list; the other keeps the name, and all other games too."""
    right = book.keeper.set_up(["Opa", "Ben"])
    wrong = book.keeper.set_up(["Opa Jan", "Ben", "Cy"])
    opa = book.keeper.document(right)["players"][0]
    page = devices.page(book.keeper_link)
    page.goto(f"/games/{wrong}/people")
    page.get_by_label("Seat 1").focus()
    chip = page.locator("form[action$='/names'] [data-player]")
    chip.get_by_text("Opa", exact=True).click()
    expect(chip).to_have_attribute("aria-pressed", "true")
    expect(page.get_by_label("Seat 1")).to_have_value("Opa")
    chip.click()
    expect(page.get_by_label("Seat 1")).to_have_value("Opa Jan")
    chip.click()
    send(page, "names")
    players = book.keeper.document(wrong)["players"]
    assert [player["name"] for player in players] == ["Opa", "Ben", "Cy"]
    assert players[0]["id"] == opa["id"]
    # Who sits nowhere any more is not offered.
    expect(chip).to_have_count(0)
    page.get_by_label("Name", exact=True).fill("Zoe")
    send(page, "join")
    assert book.keeper.document(wrong)["players"][3]["name"] == "Zoe"
    assert book.keeper.document(right)["players"][0] == opa


def test_the_game_s_own_key_types_a_name_and_sees_nobody(
    bench: Bench, devices: Devices, book: Book
) -> None:
    """Whoever is named is somebody new, and every other game is as it was."""
    other, game_id = book.keeper.set_up(["Opa", "Ben"]), book.keeper.set_up(["Jan", "Ben"])
    before = book.keeper.document(other)
    page = devices.page(bench.run(link_to, bench.app, game_id, Role.KEEPER), scripts=False)
    page.goto(f"/games/{game_id}/people")
    expect(page.locator("datalist, [data-known], [list]")).to_have_count(0)
    expect(page.get_by_text("Opa")).to_have_count(0)
    page.get_by_label("Seat 1").fill("Opa")
    page.get_by_label("Seat 2").fill("Benny")
    send(page, "names")
    players = book.keeper.document(game_id)["players"]
    assert [player["name"] for player in players] == ["Opa", "Benny"]
    known = {player["id"] for player in before["players"]}
    assert known.isdisjoint(player["id"] for player in players)
    assert book.keeper.document(other) == before
