"""The address that the printed link begins with."""

import pytest

from scorekeeper import network
from scorekeeper.network import address_for, local_address

ADDRESSES = [
    ("0.0.0.0", 8000, "http://192.168.1.20:8000"),  # noqa: S104 - what the setting usually is
    ("::", 8000, "http://192.168.1.20:8000"),
    ("0.0.0.0", 80, "http://192.168.1.20"),  # noqa: S104 - as above
    ("127.0.0.1", 8000, "http://127.0.0.1:8000"),
    ("cards.lan", 8000, "http://cards.lan:8000"),
    ("fe80::1", 8000, "http://[fe80::1]:8000"),
]


@pytest.mark.parametrize(("host", "port", "address"), ADDRESSES)
def test_the_link_begins_with_an_address_that_other_devices_reach(
    monkeypatch: pytest.MonkeyPatch, host: str, port: int, address: str
) -> None:
    """Listening everywhere means the machine's own address; a given one is used as it is."""
    monkeypatch.setattr(network, "local_address", lambda: "192.168.1.20")
    assert address_for(host, port) == address


def test_a_machine_without_a_network_names_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where no way leads out, the link works on the machine itself."""
    monkeypatch.setattr(network, "_ELSEWHERE", ("255.255.255.255", 9))
    assert local_address() == "127.0.0.1"


def test_a_machine_s_own_address_is_one_of_its_addresses() -> None:
    """The address is four numbers, never that of everywhere."""
    assert len(local_address().split(".")) == 4
    assert local_address() != "0.0.0.0"  # noqa: S104 - compared with, not listened on
