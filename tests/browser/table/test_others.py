"""Another device or tab changes the game under the thumb: no key lands with the wrong player."""

from playwright.sync_api import expect

from tests.browser.table.conftest import Tables
from tests.browser.table.phone import Phone

HELD = "data-hold"
MOMENT = 1_000


def _stop_the_clock(phone: Phone) -> None:
    phone.page.clock.install()
    phone.page.clock.pause_at(phone.page.evaluate("Date.now() / 1000 + 1"))


def _check_held(phone: Phone) -> None:
    """Check that keys do nothing for a second, that the row says so, and that they then work."""
    main = phone.page.locator("main")
    expect(main).to_have_attribute(HELD, "")
    before = (phone.place, phone.bids, phone.taken)
    phone.page.locator("[data-key]:enabled:visible").first.tap()
    phone.page.keyboard.press("1")
    assert (phone.place, phone.bids, phone.taken) == before
    assert phone.row(phone.cursor).locator("[data-tag]").text_content() == "changed elsewhere"
    phone.page.clock.run_for(MOMENT - 1)
    expect(main).to_have_attribute(HELD, "")
    phone.page.clock.run_for(2)
    expect(main).not_to_have_attribute(HELD, "")
    assert (phone.place, phone.bids, phone.taken) == before


def test_a_key_does_not_land_on_the_next_player(tables: Tables) -> None:
    """The cell that was undone is filled elsewhere: the cursor leaves it, a late key is void."""
    phone = tables.new("6,5").key(1, 1, 1, 1, 1, 0, 2).undo().settled()
    assert phone.place == (1, "tricks", 2)
    _stop_the_clock(phone)
    tables.book.keeper.save(
        phone.game_id, 1, [1, 1, 1, 1], [1, 0, 0], base=phone.document()["hands"][0]["revision"]
    )
    expect(phone.row(2).locator("[data-part=tricks] [data-value]")).to_have_text("0")
    assert phone.place == (1, "tricks", 3)
    _check_held(phone)
    assert phone.kept(1) == ([1, 1, 1, 1], [1, 0, 0, None])
    phone.page.clock.resume()
    phone.key(5)
    assert phone.kept(1)[1] == [1, 0, 0, 5]


def test_a_hand_finished_elsewhere_holds_the_keys(tables: Tables) -> None:
    """The next hand takes the place of the one that the key was meant for."""
    phone = tables.new("3,2").key(1, 1, 1).settled()
    _stop_the_clock(phone)
    tables.book.keeper.save(phone.game_id, 1, [1, 1, 1, 1], [1, 1, 1, 0], base=3)
    expect(phone.page.locator("main")).to_have_attribute("data-hand", "2")
    _check_held(phone)


def test_a_correction_elsewhere_moves_the_cursor_on(tables: Tables) -> None:
    """A result that was to be put right is put right elsewhere."""
    phone = tables.new("3,2").key(1, 1, 1, 1, 1, 1, 0).settled()
    phone.correct(1).tap_row(2)
    assert phone.place == (1, "tricks", 2)
    _stop_the_clock(phone)
    tables.book.keeper.save(phone.game_id, 1, [1, 1, 1, 1], [1, 1, 1, 0], base=7)
    expect(phone.row(2).locator("[data-part=tricks] [data-value]")).to_have_text("1")
    assert phone.place == (1, "tricks", 3)
    _check_held(phone)


def test_another_tab_holds_the_keys_too(tables: Tables) -> None:
    """Two tabs of one device share the game, and each knows which taps were not its own."""
    phone = tables.new("3,2").key(1).settled()
    other = Phone(phone.page.context.new_page(), phone.game_id).open()
    _stop_the_clock(phone)
    other.key(2)
    expect(phone.row(1).locator("[data-part=bid] [data-value]")).to_have_text("2")
    assert phone.place == (1, "bid", 2)
    _check_held(phone)
    assert not other.page.locator(f"main[{HELD}]").count()


def test_own_taps_are_never_held(tables: Tables) -> None:
    """Where others change something else, or the cursor moves by a tap of one's own, keys work."""
    phone = tables.new("3,2").key(1, 1, 1, 1, 1, 1, 0).settled()
    main = phone.page.locator("main")
    tables.book.keeper.save(phone.game_id, 1, [1, 1, 1, 1], [1, 1, 1, 0], base=7)
    expect(phone.card_row(1).locator("td.result").nth(2)).to_have_text("1/1")
    phone.page.evaluate(
        f"""new MutationObserver(() => (document.title = "held"))
            .observe(document.querySelector("main"), {{ attributeFilter: ["{HELD}"] }})"""
    )
    phone.key(1).undo(3).settled()
    expect(main).to_have_attribute("data-hand", "1")
    phone.key(1, 2).settled()
    assert phone.page.title() != "held"
