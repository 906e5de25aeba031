"""The keypad as the contract describes it, a sentence a test."""

from collections.abc import Sequence

import pytest
from playwright.sync_api import expect

from tests.browser.table.conftest import Tables
from tests.browser.table.phone import Key, Phone

SUITS = ("spades", "hearts", "diamonds", "clubs", "none")
TWO, THREE = ("Ann", "Ben"), ("Ann", "Ben", "Cy")

# In one and the same task: what the attributes say once the handler of the tap has returned.
TAP_AND_LOOK = """keys => keys.map(key => {
    document.querySelector(`[data-key="${key}"]`).click();
    const { hand, phase, sync } = document.querySelector("main").dataset;
    const row = document.querySelector('[data-seat][aria-current="true"]');
    return [hand, phase, sync !== "saved", row?.dataset.seat ?? ""].join(" ");
})"""
AFTER_EACH_KEY = (
    (1, "1 bid true 1"),
    (1, "1 bid true 2"),
    (1, "1 bid true 3"),
    (1, "1 tricks true 0"),
    (1, "1 tricks true 1"),
    (1, "2 bid true 1"),
    (1, "2 bid true 2"),
    (1, "2 bid true 3"),
    (1, "2 bid true 0"),
    (1, "2 tricks true 1"),
    (1, "2 over true "),
)


def test_attributes_are_right_when_the_handler_returns(tables: Tables) -> None:
    """Hand, phase and cursor follow each of eleven taps that come with no pause at all."""
    phone = tables.new("2,1")
    keys, seen = zip(*AFTER_EACH_KEY, strict=True)
    assert phone.page.evaluate(TAP_AND_LOOK, list(keys)) == list(seen)
    assert phone.document()["state"] == "over"


def test_each_key_exists_once(tables: Tables) -> None:
    """Every number up to the cards, S, each trump, and the undo button stand once in the page."""
    phone = tables.new("13,2")
    names = [f"[data-key='{key}']" for key in (*range(14), "S")]
    names += [f"[data-trump={suit}]" for suit in SUITS]
    for name in (*names, "[data-undo]", *(f"[data-seat='{seat}']" for seat in range(4))):
        expect(phone.page.locator(name)).to_have_count(1)


# Who plays what under which rules, the keys tapped before, and those that can be tapped then.
POSSIBLE: tuple[tuple[str, Sequence[str], str, dict[str, object], Sequence[Key], set[str]], ...] = (
    ("a bid is 1 to the cards", THREE, "3,1", {}, (), {"1", "2", "3"}),
    ("the house bids 0", THREE, "3,1", {"zero_bid": 1}, (), {"0", "1", "2", "3"}),
    ("the dealer is hooked", THREE, "3,1", {"hook": 1}, (1, 1), {"2", "3"}),
    ("nobody else is hooked", THREE, "3,1", {"hook": 1}, (1,), {"1", "2", "3"}),
    ("no more tricks than cards", THREE, "3,1", {}, (1, 1, 1), {"0", "1", "2", "3", "S"}),
    ("no more tricks than are left", THREE, "3,1", {}, (1, 1, 1, 2), {"0", "1", "S"}),
    ("a bid of 0 cannot go set", THREE, "3,1", {"zero_bid": 1}, (0, 1, 1), {"0", "1", "2", "3"}),
    ("the last count must come right", THREE, "3,1", {}, (2, 2, 2, 1, "S"), {"1", "2", "S"}),
    ("the whole pack", TWO, "27,1", {}, (26,), {str(key) for key in range(1, 28)}),
)


@pytest.mark.parametrize(
    ("names", "sizes", "rules", "keys", "possible"),
    [case[1:] for case in POSSIBLE],
    ids=[case[0] for case in POSSIBLE],
)
def test_a_key_that_is_not_possible_is_disabled(
    tables: Tables,
    names: Sequence[str],
    sizes: str,
    rules: dict[str, object],
    keys: Sequence[Key],
    possible: set[str],
) -> None:
    """Exactly the keys that can be are enabled."""
    phone = tables.new(sizes, names=names, rules=rules).key(*keys)
    assert phone.enabled == possible


