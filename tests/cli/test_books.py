"""`scorekeeper export`, `import` and `demo`: whole books without a browser."""

import gzip
import io
import json
from collections.abc import Callable
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from flask import Flask

from scorekeeper.app import first_book_link
from scorekeeper.cli import main
from scorekeeper.commands.progress import progress
from scorekeeper.config import Config
from scorekeeper.store.schema import upgrade
from tests.conftest import SCRIPT, Keeper, running
from tests.transfers.books import game, text

Run = Callable[..., int]


@pytest.fixture
def at(monkeypatch: pytest.MonkeyPatch) -> Callable[[Config], Run]:
    """Return what runs commands on an instance."""

    def on(config: Config) -> Run:
        def run(*arguments: object) -> int:
            monkeypatch.setenv("SCOREKEEPER_INSTANCE", str(config.instance))
            monkeypatch.setenv("SCOREKEEPER_DATABASE_URL", config.database_url)
            monkeypatch.setenv("LANG", "C")
            return main([str(argument) for argument in arguments])

        return run

    return on


@pytest.fixture
def elsewhere(tmp_path: Path) -> Config:
    """Return the settings of another instance, in which nobody ever did anything."""
    folder = tmp_path / "elsewhere"
    folder.mkdir()
    return Config(instance=folder, database_url=f"sqlite:///{folder / 'book.sqlite3'}")


@pytest.fixture
def played(app: Flask, config: Config) -> Config:
    """Return the settings of an instance with two games in its book."""
    keeper = Keeper(app).open(first_book_link(app))
    game_id = keeper.set_up(["Ann", "Ben"], order="custom", hand_sizes="2")
    keeper.save(game_id, 1, bids=[1, 1], taken=[2, 0])
    keeper.set_up(["Ann", "Cy"])
    return config


def seen(config: Config) -> tuple[Any, Any, Any]:
    """Return what the first book of an instance shows: statistics, games and players."""
    upgrade(config.database_url)
    with contextmanager(running)(config) as app:
        keeper = Keeper(app).open(first_book_link(app))
        book = json.loads(keeper.get("/book.json").data)
        games = sorted(book["games"], key=lambda game: game["id"])
        return keeper.get("/stats.json", accept=SCRIPT).get_json(), games, book["players"]


