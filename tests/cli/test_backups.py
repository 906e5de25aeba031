"""Backups: everything into one file while it is in use, and all of it back, or nothing."""

import random
import sqlite3
import stat
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path
from typing import TypeAlias

import pytest
from flask import Flask
from sqlalchemy import text

from scorekeeper.app import first_book_link
from scorekeeper.cli import main
from scorekeeper.config import Config
from scorekeeper.store import copying
from scorekeeper.store.backups import read_backup
from scorekeeper.web.extensions import db
from tests.conftest import Document, Keeper, config_on, running
from tests.databases import ENGINES, Databases, Sqlite

Run: TypeAlias = Callable[..., int]


class Place:
    """An instance, its commands, and the games in it."""

    def __init__(self, config: Config, monkeypatch: pytest.MonkeyPatch) -> None:
        self.config = config
        self._monkeypatch = monkeypatch

    def run(self, *arguments: object) -> int:
        """Run a command as a host would here."""
        self._monkeypatch.setenv("SCOREKEEPER_INSTANCE", str(self.config.instance))
        self._monkeypatch.setenv("SCOREKEEPER_DATABASE_URL", self.config.database_url)
        return main([str(argument) for argument in arguments])

    def copies(self, kind: str) -> list[Path]:
        return sorted((self.config.instance / "backups").glob(f"{kind}*"))


@pytest.fixture
def place(config: Config, monkeypatch: pytest.MonkeyPatch) -> Place:
    return Place(config, monkeypatch)


@pytest.fixture(params=ENGINES)
def elsewhere(
    request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Place]:
    """Return another instance, on either engine."""
    database: Databases = (
        Sqlite() if request.param == "sqlite" else request.getfixturevalue("postgres")
    )
    folder = tmp_path / "elsewhere"
    with config_on(database, folder) as config:
        yield Place(config, monkeypatch)


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "all of it.sqlite3"


def play(keeper: Keeper) -> str:
    """Play a game with every kind of change in it, and return its id."""
    game_id = keeper.set_up(["Ann", "Ștefan", "김민수"], order="custom", hand_sizes="3,2,4,1")
    keeper.save(game_id, 1, bids=[1, 1, 2], taken=[1, "S", 2], trump="hearts")
    keeper.save(game_id, 2, bids=[1, 1, 1], taken=[0, 1, 1], adjust_1=-40)
    keeper.save(game_id, 1, bids=[1, 1, 2], taken=[2, "S", 1], trump="spades")
    keeper.save(game_id, 3, bids=[2])
    keeper.undo(game_id)
    keeper.save(game_id, 3, bids=[3], dealer=0)
    return game_id


def everything(app: Flask, link: str, game_ids: list[str]) -> list[Document]:
    """Return the documents of games as a device sees them that opens a link."""
    device = Keeper(app).open(link)
    return [device.document(game_id) for game_id in game_ids]


def test_what_is_restored_elsewhere_is_all_there(
    place: Place, app: Flask, keeper: Keeper, elsewhere: Place, file: Path
) -> None:
    """From either engine to either: games, history and links are those of before."""
    game_ids = [play(keeper) for _ in range(2)]
    merged = keeper.set_up(["Ann", "Ștefan"])
    link = first_book_link(app)
    before = everything(app, link, [*game_ids, merged])
    steps = keeper.page(f"/games/{game_ids[0]}/history")
    assert place.run("backup", file) == 0
    assert elsewhere.run("restore", file) == 0
    for other in running(elsewhere.config):
        assert everything(other, link, [*game_ids, merged]) == before
        device = Keeper(other).open(link)
        assert device.page(f"/games/{game_ids[0]}/history") == steps
        device.undo(game_ids[0])
        assert device.save(game_ids[0], 3, bids=[2])["revision"] == before[0]["revision"] + 2
        assert device.set_up(["Ann", "Somebody new"])


