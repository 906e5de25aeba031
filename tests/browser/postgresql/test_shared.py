"""A game on PostgreSQL: played, followed at another server, and gone on with after an outage."""

from playwright.sync_api import Browser, expect

from tests.browser.conftest import PHONE, Bench, Book, Devices
from tests.browser.evidence import bids_in
from tests.browser.table.conftest import Tables
from tests.databases import Postgres

SECOND = 1_000
BID = "[data-seat='{}'] [data-part=bid] [data-value]"


def test_a_game_is_played_and_followed_at_another_server(
    browser: Browser, tables: Tables, book: Book, bench: Bench, other_postgres_address: str
) -> None:
    """What is tapped at one server shows within seconds on a phone that asks the other."""
    phone = tables.new("2,1", names=["Ann", "Ben"])
    elsewhere = Devices(browser, other_postgres_address)
    follower = elsewhere.page(book.reader_link, viewport=PHONE)
    follower.goto(f"/games/{phone.game_id}")
    phone.key(1)
    expect(follower.locator(BID.format(0)).first).to_have_text("1", timeout=5 * SECOND)
    phone.key(1).trump("hearts").key(2)
    phone.settled()
    document = phone.document()
    assert [hand["state"] for hand in document["hands"]] == ["scored", "waiting"]
    assert document["tallies"][0] == {**document["tallies"][0], "O": 1}
    _check_engine(bench, phone.game_id, [1, 1])
    phone.undo(2).settled()
    elsewhere.close()
    assert elsewhere.faults == []


def test_taps_wait_while_the_database_is_down(
    tables: Tables, bench: Bench, postgres: Postgres
) -> None:
    """The server answers 503 meanwhile; the phone keeps every tap and sends it afterwards, once."""
    phone = tables.new("3,2", names=["Ann", "Ben"])
    phone.key(1).settled()
    main = phone.page.locator("main[data-sync]")
    postgres.stop("fast")
    try:
        phone.key(1).trump("spades").key(2)
        expect(main).to_have_attribute("data-sync", "waiting", timeout=20 * SECOND)
    finally:
        postgres.start()
    expect(main).to_have_attribute("data-sync", "saved", timeout=20 * SECOND)
    document = phone.document()
    assert (document["hands"][0]["state"], document["revision"]) == ("scored", 4)
    # That it was 503 is what this test is about; anything else would still be a fault.
    faults = tables.devices.faults
    assert any(fault.startswith("503 from ") for fault in faults)
    faults[:] = [fault for fault in faults if "503" not in fault]
    _check_engine(bench, phone.game_id, [1, 1])


def _check_engine(bench: Bench, game_id: str, bids: list[int]) -> None:
    """Check that what was tapped at a server went into PostgreSQL."""
    url = bench.config.database_url
    assert url.startswith("postgresql+psycopg://")
    assert bids_in(url, game_id) == bids
