"""Each tap reaches the server as it was meant: other devices, undo, two tabs, refusals, storage."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.offline.conftest import LATER, TAPS_A_HAND, Host, Phone, check_whole
from tests.browser.offline.wire import MANY, Wire

FORBIDDEN = "Object.defineProperty(window, 'localStorage', {get() { throw new Error('no'); }})"
FULL = "Storage.prototype.setItem = () => { throw new DOMException('', 'QuotaExceededError'); }"
SPOILT_FORMS = """document.addEventListener("readystatechange", () => {
  if (document.readyState !== "interactive") return;
  for (const field of document.querySelectorAll("[name=csrf_token]")) field.value = "gone";
});"""
OTHER_GAMES = """() => {
  for (let age = 1; age <= 30; age += 1) {
    localStorage.setItem(`bluke:game:old${age}`, JSON.stringify({ at: Date.now() - age * 1e9 }));
  }
  localStorage.setItem("bluke:tap:old30:1", JSON.stringify({ place: 1 }));
}"""


def _notice(phone: Phone) -> str:
    notice = phone.page.locator("[data-notice]")
    expect(notice).to_be_visible(timeout=LATER)
    return notice.inner_text()


def _open_hand(page: Page, number: int) -> None:
    page.locator(".tabs a[href='#card']").tap()
    page.locator(f".card [data-number='{number}']").tap()


@pytest.fixture
def game(host: Host, plain_phone: Phone) -> str:
    """Set a game up and open it on the phone."""
    game_id = host.new_game()
    plain_phone.go(f"/games/{game_id}")
    return game_id


def test_a_dealer_put_right_offline_is_no_conflict(
    host: Host, wire: Wire, plain_phone: Phone, game: str
) -> None:
    """One's own change that deals later hands anew leaves one's own later taps as they are."""
    wire.is_cut = True
    plain_phone.play()
    plain_phone.page.locator(".menu > summary").tap()
    plain_phone.page.select_option("[data-put-dealer]", "0")
    plain_phone.page.keyboard.press("Escape")
    plain_phone.play_rest()
    wire.mend()
    plain_phone.await_saved()
    assert host.document(game)["hands"][1]["dealer"] == 0
    check_whole(host.document(game), taps=plain_phone.taps + 1)


def test_others_change_other_hands_meanwhile(
    host: Host, wire: Wire, plain_phone: Phone, game: str
) -> None:
    """Another device's hand stands beside the hands that were played without a network."""
    wire.is_cut = True
    plain_phone.play()
    plain_phone.play()
    host.keeper.save(game, 5, trump="clubs")
    wire.mend()
    plain_phone.await_saved()
    document = host.document(game)
    assert [hand["trump"] for hand in document["hands"]] == [
        "hearts",
        "hearts",
        None,
        None,
        "clubs",
    ]
    assert document["revision"] == plain_phone.taps + 1


def test_another_device_that_deals_a_hand_anew_is_no_conflict(
    host: Host, wire: Wire, plain_phone: Phone, game: str
) -> None:
    """Nobody else touched the hand itself, so nobody has to choose."""
    plain_phone.play()
    plain_phone.await_saved()
    wire.is_cut = True
    plain_phone.play()
    host.keeper.save(game, 1, [1, 1], [2, 1], trump="hearts", dealer=1)
    wire.mend()
    plain_phone.await_saved()
    assert [hand["state"] for hand in host.document(game)["hands"][:2]] == ["scored", "scored"]


def test_a_change_between_two_of_ours_is_never_overwritten(
    host: Host, wire: Wire, plain_phone: Phone, game: str
) -> None:
    """The later of two taps was made before the other device's change was seen: a conflict."""
    wire.hold()
    plain_phone.tap("[data-trump=hearts]")
    _open_hand(plain_phone.page, 2)
    plain_phone.tap("[data-trump=hearts]")
    plain_phone.page.locator("[data-back]").tap()
    plain_phone.key(1)
    plain_phone.await_that(lambda: host.document(game)["hands"][0]["trump"] == "hearts")
    host.keeper.save(game, 1, trump="spades")
    wire.let_go(MANY)
    expect(plain_phone.page.locator("[data-conflict]")).to_be_visible(timeout=LATER)
    assert plain_phone.sync == "waiting"
    assert host.document(game)["hands"][0]["trump"] == "spades"
    wire.mend()
    plain_phone.page.locator("[data-choose=mine]").tap()
    plain_phone.await_saved()
    hand = host.document(game)["hands"][0]
    assert (hand["trump"], [play["bid"] for play in hand["plays"]]) == ("hearts", [None, 1])


