"""What went wrong, said once for all views: to a person on a page, to a script in JSON."""

from collections.abc import Mapping

from flask import Flask, g, jsonify, render_template
from flask.typing import ResponseReturnValue
from flask_babel import gettext as _
from werkzeug.exceptions import HTTPException

from scorekeeper.store.ids import book_of
from scorekeeper.store.kept import UnreadableGameError

from .access import DeletedGameError, role_in
from .answers import wants_page
from .keys import Role
from .tracing import request_id

NOTHING_MORE: Mapping[str, str] = {}


def register(app: Flask) -> None:
    """Let the app answer its errors with these pages."""
    app.register_error_handler(HTTPException, http_error)
    app.register_error_handler(DeletedGameError, deleted)
    app.register_error_handler(UnreadableGameError, unreadable)


def http_error(error: HTTPException) -> ResponseReturnValue:
    """Answer with a page that says what to do; all 404 are alike."""
    status = error.code or 500
    if error.response is not None:
        return error.response
    title, text = _texts().get(status, (error.name, _("Go back and try again.")))
    allowed = getattr(error, "valid_methods", None)
    return said(status, title, text, {"Allow": ", ".join(allowed)} if allowed else {})


def said(
    status: int, title: str, text: str, headers: Mapping[str, str] = NOTHING_MORE
) -> ResponseReturnValue:
    """Answer with a page for a person, and with JSON for a script."""
    if status != 404 and not wants_page():  # noqa: PLR2004 - a missing page is one page for all
        return jsonify(error=text), status, headers
    if status == 404:  # noqa: PLR2004 - as above: nor does it say where it was asked for
        g.way_back = "/"
    # Whoever tells the host of a failure can name it.
    name = request_id() if status >= 500 else ""  # noqa: PLR2004 - from here on it is ours
    page = render_template("error.html", title=title, text=text, name=name)
    return page, status, headers


def deleted(error: DeletedGameError) -> ResponseReturnValue:
    """Say of a game that was deleted that it was, to whoever has a key to it."""
    keeps_book = role_in(book_of(error.game_id)) is Role.KEEPER
    page = render_template("games/deleted.html", game_id=error.game_id, keeps_book=keeps_book)
    return page, 404


def unreadable(error: UnreadableGameError) -> ResponseReturnValue:
    """Say of a game that breaks the rules that nothing can be shown of it; the log says why.

    The request is right, only the game is not: what was tapped for it stays on the device.
    """
    if not wants_page():
        return jsonify(error=_("This game cannot be read.")), 409
    keeps_book = role_in(book_of(error.id)) is Role.KEEPER
    return render_template("games/unreadable.html", game_id=error.id, keeps_book=keeps_book), 409


def _texts() -> dict[int, tuple[str, str]]:
    return {
        400: (
            _("This page was out of date"),
            _("Nothing was changed. Go back, reload the page and send it again."),
        ),
        403: (
            _("Only the keepers of the score may do this"),
            _("You can follow the game. To keep the score, ask for the keeper's link."),
        ),
        404: (
            _("There is nothing here for this device"),
            _("Open the link, or scan the code, that the scorekeeper shows you."),
        ),
        405: (_("This address only takes forms"), _("Go back to the scorebook.")),
        413: (_("That was too much at once"), _("Nothing was changed. Send less.")),
        500: (
            _("Something went wrong here"),
            _("It is none of your doing. Go back and try again, and tell your host if it stays."),
        ),
        503: (_("Too many at once"), _("Try again in a moment.")),
    }
