"""Another language, with and without a network: no page opens in the old one, no tap is lost."""

from tests.browser.offline.conftest import Host, Phone
from tests.browser.offline.wire import Wire

PAGE_IS_IN = "() => document.documentElement.lang"
KEPT_IN = """async ([path, language]) => {
  const kept = await caches.match(path, { ignoreVary: true });
  return kept !== undefined && (await kept.text()).includes(`<html lang="${language}">`);
}"""


def switch(phone: Phone, language: str) -> None:
    """Choose a language in the table's menu."""
    phone.page.locator(".menu > summary").click()
    phone.page.locator(f".menu [hreflang={language}]").click()


def test_what_is_kept_is_fetched_in_the_new_language(host: Host, wire: Wire, phone: Phone) -> None:
    """After a switch every kept page opens in it without a network, those not looked at, too."""
    other, game_id = host.new_game(), host.new_game()
    phone.install(other)
    phone.install(game_id)
    assert phone.page.evaluate(PAGE_IS_IN) == "en"
    switch(phone, "nl")
    phone.page.locator("main[data-game]").wait_for()
    assert phone.page.url.endswith(f"/games/{game_id}")
    for path in (f"/games/{game_id}", f"/games/{other}", "/"):
        phone.until(KEPT_IN, [path, "nl"])
    wire.is_cut = True
    phone.context.set_offline(True)
    for path in (f"/games/{other}", "/", f"/games/{game_id}"):
        phone.page.goto(path)
        assert phone.page.evaluate(PAGE_IS_IN) == "nl"
    # What opens by itself is still the game that was opened last.
    phone.page.goto("/resume")
    assert phone.page.url.endswith(f"/games/{game_id}")


def test_taps_outlast_a_switch(host: Host, wire: Wire, phone: Phone) -> None:
    """What was tapped before, and could not be sent yet, is there after and arrives."""
    game_id = host.new_game()
    phone.install(game_id)
    wire.lost = 99
    phone.tap("[data-trump=hearts]")
    phone.key(1)
    phone.page.wait_for_selector("main[data-sync=waiting]", state="attached")
    switch(phone, "ko")
    phone.page.locator("html[lang=ko] main[data-phase=bid]").wait_for()
    assert phone.page.locator("[data-seat='1'] [data-part=bid] [data-value]").inner_text() == "1"
    wire.mend()
    phone.await_saved()
    assert host.document(game_id)["hands"][0]["plays"][1]["bid"] == 1


def test_a_switch_without_a_network_leaves_the_page_open(
    host: Host, wire: Wire, phone: Phone
) -> None:
    """Nothing can be fetched in the new language: the old page stays, and works."""
    game_id = host.new_game()
    phone.install(game_id)
    wire.is_cut = True
    phone.context.set_offline(True)
    switch(phone, "nl")
    phone.page.locator("html[lang=en] main[data-game]").wait_for()
    assert phone.page.url.endswith(f"/games/{game_id}")
