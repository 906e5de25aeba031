"""When the database does not do what it was asked: once more, and then said in words."""

import time
from dataclasses import dataclass

from flask import Flask, Response, current_app, request
from flask.typing import ResponseReturnValue
from flask_babel import gettext as _
from sqlalchemy.exc import DBAPIError, SQLAlchemyError

from scorekeeper import logs
from scorekeeper.store.troubles import Trouble, trouble_of
from scorekeeper.troubles import RESTORE, WORDS

from .errors import said
from .extensions import db
from .tracing import request_id, shown_path

RETRY_AFTER = 5
"""Seconds until a device tries again, unless its page knows better."""

QUIET = 60.0
"""Seconds between two lines in the log about the same trouble."""


class Persistent(Flask):
    """An app that does a request once more when the database broke off in the middle of it.

    Every change may be sent twice and counts once, so that it may be done twice, too.
    """

    def dispatch_request(self) -> ResponseReturnValue:
        """Answer the request."""
        try:
            return super().dispatch_request()
        except DBAPIError as error:
            # What was uploaded has been read, and cannot be read again.
            if not _may_pass(error) or request.files:
                raise
            db.session.rollback()
            return super().dispatch_request()

    def log_exception(self, exc_info: object) -> None:
        """Log a failure of ours without the address, which may be a key."""
        error = exc_info[1]  # type: ignore[index]  # as `sys.exc_info` returns it
        logs.fail("failure", error, method=request.method, path=shown_path(), request=request_id())


@dataclass(slots=True)
class State:
    """What the database was last found to be like, by this process."""

    trouble: Trouble | None = None
    told: float = 0.0


def register(app: Flask) -> None:
    """Let the app say what is wrong with its database."""
    app.extensions["scorekeeper.outage"] = State()
    app.register_error_handler(SQLAlchemyError, outage)
    app.after_request(_notice)


def outage(error: SQLAlchemyError) -> ResponseReturnValue:
    """Answer 503 with what is wrong and when to come back; a fault of ours stays one."""
    trouble = trouble_of(error)
    if trouble is None:
        raise error
    note(trouble)
    words = WORDS[trouble]
    return said(503, _(words.title), _(words.text), {"Retry-After": str(RETRY_AFTER)})


def note(trouble: Trouble) -> None:
    """Remember what is wrong, and tell the host, but not with every request."""
    state, now = _state(), time.monotonic()
    if state.trouble is not trouble or now - state.told > QUIET:
        logs.warn(
            "database_trouble",
            trouble=trouble.name.lower(),
            hint=WORDS[trouble].hint % {"command": RESTORE},
            request=request_id(),
        )
        state.told = now
    state.trouble = trouble


def note_well() -> None:
    """Remember that something was kept just now."""
    state = _state()
    if state.trouble is not None:
        logs.warn("database_well", after=state.trouble.name.lower())
        state.trouble = None


def last_trouble() -> Trouble | None:
    """Return what was wrong when the database was last asked for something; None for nothing."""
    return _state().trouble


def _notice(response: Response) -> Response:
    """Take notice of a change that was kept: the database does what it is asked again."""
    if request.method == "POST" and response.status_code < 400:  # noqa: PLR2004 - done
        note_well()
    return response


def _state() -> State:
    state: State = current_app.extensions["scorekeeper.outage"]
    return state


def _may_pass(error: DBAPIError) -> bool:
    trouble = trouble_of(error)
    return trouble is Trouble.CLASH or (trouble is Trouble.AWAY and error.connection_invalidated)
