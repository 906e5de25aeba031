"""Every schema there was: its games come through all later migrations, and are played on."""

import json
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import create_engine
from sqlalchemy.pool import NullPool

from scorekeeper.app import first_book_link
from scorekeeper.cli import main
from scorekeeper.config import Config
from scorekeeper.store import copying
from scorekeeper.store.schema import migrate, scripts, upgrade
from tests.conftest import BROWSER, Keeper, running
from tests.databases import Databases

RECORDED = {
    path.stem.removeprefix("schema-"): path for path in Path(__file__).parent.glob("schema-*.json")
}


def written_down(revision: str) -> dict[str, Any]:
    written: dict[str, Any] = json.loads(RECORDED[revision].read_text(encoding="utf-8"))
    return written


def says(now: object, then: object) -> bool:
    """Tell whether a document says all that an older one said; later versions only add to it."""
    if isinstance(then, dict) and isinstance(now, dict):
        return all(name in now and says(now[name], value) for name, value in then.items())
    if isinstance(then, list) and isinstance(now, list):
        return len(now) == len(then) and all(map(says, now, then))
    return now == then


@pytest.fixture(params=sorted(RECORDED))
def revision(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture
def file(tmp_path: Path, revision: str) -> Path:
    """Return a SQLite file as the version of that schema left it."""
    file = tmp_path / f"{revision}.sqlite3"
    engine = create_engine(f"sqlite:///{file}", poolclass=NullPool)
    with engine.begin() as connection:
        migrate(connection, revision)
    with closing(sqlite3.connect(file)) as database:
        for name, table in written_down(revision).items():
            if name not in {"documents", copying.VERSION_TABLE}:
                places = ", ".join("?" * len(table["columns"]))
                columns = ", ".join(table["columns"])
                statement = f"INSERT INTO {name} ({columns}) VALUES ({places})"  # noqa: S608 - as recorded
                database.executemany(statement, table["rows"])
        database.commit()
    return file


@pytest.fixture
def old(database: Databases, tmp_path: Path, file: Path, revision: str) -> Iterator[Config]:
    """Return an instance that was kept by that version, on either engine."""
    if database.name == "sqlite":
        yield Config(instance=tmp_path / "instance", database_url=f"sqlite:///{file}")
        return
    url = database.empty(tmp_path)
    source = create_engine(f"sqlite:///{file}", poolclass=NullPool)
    target = create_engine(url, poolclass=NullPool)
    with source.connect() as old, target.begin() as new:
        migrate(new, revision)
        copying.copy_rows(old, new, copying.tables_of(old))
    yield Config(instance=tmp_path / "instance", database_url=url)
    database.drop(url)


def test_every_schema_was_written_down() -> None:
    """A migration is added when it is known what the schema before it holds."""
    known = {script.revision for script in scripts().walk_revisions()}
    assert known - set(scripts().get_heads()) <= set(RECORDED) <= known


def test_every_game_of_an_older_version_is_read_and_played_on(old: Config, revision: str) -> None:
    """Each document says what it said, each page opens, and saving and undoing go on."""
    upgrade(old.database_url)
    for app in running(old):
        keeper = Keeper(app).open(first_book_link(app))
        documents = written_down(revision)["documents"]
        for document in documents:
            assert says(keeper.document(document["id"]), document)
            for page in ("", "/history", "/across", "/print", ".csv", "/scorecard.html"):
                assert keeper.get(f"/games/{document['id']}{page}").status_code == 200
        for page in ("/", "/stats", "/games"):
            assert keeper.get(page, accept=BROWSER).status_code == 200
        corrected, over, unbegun, _ = (document["id"] for document in documents)
        before = keeper.document(corrected)["revision"]
        assert keeper.undo(corrected)["revision"] == before + 1
        assert keeper.save(corrected, 3, bids=[1, 1, 1])["revision"] == before + 2
        assert keeper.save(unbegun, 1, bids=[1])["revision"] == 1
        assert keeper.undo(over)["state"] == "playing"
        people = keeper.get("/stats.json", accept="application/json").get_json()
        assert "Ann" in json.dumps(people)


def test_a_backup_of_an_older_version_is_restored(
    database: Databases,
    file: Path,
    revision: str,
    config: Config,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """It is brought up to date first, and is itself left as it is."""
    assert database.name in config.database_url
    before = file.read_bytes()
    monkeypatch.setenv("SCOREKEEPER_INSTANCE", str(config.instance))
    monkeypatch.setenv("SCOREKEEPER_DATABASE_URL", config.database_url)
    assert main(["restore", str(file)]) == 0
    assert file.read_bytes() == before
    for app in running(config):
        keeper = Keeper(app).open(first_book_link(app))
        for document in written_down(revision)["documents"]:
            assert says(keeper.document(document["id"]), document)
