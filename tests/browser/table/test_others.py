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


def test_another_scorekeeper_is_told_of(tables: Tables) -> None:
    """Each of two phones that save is told of the other, for five minutes after its last save."""
    phone = tables.new("3,2").key(1).settled()
    line = phone.page.locator("[data-others]")
    expect(line).to_be_hidden()
    second = tables.phone(phone.game_id)
    expect(second.page.locator("[data-others]")).to_be_visible()
    phone.page.clock.install()
    second.key(2).settled()
    expect(line).to_have_text("Another device is also keeping score.")
    # The server's clock goes on as ever: asked now it would say that the save is new.
    phone.page.route("**/others", lambda route: route.fulfill(json={"seconds": 0}))
    phone.page.clock.run_for(5 * 60 * MOMENT)
    expect(line).to_be_hidden()
    phone.page.unroute_all(behavior="wait")
    second.key(2).settled()
    expect(line).to_be_visible()
    second.page.locator(".menu > summary").tap()
    second.page.get_by_role("button", name="Keep the score on this device").tap()
    expect(phone.page.locator("[data-pen]")).to_be_visible()
    expect(line).to_be_hidden()


def test_a_new_version_is_offered(tables: Tables) -> None:
    """The page says so, and loads it when asked, once every tap has arrived."""
    phone = tables.new("3,2").key(1).settled()
    newer = phone.page.locator("[data-newer]")
    expect(newer).to_be_hidden()
    phone.page.evaluate("document.querySelector('main').dataset.built = 'another'")
    phone.key(2)
    expect(newer).to_contain_text("A new version is there.")
    phone.settled()
    release = phone.hold()
    phone.key(3)
    newer.get_by_role("button").tap()
    phone.page.wait_for_timeout(MOMENT / 4)
    assert phone.page.evaluate("document.querySelector('main').dataset.built") == "another"
    with phone.page.expect_navigation():
        release()
    expect(newer).to_be_hidden()
    assert phone.kept(1)[0] == [1, 2, 3, None]


def test_a_follower_is_offered_it_too(tables: Tables) -> None:
    """The views of those who only look load it at once."""
    phone = tables.new("3,2")
    page = tables.devices.page(tables.book.reader_link)
    for number, path in enumerate(("", "/across"), start=1):
        page.goto(f"/games/{phone.game_id}{path}")
        page.evaluate("document.querySelector('main').dataset.built = 'another'")
        phone.key(number)
        with page.expect_navigation():
            page.locator("[data-newer] button").tap()
        expect(page.locator("[data-newer]")).to_be_hidden()
