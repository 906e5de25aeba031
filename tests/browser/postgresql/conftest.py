"""Two servers on one database, each as a host starts it."""

from collections.abc import Iterator

import pytest

from scorekeeper.config import Config
from tests.browser.conftest import SERVE, Bench, Book, Devices, serving
from tests.browser.table.conftest import Tables
from tests.conftest import config_on
from tests.databases import Postgres


@pytest.fixture(scope="package")
def config(postgres: Postgres, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Config]:
    with config_on(postgres, tmp_path_factory.mktemp("instance")) as config:
        yield config


@pytest.fixture(scope="package")
def other_address(bench: Bench) -> Iterator[str]:
    """Return where the second server answers."""
    yield from serving(bench.config, "-c", SERVE)


@pytest.fixture
def tables(devices: Devices, book: Book) -> Tables:
    return Tables(devices, book)
