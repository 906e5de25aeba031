"""A database that is gone, locked, full, closed or damaged: said in words, and nothing is lost."""

import os
import sqlite3
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest
from flask import Flask
from sqlalchemy import Connection, Engine, event, make_url, text

from scorekeeper.app import first_book_link
from scorekeeper.config import Config
from scorekeeper.logs import Line
from scorekeeper.store import engine as speaking
from scorekeeper.web import outages
from scorekeeper.web.extensions import db
from tests.conftest import BROWSER, SCRIPT, Document, Keeper, config_in, hand_fields, running
from tests.databases import Postgres

only_sqlite = pytest.mark.only_on("sqlite")
only_postgresql = pytest.mark.only_on("postgresql")

SAID = {
    "away": "The scorebook cannot be reached",
    "busy": "The scorebook is busy",
    "full": "The disk is full",
    "read only": "Nothing can be saved just now",
    "damaged": "The scorebook is damaged",
}


class Table:
    """A game on which one bid after another is saved."""

    def __init__(self, keeper: Keeper) -> None:
        self.keeper = keeper
        self.app = keeper.app
        self.game_id = keeper.set_up()
        self.kept: Document = keeper.save(self.game_id, 1, bids=[1])
        keeper.token()

    def save(self, *, accept: str = SCRIPT) -> int:
        """Save the first hand once more with another bid, if it can be, and return the status."""
        bid = self.kept["hands"][0]["plays"][0]["bid"] % 9 + 1
        fields = hand_fields([bid], base=self.kept["hands"][0]["revision"])
        self.answer = self.keeper.try_save(self.game_id, 1, fields, accept=accept)
        if self.answer.status_code == 200:
            self.kept = self.answer.get_json()
        return self.answer.status_code

    def expect_trouble(self, trouble: str) -> None:
        """Save in vain, as a script and as a person, and see that each is told why."""
        assert self.save() == 503
        assert set(self.answer.get_json()) == {"error"}
        assert self.answer.get_json()["error"].startswith(
            "Send it again" if trouble == "away" else "Nothing was changed."
        )
        assert self.answer.headers["Retry-After"] == str(outages.RETRY_AFTER)
        assert self.save(accept=BROWSER) == 503
        page = self.answer.get_data(as_text=True)
        assert SAID[trouble] in page
        assert self.answer.headers["X-Request-ID"] in page
        health = self.keeper.get("/healthz")
        assert (health.status_code, health.get_json()) == (503, {"database": trouble})

    def expect_recovery(self) -> None:
        """See that everything answered so far is there, and that the next save is taken."""
        assert self.keeper.document(self.game_id) == self.kept
        assert self.save() == 200
        assert self.keeper.document(self.game_id) == self.kept
        health = self.keeper.get("/healthz")
        assert (health.status_code, health.get_json()["database"]) == (200, "ok")


@pytest.fixture
def table(keeper: Keeper) -> Table:
    return Table(keeper)


@pytest.fixture
def file(config: Config) -> Path:
    return Path(str(make_url(config.database_url).database))


@pytest.fixture
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let nobody wait for a lock for long."""
    pragmas = ("PRAGMA busy_timeout = 50", *speaking.PRAGMAS[1:])
    monkeypatch.setattr(speaking, "PRAGMAS", pragmas)
    hurried = speaking.CONNECTION["options"].replace("lock_timeout=10s", "lock_timeout=50ms")
    monkeypatch.setitem(speaking.CONNECTION, "options", hurried)


@only_sqlite
def test_a_file_that_is_gone_is_missed_and_found_again(table: Table, file: Path) -> None:
    """Nobody saves into a file without a name, and none is made in its place."""
    aside = file.rename(file.with_suffix(".aside"))
    table.expect_trouble("away")
    assert not file.exists()
    aside.rename(file)
    table.expect_recovery()


@only_sqlite
def test_an_instance_folder_that_comes_back_is_found(table: Table, config: Config) -> None:
    """Where a disk was pulled out nothing is made in its place, and nothing is forgotten."""
    aside = config.instance.rename(config.instance.with_name("pulled out"))
    table.expect_trouble("away")
    assert not config.instance.exists()
    aside.rename(config.instance)
    table.expect_recovery()


@only_sqlite
def test_another_file_under_the_name_is_the_scorebook_from_now_on(table: Table, file: Path) -> None:
    """A file that took the place of the open one is what is read and written."""
    with table.app.app_context(), db.engine.connect() as connection:
        connection.execute(text("SELECT 1"))
        aside = file.with_suffix(".aside")
        with sqlite3.connect(file) as old, sqlite3.connect(aside) as new:
            old.backup(new)
    assert table.save() == 200
    aside.replace(file)
    for rest in ("-wal", "-shm"):
        file.with_name(file.name + rest).unlink(missing_ok=True)
    assert table.keeper.document(table.game_id)["revision"] == table.kept["revision"] - 1


@only_sqlite
def test_an_empty_file_is_no_scorebook(table: Table, file: Path) -> None:
    """An empty file under the name is told as damage; what was not yet in the old one is kept."""
    aside = file.rename(file.with_suffix(".aside"))
    file.touch()
    table.expect_trouble("damaged")
    aside.replace(file)
    table.expect_recovery()


@only_sqlite
def test_garbage_in_the_file_is_told_as_damage(table: Table, file: Path) -> None:
    """A file that was overwritten says so, and is well again with its own bytes."""
    with table.app.app_context():
        db.engine.dispose()
    good = file.read_bytes()
    file.write_bytes(os.urandom(len(good)))
    table.expect_trouble("damaged")
    file.write_bytes(good)
    table.expect_recovery()


@pytest.mark.own_app
@pytest.mark.usefixtures("impatient")
def test_a_lock_that_somebody_holds_is_not_waited_for_for_ever(table: Table) -> None:
    """While another program keeps the game locked there is no saving; afterwards there is."""
    with table.app.app_context():
        other, is_file = db.engine.raw_connection(), db.engine.dialect.name == "sqlite"
    lock = "BEGIN IMMEDIATE" if is_file else "LOCK TABLE games IN EXCLUSIVE MODE"
    other.cursor().execute(lock)
    assert table.save() == 503
    assert table.answer.get_json()["error"].startswith("Nothing was changed.")
    assert table.save(accept=BROWSER) == 503
    assert SAID["busy"] in table.answer.get_data(as_text=True)
    assert table.keeper.document(table.game_id) == table.kept  # reading goes on
    other.rollback()
    other.close()
    table.expect_recovery()


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """Mount a disk of two megabytes, where this process may."""
    folder = tmp_path / "disk"
    folder.mkdir()
    if os.geteuid() != 0 or _mount("-t", "tmpfs", "-o", "size=2m", "tmpfs", str(folder)):
        pytest.skip("Only root may mount a small disk to fill it up.")
    try:
        yield folder
    finally:
        subprocess.run(["umount", "--lazy", folder], check=True)


def _fill(filler: Path) -> None:
    with filler.open("wb", buffering=0) as file, suppress(OSError):
        while file.write(bytes(4096)):
            pass


def _mount(*arguments: str) -> int:
    return subprocess.run(["mount", *arguments], check=False, stderr=subprocess.DEVNULL).returncode


def test_a_full_disk_takes_nothing_and_loses_nothing(small_disk: Path) -> None:
    """Saves are refused when the disk is full, and taken as soon as there is room."""
    for app in running(config_in(small_disk)):
        table = Table(Keeper(app).open(first_book_link(app)))
        filler = small_disk / "filler"
        _fill(filler)
        for _ in range(400):  # what is left of the file itself
            if table.save() != 200:
                break
        table.expect_trouble("full")
        assert table.keeper.document(table.game_id) == table.kept
        filler.unlink()
        table.expect_recovery()


def test_a_database_that_may_only_be_read_is_read(
    table: Table, config: Config, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where nothing can be written people still look, and keepers are told."""
    with monkeypatch.context() as patched:
        patched.setattr(speaking, "PRAGMAS", (*speaking.PRAGMAS, "PRAGMA query_only = 1"))
        _set_read_only(table.app, config, "on")
        table.expect_trouble("read only")
        assert table.keeper.document(table.game_id) == table.kept
        assert "John" in table.keeper.page(f"/games/{table.game_id}")
    _set_read_only(table.app, config, "off")
    table.expect_recovery()


