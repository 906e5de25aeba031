"""What people complained of in other scorekeepers, each complaint a test."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.sample import NAMES
from tests.browser.table.conftest import Tables
from tests.browser.table.phone import Phone

HAND = (1, 1, 1, 1, 1, 1, 1)
TWO = ("Ann", "Ben")


@pytest.fixture
def phone(tables: Tables) -> Phone:
    """Play one hand of three cards; the next is of two."""
    return tables.new("3,2,1").key(*HAND).settled()


def test_the_phone_woke_from_sleep_and_the_game_was_an_empty_copy(phone: Phone) -> None:
    """Same game, same hand, same cursor, even one that was moved, and the same bids."""
    phone.key(2).tap_row(0)
    place, bids, totals = phone.place, phone.bids, phone.totals
    phone.settled().page.reload()
    assert (phone.place, phone.bids, phone.totals) == (place, bids, totals)


def test_all_scores_were_zero_and_only_the_names_were_left(phone: Phone) -> None:
    """The first hand's scores are there after every way of coming back."""
    page = phone.page
    for come_back in (
        page.reload,
        lambda: page.goto("/"),
        page.go_back,
        lambda: page.evaluate("document.dispatchEvent(new Event('visibilitychange'))"),
    ):
        come_back()
        if page.url.endswith("/"):
            continue
        expect(page.locator("[data-total]")).to_have_text(["10", "10", "10", "−10"])


def test_a_double_tap_or_a_refresh_counted_a_hand_twice(phone: Phone) -> None:
    """A bouncing last key, Refresh and Back leave one hand scored, once."""
    phone.key(1, 1, 1, 1, 1)
    phone.page.locator("[data-key='1']").dblclick()
    assert phone.hand == 3
    phone.settled().page.reload()
    phone.page.goto("/")
    phone.page.go_back()
    hands = phone.document()["hands"]
    assert [hand["state"] == "scored" for hand in hands] == [True, True, False]
    assert [play["taken"] for play in hands[1]["plays"]] == [0, 1, 1, 0]


def test_back_led_to_enter_names(tables: Tables) -> None:
    """After setting a game up Back leads to the book, with the game to resume, and stays away."""
    page = tables.devices.page(tables.book.keeper_link)
    page.goto("/")
    page.get_by_role("link", name="Start a game").tap()
    _set_up(page)
    page.go_back()
    expect(page.get_by_text("Resume")).to_be_visible()
    assert page.url.endswith("/")
    page.get_by_text("Resume").tap()
    expect(page.locator("main[data-game]")).to_be_visible()
    page.go_back()
    assert page.url.endswith("/")


def test_names_that_were_refused_are_still_there(tables: Tables) -> None:
    """A form that is refused comes back with its names; sent again it makes the game."""
    page = tables.devices.page(tables.book.keeper_link)
    page.goto("/games/new")
    page.fill("[name=players-0]", NAMES[0])
    page.get_by_role("button", name="Deal the first hand").tap()
    expect(page.locator(".notice")).to_be_visible()
    expect(page.locator("[name=players-0]")).to_have_value(NAMES[0])
    _set_up(page)


def test_the_browser_was_closed_and_there_was_no_way_to_resume(phone: Phone) -> None:
    """A new window finds the game at the book's first page, where it was left."""
    phone.key(2).settled()
    context = phone.page.context
    phone.page.close()
    phone.page = context.new_page()
    phone.page.goto("/")
    phone.page.get_by_text("Resume").tap()
    expect(phone.page.locator("main")).to_have_attribute("data-game", phone.game_id)
    # The page is there before its script, which says whose turn it is.
    expect(phone.page.locator("[data-seat][aria-current='true']")).to_have_count(1)
    assert phone.place == (2, "bid", 2)


def test_a_player_could_not_be_given_zero(tables: Tables) -> None:
    """0 is a result and not a blank; the cursor shows who is still missing."""
    phone = tables.new("3,2").key(1, 1, 1, 1, 0)
    assert phone.taken == ["0", "", "", ""]
    phone.tap_row(2).key(0)
    assert (phone.taken, phone.cursor) == (["0", "", "0", ""], 1)
    assert phone.kept(1)[1] == [0, None, 0, None]


def test_rows_were_sorted_anew_while_entering(tables: Tables) -> None:
    """Seats keep their order and their place on the screen, whoever leads."""
    phone = tables.new("3,3,3").key(1, 1, 1, 1, 0, 0, 0)
    before = [phone.row(seat).bounding_box() for seat in range(4)]
    assert all(before)
    for key in (*HAND, 2, 1):
        phone.key(key)
        assert [phone.row(seat).bounding_box() for seat in range(4)] == before
    assert [name.strip() for name in phone.page.locator(".live .name").all_inner_texts()] == [
        *NAMES
    ]


