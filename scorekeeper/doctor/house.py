"""The way in: address and port, whether a server answers there, and for how many at once."""

import json
import resource
from collections.abc import Iterator
from contextlib import closing
from http.client import HTTPConnection, HTTPException

from flask_babel import gettext as _

from scorekeeper.config import Config
from scorekeeper.network import address_for, address_here, is_only_here
from scorekeeper.server import CannotListenError, check_port

from .finding import Finding, noted, well, wrong

PATIENCE = 5.0
MANY_FILES = 1024
"""As many connections, files and sockets as a full house needs."""


def examine(config: Config) -> Iterator[Finding]:
    """Look at the address from this machine's side."""
    address = config.address or address_for(config.host, config.port)
    if config.address:
        yield well(_("Devices find it at %(address)s.", address=address))
    elif is_only_here(config.host):
        yield noted(
            _(
                "Only this machine itself finds it, at %(address)s: for phones, connect it to the "
                "network and let %(setting)s be %(value)s.",
                address=address,
                setting="HOST",
                value="0.0.0.0",  # noqa: S104 - what the host is told
            )
        )
    else:
        yield well(_("Devices in the same network find it at %(address)s.", address=address))
    yield _port(config)
    yield from _files()


def _port(config: Config) -> Finding:
    state = _state_of_server(config)
    if state == "ok":
        return well(_("A server is running and answers."))
    if state is not None:
        return wrong(
            _("A server is running, but cannot work with its database: %(state)s.", state=state)
        )
    try:
        check_port(config)
    except CannotListenError as error:
        return wrong(str(error))
    return noted(_("No server is running. Port %(port)s is free.", port=str(config.port)))


def _state_of_server(config: Config) -> str | None:
    """Return what a scorekeeper on this port says of its database; None where there is none."""
    address = address_here(config.host, config.port).removeprefix("http://")
    try:
        with closing(HTTPConnection(address, timeout=PATIENCE)) as connection:
            connection.request("GET", "/healthz")
            said = json.load(connection.getresponse())
    except (OSError, ValueError, HTTPException):
        return None
    return str(said["database"]) if isinstance(said, dict) and "database" in said else None


def _files() -> Iterator[Finding]:
    most, _hardest = resource.getrlimit(resource.RLIMIT_NOFILE)
    if most < MANY_FILES:
        command = f"ulimit -n {MANY_FILES}"
        yield noted(
            _(
                "A process may have only %(most)s files and connections open: in a full house some "
                "would be turned away. %(command)s lets it have more.",
                most=str(most),
                command=command,
            )
        )