def test_a_backup_is_made_while_everybody_plays(
    place: Place, app: Flask, file: Path, elsewhere: Place
) -> None:
    """Saves go on meanwhile, each is answered, and the backup holds one moment of every game."""
    link = first_book_link(app)
    keepers = [Keeper(app).open(link) for _ in range(4)]
    game_ids = [keeper.set_up(order="custom", hand_sizes="9") for keeper in keepers]
    stop = threading.Event()
    statuses: set[int] = set()

    def keep_saving(keeper: Keeper, game_id: str) -> None:
        revision = 0
        while not stop.is_set():
            fields = {"bid-0": _bid(revision + 1), "bid-1": 1, "base": revision}
            statuses.add(keeper.try_save(game_id, 1, fields).status_code)
            revision += 1

    with ThreadPoolExecutor(4) as threads:
        saving = threads.map(keep_saving, keepers, game_ids)
        codes = [place.run("backup", file) for _ in range(3)]
        stop.set()
        assert list(saving) == [None] * 4
    assert (codes, statuses) == ([0, 0, 0], {200})
    assert elsewhere.run("restore", file) == 0
    for other in running(elsewhere.config):
        for document in everything(other, link, game_ids):
            (hand,) = document["hands"]
            assert hand["revision"] == document["revision"]
            assert hand["plays"][0]["bid"] == (_bid(hand["revision"]) if hand["revision"] else None)
            count = "SELECT count(*), coalesce(max(revision), 0) FROM changes WHERE game_id = ?"
            with closing(sqlite3.connect(file)) as backup:
                steps = backup.execute(count, [document["id"]]).fetchone()
            assert steps == (hand["revision"], hand["revision"])


def _bid(revision: int) -> int:
    return 1 + revision % 9