@pytest.mark.parametrize("dealer", range(4))
def test_bids_and_tricks_start_at_the_dealers_left(tables: Tables, dealer: int) -> None:
    """The cursor goes round the table from the dealer's left, for bids and for tricks."""
    phone = tables.new("3,2", first_dealer=dealer)
    seen = []
    for key in (1, 1, 1, 1, 0, 0, 0):
        seen.append((phone.cursor, phone.phase))
        phone.key(key)
    around = [(dealer + step) % 4 for step in range(1, 5)]
    bids, tricks = [(seat, "bid") for seat in around], [(seat, "tricks") for seat in around]
    assert seen == bids + tricks[:3]


def test_tapping_a_row_moves_the_cursor(tables: Tables) -> None:
    """The key goes to the tapped seat's cell of the phase, then the cursor to the first empty."""
    phone = tables.new("3,2").tap_row(2)
    assert phone.place == (1, "bid", 2)
    phone.key(3)
    assert (phone.place, phone.bids) == ((1, "bid", 0), ["", "", "3", ""])
    phone.key(1, 1, 1).tap_row(3)
    assert phone.place == (1, "tricks", 3)
    phone.key(1)
    assert (phone.place, phone.taken) == ((1, "tricks", 0), ["", "", "", "1"])


def test_tapping_a_bid_goes_back_to_it(tables: Tables) -> None:
    """The key replaces the bid, and the cursor goes on to the first empty cell."""
    phone = tables.new("3,2").key(1, 1, 1, 1, 0).tap_bid(1)
    assert phone.place == (1, "bid", 1)
    phone.key(3)
    assert phone.place == (1, "tricks", 1)
    assert phone.kept(1) == ([1, 3, 1, 1], [0, None, None, None])


def test_bids_are_never_filled_in(tables: Tables) -> None:
    """Even where one bid alone is possible, somebody has to say it."""
    phone = tables.new("1,2").key(1, 1, 1)
    assert (phone.place, phone.bids) == ((1, "bid", 3), ["1", "1", "1", ""])


# The keys after four bids of 1 on three cards, and what then stands in the column of results.
FILL_INS: tuple[tuple[Sequence[Key], Sequence[str], Sequence[int | None]], ...] = (
    ((1,), ("1", "", "", ""), (1, None, None, None)),
    ((1, 1), ("1", "1", "", ""), (1, 1, None, None)),
    ((1, 1, 0), (), (1, 1, 0, 1)),
    ((3,), (), (3, 0, 0, 0)),
    ((0, 3), (), (0, 3, 0, 0)),
    (("S", 1, 1), ("S", "1", "1", ""), (None, 1, 1, None)),
    (("S", 1, 1, 1), (), (None, 1, 1, 1)),
    (("S", 1, 2), (), (None, 1, 2, 0)),
)


@pytest.mark.parametrize(("keys", "shown", "kept"), FILL_INS)
def test_what_is_filled_in(
    tables: Tables, keys: Sequence[Key], shown: Sequence[str], kept: Sequence[int | None]
) -> None:
    """The last result is, when all are counted; all are 0, when no trick is left; else nothing."""
    phone = tables.new("3,2").key(1, 1, 1, 1, *keys)
    if shown:
        assert (phone.hand, phone.taken) == (1, list(shown))
    else:
        assert phone.place == (2, "bid", 1)
    assert phone.kept(1)[1] == list(kept)


def test_an_uncounted_set_costs_one_tap_more(tables: Tables) -> None:
    """With S among the results a hand of four takes eight taps and scores as a set."""
    phone = tables.new("3,2").key(1, 1, 1, 1, "S", 1, 1, 1)
    hand = phone.document()["hands"][0]
    assert phone.taps == 8
    assert [play["outcome"] for play in hand["plays"]] == ["S", "P", "P", "P"]
    assert (hand["state"], hand["taken"]) == ("scored", None)


