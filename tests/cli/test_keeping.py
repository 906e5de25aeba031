"""The copies in the instance folder: each day, before an update, and where a lost key is found."""

import fcntl
import os
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from threading import Event

import pytest
from sqlalchemy import create_engine, text
from sqlalchemy.pool import NullPool

from scorekeeper import daily
from scorekeeper.app import first_book_link
from scorekeeper.config import Config
from scorekeeper.instance import known_secret_key, secret_key
from scorekeeper.keeping import (
    DAY,
    DAYS_KEPT,
    before_migrating,
    copies_of,
    find_secret_key,
    folder_of,
    is_daily_due,
    keep_daily,
)
from scorekeeper.store.backups import read_backup
from scorekeeper.store.schema import migrate, scripts, upgrade
from tests.cases import cases
from tests.conftest import Keeper, running
from tests.databases import Databases
from tests.servers import free_port

ROOT = Path(__file__).parents[2]
IN_HASTE = """
import sys
from scorekeeper import cli, daily, server
server._AFTER_START = 3600
daily.SOON = daily.EVERY = 0.1
sys.exit(cli.main(["serve", "--quiet"]))
"""


@pytest.fixture
def played(config: Config) -> Config:
    """Return an instance in which somebody has played."""
    for app in running(config):
        Keeper(app).open(first_book_link(app)).set_up()
    return config