def test_undo_takes_back_one_s_own_tap(
    host: Host, wire: Wire, plain_phone: Phone, game: str
) -> None:
    """Another device saved something before the tap arrived; undo still means the tap."""
    wire.is_cut = True
    plain_phone.tap("[data-trump=hearts]")
    plain_phone.tap("[data-undo]")
    host.keeper.save(game, 5, trump="clubs")
    wire.mend()
    plain_phone.await_saved()
    assert [hand["trump"] for hand in host.document(game)["hands"]] == [None] * 4 + ["clubs"]


def test_undo_never_takes_back_what_was_not_seen(
    host: Host, wire: Wire, plain_phone: Phone, game: str
) -> None:
    """An undo that would reach past another device's change does nothing, and says so."""
    plain_phone.tap("[data-trump=hearts]")
    plain_phone.await_saved()
    wire.is_cut = True
    plain_phone.key(1)
    plain_phone.tap("[data-undo]")
    plain_phone.tap("[data-undo]")
    host.keeper.save(game, 5, trump="clubs")
    wire.mend()
    plain_phone.await_saved()
    document = host.document(game)
    assert [hand["trump"] for hand in document["hands"]] == ["hearts", None, None, None, "clubs"]
    assert document["hands"][0]["plays"][1]["bid"] is None
    assert "Another device" in _notice(plain_phone)


def test_undo_after_a_lost_answer_spares_the_change_that_came_after(
    host: Host, wire: Wire, plain_phone: Phone, game: str
) -> None:
    """The tap was written, somebody else saved, and only then the undo went out."""
    wire.lost = 99
    plain_phone.tap("[data-trump=hearts]")
    plain_phone.tap("[data-undo]")
    plain_phone.page.wait_for_selector("main[data-sync=waiting]", state="attached")
    host.keeper.save(game, 5, trump="clubs")
    wire.mend()
    plain_phone.await_saved()
    hands = host.document(game)["hands"]
    assert (hands[0]["trump"], hands[4]["trump"]) == ("hearts", "clubs")
    assert "Another device" in _notice(plain_phone)


def test_two_tabs_of_one_device_lose_nothing(
    host: Host, wire: Wire, plain_phone: Phone, game: str
) -> None:
    """Taps of both tabs are one queue: seen in both, sent once, whichever tab is left."""
    first = plain_phone.page
    second = plain_phone.context.new_page()
    second.goto(f"/games/{game}")
    wire.is_cut = True
    plain_phone.tap("[data-trump=hearts]")
    cursor = "[data-live] [aria-current]"
    for page, other, key in ((first, second, 1), (second, first, 1), (first, second, 1)):
        page.bring_to_front()
        seat = other.locator(cursor).get_attribute("data-seat")
        expect(page.locator(cursor)).to_have_attribute("data-seat", str(seat))
        # Keys rest for a moment after another tab has moved the cursor.
        expect(page.locator("main[data-hold]")).to_have_count(0)
        before = len(page.evaluate("Object.keys(localStorage)"))
        page.locator(f"[data-key='{key}']").tap()
        plain_phone.taps += 1
        assert len(page.evaluate("Object.keys(localStorage)")) == before + 1
    for page in (first, second):
        expect(page.locator("main")).to_have_attribute("data-hand", "2")
        expect(page.locator("main")).to_have_attribute("data-sync", "waiting")
    first.close()
    wire.mend()
    plain_phone.page = second
    plain_phone.await_saved()
    plain_phone.play_rest()
    plain_phone.await_saved()
    check_whole(host.document(game), taps=plain_phone.taps)


def test_two_tabs_send_at_once(host: Host, wire: Wire, plain_phone: Phone, game: str) -> None:
    """Both tabs find the network again at the same moment; each tap counts once all the same."""
    second = plain_phone.context.new_page()
    second.goto(f"/games/{game}")
    plain_phone.page.bring_to_front()
    wire.is_cut = True
    plain_phone.play_rest()
    expect(second.locator("main")).to_have_attribute("data-phase", "over")
    wire.mend()
    for page in (plain_phone.page, second):
        page.evaluate("dispatchEvent(new Event('online'))")
    plain_phone.await_saved()
    expect(second.locator("main")).to_have_attribute("data-sync", "saved", timeout=LATER)
    assert not second.locator("[data-conflict]").is_visible()
    assert not plain_phone.page.locator("[data-conflict]").is_visible()
    check_whole(host.document(game), taps=plain_phone.taps)


def test_a_stale_token_is_renewed(host: Host, plain_phone: Phone, game: str) -> None:
    """A page whose form token no longer holds gets a new one, and the tap goes out again."""
    plain_phone.context.add_init_script(SPOILT_FORMS)
    statuses: list[int] = []
    plain_phone.page.on("response", lambda answer: statuses.append(answer.status))
    plain_phone.go(f"/games/{game}")
    plain_phone.play_rest()
    plain_phone.await_saved()
    assert statuses.count(400) == 1
    check_whole(host.document(game), taps=plain_phone.taps)


