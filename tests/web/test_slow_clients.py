"""Clients that take their time with a request, by accident or on purpose, hold nobody up."""

import contextlib
import http.client
import os
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.servers import free_port

# Never beside another test that counts seconds.
pytestmark = pytest.mark.xdist_group("alone")

ROOT = Path(__file__).parents[2]
PROGRAM = """
import sys
from scorekeeper import cli, server, worker

server._AFTER_START = 3600
worker.HEAD_IN = worker.BODY_IN = 3
sys.exit(cli.main(["serve", "--quiet"]))
"""
CROWD = 320
"""More than the server has threads."""
BODY = (
    b"POST /games/new HTTP/1.1\r\nHost: x\r\nContent-Type: application/x-www-form-urlencoded\r\n"
    b"Content-Length: 1000\r\n\r\na="
)


@pytest.fixture
def port(tmp_path: Path) -> Iterator[int]:
    """Start a server with little patience, and return its port."""
    port = free_port()
    settings = {"HOST": "127.0.0.1", "PORT": str(port), "SCOREKEEPER_INSTANCE": str(tmp_path / "i")}
    server = subprocess.Popen([sys.executable, "-c", PROGRAM], cwd=ROOT, env=os.environ | settings)
    try:
        give_up = time.monotonic() + 60
        while not _answers(port, within=1):
            assert time.monotonic() < give_up
            time.sleep(0.05)
        yield port
    finally:
        server.terminate()
        server.wait(timeout=20)


@pytest.mark.parametrize(
    "opening",
    [b"GET / HT", pytest.param(BODY, marks=pytest.mark.slow)],
    ids=["head", "body"],
)
def test_a_crowd_that_never_finishes_is_hung_up_on(port: int, opening: bytes) -> None:
    """While they hold every thread nobody is served; a few seconds later everybody is again."""
    crowd = [socket.create_connection(("127.0.0.1", port)) for _ in range(CROWD)]
    try:
        for client in crowd:
            client.sendall(opening)
        give_up = time.monotonic() + 60
        while not _answers(port, within=5):
            assert time.monotonic() < give_up
            for client in crowd:
                _say_a_little_more(client)
    finally:
        for client in crowd:
            client.close()


def test_a_body_in_two_pieces_arrives(port: int) -> None:
    """Slow within reason is a phone at the edge of the Wi-Fi, and is served."""
    with socket.create_connection(("127.0.0.1", port), timeout=10) as client:
        client.sendall(BODY)
        time.sleep(1)
        client.sendall(b"1" * 998)
        assert client.recv(100).startswith(b"HTTP/1.1 404")  # it holds no key


def _say_a_little_more(client: socket.socket) -> None:
    with contextlib.suppress(OSError):  # hung up on
        client.send(b"a")


def _answers(port: int, *, within: float) -> bool:
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=within)
    try:
        connection.request("GET", "/healthz")
        return connection.getresponse().status == 200
    except OSError:
        return False
    finally:
        connection.close()
