"""What every test that starts a server needs: a port nobody else has, and a program to start."""

import os
import re
import socket
from itertools import count

FIRST, A_WORKER_S = 20_000, 400
"""Below the ports that systems hand out by themselves, so that no connection takes one first."""

COLD = """
import sys
from scorekeeper import cli, server
server._AFTER_START = 3600  # nobody prints here, and fonts take longer to read than a test
sys.exit(cli.main(sys.argv[1:]))
"""
"""`scorekeeper`, without what a server does for the first card a while after its start."""

_worker = int(re.sub(r"\D", "", os.environ.get("PYTEST_XDIST_WORKER", "")) or 0)
_places = count(os.getpid())


def free_port() -> int:
    """Return a port on which nothing listens, and which is given to no other test of this run.

    A port that is found by binding to 0 may be found by another worker before it is used.
    """
    while True:
        port = FIRST + _worker % 25 * A_WORKER_S + next(_places) % A_WORKER_S
        with socket.socket() as probe:
            try:
                probe.bind(("127.0.0.1", port))
            except OSError:
                continue
            return port
