"""The network between the phones and the server, with everything that goes wrong in one."""

import http.client
import threading
import time
from contextlib import suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import TYPE_CHECKING, ClassVar

if TYPE_CHECKING:
    from collections.abc import Callable

OF_EACH_LEG = {"connection", "keep-alive", "transfer-encoding", "content-length"}
MANY = 1_000
GONE = (OSError, http.client.HTTPException)


class Wire:
    """Hands requests on to a server; answers to changes can come late, and can be lost.

    `is_cut` lets nothing through, and says so at once; when it `hangs` nothing comes back at
    all; `fails_with` is the status that something in between answers with. `refuses_changes` cuts
    changes off, before they reach the server, while pages come. After `hold` an answer
    to a change comes back only when it is let go. `lost` is how many answers to changes are still
    to be lost after the server has written. `on_change` is called while a change has gone out
    and is not answered yet.
    """

    def __init__(self, port: int) -> None:
        self._lock = threading.Lock()
        self._at_once = 0
        self._held: threading.Semaphore | None = None
        self.mend()
        kind = type("Handler", (_Handler,), {"wire": self, "server_port": port})
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), kind)
        self._server.daemon_threads = True
        self.port = int(self._server.server_address[1])
        threading.Thread(target=self._server.serve_forever, daemon=True).start()

    def mend(self) -> None:
        """Let everything through again, at once."""
        self.is_cut = False
        self.hangs = False
        self.fails_with = 0
        self.refuses_changes = False
        self.lost = 0
        self.on_change: Callable[[], None] | None = None
        self.most_at_once = 0
        self.changes = 0
        self.let_go(MANY)
        self._held = None

    def hold(self) -> None:
        """Keep the answers to changes back."""
        self._held = threading.Semaphore(0)

    def let_go(self, answers: int) -> None:
        """Let as many answers through as are named, those to come included."""
        if self._held:
            self._held.release(answers)

    def wait_for_release(self) -> None:
        """Wait until an answer may go on its way."""
        if held := self._held:
            held.acquire()

    def close(self) -> None:
        """Take the network down for good."""
        self.mend()
        self._server.shutdown()
        self._server.server_close()

    def change_began(self) -> None:
        """Note that a change went out."""
        with self._lock:
            self.changes += 1
            self._at_once += 1
            self.most_at_once = max(self.most_at_once, self._at_once)

    def change_ended(self) -> None:
        """Note that a change was answered, or never will be."""
        with self._lock:
            self._at_once -= 1

    def loses_answer(self) -> bool:
        """Tell whether the answer at hand is one of those to be lost."""
        with self._lock:
            if self.lost == 0:
                return False
            self.lost -= 1
            return True


class _Handler(BaseHTTPRequestHandler):
    wire: ClassVar[Wire]
    server_port: ClassVar[int]
    protocol_version = "HTTP/1.1"

    def do_GET(self) -> None:
        self._hand_on()

    def do_POST(self) -> None:
        self.wire.change_began()
        try:
            self._hand_on()
        finally:
            self.wire.change_ended()

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - as it is called there
        """Say nothing: a phone's requests are no news."""

    def _hand_on(self) -> None:
        body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
        try:
            self._exchange(body)
        except GONE:
            self._hang_up()

    def _exchange(self, body: bytes) -> None:
        wire = self.wire
        while wire.hangs:
            time.sleep(0.05)
        if wire.is_cut or (wire.refuses_changes and self.command == "POST"):
            return self._hang_up()
        if wire.fails_with:
            return self.send_error(wire.fails_with)
        server = http.client.HTTPConnection("127.0.0.1", self.server_port, timeout=60)
        try:
            server.request(self.command, self.path, body, dict(self.headers.items()))
            if self.command == "POST" and wire.on_change:
                wire.on_change()
            answer = server.getresponse()
            content = answer.read()
        finally:
            server.close()
        if self.command == "POST":
            wire.wait_for_release()
            if wire.loses_answer():
                return self._hang_up()
        return self._answer(answer, content)

    def _answer(self, answer: http.client.HTTPResponse, content: bytes) -> None:
        self.send_response_only(answer.status)
        for name, value in answer.getheaders():
            if name.lower() not in OF_EACH_LEG:
                self.send_header(name, value)
        if answer.status not in {204, 304}:
            self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        self.wfile.write(content)

    def _hang_up(self) -> None:
        self.close_connection = True
        with suppress(OSError):
            self.connection.shutdown(2)
