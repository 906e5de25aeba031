"""Two servers on one PostgreSQL behind nginx, as `docs/hosting` has it: one may die in mid-game."""

import os
import re
import shutil
import subprocess
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

import pytest
from flask import Flask

from scorekeeper.config import Config
from tests.conftest import Keeper
from tests.servers import free_port
from tests.web.phones import ROOT, Door, Phone, Server, has_one_history

# Never beside another test that counts seconds.
pytestmark = [pytest.mark.only_on("postgresql"), pytest.mark.xdist_group("alone")]

TABLES = 6
SAVES = 25


class Proxy(Door):
    """What stands before the servers; a phone asks it as it would ask a server."""

    def __init__(self, servers: Sequence[Server], folder: Path) -> None:
        super().__init__("127.0.0.1", free_port())
        config = folder / "nginx.conf"
        documented = _documented([server.port for server in servers], self.port)
        config.write_text(_around(documented, folder))
        self._process = subprocess.Popen([_nginx(), "-c", config, "-p", folder])
        _await(self._answers)

    def stop(self) -> None:
        self._process.terminate()
        self._process.wait(timeout=10)

    def _answers(self) -> bool:
        with suppress(OSError):
            return self.ask("GET", "/healthz")[0] == 200
        return False


def _nginx() -> str:
    # Debian keeps it where only root looks.
    found = shutil.which("nginx", path=f"{os.environ['PATH']}:/usr/sbin")
    if found is None:
        pytest.fail("nginx is missing: install it, or say `--without nginx`.", pytrace=False)
    return found


def _documented(ports: list[int], port: int) -> str:
    """Return the servers of the documented file on these ports, without its certificates."""
    text = (ROOT / "docs" / "hosting" / "nginx.conf").read_text()
    text = text[: text.rindex("server {")]  # what follows only leads to HTTPS
    text = text.replace("# server 127.0.0.1:8001", "server 127.0.0.1:8001")
    for documented, here in zip(("8000", "8001"), ports, strict=True):
        assert f"127.0.0.1:{documented}" in text
        text = text.replace(f"127.0.0.1:{documented}", f"127.0.0.1:{here}")
    text = re.sub(r"\n *(listen \[|ssl_).*", "", text)
    return re.sub(r"listen 443.*;", f"listen 127.0.0.1:{port};", text)


def _around(servers: str, folder: Path) -> str:
    return f"""
daemon off; pid {folder}/pid; error_log {folder}/errors; user root;
events {{}}
http {{
    access_log off; client_body_temp_path {folder}/body; proxy_temp_path {folder}/proxy;
    fastcgi_temp_path {folder}/1; uwsgi_temp_path {folder}/2; scgi_temp_path {folder}/3;
    {servers}
}}
"""


@pytest.fixture
def servers(config: Config) -> Iterator[list[Server]]:
    servers = [
        Server(replace(config, host="127.0.0.1", port=free_port(), proxies=("127.0.0.1",)))
        for _ in range(2)
    ]
    yield servers
    for server in servers:
        server.kill()


@pytest.fixture
def proxy(servers: Sequence[Server], tmp_path: Path) -> Iterator[Proxy]:
    proxy = Proxy(servers, tmp_path)
    yield proxy
    proxy.stop()


def test_a_process_that_is_killed_costs_nobody_a_tap(
    servers: Sequence[Server], proxy: Proxy, app: Flask, keeper: Keeper
) -> None:
    """Phones save on through the proxy; what was under way is sent once more, and counts once."""
    sizes = ",".join(["3"] * 20)
    game_ids = [keeper.set_up(order="custom", hand_sizes=sizes) for _ in range(TABLES)]
    phones = [Phone(proxy, keeper, game_id) for game_id in game_ids]
    waits: list[float] = []

    def save_on(phone: Phone) -> None:
        while phone.answered < SAVES and not phone.refused:
            began = time.monotonic()
            phone.send()
            while phone.waiting:
                time.sleep(0.5)  # as the page does
                phone.send()
            waits.append(time.monotonic() - began)

    threads = [threading.Thread(target=save_on, args=(phone,)) for phone in phones]
    for thread in threads:
        thread.start()
    _await(lambda: sum(phone.answered for phone in phones) > TABLES * SAVES // 4)
    servers[0].kill()
    for thread in threads:
        thread.join(timeout=120)
    for phone in phones:
        assert phone.refused == []
        assert phone.answered == SAVES
        assert phone.document() == phone.seen
    assert all(has_one_history(app, game_id) for game_id in game_ids)
    assert max(waits) < 10


def _await(what: Callable[[], bool]) -> None:
    give_up = time.monotonic() + 60
    while not what():
        assert time.monotonic() < give_up
        time.sleep(0.01)
