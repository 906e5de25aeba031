"""A server of its own for each test that asks for one, and one for a file of tests that look."""

import http.client
import os
import re
import signal
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.databases import Databases
from tests.servers import free_port

ROOT = Path(__file__).parents[2]
FIRST_SET_UP = 240  # seconds; only where nothing is installed yet
LINK = re.compile(r"https?://\S+(/key/\S+)")


@dataclass(frozen=True, slots=True)
class Answer:
    status: int
    location: str
    cookie: str


@dataclass(frozen=True, slots=True)
class Server:
    """`bin/serve` as a host starts it, in an instance folder of its own."""

    process: subprocess.Popen[bytes]
    port: int
    output: Path

    def get(self, path: str, *, cookie: str = "") -> Answer:
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=10)
        try:
            connection.request("GET", path, headers={"Cookie": cookie} if cookie else {})
            response = connection.getresponse()
            response.read()
        finally:
            connection.close()
        cookies = response.headers.get_all("Set-Cookie") or []
        return Answer(
            status=response.status,
            location=response.headers.get("Location", ""),
            cookie="; ".join(each.split(";")[0] for each in cookies),
        )

    def printed(self) -> str:
        return self.output.read_text(encoding="utf-8")

    def printed_path(self) -> str:
        found = LINK.search(self.printed())
        assert found, f"no link in {self.printed()!r}"
        return found[1]

    def await_health(self) -> None:
        give_up = time.monotonic() + FIRST_SET_UP
        while time.monotonic() < give_up and self.process.poll() is None:
            try:
                answer = self.get("/healthz")
            except OSError:
                time.sleep(0.05)
                continue
            assert answer.status == 200
            return
        pytest.fail(f"the server did not come up: {self.printed()}")

    def stop(self, by: signal.Signals = signal.SIGTERM) -> int:
        self.process.send_signal(by)
        return self.process.wait(timeout=10)


class Host:
    """Starts servers, all in one instance folder and on one port, and stops what is left."""

    def __init__(self, folder: Path, database_url: str = "") -> None:
        self.instance = folder / "an instance"
        self.database_url = database_url
        self.port = free_port()
        self._folder = folder
        self._started: list[Server] = []

    def serve(self, *arguments: str, **settings: str) -> Server:
        """Start `bin/serve` and return when it answers."""
        server = self.start(*arguments, **settings)
        server.await_health()
        return server

    def start(self, *arguments: str, **settings: str) -> Server:
        output = self._folder / f"output-{len(self._started)}"
        with output.open("wb") as file:
            process = subprocess.Popen(
                [ROOT / "bin" / "serve", *arguments],
                cwd=self._folder,
                env=self.environment() | settings,
                stdout=file,
                stderr=subprocess.STDOUT,
            )
        server = Server(process, self.port, output)
        self._started.append(server)
        return server

    def environment(self) -> dict[str, str]:
        kept = {name: value for name, value in os.environ.items() if name != "SCOREKEEPER_LANG"}
        return kept | {
            "HOST": "127.0.0.1",
            "PORT": str(self.port),
            "SCOREKEEPER_INSTANCE": str(self.instance),
            "SCOREKEEPER_DATABASE_URL": self.database_url,
        }

    def stop_all(self) -> None:
        for server in self._started:
            if server.process.poll() is None:
                server.process.kill()
                server.process.wait(timeout=10)


@contextmanager
def host_in(folder: Path, database: Databases) -> Iterator[Host]:
    """Lend what starts servers in a folder, on a database of its own."""
    url = database.empty(folder)
    # Where the file is when nothing is set is the host's own affair.
    host = Host(folder, "" if database.name == "sqlite" else url)
    yield host
    host.stop_all()
    database.drop(url)


@pytest.fixture
def host(tmp_path: Path, database: Databases) -> Iterator[Host]:
    with host_in(tmp_path, database) as host:
        yield host


@pytest.fixture(scope="module")
def shared_host(tmp_path_factory: pytest.TempPathFactory, database: Databases) -> Iterator[Host]:
    """Return a host for a whole file of tests that leave the server as it is."""
    with host_in(tmp_path_factory.mktemp("host"), database) as host:
        yield host
