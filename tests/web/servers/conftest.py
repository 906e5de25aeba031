"""An instance with a port of its own, and the server that runs on it."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from scorekeeper.config import Config
from tests.conftest import config_on
from tests.databases import Databases
from tests.servers import free_port
from tests.web.phones import Server


@pytest.fixture
def config(database: Databases, tmp_path: Path) -> Iterator[Config]:
    with config_on(database, tmp_path / "instance") as config:
        yield replace(config, host="127.0.0.1", port=free_port())


@pytest.fixture
def server(config: Config) -> Iterator[Server]:
    server = Server(config)
    yield server
    server.kill()
