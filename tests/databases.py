"""The databases that tests run on: SQLite files, and a PostgreSQL server started for them."""

import os
import pwd
import secrets
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import cache, cached_property
from pathlib import Path
from typing import NoReturn, Protocol

import psycopg
import pytest

from scorekeeper.store.schema import upgrade

ENGINES = ("sqlite", "postgresql")
TEMPLATE = "template_scorekeeper"
PREFIX, OWNER = "scorekeeper-pg-", "owner"
SERVER_USER = "postgres"
"""PostgreSQL refuses to run as root; packages make this user for it."""

FAST = {
    "listen_addresses": "",
    "max_connections": "400",
    # What is lost in a power cut here is of no use to anybody.
    "fsync": "off",
    "full_page_writes": "off",
    "shared_buffers": "64MB",
    # Whoever stands in another's way is told so at once.
    "deadlock_timeout": "50ms",
}


class Databases(Protocol):
    """An engine: hands out databases, and takes them back when a test is done with them."""

    @property
    def name(self) -> str:
        """The engine, by the name that addresses use for it."""

    def empty(self, folder: Path) -> str:
        """Return the address of a database without any table."""

    def ready(self, folder: Path) -> str:
        """Return the address of a database that may already have its tables."""

    def drop(self, url: str) -> None:
        """Take a database back."""


class Sqlite:
    """A file in the folder of the test, which goes with it."""

    name = "sqlite"

    def empty(self, folder: Path) -> str:
        """Return the address of a file that is not there yet."""
        return f"sqlite:///{folder / 'scorekeeper.sqlite3'}"

    def ready(self, folder: Path) -> str:
        """Return the address of a copy of a file that has its tables."""
        url = self.empty(folder)
        (folder / "scorekeeper.sqlite3").write_bytes(_sqlite_template())
        return url

    def drop(self, url: str) -> None:
        """Leave the file to the folder."""


@cache
def _sqlite_template() -> bytes:
    """Return a database file with its tables, which migrations take long to make."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "template.sqlite3"
        upgrade(f"sqlite:///{file}")
        return file.read_bytes()


class Postgres:
    """A server of our own, reached by its socket alone; started when the first test needs it."""

    name = "postgresql"

    def __init__(self, programs: Path, folder: Path) -> None:
        """Remember where the programs are, and use a folder that is ours."""
        self._programs, self._folder = programs, folder
        self._user = SERVER_USER if os.geteuid() == 0 else None

    def empty(self, folder: Path) -> str:  # noqa: ARG002 - the server keeps its files together
        """Make a database."""
        return self._make()

    def ready(self, folder: Path) -> str:  # noqa: ARG002 - as above
        """Make a database as a copy of one that has its tables."""
        return self._make(template=self._template)

    def drop(self, url: str) -> None:
        """Drop a database, whoever is still connected."""
        name = url.partition("@/")[2].partition("?")[0]
        self._admin.execute(f'DROP DATABASE "{name}" WITH (FORCE)')

    def start(self) -> None:
        """Set a cluster up if there is none yet, and start it."""
        data = self._folder / "data"
        if not data.exists():
            if self._user:
                shutil.chown(self._folder, self._user)
            self._run("initdb", "-D", data, "-U", "scorekeeper", "-A", "trust", "--no-sync",
                      "-E", "UTF8", "--locale", "C")  # fmt: skip
        settings = " ".join(f"-c {name}='{value}'" for name, value in FAST.items())
        self._control("start", "-l", self._folder / "log", "-o", f"-k {self._folder} {settings}")

    def stop(self, how: str = "immediate") -> None:
        """Stop the server: `fast` ends every connection, `immediate` is a crash."""
        if "_admin" in self.__dict__:
            self._admin.close()
            del self._admin
        self._control("stop", "-m", how)

    def end_connection(self, process: int) -> None:
        """Cut a connection off, as a broken line would."""
        self._admin.execute("SELECT pg_terminate_backend(%s, 5000)", [process])

    @cached_property
    def _admin(self) -> "psycopg.Connection[tuple[object, ...]]":
        return psycopg.connect(
            host=str(self._folder), user="scorekeeper", dbname="postgres", autocommit=True
        )

    @cached_property
    def _template(self) -> str:
        self._admin.execute(f"CREATE DATABASE {TEMPLATE}")
        upgrade(self._url(TEMPLATE))
        return TEMPLATE

    def _make(self, *, template: str = "template0") -> str:
        name = f"t_{secrets.token_hex(6)}"
        self._admin.execute(f"CREATE DATABASE {name} TEMPLATE {template} STRATEGY file_copy")
        return self._url(name)

    def _url(self, name: str) -> str:
        return f"postgresql+psycopg://scorekeeper@/{name}?host={self._folder}"

    def _control(self, action: str, *arguments: object) -> None:
        self._run("pg_ctl", action, "-D", self._folder / "data", "-w", "-s", *arguments)

    def _run(self, program: str, *arguments: object) -> None:
        other_user = ["runuser", "-u", self._user, "--"] if self._user else []
        subprocess.run(
            [*other_user, self._programs / program, *map(str, arguments)],
            check=True,
            stdout=subprocess.DEVNULL,
            cwd="/",
        )


@contextmanager
def postgres_of_our_own() -> Iterator[Postgres]:
    """Run a server for as long as the block lasts; fail the test where none can be run."""
    programs = _programs()
    if programs is None:
        _refuse("PostgreSQL is not installed here: install the package postgresql")
    if os.geteuid() == 0 and not _has_server_user():
        _refuse(f"PostgreSQL refuses root, and there is no user {SERVER_USER} to run it")
    _sweep(programs)
    # Not in pytest's own folder, which only this user may enter; short, for the socket's sake.
    folder = Path(tempfile.mkdtemp(prefix=PREFIX))
    (folder / OWNER).write_text(str(os.getpid()))
    server = Postgres(programs, folder)
    try:
        server.start()
        yield server
        server.stop()
    finally:
        shutil.rmtree(folder)


def _refuse(reason: str) -> NoReturn:
    pytest.fail(f"{reason}, or say `--without postgresql`.", pytrace=False)


def _sweep(programs: Path) -> None:
    """Stop the servers of tests that were killed before they could."""
    for owner in Path(tempfile.gettempdir()).glob(f"{PREFIX}*/{OWNER}"):
        try:
            os.kill(int(owner.read_text()), 0)
        except ProcessLookupError:
            with suppress(subprocess.CalledProcessError):
                Postgres(programs, owner.parent).stop()
            shutil.rmtree(owner.parent, ignore_errors=True)
        except (OSError, ValueError):
            pass  # somebody else's, or only just being made or swept


def _programs() -> Path | None:
    """Return the folder of PostgreSQL's programs, which Debian keeps off the path."""
    on_path = shutil.which("initdb")
    if on_path:
        return Path(on_path).resolve().parent
    versions = Path("/usr/lib/postgresql").glob("*/bin/initdb")
    return max((found.parent for found in versions), key=_version, default=None)


def _version(programs: Path) -> int:
    return int(programs.parent.name)


def _has_server_user() -> bool:
    return SERVER_USER in {user.pw_name for user in pwd.getpwall()}
