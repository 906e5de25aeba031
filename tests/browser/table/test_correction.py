"""A hand of long ago is opened from the card, put right under the same rules, and left again."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.sample import NAMES
from tests.browser.table.conftest import Tables
from tests.browser.table.phone import Phone

HANDS = (
    ((1, 1, 1, 1), (1, 1, 1, 0)),
    ((1, 1, 1, 2), (2, 0, 0, 0)),
    ((1, 2, 1, 1), (1, 1, 1, 0)),
)


@pytest.fixture
def phone(tables: Tables) -> Phone:
    """Open a game after three hands of 3, 2 and 3 cards, and enter two bids of a fourth."""
    keeper = tables.book.keeper
    game_id = keeper.set_up(NAMES, first_dealer=3, order="custom", hand_sizes="3,2,3,3,1")
    for number, (bids, taken) in enumerate(HANDS, 1):
        keeper.save(game_id, number, bids, taken)
    return tables.phone(game_id).key(1, 1).settled()


def test_any_hand_opens_by_a_tap(phone: Phone) -> None:
    """A tap on the head or on a result of a hand's row opens that hand, and nothing is sent."""
    before = phone.document()["revision"]
    for number in (1, 2, 3):
        phone.tab("card").card_row(number).locator("th a").tap()
        assert (phone.hand, phone.phase) == (number, "tricks")
        phone.correct(number)
        assert phone.hand == number
    assert phone.leave().place == (4, "bid", 1)
    assert phone.document()["revision"] == before


def test_a_draft_shows_the_difference(phone: Phone) -> None:
    """Any count may stand in a draft; the foot says what is missing or too many; none is sent."""
    before = phone.document()
    foot = phone.page.locator("[data-foot]")
    phone.correct(1).key(0)
    expect(foot).to_contain_text("1 trick missing")
    phone.tap_row(0).key(3)
    expect(foot).to_contain_text("2 tricks too many")
    expect(phone.page.locator("[data-correcting]")).to_contain_text("saved as soon as the tricks")
    assert phone.document() == before


def test_a_draft_that_agrees_is_one_save(phone: Phone) -> None:
    """As soon as the tricks agree all of it is sent at once, and one undo takes it back."""
    before = phone.document()
    phone.correct(1).key(0, 2)
    expect(phone.page.locator("[data-correcting]")).to_have_text("Saved")
    after = phone.document()
    assert after["revision"] == before["revision"] + 1
    assert phone.kept(1) == ([1, 1, 1, 1], [0, 2, 1, 0])
    phone.undo()
    again = phone.document()
    assert [hand["plays"] for hand in again["hands"]] == [hand["plays"] for hand in before["hands"]]


def test_later_totals_follow_and_the_hand_is_marked(phone: Phone) -> None:
    """Every running score after the hand moves by what the correction changed."""
    before = [phone.card_totals(number) for number in (1, 2, 3)]
    phone.correct(1).key(0, 2)
    moved = [-20, 1, 0, 0]
    for number, totals in enumerate(before, start=1):
        expected = [int(total.replace("−", "-")) for total in totals]
        shown = [int(total.replace("−", "-")) for total in phone.card_totals(number)]
        assert shown == [total + by for total, by in zip(expected, moved, strict=True)]
    assert phone.totals == phone.card_totals(3)
    expect(phone.card_row(1)).to_have_class(re.compile(r"\bcorrected\b"))
    assert [hand["corrected"] for hand in phone.document()["hands"]][:3] == [True, False, False]


def test_the_card_says_what_was_corrected(phone: Phone, tables: Tables) -> None:
    """When, which hand and what: on the keeper's card and on a follower's, without a reload."""
    follower = tables.phone(phone.game_id)
    said = [each.page.locator(".corrections") for each in (phone, follower)]
    for each, line in zip((phone, follower), said, strict=True):
        each.tab("card")
        expect(line).to_be_hidden()
    phone.correct(1).key(0, 2).tab("card")
    for line in said:
        expect(line).to_be_visible()
        line.locator("summary").tap()
        expect(line.locator("li")).to_have_count(1)
        expect(line.locator("li")).to_contain_text("John from 1/1 to 0/1")
    phone.tab("hand").leave().undo().tab("card")
    for line in said:
        expect(line).to_be_hidden()