def test_a_locked_out_device_comes_back(host: Host, plain_phone: Phone, game: str) -> None:
    """Without its cookie the phone keeps its taps and says so; the link opens the way again."""
    plain_phone.context.clear_cookies()
    plain_phone.play()
    assert "Open the keeper's link again" in _notice(plain_phone)
    assert plain_phone.sync == "waiting"
    plain_phone.context.new_page().goto(host.link)
    plain_phone.await_saved()
    expect(plain_phone.page.locator("[data-notice]")).to_be_hidden()
    plain_phone.play_rest()
    plain_phone.await_saved()
    check_whole(host.document(game), taps=plain_phone.taps)


def test_a_refused_hand_takes_nothing_else_with_it(
    host: Host, plain_phone: Phone, game: str
) -> None:
    """The server's sentence is shown, the hand stands as stored, and the other hands arrive."""
    plain_phone.context.set_offline(True)
    _open_hand(plain_phone.page, 2)
    plain_phone.tap("[data-trump=hearts]")
    plain_phone.tap("[data-undo]")
    plain_phone.page.locator("[data-back]").tap()
    plain_phone.tap("[data-trump=hearts]")
    plain_phone.context.route(
        f"**/games/{game}/hands/2",
        lambda route: route.fulfill(status=422, json={"errors": {"trump": "Not this one."}}),
    )
    plain_phone.context.set_offline(False)
    plain_phone.await_saved()
    assert "Not this one." in _notice(plain_phone)
    document = host.document(game)
    assert [hand["trump"] for hand in document["hands"][:2]] == ["hearts", None]
    assert document["revision"] == 1


def test_an_answer_that_is_not_ours_is_none(host: Host, plain_phone: Phone, game: str) -> None:
    """A hotel's sign-in page answers 200 to everything; the tap waits for the real server."""
    address = f"**/games/{game}/hands/*"
    plain_phone.context.route(
        address, lambda route: route.fulfill(body="<h1>Welcome</h1>", content_type="text/html")
    )
    plain_phone.tap("[data-trump=hearts]")
    plain_phone.page.wait_for_selector("main[data-sync=waiting]", state="attached")
    plain_phone.context.unroute(address)
    plain_phone.await_saved()
    assert host.document(game)["hands"][0]["trump"] == "hearts"


@pytest.mark.parametrize("trouble", [FORBIDDEN, FULL], ids=["forbidden", "full"])
def test_a_browser_that_keeps_nothing_still_sends(
    host: Host, wire: Wire, plain_phone: Phone, trouble: str
) -> None:
    """Without storage the game goes on, and the page says that it must stay open."""
    game_id = host.new_game()
    plain_phone.context.add_init_script(trouble)
    plain_phone.go(f"/games/{game_id}")
    plain_phone.play()
    plain_phone.await_saved()
    wire.is_cut = True
    plain_phone.play_rest()
    sign = plain_phone.page.locator("[data-sync-sign]")
    expect(sign).to_have_attribute("title", re.compile("leave the page open"))
    wire.mend()
    plain_phone.await_saved()
    check_whole(host.document(game_id), taps=plain_phone.taps)


def test_storage_erased_under_the_page_is_filled_again(
    host: Host, wire: Wire, plain_phone: Phone, game: str
) -> None:
    """Site data cleared in mid-game: what is on the page is kept again, and arrives."""
    wire.is_cut = True
    plain_phone.play()
    plain_phone.page.evaluate("localStorage.clear()")
    plain_phone.play_rest()
    wire.mend()
    plain_phone.await_saved()
    check_whole(host.document(game), taps=plain_phone.taps)


def test_old_games_are_forgotten_but_never_a_tap(plain_phone: Phone, game: str) -> None:
    """What the device keeps is bounded; a game with a tap still to send stays, however old."""
    plain_phone.page.evaluate(OTHER_GAMES)
    plain_phone.go(f"/games/{game}")
    kept = plain_phone.page.evaluate("Object.keys(localStorage)")
    games = {key for key in kept if key.startswith("bluke:game:")}
    assert len(games) == 14
    assert {f"bluke:game:{game}", "bluke:game:old1", "bluke:game:old30"} <= games
    assert "bluke:tap:old30:1" in kept


def test_a_kept_game_older_than_the_server_s_gives_way(
    host: Host, plain_phone: Phone, game: str
) -> None:
    """Weeks later the server is ahead: its game is shown, and play goes on from there."""
    plain_phone.play()
    plain_phone.await_saved()
    plain_phone.page.goto("/")
    host.keeper.save(game, 2, [1, 1], [1, 1], trump="hearts")
    plain_phone.go(f"/games/{game}")
    assert (plain_phone.number, plain_phone.sync) == (3, "saved")
    assert host.document(game)["revision"] == TAPS_A_HAND + 1