def test_games_that_are_there_are_not_replaced_unasked(
    place: Place, keeper: Keeper, file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Without being told, `restore` changes nothing and says how many games are in the way."""
    game_id = play(keeper)
    assert place.run("backup", file) == 0
    after = keeper.save(game_id, 4, bids=[1])
    capsys.readouterr()
    assert place.run("restore", file) == 1
    assert "There is a game here already. --replace" in capsys.readouterr().err
    assert keeper.document(game_id) == after
    assert place.copies("before-restore") == []


def test_what_was_replaced_is_kept_and_can_be_had_back(
    place: Place, keeper: Keeper, file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A restore over newer games keeps them, and every page learns that something happened."""
    game_id = play(keeper)
    before = keeper.document(game_id)
    assert place.run("backup", file) == 0
    after = keeper.save(game_id, 4, bids=[1, 1, 1], taken=[1, 0, 0])
    newer = keeper.set_up()
    assert place.run("restore", "--replace", file) == 0
    (kept,) = place.copies("before-restore")
    assert str(kept) in capsys.readouterr().out
    back = keeper.document(game_id)
    assert back["revision"] > after["revision"]
    assert back | {"revision": 0} == before | {"revision": 0}
    assert keeper.get(f"/games/{newer}").status_code == 404
    assert place.run("restore", "--replace", kept) == 0
    again = keeper.document(game_id)
    assert again["revision"] > back["revision"]
    assert again | {"revision": 0} == after | {"revision": 0}
    assert keeper.document(newer)["state"] == "playing"


def test_a_book_nobody_played_in_is_no_loss(place: Place, elsewhere: Place, file: Path) -> None:
    """A fresh start, which has made its first book, can be restored into unasked."""
    for app in running(place.config):
        play(Keeper(app).open(first_book_link(app)))
    for other in running(elsewhere.config):
        first_book_link(other)
    assert place.run("backup", file) == 0
    assert elsewhere.run("restore", file) == 0


@pytest.mark.only_on("sqlite")
def test_a_database_in_use_moves_as_it_stands(
    place: Place, app: Flask, keeper: Keeper, elsewhere: Place
) -> None:
    """One command carries a SQLite file to PostgreSQL, with what is still in its log alone."""
    game_id = play(keeper)
    before = keeper.document(game_id)
    database = place.config.instance / "scorekeeper.sqlite3"
    elsewhere.config.instance.joinpath("secret-key").write_text(app.config["SECRET_KEY"])
    assert elsewhere.run("restore", database) == 0
    for other in running(elsewhere.config):
        assert everything(other, first_book_link(other), [game_id]) == [before]
    assert keeper.save(game_id, 4, bids=[1])


def test_a_backup_is_for_its_owner_alone(place: Place, keeper: Keeper, file: Path) -> None:
    """The file can be read by nobody else, holds the key or does not, and leaves nothing beside."""
    play(keeper)
    for arguments, has_key in (("--without-key",), False), ((), True):
        assert place.run("backup", file, *arguments) == 0
        assert stat.S_IMODE(file.stat().st_mode) == 0o600
        secret = keeper.app.config["SECRET_KEY"]
        assert (read_backup(file).secret == secret) is has_key
        assert (secret.encode() in file.read_bytes()) is has_key
    assert [each.name for each in file.parent.glob("*sqlite3*")] == [file.name]


def test_without_the_key_the_place_keeps_its_own(
    place: Place, app: Flask, keeper: Keeper, elsewhere: Place, file: Path
) -> None:
    """A backup without a key shuts nobody out of the place it is restored in."""
    play(keeper)
    assert place.run("backup", "--without-key", file) == 0
    assert elsewhere.run("restore", file) == 0
    for other in running(elsewhere.config):
        Keeper(other).open(first_book_link(other))
        assert other.test_client().get(first_book_link(app)).status_code == 404


def test_a_file_that_is_something_else_stays(
    place: Place, keeper: Keeper, file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A backup is written over a backup alone, least of all over the database itself."""
    play(keeper)
    file.write_text("A letter")
    assert place.run("backup", file) == 1
    assert "is no backup" in capsys.readouterr().err
    assert file.read_text() == "A letter"
    assert place.run("backup", file.parent) == 1
    assert place.run("backup", file.parent / "nowhere" / "x") == 1
    assert "No such file or directory" in capsys.readouterr().err


@pytest.mark.only_on("sqlite")
def test_before_the_first_start_there_is_nothing_to_back_up(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """It says so, and makes nothing."""
    url = Sqlite().empty(tmp_path)
    place = Place(Config(instance=tmp_path / "i", database_url=url), monkeypatch)
    assert place.run("backup", tmp_path / "b") == 1
    assert capsys.readouterr().err == "scorekeeper: There is no scorebook yet.\n"
    assert list(tmp_path.iterdir()) == []


def _cut(good: bytes) -> bytes:
    return good[: len(good) // 2]


def _flip_a_name(good: bytes) -> bytes:
    assert "Ștefan".encode() in good
    return good.replace("Ștefan".encode(), "Ștefam".encode())


def _scribble(good: bytes) -> bytes:
    page = good.index(b"Ann") // 4096 * 4096
    return good[:page] + random.Random(1).randbytes(4096) + good[page + 4096 :]  # noqa: S311 - any will do


@pytest.mark.parametrize(
    ("spoil", "answer"),
    [
        (_cut, (2, "is damaged")),
        (_flip_a_name, (2, "is damaged")),
        (_scribble, (2, "is damaged")),
        (lambda good: b"x" * len(good), (2, "is no backup")),
        (lambda _: b"", (2, "is no backup")),
        (lambda _: None, (1, "No such file")),
    ],
)
def test_a_bad_file_changes_nothing(
    place: Place,
    keeper: Keeper,
    file: Path,
    capsys: pytest.CaptureFixture[str],
    spoil: Callable[[bytes], bytes | None],
    answer: tuple[int, str],
) -> None:
    """A file that is not what was written is refused before anything is touched."""
    game_id = play(keeper)
    before = keeper.document(game_id)
    assert place.run("backup", file) == 0
    spoiled = spoil(file.read_bytes())
    file.unlink()
    if spoiled is not None:
        file.write_bytes(spoiled)
    assert place.run("restore", "--replace", file) == answer[0]
    assert answer[1] in capsys.readouterr().err
    assert keeper.document(game_id) == before
    assert place.copies("") == []
    assert [each.name for each in place.config.instance.glob(".*")] == []


def test_a_database_of_somebody_else_is_no_backup(place: Place, file: Path) -> None:
    """A SQLite file with other tables is refused."""
    with closing(sqlite3.connect(file)) as other:
        other.execute("CREATE TABLE books (id)")
        other.commit()
    assert place.run("restore", file) == 2


@pytest.mark.only_on("sqlite")
def test_a_newer_file_is_refused(
    place: Place, keeper: Keeper, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """What a later version wrote waits until this one is updated."""
    play(keeper)
    newer = tmp_path / "newer.sqlite3"
    with (
        closing(sqlite3.connect(place.config.instance / "scorekeeper.sqlite3")) as old,
        closing(sqlite3.connect(newer)) as copy,
    ):
        old.backup(copy)
        copy.execute("UPDATE alembic_version SET version_num = '9999'")
        copy.commit()
    assert place.run("restore", "--replace", newer) == 1
    assert "is of a newer Scorekeeper" in capsys.readouterr().err


@pytest.mark.only_on("sqlite")
def test_there_is_a_way_back_from_a_newer_version(
    place: Place, app: Flask, keeper: Keeper, file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A backup goes back over what a later version made of the database, which is kept."""
    game_id = play(keeper)
    before = keeper.document(game_id)
    assert place.run("backup", file) == 0
    with app.app_context(), db.engine.begin() as connection:
        connection.execute(text("UPDATE alembic_version SET version_num = '9999'"))
    assert place.run("restore", file) == 1
    assert place.run("restore", "--replace", file) == 0
    aside, *_log = place.copies("newer")
    assert str(aside) in capsys.readouterr().out
    assert keeper.document(game_id) == before


def test_a_restore_that_breaks_off_changes_nothing(
    place: Place, keeper: Keeper, file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """When it fails half-way, everything is as it was before."""
    game_id = play(keeper)
    assert place.run("backup", file) == 0
    after = keeper.save(game_id, 4, bids=[1])

    def copy_half(*arguments: object) -> None:
        source, target, tables = arguments
        genuine(source, target, tables[: len(tables) // 2])  # type: ignore[index, arg-type]  # as called
        raise KeyboardInterrupt

    genuine = copying.copy_rows
    monkeypatch.setattr(copying, "copy_rows", copy_half)
    assert place.run("restore", "--replace", file) == 130
    assert keeper.document(game_id) == after


@pytest.mark.only_on("sqlite")
@pytest.mark.parametrize("harm", [_cut, lambda good: b"x" * len(good), lambda _: b""])
def test_a_damaged_database_is_put_aside(
    place: Place, app: Flask, keeper: Keeper, file: Path, harm: Callable[[bytes], bytes]
) -> None:
    """A restore over a file that SQLite cannot read keeps it, and a running server goes on."""
    game_id = play(keeper)
    before = keeper.document(game_id)
    assert place.run("backup", file) == 0
    database = place.config.instance / "scorekeeper.sqlite3"
    with app.app_context():
        db.engine.dispose()
    harmed = harm(database.read_bytes())
    database.write_bytes(harmed)
    assert keeper.get(f"/games/{game_id}").status_code == 503
    assert place.run("restore", file) == 1
    assert database.read_bytes() == harmed
    assert place.run("restore", "--replace", file) == 0
    (aside,) = place.copies("damaged")
    assert aside.read_bytes() == harmed
    assert keeper.document(game_id) == before
    assert keeper.save(game_id, 4, bids=[1])