def test_an_old_hand_was_corrected_and_the_totals_did_not_move(phone: Phone) -> None:
    """Everything after the hand is added up again, on the hand and on the card."""
    phone.key(1, 1, 1, 1, 1, 1)
    phone.correct(1).key(0, 2)
    assert phone.leave().totals == phone.card_totals(2)
    expect(phone.page.locator("[data-total]").first).to_have_text("−20")


def test_a_mistaken_hand_could_not_be_removed(phone: Phone) -> None:
    """A hand is cleared from the card, the others still count, and undo brings it back."""
    phone.key(1, 1, 1, 1, 1, 1).settled()
    totals, second = phone.totals, [10, 10, -10, -10]
    phone.correct(1).misdeal()
    assert phone.totals != totals
    assert [play["points"] for play in phone.document()["hands"][1]["plays"]].count(10) == 2
    assert sum(second) == sum(int(total.replace("−", "-")) for total in phone.totals)
    phone.undo()
    assert phone.totals == totals


def test_undo_jumped_a_step_too_far_and_was_dead_in_the_first_hand(tables: Tables) -> None:
    """One tap is taken back in the first hand, across hands, and after the last."""
    phone = tables.new("1,1", names=TWO).key(1)
    assert phone.undo().place == (1, "bid", 0)
    phone.key(1, 1, 1)
    assert phone.hand == 2
    assert phone.undo().place == (1, "tricks", 0)
    phone.key(1, 1, 1, 1)
    assert phone.phase == "over"
    assert phone.undo().place == (2, "tricks", 1)
    assert phone.bids == ["1", "1"]


def test_the_last_entry_was_wrong_and_had_ended_the_game(tables: Tables) -> None:
    """Undo opens the finished game again, also after loading; another result ends it anew."""
    phone = tables.new("1", names=TWO).key(1, 1, 1)
    assert phone.phase == "over"
    expect(phone.page.locator("[data-winner]")).to_have_text("Ann wins")
    phone.settled().open().undo().key(0)
    expect(phone.page.locator("[data-winner]")).to_have_text("Ben wins")
    assert phone.document()["state"] == "over"


def test_an_aborted_hand_and_its_replay_both_counted(phone: Phone) -> None:
    """The replay of a misdealt hand takes its place."""
    phone.key(1, 1, 1, 1, 1).misdeal().key(2, 1, 1, 1, 2)
    document = phone.document()
    assert [hand["state"] for hand in document["hands"]] == ["scored", "scored", "waiting"]
    assert len(document["hands"]) == 3
    assert [tally["bids"] for tally in document["tallies"]] == [2, 3, 2, 2]


def test_a_tie_named_only_the_player_who_sat_first(tables: Tables) -> None:
    """Everybody with the highest total has won."""
    phone = tables.new("2", names=("Ann", "Ben", "Cy")).key(1, 1, 1, 1, 1)
    expect(phone.page.locator("[data-winner]")).to_have_text(re.compile("Ann.*Ben"))
    expect(phone.page.locator("[data-end] li.first")).to_have_count(2)


def test_the_browser_erased_its_storage(phone: Phone) -> None:
    """The server has every tap, so an empty browser shows the same table."""
    phone.key(2).settled()
    phone.page.evaluate("localStorage.clear(); sessionStorage.clear()")
    phone.open()
    assert (phone.place, phone.bids) == ((2, "bid", 2), ["", "2", "", ""])


def test_undo_and_trump_were_not_saved_when_the_phone_died(phone: Phone) -> None:
    """A tap counts from the moment it was made, whether or not the server heard of it."""
    phone.hold()
    phone.key(2, 1).undo().trump("hearts")
    context = phone.page.context
    phone.page.close()
    phone.page = context.new_page()
    phone.open()
    assert (phone.place, phone.bids) == ((2, "bid", 2), ["", "2", "", ""])
    hand = phone.document()["hands"][1]
    assert (hand["trump"], hand["plays"][1]["bid"]) == ("hearts", 2)


def test_after_undo_the_dealers_mark_stayed_on_the_next_dealer(phone: Phone) -> None:
    """The mark, the sentence and the order follow the hand that is open again."""
    expect(phone.page.locator("[data-dealer]")).to_have_text("John deals")
    phone.undo()
    expect(phone.page.locator("[data-dealer]")).to_have_text("Betsy deals")
    expect(phone.row(3).locator("[data-tag]")).to_have_text("deals")
    expect(phone.row(0).locator("[data-tag]")).to_have_text("leads")


def test_there_was_nowhere_to_note_the_bid_beside_the_result(phone: Phone) -> None:
    """The card shows tricks and bid of every player, as on paper."""
    plays = phone.tab("card").card_row(1).locator(".play")
    expect(plays).to_have_text(["1/1", "1/1", "1/1", "0/1"])


def _set_up(page: Page) -> None:
    for seat, name in enumerate(NAMES):
        page.fill(f"[name=players-{seat}]", name)
    page.get_by_label("Seat 1 deals first").check()
    page.get_by_role("button", name="Deal the first hand").tap()
    expect(page.locator("main[data-game]")).to_be_visible()
