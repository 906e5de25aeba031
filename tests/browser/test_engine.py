"""The server that most tests here share keeps its games in SQLite."""

from tests.browser.conftest import Bench, Book, Devices
from tests.browser.evidence import bids_in
from tests.browser.table.conftest import Tables


def test_a_tap_goes_into_the_file_of_the_shared_instance(
    devices: Devices, book: Book, bench: Bench
) -> None:
    """The engine is the one that a host gets who chooses none; `postgresql` is about the other."""
    phone = Tables(devices, book).new("3,2").key(2, 1).settled()
    url = bench.config.database_url
    assert url.startswith("sqlite:///")
    assert bids_in(url, phone.game_id) == [2, 1]
