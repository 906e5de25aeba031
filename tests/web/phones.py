"""A server in a process of its own, and phones that save at it as the table page does."""

import http.client
import json
import os
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import pytest
from flask import Flask
from sqlalchemy import select

from scorekeeper.config import Config
from scorekeeper.store.models import ChangeRow
from scorekeeper.web.extensions import db
from tests.conftest import FORM, SCRIPT, Document, Keeper
from tests.servers import COLD

ROOT = Path(__file__).parents[2]

UNANSWERED = {502, 503, 504}
"""What a page takes for no answer at all: it sends the same again."""


class Door:
    """Where requests are sent to."""

    def __init__(self, host: str, port: int) -> None:
        self.host, self.port = host, port

    def ask(
        self, method: str, path: str, *, cookie: str = "", body: str | None = None
    ) -> tuple[int, bytes]:
        """Send one request and return status and body."""
        connection = http.client.HTTPConnection(self.host, self.port, timeout=20)
        headers = {"Accept": SCRIPT, "Cookie": cookie, "Content-Type": FORM}
        try:
            connection.request(method, path, body=body, headers=headers)
            answer = connection.getresponse()
            return answer.status, answer.read()
        finally:
            connection.close()


class Server(Door):
    """The app as a host runs it."""

    def __init__(self, config: Config) -> None:
        super().__init__(config.host, config.port)
        self._config = config
        self.start()

    def start(self) -> None:
        """Start, and return when it answers."""
        self._process = subprocess.Popen(
            [sys.executable, "-c", COLD, "serve", "--quiet"],
            cwd=ROOT,
            env={
                **os.environ,
                "HOST": self.host,
                "PORT": str(self.port),
                "SCOREKEEPER_INSTANCE": str(self._config.instance),
                "SCOREKEEPER_DATABASE_URL": self._config.database_url,
            },
            start_new_session=True,
        )
        give_up = time.monotonic() + 60
        while time.monotonic() < give_up and self._process.poll() is None:
            try:
                if self.ask("GET", "/healthz")[0] == 200:
                    return
            except OSError:
                time.sleep(0.02)
        pytest.fail("the server did not come up")

    def kill(self) -> None:
        """End every process of the server at once, as a power cut would."""
        if self._process.poll() is None:
            os.killpg(self._process.pid, signal.SIGKILL)
        self._process.wait(timeout=10)


class Phone:
    """Saves hands of one game one after another; what was not answered it sends once more."""

    def __init__(self, server: Door, keeper: Keeper, game_id: str) -> None:
        self._server, self._game_id = server, game_id
        self._token = keeper.token()
        cookie = keeper.client.get_cookie(keeper.app.config["SESSION_COOKIE_NAME"])
        assert cookie is not None
        self.cookie = f"{cookie.key}={cookie.value}"
        self.seen: Document = self.document()
        self.refused: list[int] = []
        self.waiting: tuple[str, dict[str, Any]] | None = None
        self._saving: threading.Thread | None = None

    @property
    def answered(self) -> int:
        """How many saves have been answered."""
        return int(self.seen["revision"])

    def start(self) -> None:
        """Save until the server is gone."""
        self._saving = threading.Thread(target=self._save_on)
        self._saving.start()

    def join(self) -> None:
        assert self._saving is not None
        self._saving.join(timeout=60)
        assert not self._saving.is_alive()

    def send(self) -> None:
        """Send the save that waits, or the next one, and note the answer."""
        path, fields = self.waiting = self.waiting or self._next()
        status, body = self._server.ask("POST", path, cookie=self.cookie, body=urlencode(fields))
        if status == 200:
            self.seen, self.waiting = json.loads(body), None
        elif status not in UNANSWERED:
            self.refused.append(status)

    def document(self) -> Document:
        """Return the game as the server has it."""
        status, body = self._server.ask("GET", f"/games/{self._game_id}.json", cookie=self.cookie)
        assert status == 200
        document: Document = json.loads(body)
        return document

    def _save_on(self) -> None:
        while not self.refused:
            try:
                self.send()
            except (OSError, http.client.HTTPException):
                return

    def _next(self) -> tuple[str, dict[str, Any]]:
        """Let each player take another number of tricks, in one hand after another."""
        hands = self.seen["hands"]
        turn, place = divmod(self.answered, len(hands))
        taken = turn % 4
        fields = {
            "csrf_token": self._token,
            "base": hands[place]["revision"],
            "bid-0": 1,
            "bid-1": 1,
            "taken-0": taken,
            "taken-1": 3 - taken,
        }
        return f"/games/{self._game_id}/hands/{place + 1}", fields


def has_one_history(app: Flask, game_id: str) -> bool:
    """Tell whether each step of a game follows from the one before, and none was refused."""
    steps = select(ChangeRow.revision, ChangeRow.kind).where(ChangeRow.game_id == game_id)
    with app.app_context():
        found = [tuple(row) for row in db.session.execute(steps.order_by(ChangeRow.step))]
    return found == [(number, "hand") for number in range(1, len(found) + 1)]
