"""`scorekeeper doctor`: what is wrong is told with what to do about it, and nothing is changed."""

import os
import socket
import sqlite3
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from sqlalchemy import text

from scorekeeper.app import first_book_link
from scorekeeper.cli import main
from scorekeeper.commands.speaking import speaking
from scorekeeper.config import Config
from scorekeeper.doctor import State, examine, house, keeping, printing, scorebook
from scorekeeper.keeping import DAY, folder_of, keep_daily
from scorekeeper.printing import PrintingUnavailableError
from scorekeeper.web.extensions import db
from tests.conftest import Keeper, running
from tests.databases import Postgres
from tests.servers import free_port
from tests.web.phones import Server


@pytest.fixture(autouse=True)
def speech() -> Iterator[None]:
    """Speak as a command does."""
    with speaking("en"):
        yield


@pytest.fixture
def played(config: Config) -> Config:
    """Return an instance in which somebody has played, with the copy of today."""
    config.instance.chmod(0o700)
    for app in running(config):
        keeper = Keeper(app).open(first_book_link(app))
        keeper.save(keeper.set_up(), 1, bids=[1])
    keep_daily(config)
    return replace(config, host="127.0.0.1", port=free_port())


def wrongs(config: Config) -> list[str]:
    return [finding.text for finding in examine(config) if finding.state is State.WRONG]


