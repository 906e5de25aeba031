"""`bin/serve`, from the start to the first page."""

import signal
import subprocess
import sys
import time

import pytest

from tests.cli.conftest import Host

WARM = 30.0


def test_it_prints_the_link_that_opens_the_scorebook(host: Host) -> None:
    """The printed link lets a device in; from then on `/` shows the book."""
    server = host.serve()
    opened = server.get(server.printed_path())
    assert opened.status == 303
    assert opened.cookie
    assert server.get(opened.location, cookie=opened.cookie).status == 200


def test_quiet_prints_nothing(host: Host) -> None:
    """`--quiet` prints neither link nor code, and serves all the same."""
    assert host.serve("--quiet").printed() == ""


def test_a_killed_server_starts_again_on_the_same_port(host: Host) -> None:
    """After a kill -9 the next start answers, and the first one's link still opens the book."""
    killed = host.serve()
    assert killed.stop(signal.SIGKILL) == -signal.SIGKILL
    again = host.serve()
    assert again.printed_path() == killed.printed_path()
    assert again.get(killed.printed_path()).status == 303


@pytest.mark.parametrize("by", [signal.SIGTERM, signal.SIGINT], ids=lambda by: by.name)
def test_a_stopped_server_ends_cleanly(host: Host, by: signal.Signals) -> None:
    """Ctrl+C and a stop by the system are no failures."""
    assert host.serve("--quiet").stop(by) == 0


def test_the_process_that_prints_ends_with_the_server(host: Host) -> None:
    """It is there before the first card; after a stop nothing of it is left, no zombie either."""
    server = host.serve("--quiet")
    give_up = time.monotonic() + WARM
    while not (printers := _below(_below([server.process.pid]))) and time.monotonic() < give_up:
        time.sleep(0.1)
    assert len(printers) == 1
    assert server.stop() == 0
    assert [pid for pid, _ in _processes() if pid in printers] == []


def test_a_taken_port_is_said_in_one_sentence(host: Host) -> None:
    """A second server on the port says so, ends with 1 and leaves the first alone."""
    first = host.serve("--quiet")
    second = host.start()
    assert second.process.wait(timeout=30) == 1
    assert second.printed() == (
        f"scorekeeper: Port {host.port} is in use; stop what runs there or choose another "
        "with PORT.\n"
    )
    assert first.get("/healthz").status == 200


def test_a_wrong_setting_is_said_in_one_sentence(host: Host) -> None:
    """A setting that cannot be ends with 2 and no traceback."""
    result = _run(host, "serve", PORT="eight thousand")
    assert result.returncode == 2
    assert result.stderr == (
        "scorekeeper: PORT is 'eight thousand'; it must be a number from 1 to 65535.\n"
    )


def test_link_prints_the_same_link_again(host: Host) -> None:
    """`link` repeats the keeper's link; `link --reader` is another, and it opens the book."""
    server = host.serve()
    assert _run(host, "link").stdout.strip().endswith(server.printed_path())
    reader = _run(host, "link", "--reader").stdout.strip()
    path = reader.removeprefix(f"http://127.0.0.1:{host.port}")
    assert path != server.printed_path()
    assert server.get(path).status == 303


def test_link_makes_the_first_scorebook(host: Host) -> None:
    """The link may be asked for before the first start."""
    printed = _run(host, "link").stdout.strip()
    assert printed.endswith(host.serve().printed_path())


def _run(host: Host, *arguments: str, **settings: str) -> subprocess.CompletedProcess[str]:
    program = "import sys; from scorekeeper.cli import main; sys.exit(main())"
    return subprocess.run(
        [sys.executable, "-c", program, *arguments],
        env=host.environment() | settings,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )


def _below(parents: list[int]) -> list[int]:
    """Return the processes that these have started."""
    return [pid for pid, parent in _processes() if parent in parents]


def _processes() -> list[tuple[int, int]]:
    """Return every process of the machine with the one that started it."""
    told = subprocess.run(["ps", "-A", "-o", "pid=,ppid="], capture_output=True, check=True).stdout
    return [(int(pid), int(parent)) for pid, parent in map(bytes.split, told.splitlines())]
