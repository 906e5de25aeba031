"""What the tests of store and web sit down with: an instance of its own, and devices around it."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Self, TypeAlias
from urllib.parse import urlencode

import pytest
from flask import Flask
from flask.testing import FlaskClient
from jinja2 import FileSystemBytecodeCache
from werkzeug.test import TestResponse

from scorekeeper.app import create_app
from scorekeeper.config import Config
from scorekeeper.store import books
from scorekeeper.web.extensions import db, writing
from scorekeeper.web.keys import Role
from scorekeeper.web.links import path_of_link
from tests.databases import ENGINES, Databases, Postgres, Sqlite, postgres_of_our_own
from tests.selection import deselect, engines_for, group, mark_needs

Document: TypeAlias = dict[str, Any]
Fields: TypeAlias = Mapping[str, object]

SCRIPT = "application/json"
BROWSER = "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8"
FORM = "application/x-www-form-urlencoded"
TOKEN = re.compile(r'name="csrf_token" value="([^"]+)"')
COMPILED = FileSystemBytecodeCache(pattern="scorekeeper-tests-%s.cache")
"""Compiling the templates takes longer than most tests do."""

ONE_TIME = re.compile(r'name="once" value="([^"]+)"')


def hand_fields(
    bids: Sequence[object] = (), taken: Sequence[object] = (), **others: object
) -> dict[str, object]:
    """Return the fields of a hand from bids and tricks in seat order; None is an empty field.

    Others are given by name, `adjust_1` for `adjust-1`.
    """
    return {
        **{f"bid-{seat}": "" if bid is None else bid for seat, bid in enumerate(bids)},
        **{f"taken-{seat}": "" if took is None else took for seat, took in enumerate(taken)},
        **_at_seats(others),
    }


def setup_fields(names: Sequence[str], **others: object) -> dict[str, object]:
    """Return the fields that set a game up, others by name; the first seat deals if none does."""
    seats = {f"players-{seat}": name for seat, name in enumerate(names)}
    return {**seats, "first_dealer": 0, **_at_seats(others)}


def _at_seats(fields: Fields) -> dict[str, object]:
    return {re.sub(r"_(?=[0-9]+$)", "-", name): value for name, value in fields.items()}


class Device:
    """A phone or a browser: it has a cookie jar of its own and remembers what it opened."""

    def __init__(self, app: Flask) -> None:
        self.app = app
        self.client: FlaskClient = app.test_client()
        self._token: str | None = None

    def open(self, link: str) -> Self:
        """Open a link that lets the device in."""
        assert self.client.get(link).status_code == 303
        return self

    def get(self, path: str, *, accept: str = BROWSER, **headers: str) -> TestResponse:
        """Ask for a page; `If_None_Match` is the header If-None-Match."""
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        return self.client.get(path, headers={"Accept": accept, **named})

    def page(self, path: str) -> str:
        """Return the text of a page that must be there."""
        answer = self.get(path)
        assert answer.status_code == 200, path
        return answer.get_data(as_text=True)

    def post(
        self, path: str, fields: Fields | Iterable[tuple[str, object]], *, accept: str = SCRIPT
    ) -> TestResponse:
        """Send a form as it stands, without a token of its own."""
        pairs = fields.items() if isinstance(fields, Mapping) else fields
        # Lone surrogates travel as the bytes they would be, as from a broken client.
        body = urlencode([(name, str(value)) for name, value in pairs], errors="surrogatepass")
        return self.client.post(path, data=body, content_type=FORM, headers={"Accept": accept})

    def document(self, game_id: str) -> Document:
        """Return the game document as this device sees it."""
        answer = self.get(f"/games/{game_id}.json", accept=SCRIPT)
        assert answer.status_code == 200
        document: Document = answer.get_json()
        return document


class Keeper(Device):
    """A device that may write; it takes the token from a page, as a form does."""

    def token(self, page: str = "/games/new") -> str:
        """Return the token of this device, read off a page once."""
        if self._token is None:
            found = TOKEN.search(self.page(page))
            assert found, f"no token on {page}"
            self._token = found[1]
        return self._token

    def send(
        self,
        path: str,
        fields: Fields,
        *,
        accept: str = SCRIPT,
        page: str = "/games/new",
    ) -> TestResponse:
        """Send a form with the token that `page` holds."""
        return self.post(path, {"csrf_token": self.token(page), **fields}, accept=accept)

    def one_time_value(self) -> str:
        """Return the hidden value of a fresh page that sets a game up."""
        found = ONE_TIME.search(self.page("/games/new"))
        assert found
        return found[1]

    def try_set_up(self, fields: Fields, *, accept: str = SCRIPT) -> TestResponse:
        """Send the form that sets a game up."""
        return self.send("/games/new", fields, accept=accept)

    def set_up(self, names: Sequence[str] = ("John", "Margaret"), **fields: object) -> str:
        """Set a game up and return its id."""
        answer = self.try_set_up(setup_fields(names, **fields))
        assert answer.status_code == 303, answer.get_data(as_text=True)
        return answer.location.rpartition("/")[2]

    def try_save(
        self, game_id: str, number: int, fields: Fields, *, accept: str = SCRIPT
    ) -> TestResponse:
        """Send the form of a hand, made from the hand as it stands unless `base` is given."""
        if "base" not in fields:
            base = self.document(game_id)["hands"][number - 1]["revision"]
            fields = {**fields, "base": base}
        path = f"/games/{game_id}/hands/{number}"
        return self.send(path, fields, accept=accept, page=f"/games/{game_id}")

    def save(
        self,
        game_id: str,
        number: int,
        bids: Sequence[object] = (),
        taken: Sequence[object] = (),
        **fields: object,
    ) -> Document:
        """Save a hand from bids and tricks in seat order, and return the document of the game."""
        return self.save_fields(game_id, number, hand_fields(bids, taken, **fields))

    def save_fields(self, game_id: str, number: int, fields: Fields) -> Document:
        """Save a hand from its fields and return the document of the game."""
        answer = self.try_save(game_id, number, fields)
        assert answer.status_code == 200, answer.get_data(as_text=True)
        document: Document = answer.get_json()
        return document

    def refuse(self, game_id: str, number: int, fields: Fields) -> dict[str, str]:
        """Save a hand that must be refused and return what is said at which field."""
        answer = self.try_save(game_id, number, fields)
        assert answer.status_code == 422, answer.get_data(as_text=True)
        errors: dict[str, str] = answer.get_json()["errors"]
        return errors

    def try_undo(self, game_id: str, *, base: object = None, accept: str = SCRIPT) -> TestResponse:
        """Send an undo, from the game as it stands unless `base` is given."""
        base = self.document(game_id)["revision"] if base is None else base
        path = f"/games/{game_id}/undo"
        return self.send(path, {"base": base}, accept=accept, page=f"/games/{game_id}")

    def undo(self, game_id: str) -> Document:
        """Take the newest change back and return the document of the game."""
        answer = self.try_undo(game_id)
        assert answer.status_code == 200, answer.get_data(as_text=True)
        document: Document = answer.get_json()
        return document


def link_to(app: Flask, own_id: str, role: Role) -> str:
    """Return the path that makes a device a keeper or reader of a book or a game."""
    with app.app_context():
        return path_of_link(own_id, role)


def running(config: Config) -> Iterator[Flask]:
    """Yield the app of an instance whose database is up to date; errors show themselves."""
    app = create_app(config)
    app.testing = True
    app.jinja_env.bytecode_cache = COMPILED
    yield app
    with app.app_context():
        db.engine.dispose()


def config_in(folder: Path) -> Config:
    """Return the settings of a new instance on SQLite in a folder, which is made if need be."""
    folder.mkdir(parents=True, exist_ok=True)
    return Config(instance=folder, database_url=Sqlite().ready(folder))


def new_book(app: Flask) -> str:
    """Make an empty scorebook and return its id."""
    with app.app_context(), writing() as session:
        return books.make_book(session)


@pytest.fixture(scope="session", autouse=True)
def english_terminal() -> Iterator[None]:
    """Let the tests sit at a terminal that speaks English, whatever this machine's does."""
    with pytest.MonkeyPatch.context() as environment:
        environment.setenv("LC_ALL", "C.UTF-8")
        environment.delenv("SCOREKEEPER_LANG", raising=False)
        yield


