"""`bin/serve`, from the start to the first page."""

import io
import signal
import socket
import subprocess
import time
from contextlib import redirect_stdout
from typing import NamedTuple

import pytest

from scorekeeper.cli import main
from tests.cli.conftest import Host, Server

# Never beside another test that counts seconds.
pytestmark = pytest.mark.xdist_group("alone")

WARM = 30.0


class Started(NamedTuple):
    """A server for tests that look, and the link that was asked for before its first start."""

    host: Host
    server: Server
    asked_before: str


@pytest.fixture(scope="module")
def started(shared_host: Host) -> Started:
    asked_before = link(shared_host)
    return Started(shared_host, shared_host.serve(), asked_before)


def link(host: Host, *arguments: str) -> str:
    """Ask for the link at the host's terminal, and return what is printed."""
    printed = io.StringIO()
    with pytest.MonkeyPatch.context() as environment, redirect_stdout(printed):
        for name, value in host.environment().items():
            environment.setenv(name, value)
        assert main(["link", *arguments]) == 0
    return printed.getvalue().strip()


def test_it_prints_the_link_that_opens_the_scorebook(started: Started) -> None:
    """The printed link lets a device in; from then on `/` shows the book."""
    opened = started.server.get(started.server.printed_path())
    assert opened.status == 303
    assert opened.cookie
    assert started.server.get(opened.location, cookie=opened.cookie).status == 200


def test_a_killed_server_starts_again_on_the_same_port(host: Host) -> None:
    """After a kill -9 the next start answers, and the first one's link still opens the book."""
    killed = host.serve()
    assert killed.stop(signal.SIGKILL) == -signal.SIGKILL
    again = host.serve()
    assert again.printed_path() == killed.printed_path()
    assert again.get(killed.printed_path()).status == 303


def test_a_server_stopped_by_ctrl_c_ends_cleanly(host: Host) -> None:
    """It is no failure, and `--quiet` printed neither link nor code."""
    server = host.serve("--quiet")
    assert server.stop(signal.SIGINT) == 0
    assert server.printed() == ""


@pytest.mark.parametrize(
    "by", [signal.SIGINT, pytest.param(signal.SIGTERM, marks=pytest.mark.slow)]
)
def test_a_client_that_never_finishes_does_not_hold_up_the_end(
    host: Host, by: signal.Signals
) -> None:
    """The worker ends by itself: a line of the log would say that it had to be killed."""
    server = host.serve("--quiet")
    with socket.create_connection(("127.0.0.1", server.port)) as slow:
        slow.sendall(b"GET / HTTP/1.1\r\nHost:")
        time.sleep(0.2)
        assert server.stop(by) == 0
    assert server.printed() == ""


def test_a_server_stopped_by_the_system_takes_along_what_prints(host: Host) -> None:
    """The process that prints is there before the first card; nothing is left, no zombie either."""
    server = host.serve("--quiet")
    give_up = time.monotonic() + WARM
    while not (printers := _below(_below([server.process.pid]))) and time.monotonic() < give_up:
        time.sleep(0.1)
    assert len(printers) == 1
    assert server.stop(signal.SIGTERM) == 0
    assert [pid for pid, _ in _processes() if pid in printers] == []


def test_a_taken_port_is_said_in_one_sentence(started: Started) -> None:
    """A second server on the port says so, ends with 1 and leaves the first alone."""
    second = started.host.start()
    assert second.process.wait(timeout=30) == 1
    assert second.printed() == (
        f"scorekeeper: Port {started.host.port} is in use; stop what runs there or choose another "
        "with PORT.\n"
    )
    assert started.server.get("/healthz").status == 200


def test_a_wrong_setting_is_said_in_one_sentence(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A setting that cannot be ends with 2 and no traceback."""
    monkeypatch.setenv("PORT", "eight thousand")
    assert main(["serve"]) == 2
    assert capsys.readouterr().err == (
        "scorekeeper: PORT is 'eight thousand'; it must be a number from 1 to 65535.\n"
    )


def test_link_prints_the_same_link_again(started: Started) -> None:
    """`link` repeats the keeper's link; `link --reader` is another, and it opens the book."""
    host, server, _ = started
    assert link(host).endswith(server.printed_path())
    path = link(host, "--reader").removeprefix(f"http://127.0.0.1:{host.port}")
    assert path != server.printed_path()
    assert server.get(path).status == 303


def test_link_makes_the_first_scorebook(started: Started) -> None:
    """The link may be asked for before the first start."""
    assert started.asked_before.endswith(started.server.printed_path())


def _below(parents: list[int]) -> list[int]:
    """Return the processes that these have started."""
    return [pid for pid, parent in _processes() if parent in parents]


def _processes() -> list[tuple[int, int]]:
    """Return every process of the machine with the one that started it."""
    told = subprocess.run(["ps", "-A", "-o", "pid=,ppid="], capture_output=True, check=True).stdout
    return [(int(pid), int(parent)) for pid, parent in map(bytes.split, told.splitlines())]
