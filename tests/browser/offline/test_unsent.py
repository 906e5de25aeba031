"""What this phone alone still has: the scorebook's page sends it, and says how much it is."""

from playwright.sync_api import expect

from tests.browser.offline.conftest import Host, Phone
from tests.browser.offline.wire import Wire


def test_the_scorebook_sends_what_is_left(host: Host, wire: Wire, plain_phone: Phone) -> None:
    """On plain HTTP a game's last taps go out, and the page shows the score that they make."""
    phone = plain_phone
    game_id = host.new_game((2, 3), ("Ann", "Ben"))
    phone.go(f"/games/{game_id}")
    phone.tap("[data-trump=hearts]")
    phone.await_saved()
    wire.is_cut = True
    for _ in range(3):
        phone.key(1)
    phone.page.wait_for_selector("main[data-sync=waiting]", state="attached")
    sign = phone.page.locator("[data-sync-sign]")
    expect(sign).to_have_text("On this phone only: keep this page open")

    # The pages can be had again, but nothing is written yet.
    wire.mend()
    wire.refuses_changes = True
    phone.page.goto("/")
    line = phone.page.locator("[data-unsent] p")
    expect(line).to_have_text("Ann and Ben: 3 taps are still on this phone only")
    assert host.document(game_id)["revision"] == 1
    wire.mend()
    expect(phone.page.locator("[data-unsent]")).to_be_hidden(timeout=20_000)
    expect(phone.page.locator(f".resume[href='/games/{game_id}']")).to_contain_text("hand 2 of 2")
    assert host.document(game_id)["revision"] == 4
    assert wire.most_at_once == 1


def test_the_browser_is_asked_not_to_forget(host: Host, phone: Phone) -> None:
    """With the first tap, and once; where a browser does not know the question, keys work on."""
    game_id = host.new_game((2, 3))
    phone.context.add_init_script(
        """globalThis.asked = 0;
        StorageManager.prototype.persist = () => {
            globalThis.asked += 1;
            return Promise.reject(new Error("not today"));
        };"""
    )
    phone.go(f"/games/{game_id}")
    assert phone.page.evaluate("asked") == 0
    phone.tap("[data-trump=hearts]")
    phone.key(1)
    assert phone.page.evaluate("asked") == 1
    phone.await_saved()