def test_trump_is_in_reach_until_it_is_noted(tables: Tables) -> None:
    """The five keys are there in bids and tricks alike, go once one is tapped, and come back."""
    phone = tables.new("3,2")
    suits = phone.page.locator("[data-trump]")
    for key in (1, 1, 1, 1):
        expect(suits.filter(visible=True)).to_have_count(5)
        phone.key(key)
    expect(suits.filter(visible=True)).to_have_count(5)
    place = phone.place
    phone.trump("hearts")
    assert phone.place == place
    expect(suits.filter(visible=True)).to_have_count(0)
    phone.page.get_by_role("button", name="hearts trump").tap()
    phone.trump("none")
    expect(suits.filter(visible=True)).to_have_count(0)
    phone.key(1, 1, 1)
    assert phone.document()["hands"][0]["trump"] == "none"
    expect(suits.filter(visible=True)).to_have_count(5)


def test_the_whole_pack_has_no_trump(tables: Tables) -> None:
    """Where every card is dealt there is no trump to note, and the keys go up to 27."""
    phone = tables.new("27,1", names=TWO)
    expect(phone.page.locator("[data-trump]").filter(visible=True)).to_have_count(0)
    phone.key(27, 14, 13)
    assert phone.kept(1) == ([27, 14], [13, 14])
    expect(phone.page.locator("[data-trump]").filter(visible=True)).to_have_count(5)


def test_a_bid_of_none_is_kept(tables: Tables) -> None:
    """Where the house bids 0, a 0 is a bid like any other, and perfect when it is kept."""
    phone = tables.new("2,1", names=THREE, rules={"zero_bid": 1}).key(0, 2, 1)
    assert phone.place == (1, "tricks", 0)
    phone.key(0, 2)
    plays = phone.document()["hands"][0]["plays"]
    assert [(play["outcome"], play["points"]) for play in plays] == [
        ("P", 0), ("P", 20), ("S", -10)
    ]  # fmt: skip


def test_who_sits_out_is_passed_over(tables: Tables) -> None:
    """The cursor never goes to a seat that is not in the hand, not even by a tap."""
    phone = tables.new("3,2")
    tables.book.keeper.save(phone.game_id, 1, out_1=1)
    phone.open()
    assert phone.place == (1, "bid", 0)
    phone.key(1).tap_row(1)
    assert phone.place == (1, "bid", 2)
    phone.key(1, 1, 1, 1)
    hand = phone.document()["hands"][0]
    assert [(play["seat"], play["taken"]) for play in hand["plays"]] == [(0, 1), (2, 1), (3, 1)]
    assert phone.card_totals(1) == ["10", "", "10", "10"]


def test_points_the_table_gave_stay(tables: Tables) -> None:
    """A tap replaces what it enters and leaves the points that were given or taken alone."""
    phone = tables.new("3,2")
    tables.book.keeper.save(phone.game_id, 1, adjust_1=-7)
    phone.open().key(1, 1, 1, 1, 1, 1, 1)
    plays = phone.document()["hands"][0]["plays"]
    assert [play["adjust"] for play in plays] == [0, -7, 0, 0]
    assert phone.card_totals(1) == ["10", "3", "10", "−10"]


def test_points_that_are_none_stay_with_a_sentence(tables: Tables) -> None:
    """What is no number of points stays in the menu's field, which says so, and is not saved."""
    phone = tables.new("3,2").open()
    menu = phone.page.locator(".menu")
    menu.locator("summary").first.tap()
    menu.locator(".more > summary").tap()
    points = menu.locator("[data-put-adjust]").nth(1)
    for entered in ("1000", "-1000", "5.5", "abc", "-"):
        points.fill(entered)
        points.blur()
        assert points.input_value() == entered
        assert menu.locator("[data-put-wrong]").is_visible(), entered
        assert points.get_attribute("aria-describedby") == "put-wrong", entered
    points.fill("−7")
    points.blur()
    assert not menu.locator("[data-put-wrong]").is_visible()
    assert points.get_attribute("aria-invalid") is None
    phone.settled()
    assert [play["adjust"] for play in phone.document()["hands"][0]["plays"]] == [0, -7, 0, 0]


def test_the_table_opens_after_the_last_scored_hand(tables: Tables) -> None:
    """A hand that was passed over is flagged on the card and can be opened from there."""
    phone = tables.new("3,2,1,2")
    phone.correct(2).key(1, 1, 1, 1, 1, 1)
    assert phone.place == (3, "bid", 2)
    phone.settled().open()
    assert phone.place == (3, "bid", 2)
    assert "skipped" in (phone.card_row(1).get_attribute("class") or "")
    phone.correct(1)
    assert phone.place == (1, "bid", 0)
    phone.key(1, 1, 1, 1, 1, 1, 1)
    assert phone.place == (3, "bid", 2)