def test_a_scorekeeper_that_is_well_is_told_so(
    played: Config, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Everything is looked at, nothing is changed, and the exit status is 0."""
    for name, value in (
        ("SCOREKEEPER_INSTANCE", str(played.instance)),
        ("SCOREKEEPER_DATABASE_URL", played.database_url),
        ("HOST", played.host),
        ("PORT", str(played.port)),
    ):
        monkeypatch.setenv(name, value)
    before = _everything_in(played.instance)
    assert main(["doctor"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[-2:] == ["", "Nothing is wrong."]
    assert "ok     The database is sound and holds one game." in lines
    assert f"note   No server is running. Port {played.port} is free." in lines
    assert "ok     Cards can be printed." in lines
    assert any(line.startswith("ok     The latest daily copy was made") for line in lines)
    assert _everything_in(played.instance) == before
    (played.instance / "secret-key").chmod(0o644)
    assert main(["doctor"]) == 1
    assert capsys.readouterr().out.splitlines()[-1] == "One thing is wrong."


def test_before_the_first_start_nothing_is_wrong(tmp_path: Path) -> None:
    """There is nothing yet, and nothing is made."""
    instance = tmp_path / "instance"
    config = Config(instance=instance, database_url=f"sqlite:///{instance / 'x'}", port=9)
    assert [found.state for found in keeping.examine(config)] == [State.NOTE]
    assert [found.text for found in scorebook.examine(config)] == ["There is no scorebook yet."]
    assert not instance.exists()


def _open_key(config: Config) -> None:
    (config.instance / "secret-key").chmod(0o640)


def _lose_key(config: Config) -> None:
    (config.instance / "secret-key").unlink()


def _age_copy(config: Config) -> None:
    for copy in folder_of(config).iterdir():
        os.utime(copy, (time.time() - 3 * DAY,) * 2)


def _change_ahead(config: Config) -> None:
    ahead = datetime.now(UTC) + timedelta(hours=1)
    for app in running(config):
        with app.app_context(), db.engine.begin() as connection:
            connection.execute(text("UPDATE changes SET at = :at"), {"at": ahead})


def _newer(config: Config) -> None:
    for app in running(config):
        with app.app_context(), db.engine.begin() as connection:
            connection.execute(text("UPDATE alembic_version SET version_num = '9999'"))


@pytest.mark.parametrize(
    ("harm", "said"),
    [
        (_open_key, "Others can read the key in "),
        (_lose_key, "The key that signs the links is missing from "),
        (_age_copy, "The latest daily copy was made 3 days ago: let the server run"),
        (_change_ahead, "The latest change was made at "),
        (_newer, "The database is of a newer Scorekeeper: update this one."),
    ],
)
def test_what_is_wrong_is_told(played: Config, harm: Callable[[Config], None], said: str) -> None:
    """One sentence says what it is, and what to do."""
    harm(played)
    (found,) = wrongs(played)
    assert found.startswith(said)


def test_a_full_disk_a_slow_clock_and_no_pango_are_told(
    played: Config, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What the machine lacks is told beside what is wrong with the scorebook."""

    class Clock(datetime):
        @classmethod
        def now(cls, tz: object = None) -> datetime:  # type: ignore[override]  # always with a zone
            assert tz is UTC
            return datetime(2001, 1, 1, tzinfo=UTC)

    def refuse(_sheet: object) -> bytes:
        raise PrintingUnavailableError("no Pango.")

    monkeypatch.setattr(keeping, "LITTLE_ROOM", 10**18)
    monkeypatch.setattr(scorebook, "datetime", Clock)
    monkeypatch.setattr(printing, "scorecard_pdf", refuse)
    found = wrongs(played)
    for beginning in (
        "Only ",
        "This machine's clock says 2001: set it.",
        "This machine cannot print cards yet: no Pango.",
    ):
        assert sum(text.startswith(beginning) for text in found) == 1


@pytest.mark.only_on("sqlite")
@pytest.mark.parametrize("bytes_", [b"x" * 9999, b""])
def test_a_damaged_database_is_told(played: Config, bytes_: bytes) -> None:
    """A restore is named as the way out."""
    (played.instance / "scorekeeper.sqlite3").write_bytes(bytes_)
    assert any(text.startswith("The database is damaged: put a backup") for text in wrongs(played))


@pytest.mark.only_on("sqlite")
def test_a_page_that_makes_no_sense_is_found(played: Config) -> None:
    """Damage is found where nobody has looked yet, too."""
    file = played.instance / "scorekeeper.sqlite3"
    with closing(sqlite3.connect(file)) as database:
        database.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        database.execute("PRAGMA journal_mode = DELETE")
    good = file.read_bytes()
    at = good.rindex(b"John") // 4096 * 4096
    file.write_bytes(good[:at] + bytes(4096) + good[at + 4096 :])
    assert any(text.startswith("The database is damaged") for text in wrongs(played))


@pytest.mark.only_on("postgresql")
def test_a_database_that_is_down_is_told(played: Config, postgres: Postgres) -> None:
    """Nothing else is said of it."""
    postgres.stop("fast")
    try:
        (found,) = wrongs(played)
    finally:
        postgres.start()
    assert found.startswith("The database does not answer: ")


def test_a_server_that_runs_is_asked(played: Config) -> None:
    """A server is asked how it is; something else on its port is in the way."""
    server = Server(played)
    try:
        assert "A server is running and answers." in _texts(house.examine(played))
    finally:
        server.kill()
    with socket.socket() as other:
        other.bind((played.host, 0))
        other.listen()
        (found,) = wrongs(replace(played, port=other.getsockname()[1]))
    assert "is in use; stop what runs there" in found


@pytest.mark.only_on("sqlite")
def test_a_server_whose_database_is_gone_says_so(played: Config) -> None:
    """What the server finds is told, not only what this command finds."""
    server = Server(played)
    file = played.instance / "scorekeeper.sqlite3"
    try:
        file.rename(file.with_suffix(".aside"))
        expected = "A server is running, but cannot work with its database: away."
        assert expected in _texts(house.examine(played))
    finally:
        server.kill()


def _texts(findings: Iterator[object]) -> list[str]:
    return [str(getattr(finding, "text", "")) for finding in findings]


def _everything_in(folder: Path) -> dict[Path, bytes]:
    return {
        path: path.read_bytes()
        for path in folder.rglob("*")
        if path.is_file() and not path.name.endswith(("-shm", "-wal"))
    }
