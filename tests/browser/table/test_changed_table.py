"""The table changes on another device while this one has taps under way: none is lost by it."""

from playwright.sync_api import expect

from tests.browser.table.conftest import Tables
from tests.browser.table.phone import Phone


def change(phone: Phone, what: str, **fields: str) -> None:
    """Change the table from a phone, from the game as it stands."""
    token = phone.page.locator("[name=csrf_token]").first.get_attribute("value") or ""
    base = str(phone.document()["revision"])
    answer = phone.page.context.request.post(
        f"/games/{phone.game_id}/{what}",
        form={"csrf_token": token, "base": base, **fields},
        headers={"Accept": "application/json"},
    )
    assert answer.status == 200, answer.text()


def test_bids_outlive_a_player_who_joins(tables: Tables) -> None:
    """Bids of a hand that one more player could not be dealt arrive all the same."""
    mine = tables.new("12,3")
    theirs = tables.phone(mine.game_id)
    release = mine.hold()
    mine.key(3, 2, 4)
    change(theirs, "join", name="Zoe", number="2")
    release()
    assert mine.kept(1)[0] == [3, 2, 4, None]
    assert len(mine.document()["hands"][1]["plays"]) == 5


def test_a_correction_begun_before_another_one_meets_it(tables: Tables) -> None:
    """What another device corrected meanwhile is not written over unseen."""
    mine = tables.new("3,2").key(1, 1, 1, 1, 1, 1, 1).settled()
    theirs = tables.phone(mine.game_id)
    mine.correct(1).tap_row(2).key(0)
    theirs.correct(1).tap_row(0).key(0).tap_row(3).key(1).settled()
    mine.settled().tap_row(3).key(1)
    expect(mine.page.get_by_role("alertdialog")).to_be_visible()
    mine.page.get_by_role("button", name="Keep theirs").tap()
    assert mine.kept(1)[1] == [0, 1, 1, 1]


def test_somebody_sat_out_of_a_scored_hand(tables: Tables) -> None:
    """The draft goes on without the seat, and Undo brings it back."""
    mine = tables.new("3,2").key(1, 1, 1, 1, 1, 1, 1).settled().correct(1)
    mine.page.locator(".menu > summary").tap()
    mine.page.locator(".menu .more > summary").tap()
    mine.page.locator("[data-put-out]").nth(1).check(force=True)
    mine.page.keyboard.press("Escape")
    expect(mine.row(1)).to_have_class("out")
    mine.tap_row(0).key(2)
    assert mine.document()["hands"][0]["plays"][0]["taken"] == 2
    assert [play["seat"] for play in mine.document()["hands"][0]["plays"]] == [0, 2, 3]
    assert mine.undo().kept(1)[1] == [1, 1, 1, 0]


def test_a_hand_that_is_not_dealt_any_more(tables: Tables) -> None:
    """Taps of a hand that the table dropped are said to be gone; those before it arrive."""
    mine = tables.new("3,2")
    theirs = tables.phone(mine.game_id)
    release = mine.hold()
    mine.key(1, 1, 1, 1, 1, 1, 1).key(1, 2)
    change(theirs, "coming", hand_sizes="3")
    release()
    assert mine.kept(1)[1] == [1, 1, 1, 0]
    assert mine.document()["state"] == "over"


def test_a_game_ended_early_is_over_on_every_phone(tables: Tables) -> None:
    """Winner and print take the pad's place, and the page says that it was ended early."""
    mine = tables.new("3,2").key(1, 1, 1, 1, 1, 1, 1).settled()
    theirs = tables.phone(mine.game_id)
    change(theirs, "end")
    expect(mine.page.locator("main")).to_have_attribute("data-phase", "over")
    expect(mine.page.locator("[data-winner]")).to_contain_text("share the win")
    mine.open()
    expect(mine.page.get_by_text("Ended early")).to_be_visible()