def _set_read_only(app: Flask, config: Config, is_so: str) -> None:
    """Let every connection from now on be one that may not write, or one that may."""
    url = make_url(config.database_url)
    with app.app_context():
        if url.get_backend_name() == "postgresql":
            with db.engine.begin() as connection:
                connection.execute(text("SET TRANSACTION READ WRITE"))
                connection.execute(
                    text(
                        f"ALTER DATABASE {url.database} SET default_transaction_read_only = {is_so}"
                    )
                )
        db.engine.dispose()


@only_postgresql
def test_a_server_that_was_stopped_is_waited_for(table: Table, postgres: Postgres) -> None:
    """While PostgreSQL is down there is no saving; when it is back, the game goes on by itself."""
    postgres.stop("fast")
    try:
        table.expect_trouble("away")
    finally:
        postgres.start()
    table.expect_recovery()


@only_postgresql
def test_a_restart_in_mid_game_is_not_noticed(table: Table, postgres: Postgres) -> None:
    """Connections that broke meanwhile are opened anew before they are used."""
    postgres.stop("immediate")
    postgres.start()
    table.expect_recovery()


@only_postgresql
@pytest.mark.parametrize("statement", ["FOR UPDATE", "INSERT INTO changes", "UPDATE games"])
def test_a_save_whose_connection_breaks_is_done_once_more(
    table: Table, postgres: Postgres, statement: str
) -> None:
    """A line that breaks in the middle of a save costs nobody a tap, and it counts once."""
    with table.app.app_context():
        engine = db.engine
    with _breaking(engine, postgres, statement):
        assert table.save() == 200
    assert table.kept["revision"] == 2
    table.expect_recovery()


@contextmanager
def _breaking(engine: Engine, postgres: Postgres, statement: str) -> Iterator[None]:
    """End the connection that first sends such a statement, just before it does."""
    broken: list[int] = []

    def end(connection: Connection, _cursor: object, sent: str, *_others: object) -> None:
        if statement in sent and not broken:
            line = connection.connection.driver_connection
            assert line is not None
            broken.append(line.info.backend_pid)
            postgres.end_connection(broken[0])

    event.listen(engine, "before_cursor_execute", end)
    yield
    event.remove(engine, "before_cursor_execute", end)
    assert broken


def test_a_failure_of_ours_is_named_and_quotes_nobody(
    keeper: Keeper, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """The page of a failure bears the name under which the log has it, without what was typed."""
    app = keeper.app
    monkeypatch.setitem(app.view_functions, "books.home", _fail)
    monkeypatch.setattr(app, "testing", False)  # else the failure comes right through
    answer = keeper.get("/")
    assert answer.status_code == 500
    assert answer.headers["X-Request-ID"] in answer.get_data(as_text=True)
    (record,) = caplog.records
    line = Line().format(record)
    assert f"request={answer.headers['X-Request-ID']}" in line
    assert "error=ValueError" in line
    assert "test_outages.py" in line
    assert "Margaret" not in line
    assert "\n" not in line


def _fail() -> str:
    message = "Margaret cannot be"
    raise ValueError(message)