def test_the_last_hand_may_be_played_before_another(tables: Tables) -> None:
    """With the last hand scored and another open, the pad goes on with the open one."""
    phone = tables.new("1,1")
    phone.correct(2).key(1, 1, 1, 1, 1)
    assert phone.place == (1, "bid", 0)
    phone.key(1, 1, 1, 1, 0, 1)
    assert phone.phase == "over"
    assert phone.document()["state"] == "over"


def test_a_bouncing_finger_is_seen(tables: Tables) -> None:
    """After the last key of a hand the next one's cards, dealer and trump keys stand there."""
    phone = tables.new("3,2").trump("clubs").key(1, 1, 1, 1, 1, 1, 1)
    page = phone.page
    expect(page.locator("[data-cards]")).to_have_text("2")
    expect(page.locator("[data-dealer]")).to_have_text("John deals")
    expect(page.locator("[data-trump]").filter(visible=True)).to_have_count(5)
    expect(page.locator("[data-undo]")).to_be_enabled()
    for piece in ("Hand 1", "John P +10", "Betsy S −10"):
        expect(page.locator("[data-flash]")).to_contain_text(piece)


def test_a_misdeal_is_dealt_again(tables: Tables) -> None:
    """The hand is empty, its dealer stays, and only what is played then counts."""
    phone = tables.new("3,2").trump("clubs").key(1, 2, 3).misdeal()
    assert (phone.place, phone.bids) == ((1, "bid", 0), ["", "", "", ""])
    hand = phone.document()["hands"][0]
    assert (hand["state"], hand["trump"], hand["dealer"]) == ("waiting", None, 3)
    phone.undo()
    assert (phone.place, phone.bids) == ((1, "bid", 3), ["1", "2", "3", ""])


def test_the_dealer_is_put_right(tables: Tables) -> None:
    """The order of this hand follows, and the deal goes on from there."""
    phone = tables.new("3,2,1").put_right("dealer", 1)
    assert phone.place == (1, "bid", 2)
    expect(phone.page.locator("[data-dealer]")).to_have_text("Margaret deals")
    assert [hand["dealer"] for hand in phone.document()["hands"]] == [1, 2, 3]
    phone.key(1, 1, 1, 1, 1, 1, 1)
    assert phone.place == (2, "bid", 3)


def test_the_cards_are_put_right(tables: Tables) -> None:
    """Somebody dealt two instead of three: the keys follow, and later hands stay as agreed."""
    phone = tables.new("3,2,1").put_right("cards", 2)
    assert phone.enabled == {"1", "2"}
    phone.key(1, 1, 1, 1, 1, 1)
    assert [hand["cards"] for hand in phone.document()["hands"]] == [2, 2, 1]
    expect(phone.card_row(1).locator("th .cards")).to_have_text("/2")


# The bids that are in, the cards that somebody wants to put right, and the rules of the house.
CANNOT_BE_DEALT: tuple[tuple[Sequence[Key], int, dict[str, object]], ...] = (
    ((3,), 2, {}),
    ((1, 1, 2, 1), 5, {"hook": 1}),
)


@pytest.mark.parametrize(("bids", "cards", "rules"), CANNOT_BE_DEALT)
def test_cards_that_the_bids_forbid(
    tables: Tables, bids: Sequence[Key], cards: int, rules: dict[str, object]
) -> None:
    """A number of cards that a bid does not fit stays unchosen, and nothing is sent."""
    phone = tables.new("3,2", rules=rules).key(*bids).put_right("cards", cards)
    expect(phone.page.locator("[data-put-cards]")).to_have_value("3")
    assert phone.document()["hands"][0]["cards"] == 3


def test_the_address_of_a_hand_opens_it(tables: Tables) -> None:
    """A link to one hand shows that hand, and loading again shows the table."""
    phone: Phone = tables.new("3,2").key(1, 1, 1, 1, 1, 1, 1).settled()
    phone.page.goto(f"/games/{phone.game_id}/hands/1")
    assert phone.hand == 1
    phone.page.reload()
    assert phone.hand == 2