def test_leaving_asks_before_a_draft_is_dropped(phone: Phone) -> None:
    """Whoever stays keeps the draft, whoever leaves is back where they were, nothing changed."""
    before = phone.document()
    phone.correct(1).key(0)
    phone.page.once("dialog", lambda dialog: dialog.dismiss())
    phone.leave()
    assert (phone.hand, phone.taken[0]) == (1, "0")
    phone.page.once("dialog", lambda dialog: dialog.dismiss())
    phone.correct(2).tab("hand")
    assert (phone.hand, phone.taken[0]) == (1, "0")
    phone.page.once("dialog", lambda dialog: dialog.accept())
    phone.leave()
    assert phone.place == (4, "bid", 1)
    assert phone.document() == before


def test_looking_at_the_card_keeps_the_draft(phone: Phone) -> None:
    """Card and chart are looked at without a question; the same hand comes back as it was left."""
    asked: list[str] = []
    phone.page.on("dialog", lambda dialog: asked.append(dialog.message))
    phone.correct(1).key(0).tab("card").tab("chart").tab("hand")
    assert (phone.place, phone.taken[0]) == ((1, "tricks", 1), "0")
    phone.correct(1)
    assert (phone.place, phone.taken[0]) == ((1, "tricks", 1), "0")
    assert asked == []


def test_bids_and_trump_are_corrected_too(phone: Phone) -> None:
    """A bid or the trump alone agrees at once, and is one save each."""
    phone.correct(1).trump("hearts").tap_bid(3).key(2)
    hand = phone.document()["hands"][0]
    assert (hand["trump"], hand["bids"]) == ("hearts", 5)
    assert phone.card_totals(1) == ["10", "10", "10", "−20"]


def test_the_dealer_and_the_cards_of_an_old_hand(phone: Phone) -> None:
    """Another number of cards waits as a draft for tricks that agree with it."""
    phone.correct(1).put_right("cards", 4)
    expect(phone.page.locator("[data-foot]")).to_contain_text("1 trick missing")
    phone.key(2)
    hand = phone.document()["hands"][0]
    assert (hand["cards"], hand["taken"], hand["state"]) == (4, 4, "scored")


# The rules of the house, and the bids that Ann, beside Ben's 1 of three cards, may be given.
SAME_RULES: tuple[tuple[dict[str, object], set[str]], ...] = (
    ({}, {"1", "2", "3"}),
    ({"hook": 1}, {"1", "3"}),
    ({"zero_bid": 1}, {"0", "1", "2", "3"}),
)


@pytest.mark.parametrize(("rules", "possible"), SAME_RULES)
def test_the_same_rules_as_a_first_entry(
    tables: Tables, rules: dict[str, object], possible: set[str]
) -> None:
    """A bid that was impossible at first is impossible in a correction."""
    phone = tables.new("3,1", names=("Ann", "Ben"), rules=rules).key(1, 1, 1)
    phone.correct(1).tap_bid(0)
    assert phone.enabled == possible


def test_a_misdealt_hand_goes_from_the_card(phone: Phone) -> None:
    """An old hand that is cleared counts no more; the totals are those of the others."""
    before = [int(total.replace("−", "-")) for total in phone.card_totals(3)]
    first = [int(total.replace("−", "-")) for total in phone.card_totals(1)]
    phone.correct(1).misdeal()
    rest = [str(b - f).replace("-", "−") for b, f in zip(before, first, strict=True)]
    assert phone.totals == rest
    assert phone.leave().place == (4, "bid", 1)
    expect(phone.card_row(1)).to_have_class(re.compile(r"\bskipped\b"))
    assert phone.document()["hands"][0]["state"] == "waiting"


def test_a_finished_game_goes_on_after_a_correction(tables: Tables) -> None:
    """After the end a hand is corrected, another wins, and leaving leads back to the end."""
    phone = tables.new("1,1", names=("Ann", "Ben")).key(1, 1, 1, 1, 1, 1)
    winner = phone.page.locator("[data-winner]")
    assert phone.phase == "over"
    expect(winner).to_have_text("Ann and Ben share the win")
    phone.correct(2).key(0, 1)
    assert phone.page.locator("[data-end]").is_hidden()
    phone.leave()
    assert phone.phase == "over"
    expect(winner).to_be_visible()
    expect(winner).to_have_text("Ann wins")
