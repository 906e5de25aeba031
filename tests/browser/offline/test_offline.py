"""No network, no server, a closed browser: the game goes on, and the server gets it all, once."""

import pytest

from tests.browser.offline.conftest import (
    SIZES,
    TAPS_A_HAND,
    Host,
    LastingPhone,
    Phone,
    check_whole,
)
from tests.browser.offline.wire import MANY, Wire

ALL = TAPS_A_HAND * len(SIZES)


def _begin(phone: Phone, game_id: str) -> None:
    """Play two hands and the bids of the third."""
    phone.install(game_id)
    phone.play()
    phone.play()
    for selector in ("[data-trump=hearts]", "[data-key='1']"):
        phone.tap(selector)
    phone.await_saved()


def _finish(phone: Phone) -> None:
    phone.key(1)
    phone.key(1)
    assert phone.number == 4
    phone.play_rest()


def test_a_game_is_played_on_without_a_network(
    host: Host, wire: Wire, lasting_phone: LastingPhone
) -> None:
    """In the middle of hand 3 the network goes; the rest is played, reloaded, closed and opened."""
    phone = lasting_phone
    game_id = host.new_game()
    _begin(phone, game_id)
    wire.is_cut = True
    phone.context.set_offline(True)
    _finish(phone)
    assert (phone.phase, phone.sync) == ("over", "waiting")
    totals = phone.totals()

    phone.page.reload()
    phone.page.locator("[data-winner]").wait_for()
    assert (phone.phase, phone.sync, phone.totals()) == ("over", "waiting", totals)

    phone.close()
    phone.open(offline=True)
    phone.page.goto("/resume")
    phone.page.locator("[data-winner]").wait_for()
    assert phone.page.url.endswith(f"/games/{game_id}")
    assert (phone.phase, phone.sync, phone.totals()) == ("over", "waiting", totals)
    assert host.document(game_id)["revision"] == 2 * TAPS_A_HAND + 2

    wire.mend()
    phone.context.set_offline(False)
    phone.await_saved()
    check_whole(host.document(game_id), taps=ALL)
    assert wire.most_at_once == 1
    assert wire.changes == ALL - (2 * TAPS_A_HAND + 2)


def test_the_server_is_killed_in_mid_request(
    host: Host, wire: Wire, lasting_phone: LastingPhone
) -> None:
    """Killed while a tap is on its way; the game is played to its end, closed and opened again."""
    phone = lasting_phone
    game_id = host.new_game()
    _begin(phone, game_id)
    wire.on_change = host.kill
    _finish(phone)
    assert phone.phase == "over"
    phone.page.wait_for_selector("main[data-sync=waiting]", state="attached")
    totals = phone.totals()
    phone.page.reload()
    phone.page.locator("[data-winner]").wait_for()
    phone.close()
    phone.open()
    phone.page.goto(f"/games/{game_id}")
    phone.page.locator("[data-winner]").wait_for()
    assert phone.totals() == totals

    wire.mend()
    host.start()
    phone.await_saved()
    check_whole(host.document(game_id), taps=ALL)


@pytest.mark.slow
def test_the_server_is_killed_again_and_again(host: Host, wire: Wire, phone: Phone) -> None:
    """It dies under every third tap, and comes back; no tap is lost, none counts twice."""
    game_id = host.new_game((2, 1, 2))
    phone.install(game_id)
    while phone.phase != "over":
        wire.on_change = host.kill
        phone.play()
        phone.page.wait_for_selector("main[data-sync=waiting]", state="attached")
        wire.mend()
        host.start()
        phone.await_saved()
    check_whole(host.document(game_id), taps=3 * TAPS_A_HAND)


def test_answers_come_ten_seconds_late(host: Host, wire: Wire, plain_phone: Phone) -> None:
    """Nobody waits for the server: the keys answer at once, and one tap is on its way at a time."""
    game_id = host.new_game((2, 1))
    plain_phone.go(f"/games/{game_id}")
    wire.hold()
    plain_phone.play()
    plain_phone.play()
    assert (plain_phone.phase, plain_phone.sync) == ("over", "saving")
    for sent in (1, 2):
        plain_phone.await_that(lambda sent=sent: wire.changes == sent)  # type: ignore[misc]
        plain_phone.page.clock.run_for(10_000)
        plain_phone.page.wait_for_timeout(100)
        assert (wire.changes, wire.most_at_once) == (sent, 1)
        assert plain_phone.sync == "saving"
        wire.let_go(1)
    wire.let_go(MANY)
    plain_phone.await_saved()
    assert wire.most_at_once == 1
    check_whole(host.document(game_id), taps=2 * TAPS_A_HAND)


def test_answers_are_lost_after_the_write(host: Host, wire: Wire, phone: Phone) -> None:
    """What the server wrote and could not say is sent again and has the effect of one."""
    game_id = host.new_game((2, 3))
    phone.install(game_id)
    for _ in range(2 * TAPS_A_HAND):
        wire.lost = 1
        phone.tap(
            "[data-trump=hearts]:visible" if phone.taps % TAPS_A_HAND == 0 else "[data-key='1']"
        )
        phone.await_saved()
    check_whole(host.document(game_id), taps=2 * TAPS_A_HAND)


def test_undo_is_lost_after_the_write(host: Host, wire: Wire, phone: Phone) -> None:
    """An undo goes back one step, however often it has to be sent."""
    game_id = host.new_game((2, 3))
    phone.install(game_id)
    phone.tap("[data-trump=hearts]")
    phone.key(1)
    phone.key(2)
    phone.await_saved()
    wire.lost = 3
    phone.tap("[data-undo]")
    phone.tap("[data-undo]")
    phone.await_saved()
    hand = host.document(game_id)["hands"][0]
    assert (hand["trump"], [play["bid"] for play in hand["plays"]]) == ("hearts", [None, None])


def test_a_reload_amid_a_lost_answer_counts_nothing_twice(
    host: Host, wire: Wire, phone: Phone
) -> None:
    """The server has the tap, the phone does not know, and the page is loaded anew."""
    game_id = host.new_game((2, 3))
    phone.install(game_id)
    phone.tap("[data-trump=hearts]")
    phone.await_saved()
    wire.lost = 99
    phone.key(1)
    phone.key(2)
    phone.page.wait_for_selector("main[data-sync=waiting]", state="attached")
    phone.go(f"/games/{game_id}")
    phone.tap("[data-undo]")
    wire.mend()
    phone.await_saved()
    document = host.document(game_id)
    assert [play["bid"] for play in document["hands"][0]["plays"]] == [None, 1]
    assert document["revision"] == 4


def test_plain_http_does_all_but_a_cold_reload(
    host: Host, wire: Wire, lasting_plain_phone: LastingPhone
) -> None:
    """In the house's network: played on without a network, closed, and opened with one."""
    phone = lasting_plain_phone
    game_id = host.new_game()
    phone.go(f"/games/{game_id}")
    assert not phone.page.evaluate("isSecureContext")
    phone.play()
    wire.lost = 1
    phone.play()
    phone.tap("[data-trump=hearts]")
    phone.key(1)
    phone.await_saved()
    wire.is_cut = True
    _finish(phone)
    assert (phone.phase, phone.sync) == ("over", "waiting")
    totals = phone.totals()
    phone.close()

    # Served again, but nothing written yet: the page shows what this phone kept.
    phone.open()
    wire.mend()
    wire.on_change = host.kill
    phone.go(f"/games/{game_id}")
    assert (phone.phase, phone.totals()) == ("over", totals)
    wire.mend()
    host.kill()
    host.start()
    phone.await_saved()
    check_whole(host.document(game_id), taps=ALL)
