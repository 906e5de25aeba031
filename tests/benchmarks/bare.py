"""The least that a save over HTTP can be: Flask, one row, and a commit as durable as ours."""

import sqlite3
import sys

from flask import Flask, request
from gunicorn.app.base import BaseApplication


def bare_app(path: str) -> Flask:
    """Return an app whose one address writes one row."""
    app = Flask(__name__)
    with sqlite3.connect(path) as database:
        database.execute("PRAGMA journal_mode = WAL")
        database.execute("CREATE TABLE hands (number INTEGER PRIMARY KEY, entries TEXT)")

    @app.post("/<int:number>")
    def save(number: int) -> dict[str, int]:
        database = sqlite3.connect(path, isolation_level=None)
        database.execute("PRAGMA synchronous = FULL")
        database.execute("BEGIN IMMEDIATE")
        database.execute("REPLACE INTO hands VALUES (?, ?)", (number, str(request.form)))
        database.execute("COMMIT")
        database.close()
        return {"number": number}

    @app.get("/healthz")
    def healthz() -> str:
        return "ok"

    return app


class BareServer(BaseApplication):
    """Gunicorn with the settings of the real one."""

    def load_config(self) -> None:
        """Set what concerns speed."""
        settings = {"worker_class": "gthread", "workers": 1, "threads": 300, "loglevel": "warning"}
        for name, value in {**settings, "bind": f"127.0.0.1:{sys.argv[1]}"}.items():
            self.cfg.set(name, value)
        if "control_socket_disable" in self.cfg.settings:
            self.cfg.set("control_socket_disable", True)  # noqa: FBT003 - gunicorn's signature

    # gunicorn's stubs ask more of an application than WSGI does.
    def load(self) -> Flask:  # type: ignore[override]
        """Return the app."""
        return bare_app(sys.argv[2])


if __name__ == "__main__":
    BareServer().run()
