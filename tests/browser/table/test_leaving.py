"""Who left for good is listed last, without a rank, whether or not the server has answered."""

from tests.browser.table.conftest import Tables
from tests.browser.table.phone import Phone


def standing(phone: Phone) -> list[tuple[str, str]]:
    """Return the ranks and names in the order in which the end lists them."""
    places = phone.page.locator("[data-end] .places li")
    ranks = places.locator(".rank").all_text_contents()
    return list(zip(ranks, places.locator("bdi").all_text_contents(), strict=True))


def test_the_phone_and_the_server_rank_alike(tables: Tables) -> None:
    """The leader leaves after hand 1; the phone, the loaded page and a follower name one winner."""
    phone = tables.new("2,1").key(2, 1, 1, 1, 2).settled()
    page = phone.page
    page.goto(f"/games/{phone.game_id}/people")
    page.locator("#leaving").select_option("0")
    page.locator("form[action$='/leave'] button").tap()
    follower = tables.phone(phone.game_id)
    phone.open()
    assert page.locator("[data-seat='0'] [data-place]").text_content() == "has left"
    release = phone.hold()
    phone.key(1, 1, 1, 1)
    expected = [("1", "Steve"), ("2", "Margaret"), ("2", "Betsy"), ("–", "John")]
    assert phone.phase == "over"
    assert standing(phone) == expected
    assert page.locator("[data-winner]").text_content() == "Steve wins"
    release()
    phone.settled()
    assert standing(phone) == expected
    assert standing(phone.open()) == expected
    follower.page.wait_for_function("document.querySelector('main').dataset.phase === 'over'")
    assert standing(follower) == expected
    ranks = {place["seat"]: place["rank"] for place in phone.document()["standing"]}
    assert ranks == {0: None, 1: 2, 2: 1, 3: 2}
