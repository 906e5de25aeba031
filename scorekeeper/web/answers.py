"""What goes back: a page for a person, a document for a script."""

from collections.abc import Callable

from flask import Response, current_app, jsonify, redirect, request, url_for
from flask.typing import ResponseReturnValue

from scorekeeper.store.kept import KeptGame

from .documents import document


def wants_document() -> bool:
    """Tell whether the request asks for JSON rather than for a page."""
    json, html = _named("application/json"), _named("text/html")
    return json > 0 and json >= html


def wants_page() -> bool:
    """Tell whether the request names HTML, as a browser's does and a bare script's does not."""
    return _named("text/html") > 0 and not wants_document()


def _named(kind: str) -> float:
    """Return how much a kind is wanted by name; who takes anything has not named it."""
    return max((quality for name, quality in request.accept_mimetypes if name == kind), default=0)


def game_document(kept: KeptGame, status: int = 200) -> Response:
    """Return the game document with the tag that tells it from its other versions."""
    response = of_this_build(jsonify(document(kept)))
    response.status_code = status
    if status == 200:  # noqa: PLR2004 - a conflict's answer is not what a later GET may reuse
        response.set_etag(etag(kept.revision), weak=True)
    response.cache_control.private = True
    response.cache_control.no_cache = True
    return response


def of_this_build(response: Response) -> Response:
    """Say which version of the program answered: a page of another one offers to be reloaded."""
    response.headers["X-Scorekeeper-Build"] = current_app.config["BUILD"]
    return response


def etag(revision: int) -> str:
    """Return the tag of a game document; a weak one is the same however it is compressed."""
    return f"r{revision}"


def refused(errors: dict[str, str], page: Callable[[], str]) -> ResponseReturnValue:
    """Answer what was refused: the errors for a script, the page with them for a person."""
    return (page() if wants_page() else jsonify(errors=errors)), 422


def changed(kept: KeptGame) -> ResponseReturnValue:
    """Answer a change: the document for a script, the table for a plain form."""
    if wants_document():
        return game_document(kept)
    return redirect(url_for("games.table", game_id=kept.id), 303)
