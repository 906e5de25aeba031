"""A process of its own that prints, so that no card holds up whoever keeps the score.

Python lets one thread of a process work at a time, and a card is a fifth of a second of work; a
crash in a library that draws would take the server along. The two processes speak pickles over a
pair of pipes that nobody else can reach. When the server ends, however it does, the pipe ends, and
the printer with it, even in the middle of a card.
"""

import atexit
import contextlib
import os
import pickle
import shutil
import subprocess
import sys
import tempfile
import threading
import traceback
from queue import SimpleQueue
from typing import IO, Any, Final, NoReturn

from .pdf import PrintingUnavailableError, load, scorecard_pdf
from .sheet import Sheet
from .workspace import new_workspace

ATTEMPTS: Final = 2
"""Times that a card is tried when the printer ends over it."""
PATIENCE: Final = 60.0
"""Seconds after which a card will never be ready, on the slowest machine."""
RENEWED_AFTER: Final = 1000
"""Cards after which another process takes over, and what libraries have hoarded is given back."""

PRINTED, UNAVAILABLE, FAILED = "printed", "unavailable", "failed"

START: Final = """\
import signal, sys
# Whoever stops the server may tell all its processes; this one ends by the pipe and tidies up.
for told in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
    signal.signal(told, signal.SIG_IGN)
sys.path[:] = {path!r}
from scorekeeper.printing.printer import work
work({folder!r})
"""


class _EndedError(Exception):
    """The process ended before it answered."""


class Printer:
    """Prints in a process that is started when first needed, and replaced when it ends."""

    def __init__(self, *, patience: float = PATIENCE, renewed_after: int = RENEWED_AFTER) -> None:
        self._patience = patience
        self._renewed_after = renewed_after
        self._process: subprocess.Popen[bytes] | None = None
        self._folder = ""
        self._printed = 0
        self._turn = threading.Lock()
        self._is_shut = False
        atexit.register(self._shut)

    @property
    def pid(self) -> int | None:
        """The process that prints; None while there is none."""
        return self._process.pid if self._process else None

    def __call__(self, sheet: Sheet) -> bytes:
        """Return the card of a sheet as PDF.

        Raises `PrintingUnavailableError` on a machine that cannot print.
        """
        with self._turn:
            if self._printed >= self._renewed_after:
                self._end()
            self._printed += 1
            return self._answer(sheet)

    def warm_up(self) -> None:
        """Start the process and have it load its fonts, so that the first card is quick, too.

        Raises `PrintingUnavailableError` on a machine that cannot print.
        """
        with self._turn:
            self._answer(None)

    def close(self) -> None:
        """End the process; another card would start another."""
        with self._turn:
            self._end()

    def _answer(self, sheet: Sheet | None) -> bytes:
        for _attempt in range(ATTEMPTS):
            try:
                kind, answer = self._ask(self._process or self._start(), sheet)
            except _EndedError:
                self._end()
                continue
            if kind == UNAVAILABLE:
                # What is missing may be there the next time.
                self._end()
                raise PrintingUnavailableError(answer)
            if kind == FAILED:
                raise RuntimeError(answer)
            return bytes(answer)
        raise PrintingUnavailableError(f"The process that prints ended {ATTEMPTS} times.")

    def _ask(self, process: subprocess.Popen[bytes], sheet: Sheet | None) -> tuple[str, Any]:
        order, (orders, answers) = pickle.dumps(sheet), _pipes(process)
        given_up = threading.Timer(self._patience, process.kill)
        given_up.daemon = True
        given_up.start()
        try:
            orders.write(order)
            orders.flush()
            answer: tuple[str, Any] = pickle.load(answers)  # noqa: S301 - from our own process
        except (OSError, EOFError, pickle.UnpicklingError) as end:
            raise _EndedError from end
        finally:
            given_up.cancel()
        return answer

    def _start(self) -> subprocess.Popen[bytes]:
        if self._is_shut:
            raise PrintingUnavailableError("Scorekeeper is stopping.")
        try:
            folder, lock = new_workspace()
        except OSError as error:
            raise PrintingUnavailableError(str(error)) from error
        # It finds what this process found, and nothing that lies about where it starts.
        self._folder = str(folder)
        code = START.format(path=sys.path, folder=self._folder)
        try:
            self._process = subprocess.Popen(  # noqa: S603 - ourselves
                [sys.executable, "-P", "-c", code],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                pass_fds=[lock],  # the lock is now that process's
            )
        except OSError as error:
            shutil.rmtree(self._folder, ignore_errors=True)
            raise PrintingUnavailableError(str(error)) from error
        finally:
            os.close(lock)
        return self._process

    def _end(self) -> None:
        process, self._process, self._printed = self._process, None, 0
        if process is None:
            return
        process.kill()
        process.wait()
        for pipe in _pipes(process):
            with contextlib.suppress(BrokenPipeError):
                pipe.close()
        shutil.rmtree(self._folder, ignore_errors=True)

    def _shut(self) -> None:
        """End the process with the server, without a wait for a card that may be due."""
        self._is_shut = True
        self._end()


def work(folder: str) -> None:
    """Print what is asked for until the pipe ends: the whole life of the process that prints.

    The folder holds its copies of the fonts, and goes with it.
    """
    tempfile.tempdir = folder
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # whatever a library says goes where errors go
    orders: SimpleQueue[Sheet | None] = SimpleQueue()
    # In a thread of its own: a card that hangs must not keep the process from seeing the end.
    threading.Thread(target=_read, args=(orders, folder), daemon=True).start()
    with contextlib.suppress(BrokenPipeError):
        while True:
            pickle.dump(_worked(orders.get()), answers)
            answers.flush()
    threading.Event().wait()  # the server is gone, and `_read` ends the process


def _read(orders: SimpleQueue[Sheet | None], folder: str) -> NoReturn:
    """Hand on what the server asks for, and end the process when the server does."""
    with contextlib.suppress(EOFError):
        while True:
            orders.put(pickle.load(sys.stdin.buffer))  # noqa: S301 - from the server that started it
    shutil.rmtree(folder, ignore_errors=True)
    os._exit(0)


def _worked(sheet: Sheet | None) -> tuple[str, str | bytes]:
    try:
        if sheet is not None:
            return PRINTED, scorecard_pdf(sheet)
        load()
    except PrintingUnavailableError as error:
        return UNAVAILABLE, str(error)
    except Exception:  # noqa: BLE001 - the server raises it
        return FAILED, traceback.format_exc()
    return PRINTED, b""


def _pipes(process: subprocess.Popen[bytes]) -> tuple[IO[bytes], IO[bytes]]:
    """Return the pipes to the process and from it."""
    assert process.stdin  # noqa: S101 - asked for at its start
    assert process.stdout  # noqa: S101 - as above
    return process.stdin, process.stdout
