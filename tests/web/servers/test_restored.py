"""A restore under a running server: it goes on with what was restored, and tells everybody."""

import os
import socket
import subprocess
import sys
from pathlib import Path

import pytest

from scorekeeper.config import Config
from tests.conftest import Keeper
from tests.servers import COLD
from tests.web.phones import ROOT, Phone, Server

# Never beside another test that counts seconds.
pytestmark = pytest.mark.xdist_group("alone")


def run(config: Config, *arguments: object) -> None:
    """Run a command of the same instance in a process of its own."""
    subprocess.run(
        [sys.executable, "-c", COLD, *map(str, arguments)],
        cwd=ROOT,
        env={
            **os.environ,
            "SCOREKEEPER_INSTANCE": str(config.instance),
            "SCOREKEEPER_DATABASE_URL": config.database_url,
        },
        check=True,
        timeout=60,
    )


def follow(config: Config, phone: Phone, game_id: str) -> socket.socket:
    """Open a stream of a game's revisions."""
    connection = socket.create_connection((config.host, config.port), timeout=20)
    head = f"GET /games/{game_id}/live HTTP/1.1\r\nHost: x\r\nCookie: {phone.cookie}\r\n\r\n"
    connection.sendall(head.encode())
    return connection


def until(connection: socket.socket, text: str) -> None:
    heard = b""
    while text.encode() not in heard:
        part = connection.recv(4096)
        assert part, f"the stream ended after {heard!r}"
        heard += part


def test_a_running_server_goes_on_with_what_was_restored(
    config: Config, server: Server, keeper: Keeper, tmp_path: Path
) -> None:
    """Followers are told a revision they never saw, and phones save on from what came back."""
    game_id = keeper.set_up(order="custom", hand_sizes="3,3,3")
    phone = Phone(server, keeper, game_id)
    phone.send()
    before = phone.document()
    run(config, "backup", tmp_path / "backup")
    for _ in range(2):
        phone.send()
    with follow(config, phone, game_id) as stream:
        until(stream, "data: 3\n")
        run(config, "restore", "--replace", tmp_path / "backup")
        until(stream, "data: 4\n")
        restored = phone.document()
        assert restored | {"revision": 0} == before | {"revision": 0}
        phone.seen = restored
        phone.waiting = None
        phone.send()
        assert phone.refused == []
        until(stream, "data: 5\n")
    assert phone.document()["hands"][1]["state"] == "scored"
