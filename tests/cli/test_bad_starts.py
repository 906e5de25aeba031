"""A server that cannot start says why in one sentence, and what to do."""

import os
import re
import sqlite3
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import TypeAlias

import pytest

from scorekeeper import server
from scorekeeper.cli import main
from scorekeeper.config import Config
from scorekeeper.instance import secret_key
from scorekeeper.store.schema import upgrade
from tests.conftest import config_in
from tests.databases import Postgres
from tests.servers import free_port

ROOT = Path(__file__).parents[2]
VANISHING = """
import sys
from scorekeeper import cli, config, server
genuine = server.create_app
def create_app(settings):
    app = genuine(settings)
    {harm}
    return app
server.create_app = create_app
sys.exit(cli.main(["serve", "--quiet"]))
"""
LINE = re.compile(r"time=\S+ level=error event=log by=gunicorn\.error text=\".*\"")


Start: TypeAlias = Callable[[Config], tuple[int, list[str]]]


def environment(config: Config) -> dict[str, str]:
    return {
        "HOST": "127.0.0.1",
        "PORT": str(free_port()),
        "SCOREKEEPER_INSTANCE": str(config.instance),
        "SCOREKEEPER_DATABASE_URL": config.database_url,
    }


@pytest.fixture
def start(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Start:
    """Return what starts a server that must not come up; it returns the status and what is said."""

    def come_up(*_: object, **__: object) -> None:
        pytest.fail("the server came up")

    monkeypatch.setattr(server, "run", come_up)

    def start(config: Config) -> tuple[int, list[str]]:
        for name, value in environment(config).items():
            monkeypatch.setenv(name, value)
        code = main(["serve", "--quiet"])
        printed = capsys.readouterr()
        assert printed.out == ""
        return code, printed.err.splitlines()

    return start


@pytest.fixture
def ready(tmp_path: Path) -> Config:
    """Return an instance in which a server has run before."""
    config = config_in(tmp_path / "instance")
    upgrade(config.database_url)
    secret_key(config.instance)
    return config


@pytest.fixture
def closed_disk(tmp_path: Path) -> Iterator[Path]:
    """Return a folder on a disk of its own that is closed to writing by its `remount`."""
    folder = tmp_path / "disk"
    folder.mkdir()
    mount = ["mount", "-t", "tmpfs", "tmpfs", str(folder)]
    if (
        os.geteuid() != 0
        or subprocess.run(mount, check=False, stderr=subprocess.DEVNULL).returncode
    ):
        pytest.skip("Only root may mount a disk that is closed to writing.")
    try:
        yield folder
    finally:
        subprocess.run(["umount", "--lazy", str(folder)], check=True)


def close(disk: Path) -> None:
    subprocess.run(["mount", "-o", "remount,ro", str(disk)], check=True)


def file_of(config: Config) -> Path:
    return config.instance / "scorekeeper.sqlite3"


DAMAGED = (
    "scorekeeper: The database is damaged: put a backup in its place with "
    "scorekeeper restore FILE --replace."
)

CANNOT_BE_OPENED = (
    "scorekeeper: The database file cannot be opened: see that it is there, and that this user may "
    "write to it and to its folder."
)


def test_a_file_that_is_no_database(ready: Config, start: Start) -> None:
    """It is damaged, and a backup is the way out."""
    file_of(ready).write_bytes(b"x" * 9999)
    assert start(ready) == (1, [DAMAGED])
    assert file_of(ready).read_bytes() == b"x" * 9999


def test_a_file_that_was_emptied(ready: Config, start: Start) -> None:
    """Where the log of a database is left, there was one: it is not begun anew over it."""
    file_of(ready).write_bytes(b"")
    log = file_of(ready).with_name("scorekeeper.sqlite3-wal")
    log.write_bytes(b"x" * 99)
    assert start(ready) == (1, [DAMAGED])
    assert log.read_bytes() == b"x" * 99


def test_a_database_of_a_later_version(ready: Config, start: Start) -> None:
    """An older program does not touch it."""
    with closing(sqlite3.connect(file_of(ready))) as database:
        database.execute("UPDATE alembic_version SET version_num = '9999'")
        database.commit()
    assert start(ready) == (
        1,
        ["scorekeeper: The database is of a newer Scorekeeper: update this one."],
    )


def test_a_database_that_is_a_folder(tmp_path: Path, start: Start) -> None:
    """What cannot be opened is told with what to look at."""
    config = config_in(tmp_path)
    file_of(config).unlink()
    file_of(config).mkdir()
    assert start(config) == (1, [CANNOT_BE_OPENED])


def test_a_folder_that_cannot_be_written(closed_disk: Path, start: Start) -> None:
    """The first start needs a place to keep things."""
    close(closed_disk)
    config = Config(instance=closed_disk / "i", database_url=f"sqlite:///{closed_disk}/x")
    code, (said,) = start(config)
    assert code == 2
    assert said.startswith("scorekeeper: Cannot keep the secret key in ")
    assert said.endswith("Read-only file system.")


def test_a_scorebook_that_cannot_be_written(closed_disk: Path, start: Start) -> None:
    """A disk that is closed to writing is told before anybody plays on it."""
    config = config_in(closed_disk / "instance")
    upgrade(config.database_url)
    secret_key(config.instance)
    close(closed_disk)
    assert start(config) == (1, [CANNOT_BE_OPENED])


def test_a_key_that_cannot_be_read(ready: Config, start: Start) -> None:
    """The key is never made up in another place."""
    (ready.instance / "secret-key").unlink()
    (ready.instance / "secret-key").mkdir()
    code, (said,) = start(ready)
    assert code == 2
    assert said.startswith("scorekeeper: Cannot keep the secret key in ")


def test_a_postgresql_that_is_down(tmp_path: Path, postgres: Postgres, start: Start) -> None:
    """The sentence says where nobody answered, on one line."""
    url = postgres.empty(tmp_path)
    config = Config(instance=tmp_path / "i", database_url=url)
    postgres.stop("fast")
    try:
        code, (said,) = start(config)
    finally:
        postgres.start()
    assert code == 1
    assert said.startswith("scorekeeper: The database does not answer: ")
    postgres.drop(url)
    code, (said,) = start(config)
    assert code == 1
    assert "does not exist" in said


@pytest.mark.parametrize(
    ("harm", "said"),
    [
        ("import pathlib; pathlib.Path({file!r}).unlink()", "The database file cannot be opened: "),
        ("raise config.SettingError('No key.')", "No key."),
    ],
)
def test_what_breaks_while_it_starts(ready: Config, harm: str, said: str) -> None:
    """What went wrong in the worker is said once, and the server ends."""
    harm = harm.format(file=str(file_of(ready)))
    result = subprocess.run(
        [sys.executable, "-c", VANISHING.format(harm=harm)],
        cwd=ROOT,
        env=os.environ | environment(ready),
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )
    assert (result.returncode, result.stdout) == (3, "")
    first, *others = result.stderr.splitlines()
    assert first.startswith(f"scorekeeper: {said}")
    assert all(LINE.fullmatch(line) for line in others)
    assert len(others) <= 3
