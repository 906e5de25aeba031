"""The published sample game, kept in a browser that runs no scripts."""

import io
import re
from functools import partial
from typing import Any

import pdfplumber
import pytest
from playwright.sync_api import Locator, Page, Route, expect

from tests.browser.conftest import Book, Devices
from tests.browser.sample import (
    BIDS_OF_CARDS,
    HANDS,
    NAMES,
    PUBLISHED_TAKEN_2,
    TALLIES,
    SampleHand,
    played,
    signed,
)

A_GAME = re.compile(r"/games/(?!new)")


@pytest.fixture
def page(devices: Devices, book: Book) -> Page:
    """Open a keeper's phone without scripts at the home of the book."""
    page = devices.page(book.keeper_link, scripts=False)
    page.goto("/")
    return page


@pytest.fixture
def table(page: Page) -> Page:
    """Seat the sample's players with the same phone."""
    _set_up(page)
    return page


def test_the_sample_game_is_entered(table: Page) -> None:
    """After three hands the page shows what the published card shows, its errors put right."""
    for hand in HANDS:
        _enter(table, hand)
    for hand, head in zip(HANDS, BIDS_OF_CARDS, strict=True):
        row = _row(table, hand.number)
        expect(row.locator("th")).to_have_text(head)
        expect(row.locator(".total")).to_have_text([signed(total) for total in hand.totals])
    expect(_row(table, 4).locator("th")).to_have_text("_/10")
    for letter, counts in TALLIES.items():
        tally = table.locator(f".card [data-tally={letter}] td")
        expect(tally).to_have_text(list(counts))


def test_the_document_of_the_sample_game(table: Page) -> None:
    """The game document says the same as the page."""
    for hand in HANDS:
        _enter(table, hand)
    document = _document(table)
    assert document["first_dealer"] == 0
    assert document["scorekeeper"] == 1
    for hand, head in zip(HANDS, BIDS_OF_CARDS, strict=True):
        kept = document["hands"][hand.number - 1]
        assert [play["total"] for play in kept["plays"]] == list(hand.totals)
        assert f"{kept['bids']}/{kept['cards']}" == head
        assert kept["trump"] == hand.trump
    for letter, counts in TALLIES.items():
        assert [str(tally[letter]) for tally in document["tallies"]] == list(counts)
    coming = document["hands"][3]
    assert (coming["bids"], coming["cards"], coming["dealer"]) == (None, 10, 3)


def test_the_printed_sample_game(table: Page) -> None:
    """The PDF that the table links to holds the scores, the bids and the tallies."""
    for hand in HANDS:
        _enter(table, hand)
    table.get_by_role("link", name="Print").first.click()
    link = table.get_by_role("link", name="Open the PDF").get_attribute("href")
    assert link
    answer = table.context.request.get(link)
    assert answer.headers["content-type"] == "application/pdf"
    with pdfplumber.open(io.BytesIO(answer.body())) as pdf:
        text = "\n".join(page.extract_text() for page in pdf.pages)
    lines = text.replace("\ufe0e", "").splitlines()
    for hand, head in zip(HANDS, BIDS_OF_CARDS, strict=True):
        line = next(line for line in lines if line.startswith(head))
        words = line.split()
        assert [word for word in words if word in map(signed, hand.totals)] == [
            signed(total) for total in hand.totals
        ]
    assert any(line.startswith("_/10") for line in lines)
    for letter, counts in TALLIES.items():
        assert " ".join((letter, *counts)) in lines


def test_a_miscount_is_refused_and_nothing_is_lost(table: Page) -> None:
    """Hand 2 as published lacks a trick: the page says so and keeps what was entered."""
    _enter(table, HANDS[0])
    before = _document(table)
    hand = HANDS[1]
    _fill(table, SampleHand(2, hand.trump, hand.bids, PUBLISHED_TAKEN_2, ()))
    _save(table, 2)
    expect(table.get_by_role("alert").filter(visible=True)).to_have_text(
        "One trick is missing: 11 of 12 are counted."
    )
    for seat, (bid, took) in enumerate(zip(hand.bids, PUBLISHED_TAKEN_2, strict=True)):
        expect(_field(table, "bid", seat)).to_have_value(str(bid))
        expect(_field(table, "taken", seat)).to_have_value(str(took))
    expect(table.locator(f"[name=trump][value={hand.trump}]")).to_be_checked()
    assert _document(table) == before
    _field(table, "taken", 2).fill("4")
    _save(table, 2)
    expect(_row(table, 2).locator("th")).to_have_text("14/12")


