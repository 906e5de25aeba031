"""The process that prints: replaced when it ends, and gone with whoever started it."""

import os
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from scorekeeper.printing import Printer, PrintingUnavailableError, Sheet, scorecard_pdf
from scorekeeper.printing.workspace import new_workspace, remove_abandoned

from .printed import DAY, GOLDEN

# Never beside another test that counts seconds.
pytestmark = pytest.mark.xdist_group("alone")

SHEET = Sheet(GOLDEN["sample-three-hands"], DAY)
SECONDS = 20.0

STARTS_AND_TELLS = """
import sys
from scorekeeper.printing import Printer
printer = Printer()
printer.warm_up()
print(printer.pid, flush=True)
sys.stdin.read()
"""
ASKS_FOR_A_CARD_THAT_HANGS = """
import sys, threading, time
from scorekeeper.printing import Printer

sys.path.insert(0, {folder!r})
printer = Printer()
threading.Thread(target=printer.warm_up).start()
while not printer.pid:
    time.sleep(0.01)
time.sleep(1)  # until it is in the middle of it
print(printer.pid, flush=True)
"""
WITHOUT_A_LIBRARY = """
import sys
from scorekeeper.printing import Printer, PrintingUnavailableError

sys.path.insert(0, {folder!r})
printer = Printer()
for attempt in range(2):
    try:
        printer.warm_up()
    except PrintingUnavailableError as error:
        print(error, printer.pid)
"""


@pytest.fixture
def printer() -> Iterator[Printer]:
    printer = Printer()
    yield printer
    printer.close()


def test_a_card_is_the_same_wherever_it_is_printed(printer: Printer) -> None:
    """The bytes are those that this process would print; one process prints card after card."""
    assert printer(SHEET) == scorecard_pdf(SHEET)
    first = printer.pid
    assert printer(SHEET) == scorecard_pdf(SHEET)
    assert printer.pid == first != os.getpid()


def test_a_printer_that_crashed_is_replaced(printer: Printer) -> None:
    """The next card is printed by another process, and nothing is left of the first."""
    printer.warm_up()
    first = printer.pid
    assert first
    os.kill(first, signal.SIGKILL)
    assert printer(SHEET).startswith(b"%PDF")
    assert printer.pid != first
    assert not _is_there(first)


def test_a_printer_outlasts_what_is_told_to_the_server(printer: Printer) -> None:
    """Who stops all processes at once does not take the printer from a card that is due."""
    printer.warm_up()
    first = printer.pid
    assert first
    for told in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        os.kill(first, told)
    assert printer(SHEET).startswith(b"%PDF")
    assert printer.pid == first


def test_a_card_that_takes_too_long_is_given_up() -> None:
    """A printer that hangs is ended and tried once more; then it is said that it cannot be had."""
    printer = Printer(patience=0.01)
    with pytest.raises(PrintingUnavailableError, match="ended 2 times"):
        printer(SHEET)
    assert printer.pid is None


def test_a_printer_is_renewed_now_and_then() -> None:
    """After so many cards another process takes over."""
    printer = Printer(renewed_after=2)
    pids = [pid for _ in range(3) if printer(SHEET) and (pid := printer.pid)]
    printer.close()
    assert pids[0] == pids[1] != pids[2]
    assert [pid for pid in pids if _is_there(pid)] == []


def test_what_is_wrong_with_a_card_is_told(printer: Printer) -> None:
    """An error of the printing is the asker's, with its cause; the process goes on."""
    with pytest.raises(RuntimeError, match="'str' object has no attribute"):
        printer("no sheet")  # type: ignore[arg-type] # as a fault of ours would be
    first = printer.pid
    assert printer(SHEET).startswith(b"%PDF")
    assert printer.pid == first


@pytest.mark.parametrize("told", [signal.SIGKILL, None])
def test_the_printer_ends_with_whoever_started_it(
    tmp_path: Path, told: signal.Signals | None
) -> None:
    """Killed or done: the process that prints ends, and takes its copies of fonts along."""
    server = subprocess.Popen(
        [sys.executable, "-c", STARTS_AND_TELLS],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        env=os.environ | {"TMPDIR": str(tmp_path)},
    )
    assert server.stdin
    assert server.stdout
    pid = int(server.stdout.readline())
    assert _is_there(pid)
    assert list(tmp_path.iterdir())
    if told:
        server.send_signal(told)
    server.stdin.close()
    server.wait(SECONDS)
    server.stdout.close()
    _until(lambda: not _is_there(pid))
    assert list(tmp_path.iterdir()) == []


def test_a_printer_in_the_middle_of_a_card_ends_with_the_server(tmp_path: Path) -> None:
    """Even a card that never gets ready keeps no process alive when the server was killed."""
    (tmp_path / "weasyprint.py").write_text("while True: pass", encoding="utf-8")
    code = ASKS_FOR_A_CARD_THAT_HANGS.format(folder=str(tmp_path))
    server = subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE)
    assert server.stdout
    pid = int(server.stdout.readline())
    server.kill()
    server.wait(SECONDS)
    server.stdout.close()
    _until(lambda: not _is_there(pid))


def test_what_was_left_by_a_kill_of_all_processes_is_removed_at_the_next_start(
    tmp_path: Path,
) -> None:
    """Server and printer killed at once leave fonts behind; what is still in use is let be."""
    servers = [
        subprocess.Popen(
            [sys.executable, "-c", STARTS_AND_TELLS],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            env=os.environ | {"TMPDIR": str(tmp_path)},
            start_new_session=True,
        )
        for _ in range(2)
    ]
    printers = [int(server.stdout.readline()) for server in servers if server.stdout]
    os.killpg(servers[0].pid, signal.SIGKILL)
    servers[0].wait(SECONDS)
    _until(lambda: not _is_there(printers[0]))
    assert len(list(tmp_path.iterdir())) == 2
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(tempfile, "tempdir", str(tmp_path))
        remove_abandoned()
        assert len(list(tmp_path.iterdir())) == 1
        folder, lock = new_workspace()
    assert len(list(tmp_path.iterdir())) == 2
    assert folder.parent == tmp_path
    os.close(lock)
    for server in servers:
        server.communicate(timeout=SECONDS)
    _until(lambda: list(tmp_path.iterdir()) == [folder])


def test_a_machine_without_a_library_says_so_and_leaves_no_process(tmp_path: Path) -> None:
    """What is missing is told, and looked for again the next time."""
    (tmp_path / "weasyprint.py").write_text("raise OSError('no Pango here')", encoding="utf-8")
    code = WITHOUT_A_LIBRARY.format(folder=str(tmp_path))
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines() == ["no Pango here None"] * 2


def _is_there(pid: int) -> bool:
    """Tell whether a process runs; one that has ended and waits to be counted does not."""
    state = subprocess.run(["ps", "-o", "stat=", "-p", str(pid)], capture_output=True, check=False)
    return state.stdout.strip()[:1] not in (b"", b"Z")


def _until(is_so: Callable[[], bool]) -> None:
    give_up = time.monotonic() + SECONDS
    while not is_so():
        assert time.monotonic() < give_up, "It never came to be so."
        time.sleep(0.02)