@pytest.fixture
def make_daily(
    played: Config, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> Callable[[], str]:
    """Return what makes the daily copy as the server does, and returns what the host is told."""
    for name, value in environment(played).items():
        monkeypatch.setenv(name, value)
    # This process is not the one that steps back.
    monkeypatch.setattr(os, "nice", lambda _: 0)

    def make() -> str:
        daily.main()
        return capfd.readouterr().err

    return make


def environment(config: Config, **settings: str) -> dict[str, str]:
    return {
        **os.environ,
        "SCOREKEEPER_INSTANCE": str(config.instance),
        "SCOREKEEPER_DATABASE_URL": config.database_url,
        **settings,
    }


def put_copy(config: Config, name: str, *, age: float) -> Path:
    """Leave a file in the folder as if it had been made so many seconds ago."""
    copy = folder_of(config) / name
    copy.touch()
    os.utime(copy, (time.time() - age,) * 2)
    return copy


@pytest.mark.parametrize(
    ("ages", "is_due"),
    [
        ([], True),
        ([60], False),
        ([DAY - 60], False),
        ([DAY + 60], True),
        ([3 * DAY, DAY / 2], False),
        ([-60], True),
        ([-400 * DAY, 2 * DAY], True),
        ([-400 * DAY, DAY / 2], False),
    ],
)
def test_a_copy_is_due_when_a_day_has_passed(
    tmp_path: Path, ages: list[float], *, is_due: bool
) -> None:
    """A copy from a future that a wrong clock made up does not stand for one of today."""
    config = Config(instance=tmp_path, database_url="sqlite://")
    for number, age in enumerate(ages):
        put_copy(config, f"daily-{number}.sqlite3", age=age)
    put_copy(config, "before-restore-1.sqlite3", age=60)
    assert is_daily_due(config) is is_due


def test_a_week_of_copies_is_kept(played: Config) -> None:
    """The eighth day drops the first; what was kept for another reason stays."""
    old = [put_copy(played, f"daily-{age}.sqlite3", age=age * DAY) for age in range(1, 10)]
    other = put_copy(played, "before-restore-1.sqlite3", age=90 * DAY)
    ahead = put_copy(played, "daily-2099.sqlite3", age=-9000 * DAY)
    left = put_copy(played, ".daily-1.sqlite3.abc.half-made", age=2 * DAY)
    today = keep_daily(played)
    assert today is not None
    assert read_backup(today).games == 1
    assert set(copies_of(played)) == {today, *old[: DAYS_KEPT - 1], other}
    assert not ahead.exists()
    assert not left.exists()


def test_an_empty_book_is_not_copied(config: Config) -> None:
    """As long as nobody has played there is nothing to keep."""
    for app in running(config):
        first_book_link(app)
    assert keep_daily(config) is None
    assert copies_of(config) == []


def test_the_copy_is_made_once(played: Config, make_daily: Callable[[], str]) -> None:
    """It holds everything and the key, is closed to others, and is not made again that day."""
    assert make_daily() == ""
    (copy,) = copies_of(played)
    made = copy.stat()
    assert read_backup(copy).secret == known_secret_key(played.instance)
    assert (made.st_mode & 0o777, copy.parent.stat().st_mode & 0o777) == (0o600, 0o700)
    make_daily()
    assert (copy.stat().st_ino, copy.stat().st_mtime_ns) == (made.st_ino, made.st_mtime_ns)


def test_one_process_makes_it(played: Config, make_daily: Callable[[], str]) -> None:
    """While another process of the instance is at it, nobody else begins."""
    with (folder_of(played) / ".lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        make_daily()
        assert copies_of(played) == []
    make_daily()
    assert len(copies_of(played)) == 1


def test_a_copy_that_cannot_be_made_is_told(played: Config, make_daily: Callable[[], str]) -> None:
    """The host reads one line about it, and nothing else happens."""
    (played.instance / "backups").touch()
    (line,) = make_daily().splitlines()
    assert "event=daily_copy_failed" in line
    assert "error=FileExistsError" in line
    assert "scorekeeper doctor" in line


@pytest.mark.xdist_group("alone")
def test_a_server_keeps_the_daily_copy(played: Config) -> None:
    """A running server makes it by itself, once."""
    port = str(free_port())
    server = subprocess.Popen(
        [sys.executable, "-c", IN_HASTE],
        cwd=ROOT,
        env=environment(played, HOST="127.0.0.1", PORT=port, SCOREKEEPER_BACKUPS=""),
    )
    try:
        give_up = time.monotonic() + 60
        while not copies_of(played) and time.monotonic() < give_up:
            time.sleep(0.05)
    finally:
        server.terminate()
        server.wait(timeout=20)
    assert len(copies_of(played)) == 1


@cases("setting, looks", [("", True), ("on", True), ("off", False)])
def test_nobody_looks_for_the_daily_copy_where_it_is_not_wanted(
    monkeypatch: pytest.MonkeyPatch, setting: str, *, looks: bool
) -> None:
    """Whoever keeps copies in another way turns it off."""
    looked = Event()
    monkeypatch.setattr(daily, "_look", lambda _: looked.set())
    daily.start(Config.from_environment({"SCOREKEEPER_BACKUPS": setting}))
    for thread in threading.enumerate():
        if thread.name == "daily":
            thread.join(timeout=10)
    assert looked.is_set() is looks


@pytest.fixture
def old(database: Databases, tmp_path: Path) -> Iterator[Config]:
    """Return an instance whose database has the schema of the first release."""
    url = database.empty(tmp_path)
    engine = create_engine(url, poolclass=NullPool)
    with engine.begin() as connection:
        migrate(connection, "0001")
        connection.execute(
            text("INSERT INTO books (id, generation, made) VALUES ('abcdefgh', 3, '2026-11-30')")
        )
    yield Config(instance=tmp_path / "i", database_url=url)
    database.drop(url)


def test_before_an_update_a_copy_is_kept(old: Config) -> None:
    """It is as the database was, and is made when there is something to update alone."""
    key = secret_key(old.instance)
    for _ in range(2):
        upgrade(old.database_url, before=before_migrating(old))
    (copy,) = copies_of(old)
    assert copy.name.startswith("before-update-from-0001-")
    found = read_backup(copy)
    assert (found.schema, found.secret) == ("0001", key)


def test_an_update_does_not_wait_for_room_for_a_copy(
    old: Config, caplog: pytest.LogCaptureFixture
) -> None:
    """Where no copy can be kept, that is told, and the update is done all the same."""
    old.instance.mkdir()
    (old.instance / "backups").touch()
    upgrade(old.database_url, before=before_migrating(old))
    assert [record.message for record in caplog.records] == ["no_copy_before_update"]
    engine = create_engine(old.database_url, poolclass=NullPool)
    with engine.connect() as connection:
        version = connection.scalar(text("SELECT version_num FROM alembic_version"))
    assert [version] == scripts().get_heads()


def test_a_lost_key_is_found_in_the_latest_copy(
    played: Config, caplog: pytest.LogCaptureFixture
) -> None:
    """A key that is gone, or empty, is brought back, so that every link goes on working."""
    key = secret_key(played.instance)
    keep_daily(played)
    place = played.instance / "secret-key"
    for harm in (place.unlink, lambda: place.write_text("")):
        harm()
        find_secret_key(played)
        assert secret_key(played.instance) == key
        assert place.stat().st_mode & 0o777 == 0o600
    assert {record.message for record in caplog.records} == {"secret_key_brought_back"}


def test_a_key_that_is_lost_for_good_is_told(
    played: Config, caplog: pytest.LogCaptureFixture
) -> None:
    """Without a copy the host is told what a new key means; at a first start there is no word."""
    (played.instance / "secret-key").unlink()
    find_secret_key(played)
    assert [record.message for record in caplog.records] == ["secret_key_made_anew"]
    caplog.clear()
    find_secret_key(replace(played, instance=played.instance / "new", database_url="sqlite:///no"))
    assert caplog.records == []