def test_a_past_hand_is_corrected(devices: Devices, book: Book) -> None:
    """The head of a hand's row opens that hand; later totals follow, and the card marks it."""
    game_id = played(book.keeper)
    page = devices.page(book.keeper_link, scripts=False)
    page.goto(f"/games/{game_id}")
    _row(page, 1).get_by_role("link").click()
    expect(page).to_have_url(re.compile(r"/hands/1$"))
    _field(page, "taken", 0).fill("3")
    _field(page, "taken", 1).fill("1")
    _save(page, 1)
    expect(_row(page, 1).locator(".total")).to_have_text(["30", "−30", "22", "50"])
    expect(_row(page, 3).locator(".total")).to_have_text(["21", "−29", "−18", "112"])
    expect(_row(page, 1)).to_have_class(re.compile(r"\bcorrected\b"))
    expect(page.get_by_role("button", name="Save hand 4")).to_be_visible()


def test_undo_takes_back_one_save(devices: Devices, book: Book) -> None:
    """Undo opens the last hand again, as often as there is something to take back."""
    game_id = played(book.keeper, hands=2)
    page = devices.page(book.keeper_link, scripts=False)
    page.goto(f"/games/{game_id}")
    for number in (2, 1):
        _undo(page)
        expect(page.get_by_role("button", name=f"Save hand {number}")).to_be_visible()
        expect(_row(page, number).locator("th")).to_have_text(f"_/{14 - number}")
    expect(page.get_by_role("button", name="Undo").filter(visible=True)).to_be_disabled()


def test_a_misdeal_clears_the_hand(table: Page) -> None:
    """A misdeal empties the hand; it is dealt again by the same player."""
    dealer = _document(table)["hands"][0]["dealer"]
    table.locator("[name=trump][value=hearts]").check(force=True)
    for seat in range(len(NAMES)):
        _field(table, "bid", seat).fill("2")
    _save(table, 1)
    table.get_by_role("button", name="Misdeal").filter(visible=True).click()
    hand = _document(table)["hands"][0]
    assert (hand["state"], hand["trump"], hand["dealer"]) == ("waiting", None, dealer)
    expect(_field(table, "bid", 0)).to_have_value("")


def test_two_taps_make_one_game(page: Page, book: Book) -> None:
    """A button that is tapped twice sends the form twice; there is one game all the same."""
    _fill_set_up(page)
    button = page.get_by_role("button", name="Deal the first hand")
    button.dblclick(no_wait_after=True)
    page.wait_for_url(A_GAME)
    assert book.keeper.page("/").count("/games/") - book.keeper.page("/").count("/games/new") == 1


def test_the_same_form_sent_again_leads_to_the_same_game(page: Page) -> None:
    """A form that a browser sends once more, long after, opens the game that was made."""
    _fill_set_up(page)
    with page.expect_request(lambda request: request.method == "POST") as sent:
        page.get_by_role("button", name="Deal the first hand").click()
    page.wait_for_url(A_GAME)
    again = page.context.request.post(
        "/games/new",
        data=sent.value.post_data_buffer or b"",
        headers={"Content-Type": "application/x-www-form-urlencoded"},
    )
    assert again.url == page.url


def test_a_refused_set_up_keeps_what_was_entered(page: Page) -> None:
    """Without a dealer there is no game yet; names and choices stay in their places."""
    page.get_by_role("link", name="Start a game").click()
    for seat, name in enumerate(NAMES):
        page.fill(f"[name=players-{seat}]", name)
    page.locator("[name=scorekeeper][value='1']").check()
    page.get_by_role("radio", name="Our own list").check()
    page.fill("[name=hand_sizes]", "3,2,1")
    page.get_by_role("button", name="Deal the first hand").click()
    expect(page.locator("#first_dealer-error")).to_contain_text("Choose who deals first")
    for seat, name in enumerate(NAMES):
        expect(page.locator(f"[name=players-{seat}]")).to_have_value(name)
    expect(page.locator("[name=scorekeeper][value='1']")).to_be_checked()
    expect(page.locator("[name=hand_sizes]")).to_have_value("3,2,1")


