"""Ports for servers that tests start: kept, so that nobody else is given one meanwhile."""

import socket
import sys
from collections.abc import Iterator
from contextlib import contextmanager

HOST = "127.0.0.1"


@contextmanager
def kept_port() -> Iterator[int]:
    """Lend a port for a server that may start on it, and start again, until the block ends.

    Linux gives a port that is bound to no other program that asks for any, and yet lets a server
    that names it listen there. Elsewhere it is let go at once, and one hopes.
    """
    with socket.socket() as keeper:
        keeper.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        keeper.bind((HOST, 0))
        port = int(keeper.getsockname()[1])
        if sys.platform != "linux":
            keeper.close()
        yield port


def free_port() -> int:
    """Return a port that is free now, for a program that takes none that anybody keeps."""
    with kept_port() as port:
        return port
