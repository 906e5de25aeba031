"""The address at which other devices of the house find this machine."""

import socket

_EVERY_ADDRESS = ("", "0.0.0.0", "::")  # noqa: S104 - compared with, not listened on
# Set aside for documentation (RFC 5737): never in the house, so the way to it is the way out.
_ELSEWHERE = ("192.0.2.1", 9)
_ITSELF = "127.0.0.1"


def address_for(host: str, port: int) -> str:
    """Return the web address, `http://…` without a final slash, of a server listening on `host`."""
    name = local_address() if host in _EVERY_ADDRESS else host
    name = f"[{name}]" if ":" in name else name
    return f"http://{name}" if port == 80 else f"http://{name}:{port}"  # noqa: PLR2004 - HTTP's own


def is_only_here(host: str) -> bool:
    """Tell whether a server listening on `host` is out of reach for every other device."""
    name = local_address() if host in _EVERY_ADDRESS else host
    return name in ("localhost", "::1") or name.startswith("127.")


def address_here(host: str, port: int) -> str:
    """Return the web address by which this machine itself reaches such a server."""
    return address_for(_ITSELF if host in _EVERY_ADDRESS else host, port)


def local_address() -> str:
    """Return this machine's address on the local network, its own loopback when it has none.

    Connecting a datagram socket chooses the interface and sends nothing.
    """
    try:
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
            probe.connect(_ELSEWHERE)
            return str(probe.getsockname()[0])
    except OSError:
        return _ITSELF
