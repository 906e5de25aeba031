"""Gunicorn, embedded: one process with many threads serves the house."""

import contextlib
import ctypes
import errno
import os
import signal
import socket
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

from flask import Flask
from flask_babel import gettext as _
from gunicorn.app.base import BaseApplication
from gunicorn.arbiter import Arbiter
from gunicorn.config import Config as Settings
from gunicorn.glogging import Logger
from gunicorn.workers.base import Worker

from scorekeeper import daily
from scorekeeper.app import create_app
from scorekeeper.config import Config, SettingError
from scorekeeper.printing import PrintingUnavailableError, warm_up
from scorekeeper.web.live import hub_of
from scorekeeper.worker import InTime, PatientWorker

_SHARED_MEMORY = Path("/dev/shm")  # noqa: S108 - gunicorn makes its own unguessable file there
_PATIENCE = 2.0  # seconds that a server killed a moment ago may take to leave the port
_PR_SET_PDEATHSIG = 1
_AFTER_START = 2.0  # seconds until the press is warmed up


class CannotServeError(Exception):
    """The app cannot be had ready to answer; its text is one sentence for the host."""


class CannotListenError(CannotServeError):
    """The address to listen on cannot be had."""


def run(config: Config, *, on_ready: Callable[[Flask], None]) -> None:
    """Serve until stopped; `on_ready` is called once, with the app about to answer.

    It may raise `CannotServeError`, which ends the server. Raises `CannotListenError` before
    anything is started.
    """
    check_port(config, patience=_PATIENCE)
    _Server(config, on_ready).run()


class _Log(Logger):
    """Gunicorn's log, in one voice with ours."""

    def setup(self, cfg: Settings) -> None:
        """Hand everything on to where our own lines go."""
        super().setup(cfg)
        self.error_log.handlers.clear()
        self.error_log.propagate = True


class _Server(BaseApplication):
    def __init__(self, config: Config, on_ready: Callable[[Flask], None]) -> None:
        self._config = config
        self._on_ready = on_ready
        super().__init__()

    def load_config(self) -> None:
        settings: dict[str, object] = {
            "bind": f"{_bracketed(self._config.host)}:{self._config.port}",
            "worker_class": PatientWorker,
            "workers": 1,
            "threads": 300,
            "graceful_timeout": 5,
            # A phone taps every few seconds: it need not knock anew each time.
            "keepalive": 15,
            "loglevel": "warning",
            "logger_class": _Log,
            # What a header says of the sender's scheme is believed of these addresses alone.
            "forwarded_allow_ips": ",".join(self._config.proxies),
            "forwarder_headers": "",
            "post_fork": _die_with_master,
            "post_worker_init": self._started,
        }
        if os.access(_SHARED_MEMORY, os.W_OK):
            # The worker's sign of life must not wait for a slow disk.
            settings["worker_tmp_dir"] = str(_SHARED_MEMORY)
        if "control_socket_disable" in self.cfg.settings:
            # All instances of a user would share the one socket.
            settings["control_socket_disable"] = True
        for name, value in settings.items():
            self.cfg.set(name, value)

    # gunicorn's stubs ask more of an application than WSGI does.
    def load(self) -> InTime:  # type: ignore[override]
        # In the worker: no connection of the database may cross a fork.
        with _ending_in_a_sentence():
            self._app = create_app(self._config)
        return InTime(self._app)

    def _started(self, worker: Worker) -> None:
        # Streams must end when the worker is told to stop, or stopping takes its whole patience.
        hub_of(self._app).is_alive = lambda: worker.alive
        # The first card shall not wait for the fonts, nor the first page for them.
        warming = threading.Timer(_AFTER_START, _warm_up)
        warming.daemon = True
        warming.start()
        daily.start(self._config)
        if worker.age == 1:  # a worker that replaces a broken one announces nothing
            with _ending_in_a_sentence():
                self._on_ready(self._app)


@contextlib.contextmanager
def _ending_in_a_sentence() -> Iterator[None]:
    """End the worker, and with it the server, without a page of code for the host to read."""
    try:
        yield
    except (CannotServeError, SettingError) as error:
        print(f"scorekeeper: {error}", file=sys.stderr, flush=True)  # noqa: T201 - as a command complains
        sys.exit(Arbiter.WORKER_BOOT_ERROR)


def _warm_up() -> None:
    with contextlib.suppress(PrintingUnavailableError):
        warm_up()


def _die_with_master(_arbiter: Arbiter, _worker: Worker) -> None:
    """Have Linux end the worker with a killed master, so that the port is free at once.

    Elsewhere the worker looks for its master every second.
    """
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)


def check_port(config: Config, *, patience: float = 0.0) -> None:
    """See that the address to listen on can be had. Raises `CannotListenError`."""
    host, port = config.host, config.port
    give_up = time.monotonic() + patience
    while True:
        try:
            return _try_port(host, port)
        except socket.gaierror as error:
            reason = _("HOST %(host)s is not an address.", host=repr(host))
            raise CannotListenError(reason) from error
        except OSError as error:
            if error.errno != errno.EADDRINUSE or time.monotonic() >= give_up:
                raise CannotListenError(_why_not(host, port, error)) from error
        time.sleep(0.1)


def _try_port(host: str, port: int) -> None:
    family, kind, protocol, _name, address = socket.getaddrinfo(
        host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
    )[0]
    with socket.socket(family, kind, protocol) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        probe.bind(address)
        probe.listen(1)


def _why_not(host: str, port: int, error: OSError) -> str:
    address = f"{_bracketed(host)}:{port}"
    reasons = {
        errno.EADDRINUSE: _(
            "Port %(port)s is in use; stop what runs there or choose another with PORT.", port=port
        ),
        errno.EACCES: _(
            "Port %(port)s is not open to this user; choose one above 1023 with PORT.", port=port
        ),
        errno.EADDRNOTAVAIL: _("HOST %(host)s is not an address of this machine.", host=repr(host)),
    }
    other = _(
        "Cannot listen on %(address)s: %(reason)s.",
        address=address,
        reason=error.strerror,
    )
    return str(reasons.get(error.errno or 0, other))


def _bracketed(host: str) -> str:
    return f"[{host}]" if ":" in host else host