def test_fifteen_players_sit_down(page: Page) -> None:
    """Every seat is there without a script."""
    page.get_by_role("link", name="Start a game").click()
    for seat in range(15):
        page.fill(f"[name=players-{seat}]", f"Player {seat + 1}")
    page.locator("[name=first_dealer][value='14']").check()
    page.get_by_role("button", name="Deal the first hand").click()
    document = _document(page)
    assert len(document["players"]) == 15
    assert document["rules"]["hand_sizes"] == [3, 2, 1, 2, 3]


BROKEN = {
    "cannot be read as the script that says so": ("**/scripted.js", "class Newer { #( }"),
    "cannot be read": ("**/joined/table.js", "class Newer { #( }"),
    "breaks as it starts": ("**/joined/table.js", "document.startViewing();"),
    "does not arrive": ("**/joined/table.js", None),
}
"""What can be wrong with the scripts of a table, and how it is made so."""


def test_a_browser_that_cannot_run_the_scripts_gets_the_form(devices: Devices, book: Book) -> None:
    """No dead keypad: the form is in its place, and it saves the hand."""
    for number, (what, (address, text)) in enumerate(BROKEN.items()):
        game_id = book.keeper.set_up(NAMES, first_dealer=0)
        page = devices.page(book.keeper_link)
        page.route(address, partial(_break, text))
        page.goto(f"/games/{game_id}")
        expect(page.locator("[data-pad]"), what).to_be_hidden()
        _enter(page, HANDS[0])
        expect(_row(page, 1).locator("th"), what).to_have_text(BIDS_OF_CARDS[0])
        assert len(devices.faults) > number, what
    devices.faults.clear()  # the browser's own lines about scripts that it could not run


def _break(text: str | None, route: Route) -> None:
    if text is None:
        route.abort()
    else:
        route.fulfill(body=text, content_type="text/javascript")


def test_the_links_page_lets_a_reader_in(table: Page, devices: Devices) -> None:
    """A second device that opens the reader's link sees the game and has no form to change it."""
    _enter(table, HANDS[0])
    game = table.url
    table.goto("/links")
    link = table.locator(".link a").first.get_attribute("href")
    assert link
    reader = devices.page(scripts=False)
    reader.goto(link)
    expect(reader).to_have_url(re.compile(r"/$"))
    reader.goto(game)
    expect(_row(reader, 1).locator(".total")).to_have_text(["31", "−30", "22", "50"])
    expect(reader.locator("form")).to_have_count(0)
    expect(reader.get_by_role("button").filter(visible=True)).to_have_count(0)
    assert reader.context.request.get("/links").status == 404


def _fill_set_up(page: Page) -> None:
    page.get_by_role("link", name="Start a game").click()
    for seat, name in enumerate(NAMES):
        page.fill(f"[name=players-{seat}]", name)
    page.get_by_label("Seat 1 deals first").check()
    page.get_by_label("Seat 2 keeps the score").check()


def _set_up(page: Page) -> None:
    _fill_set_up(page)
    page.get_by_role("button", name="Deal the first hand").click()
    page.wait_for_url(A_GAME)


def _enter(page: Page, hand: SampleHand) -> None:
    _fill(page, hand)
    _save(page, hand.number)


def _fill(page: Page, hand: SampleHand) -> None:
    page.locator(f"[name=trump][value={hand.trump}]").check(force=True)
    for seat, (bid, took) in enumerate(zip(hand.bids, hand.taken, strict=True)):
        _field(page, "bid", seat).fill(str(bid))
        _field(page, "taken", seat).fill(str(took))


def _save(page: Page, number: int) -> None:
    page.get_by_role("button", name=f"Save hand {number}").click()


def _undo(page: Page) -> None:
    page.get_by_role("button", name="Undo").filter(visible=True).click()


def _field(page: Page, part: str, seat: int) -> Locator:
    return page.locator(f"input:not([type=checkbox])[name={part}-{seat}]")


def _row(page: Page, number: int) -> Locator:
    return page.locator(f".card tr[data-number='{number}']")


def _document(page: Page) -> dict[str, Any]:
    game = re.search(r"/games/[^/]+", page.url)
    assert game
    document: dict[str, Any] = page.context.request.get(f"{game[0]}.json").json()
    return document
