"""The worker that serves the house: gunicorn's with threads, which hangs up on the slow.

A thread reads a request until all of it is there. Three hundred clients that send a byte now
and then would hold every thread, and the keeper could not save.
"""

import contextlib
import socket
import threading
import time
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future
from contextlib import contextmanager
from types import FrameType
from typing import Any, Final, TypeAlias

from gunicorn.util import close_graceful
from gunicorn.workers.gthread import ThreadWorker

HEAD_IN: Final = 20.0
"""Seconds for the head of a request, the wait for its first byte included."""

BODY_IN: Final = 60.0
"""Seconds for the body: a scorebook of some megabytes over a weak network takes as long."""

_IN_A_HURRY: Final = 1  # seconds for requests under way at Ctrl+C
_IN_TIME: Final = 3
"""Seconds for them at any other end: less than gunicorn waits before it kills the worker."""

App: TypeAlias = Callable[[dict[str, Any], Any], Iterable[bytes]]


class Patience:
    """Which connections are being read from, and until when."""

    def __init__(self) -> None:
        """Start with none."""
        self._until: dict[socket.socket, float] = {}
        self._lock = threading.Lock()

    @contextmanager
    def with_(self, connection: socket.socket, seconds: float) -> Iterator[None]:
        """Be patient with a connection while it is read from, for so many seconds."""
        with self._lock:
            self._until[connection] = time.monotonic() + seconds
        try:
            yield
        finally:
            self.end(connection)

    def end(self, connection: socket.socket) -> None:
        """Let a connection be: what was read for is there."""
        with self._lock:
            self._until.pop(connection, None)

    def hang_up(self, *, on_all: bool = False) -> None:
        """Close every connection that took too long; its thread then reads the end of it."""
        now = time.monotonic()
        with self._lock:
            for connection, until in self._until.items():
                if on_all or until < now:
                    with contextlib.suppress(OSError):
                        connection.shutdown(socket.SHUT_RDWR)


class PatientWorker(ThreadWorker):
    """Gunicorn's threads, with an end to their patience."""

    patience = Patience()

    def handle(self, conn: Any) -> Any:  # noqa: ANN401 - gunicorn's own, which has no types
        """Read a request and answer it, in a thread; then see the client off, if it is to go."""
        with self.patience.with_(conn.sock, HEAD_IN):
            is_kept = super().handle(conn)
        if not is_kept:
            close_graceful(conn.sock)
        return is_kept

    def finish_request(self, conn: Any, fs: Future[Any]) -> None:  # noqa: ANN401 - as above
        """Keep or close a connection, in the main thread.

        Gunicorn would see the client off here, two seconds each, and nobody else be let in.
        """
        if fs.cancelled() or fs.exception() or fs.result():
            super().finish_request(conn, fs)
        else:
            self.nr_conns -= 1
            conn.close()

    def handle_request(self, req: Any, conn: Any) -> Any:  # noqa: ANN401 - as above
        """Answer a request whose head was read."""
        self.patience.end(conn.sock)
        return super().handle_request(req, conn)

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """Stop, and be gone before the parent process runs out of patience."""
        self.cfg.set("graceful_timeout", min(self.cfg.graceful_timeout, _IN_TIME))
        super().handle_exit(sig, frame)

    def handle_quit(self, sig: int, frame: FrameType | None) -> None:
        """Stop on Ctrl+C as on SIGTERM, but wait for requests a second only.

        Gunicorn would shut its threads down here, in a signal handler. That takes a lock which
        the main thread holds while it hands on a request: now and then the worker would hang
        until it is killed.
        """
        self.cfg.set("graceful_timeout", _IN_A_HURRY)
        self.handle_exit(sig, frame)

    def run(self) -> None:
        """Serve until told to stop; no client that never finishes a request holds up the end."""
        super().run()
        self.patience.hang_up(on_all=True)

    def murder_pending(self) -> None:
        """Close what waits too long; gunicorn calls this every second."""
        super().murder_pending()
        self.patience.hang_up()


class InTime:
    """An app whose requests' bodies are read in time, or not at all."""

    def __init__(self, app: App) -> None:
        """Wrap an app."""
        self._app = app

    def __call__(self, environ: dict[str, Any], start_response: Any) -> Iterable[bytes]:  # noqa: ANN401 - WSGI's
        """Answer a request of WSGI."""
        connection = environ.get("gunicorn.socket")
        if connection is not None:
            environ["wsgi.input"] = _Body(environ["wsgi.input"], connection)
        return self._app(environ, start_response)


class _Body:
    """The body of a request: all reading of it together must be done in time."""

    def __init__(self, body: Any, connection: socket.socket) -> None:  # noqa: ANN401 - any file
        self._body = body
        self._connection = connection
        self._until: float | None = None

    def read(self, *size: int) -> bytes:
        with self._in_time():
            return bytes(self._body.read(*size))

    def readline(self, *size: int) -> bytes:
        with self._in_time():
            return bytes(self._body.readline(*size))

    def _in_time(self) -> contextlib.AbstractContextManager[None]:
        now = time.monotonic()
        self._until = self._until or now + BODY_IN
        return PatientWorker.patience.with_(self._connection, self._until - now)