def test_a_book_moves_to_a_new_machine(
    at: Callable[[Config], Run],
    played: Config,
    elsewhere: Config,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """On an instance without a book it stays the very same, ids and addresses included."""
    file = tmp_path / "book.json"
    assert at(played)("export", file) == 0
    assert at(elsewhere)("import", file) == 0
    assert capsys.readouterr().out == "2 games came in.\n3 players are new in the book.\n"
    assert seen(elsewhere) == seen(played)
    assert at(elsewhere)("import", file) == 0
    assert "2 games are known already." in capsys.readouterr().out
    assert seen(elsewhere) == seen(played)
    assert not list(tmp_path.glob("*.part"))


def test_into_a_used_book_only_what_is_new_comes(
    at: Callable[[Config], Run], played: Config, elsewhere: Config, tmp_path: Path
) -> None:
    """The book that is there keeps its id; a packed file is packed by its name."""
    file = tmp_path / "book.json.gz"
    assert at(elsewhere)("link") == 0
    assert at(played)("export", file) == 0
    assert json.loads(gzip.decompress(file.read_bytes()))["format"] == "scorekeeper-book"
    assert at(elsewhere)("import", "--look", file) == 0
    assert seen(elsewhere)[1] == []
    assert at(elsewhere)("import", file) == 0
    ids = [{each["id"][8:] for each in seen(config)[1]} for config in (played, elsewhere)]
    assert ids[0] == ids[1]
    assert seen(elsewhere) != seen(played)


@pytest.mark.parametrize(
    "case",
    [
        (text(game(1))[:-40], 2, "The file was cut short: it ends in line"),
        (b"hello", 2, "From line 1, column 1 on this is no JSON."),
        (b"{}", 2, "This is no book of Scorekeeper's."),
        (text(game(1), version=9), 2, "This book was written by a later version"),
        (text(game(1), game(2, revision=-1)), 1, "Game 2, from line "),
    ],
)
def test_what_is_wrong_changes_nothing(
    at: Callable[[Config], Run],
    elsewhere: Config,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    case: tuple[bytes, int, str],
) -> None:
    """It is told in one line, where errors go; the book is as it was."""
    data, code, said = case
    file = tmp_path / "book.json"
    file.write_bytes(data)
    assert at(elsewhere)("import", file) == code
    assert said in capsys.readouterr().err
    assert seen(elsewhere)[1] == []


def test_the_games_that_are_right_can_come_without_the_others(
    at: Callable[[Config], Run],
    elsewhere: Config,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """Where somebody says so; what was left out is told all the same."""
    file = tmp_path / "book.json"
    file.write_bytes(text(game(1), game(2, revision=-1)))
    assert at(elsewhere)("import", "--without-wrong", file) == 0
    told = capsys.readouterr()
    assert "1 game came in." in told.out
    assert "Game 2, from line " in told.err
    assert len(seen(elsewhere)[1]) == 1


def test_files_that_cannot_be_opened_are_told(
    at: Callable[[Config], Run],
    elsewhere: Config,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """In one sentence, with the reason, and nothing half written is left."""
    run = at(elsewhere)
    assert run("import", tmp_path / "none.json") == 2
    assert run("export", tmp_path / "no" / "folder.json") == 1
    assert run("export", "--demo", tmp_path / "demo.json") == 1
    told = capsys.readouterr().err.splitlines()
    assert told[0].endswith("none.json cannot be opened: No such file or directory.")
    assert told[1].endswith("folder.json cannot be opened: No such file or directory.")
    assert told[2] == "scorekeeper: There is no demo."


def test_a_demo_is_a_book_of_its_own(
    at: Callable[[Config], Run],
    played: Config,
    app: Flask,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """It has a link of its own and says on every page what it is; the real book is as before."""
    run, before = at(played), seen(played)
    assert run("demo", "--games", 5, "--players", 4) == 0
    heading, link = capsys.readouterr().out.splitlines()
    assert heading == "This is a demo of games that nobody played. Open its link:"
    assert run("demo") == 0
    assert capsys.readouterr().out.splitlines() == [
        "There is a demo already. Open its link:",
        link,
    ]
    keeper = Keeper(app).open(first_book_link(app))
    assert "Demo" not in keeper.page("/")
    keeper.open("/key/" + link.rpartition("/key/")[2])
    game_id = json.loads(keeper.get("/book.json").data)["games"][0]["id"]
    for path in ("/", "/games", "/stats", "/import", "/links", f"/games/{game_id}", "/games/new"):
        page = keeper.page(path)
        assert 'class="demo-sign"' in page, path
        assert " · Demo</title>" in page, path
    assert keeper.document(game_id)["title"] == "Demo 1"
    assert seen(played) == before
    assert run("export", "--demo", tmp_path / "demo.json") == 0
    assert keeper.send("/demo/leave", {}, page="/").status_code == 303
    assert "Demo" not in keeper.page("/")
    assert "Ann" in keeper.page("/")
    assert run("demo", "--remove") == 0
    assert run("demo", "--remove") == 1
    assert capsys.readouterr().err == "scorekeeper: There is no demo.\n"
    assert seen(played) == before


def test_a_device_with_a_demo_alone_is_let_go(
    at: Callable[[Config], Run], config: Config, app: Flask, capsys: pytest.CaptureFixture[str]
) -> None:
    """Left, or removed by the host, the demo opens nothing any more."""
    run = at(config)
    for leave in (True, False):
        run("demo", "--games", 1, "--players", 3)
        link = capsys.readouterr().out.rpartition("/key/")[2].strip()
        keeper = Keeper(app).open("/key/" + link)
        assert 'class="demo-sign"' in keeper.page("/")
        if leave:
            keeper.send("/demo/leave", {}, page="/")
        run("demo", "--remove")
        assert "closed to this device" in keeper.page("/")
        assert keeper.get("/key/" + link).status_code == 404


@pytest.mark.parametrize("wrong", [["--games", "0"], ["--games", "x"], ["--seats", "16"]])
def test_a_demo_that_cannot_be_is_refused(
    at: Callable[[Config], Run], elsewhere: Config, wrong: list[str]
) -> None:
    """Asked wrongly, the command ends with 2, as any does."""
    assert at(elsewhere)("demo", *wrong) == 2


class Terminal(io.StringIO):
    """What a terminal shows."""

    def isatty(self) -> bool:
        return True


def test_a_bar_grows_on_a_terminal_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    """It is drawn over itself, ends full, and leaves its line; a file gets none of it."""
    terminal, file = Terminal(), io.StringIO()
    for out in (terminal, file):
        monkeypatch.setattr("sys.stderr", out)
        with progress("Reading") as bar:
            for done in range(0, 1001, 10):
                bar(done, 1000)
    drawn = terminal.getvalue().split("\r")
    assert [line for line in drawn if "Reading" in line and "50%" in line]
    assert f"Reading  [{'#' * 36}]  100%" in drawn[-1]
    assert drawn[-1].endswith("\n")
    assert file.getvalue() == ""


def test_a_bar_of_nothing_is_full(monkeypatch: pytest.MonkeyPatch) -> None:
    """An empty book is written at once."""
    monkeypatch.setattr("sys.stderr", terminal := Terminal())
    with progress("Writing") as bar:
        bar(0, 0)
    assert "100%" in terminal.getvalue()
