"""Following a game: the page is told each new revision, and fetches the document."""

import socket
import time
from collections.abc import Collection, Iterator
from contextlib import ExitStack

from flask import Blueprint, Flask, Response, current_app, request
from flask.typing import ResponseReturnValue
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.orm import Session

from scorekeeper.store import games

from .access import of_game
from .extensions import db
from .hub import Follower, FullError, Hub, Look, State
from .keys import Role

bp = Blueprint("live", __name__, url_prefix="/games/<own_id:game_id>")

LISTEN = 2.0
"""Seconds between looks whether the other end is still there."""
ALIVE_EVERY = 13.0
"""Seconds between signs of life. Pages are promised one every 15, and wait for 40."""
RETRY_AFTER = 10


@bp.get("/live")
@of_game(Role.READER)
def follow(game_id: str) -> ResponseReturnValue:
    """Send each new revision as it comes, for as long as the device may look."""
    hub = hub_of(_app())
    with ExitStack() as place:
        try:
            follower = place.enter_context(hub.follow(game_id, _look(_app())))
        except FullError:
            return Response(status=503, headers={"Retry-After": str(RETRY_AFTER)})
        # Over the connection that let the device in: a crowd that waits for second ones is stuck.
        follower.tell(games.states_of(db.session, [game_id]).get(game_id))
        response = Response(
            _stream(
                hub,
                follower,
                request.environ.get("gunicorn.socket"),
                f"event: version\ndata: {current_app.config['BUILD']}\n\n",
            ),
            mimetype="text/event-stream",
        )
        response.headers["Cache-Control"] = "no-store"
        response.headers["X-Accel-Buffering"] = "no"
        # A stream whose reader left before it began must give its place back, too.
        response.call_on_close(place.pop_all().close)
        return response


def hub_of(app: Flask) -> Hub:
    """Return the hub of an app, which lives as long as it does."""
    hub: Hub = app.extensions.setdefault("scorekeeper.hub", Hub())
    return hub


def _app() -> Flask:
    app: Flask = current_app._get_current_object()  # type: ignore[attr-defined]  # noqa: SLF001 - Werkzeug's way to the object itself
    return app


def _look(app: Flask) -> Look:
    """Return what asks the database for the state of games; a failing database has no news."""

    def look(followed: Collection[str]) -> dict[str, State]:
        with app.app_context():
            try:
                with Session(db.engine) as session:
                    return games.states_of(session, followed)
            except SQLAlchemyError:
                return {}

    return look


def _stream(
    hub: Hub, follower: Follower, connection: socket.socket | None, version: str
) -> Iterator[str]:
    """Yield events until the other end is gone, the keys were renewed, or the server stops."""
    generation: str | None = None
    lived = time.monotonic()
    while hub.is_alive() and not _is_gone(connection):
        state = follower.listen(LISTEN)
        if state is not None:
            revision, current = state
            if generation not in (None, current):
                return
            generation = current
            yield f"event: revision\ndata: {revision}\n\n"
        if follower.revision is not None and time.monotonic() - lived >= ALIVE_EVERY - LISTEN:
            # No script sees a comment, but programs that read the stream may wait for it.
            yield f": here\n\nevent: alive\ndata: {follower.revision}\n\n{version}"
            lived = time.monotonic()


def _is_gone(connection: socket.socket | None) -> bool:
    """Tell whether the other end has hung up: a dead stream would keep its place for long."""
    if connection is None:
        return False
    try:
        return connection.recv(1, socket.MSG_PEEK | socket.MSG_DONTWAIT) == b""
    except (BlockingIOError, ValueError):
        # Nothing to read, or a socket under TLS, which cannot be peeked into: still there.
        return False
    except OSError:
        return True
