"""Two servers on one PostgreSQL database, each as a host starts it."""

from collections.abc import Iterator

import pytest

from tests.browser.conftest import Bench, Book, Devices, bench_of, serving
from tests.browser.table.conftest import Tables
from tests.conftest import config_on
from tests.databases import Postgres


@pytest.fixture(scope="session")
def postgres_bench(postgres: Postgres, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Bench]:
    with (
        config_on(postgres, tmp_path_factory.mktemp("instance")) as config,
        bench_of(config) as bench,
    ):
        yield bench


@pytest.fixture(scope="session")
def postgres_address(postgres_bench: Bench) -> Iterator[str]:
    with serving(postgres_bench.config) as address:
        yield address


@pytest.fixture(scope="session")
def other_postgres_address(postgres_bench: Bench) -> Iterator[str]:
    """Return where the second server answers."""
    with serving(postgres_bench.config) as address:
        yield address


@pytest.fixture
def bench(postgres_bench: Bench) -> Bench:
    return postgres_bench


@pytest.fixture
def address(postgres_address: str) -> str:
    return postgres_address


@pytest.fixture
def tables(devices: Devices, book: Book) -> Tables:
    return Tables(devices, book)