@contextmanager
def config_on(database: Databases, folder: Path) -> Iterator[Config]:
    """Lend the settings of an instance in a folder with a database of its own."""
    folder.mkdir(parents=True, exist_ok=True)
    url = database.ready(folder)
    yield Config(instance=folder, database_url=url)
    database.drop(url)


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the options that select tests; `bin/test` passes them on."""
    parser.addoption("--database", choices=ENGINES, help="run tests on this engine alone")
    parser.addoption(
        "--kills",
        type=int,
        help="how often a server is killed in mid-game (once; 3 with everything)",
    )
    parser.addoption(
        "--everything",
        action="store_true",
        help="run every database test on both engines, and what takes long",
    )
    parser.addoption(
        "--quick",
        action="store_true",
        help="leave out what needs a browser, PostgreSQL or a server process",
    )
    parser.addoption(
        "--without",
        action="append",
        default=[],
        metavar="PROGRAM",
        help="leave out what needs this program: see the markers in pyproject.toml",
    )


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Run each test that needs a database on the engines that it is run on in this selection."""
    if "database" in metafunc.fixturenames:
        # Per module, since some modules share one instance among their tests.
        metafunc.parametrize("database", engines_for(metafunc), indirect=True, scope="module")


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Note what each test needs, before `-m` selects by it, and leave out what is not wanted."""
    for item in items:
        mark_needs(item)
        group(item)
    deselect(config, items)


def pytest_collection_finish(session: pytest.Session) -> None:
    """Refuse to run in processes that tear files apart: what a file shares would be made twice."""
    is_grouped = getattr(session.config.option, "loadgroup", False)
    if is_grouped and not all("@" in item.nodeid for item in session.items):
        raise pytest.UsageError("This version of pytest-xdist does not group tests.")


@pytest.fixture(scope="session")
def postgres() -> Iterator[Postgres]:
    """Run one server for all tests; without PostgreSQL they are skipped and say so."""
    with postgres_of_our_own() as server:
        yield server


@pytest.fixture(scope="module")
def database(request: pytest.FixtureRequest) -> Databases:
    """Return where databases come from, on each engine in turn."""
    if request.param == Sqlite.name:
        return Sqlite()
    server: Postgres = request.getfixturevalue("postgres")
    return server


@pytest.fixture
def config(database: Databases, tmp_path: Path) -> Iterator[Config]:
    """Return the settings of an instance for one test: the test does not share its app."""
    with config_on(database, tmp_path / "instance") as config:
        yield config


@pytest.fixture(scope="module")
def shared_config(
    database: Databases, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Config]:
    """Return the settings of one instance for a whole file of tests."""
    with config_on(database, tmp_path_factory.mktemp("instance")) as config:
        yield config


def _shared_app(database: Databases, folder: Path) -> Iterator[Flask]:
    with config_on(database, folder) as config:
        yield from running(config)


@pytest.fixture(scope="session")
def app_on_sqlite(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Flask]:
    """Return the app on SQLite that tests share."""
    yield from _shared_app(Sqlite(), tmp_path_factory.mktemp("sqlite"))


@pytest.fixture(scope="session")
def app_on_postgresql(
    postgres: Postgres, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Flask]:
    """Return the app on PostgreSQL that tests share."""
    yield from _shared_app(postgres, tmp_path_factory.mktemp("postgresql"))


def has_own_app(request: pytest.FixtureRequest) -> bool:
    """Tell whether the test has an instance of its own: it says so, or it asks for its settings."""
    marked = request.node.get_closest_marker("own_app") is not None
    return marked or "config" in request.fixturenames


@pytest.fixture
def app(request: pytest.FixtureRequest, database: Databases) -> Iterator[Flask]:
    """Return the app that all tests of an engine share, or one of the test's own."""
    if has_own_app(request):
        yield from running(request.getfixturevalue("config"))
    else:
        yield request.getfixturevalue(f"app_on_{database.name}")


@pytest.fixture
def book_id(request: pytest.FixtureRequest, app: Flask) -> str:
    """Return the scorebook of the test: a new one, or the first of an app of its own."""
    if not has_own_app(request):
        return new_book(app)
    with app.app_context(), writing() as session:
        return books.first_book(session)


@pytest.fixture
def client(app: Flask) -> FlaskClient:
    """Return a stranger's browser: it has opened nothing."""
    return app.test_client()


@pytest.fixture
def stranger(app: Flask) -> Device:
    """Return a device that has opened nothing."""
    return Keeper(app)


@pytest.fixture
def keeper(app: Flask, book_id: str) -> Keeper:
    """Return a device that may write in the scorebook of the test."""
    return Keeper(app).open(link_to(app, book_id, Role.KEEPER))


@pytest.fixture
def reader(app: Flask, book_id: str) -> Device:
    """Return a device that may look at the scorebook of the test."""
    return Device(app).open(link_to(app, book_id, Role.READER))
