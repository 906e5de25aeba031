"""The language of each reader: what the device was set to, else what it asks for, else the host's.

The choice is a cookie of its own, so that it needs no key. Switching is a link, which works
without scripts: it changes nothing but that cookie, and nothing when a browser fetches ahead.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, TypeAlias
from urllib.parse import urlsplit

from flask import (
    Blueprint,
    Response,
    current_app,
    g,
    has_request_context,
    redirect,
    request,
    url_for,
)
from flask.typing import ResponseReturnValue
from flask_babel import get_locale
from werkzeug.exceptions import HTTPException, NotFound

from scorekeeper.config import LANGUAGES, SOURCE_LANGUAGE, language_of

from . import sorting
from .assets import A_YEAR, FILES

bp = Blueprint("languages", __name__)

Named: TypeAlias = Any
"""Anything that has a `name`."""

COOKIE = "scorekeeper_language"
NAMES = {
    "en": "English",
    "ko": "한국어",
    "nl": "Nederlands",
    "ro": "Română",
    "kk": "Қазақша",
}
"""What each language calls itself."""

NOT_BY_LANGUAGE = {*FILES, "offline.worker", "live.follow", "health.healthz"}
"""What is the same for every reader."""


@dataclass(frozen=True, slots=True)
class Choice:
    """One language in the switch, and the address that chooses it."""

    code: str
    name: str
    href: str
    is_current: bool


@bp.get("/language/<code>")
def choose(code: str) -> ResponseReturnValue:
    """Remember the language of this device and go back to the page that was open."""
    if code not in LANGUAGES:
        raise NotFound
    response = redirect(own_path(request.args.get("to", "")), 303)
    response.headers["Cache-Control"] = "no-store"
    if not _is_ahead():
        response.set_cookie(
            COOKIE, code, max_age=A_YEAR, secure=request.is_secure, httponly=True, samesite="Lax"
        )
    return response


def preferred() -> str | None:
    """Return the language of whoever asks; None for the host's."""
    if not has_request_context():
        return None
    chosen = request.cookies.get(COOKIE, "")
    if chosen in LANGUAGES:
        return chosen
    asked = (language_of(tag) for tag, quality in request.accept_languages if quality > 0)
    return next((language for language in asked if language), None)


def choices() -> list[Choice]:
    """Return the languages to switch between, each leading back to this page."""
    here, current = _here(), str(get_locale())
    return [
        Choice(code, name, url_for("languages.choose", code=code, to=here), code == current)
        for code, name in NAMES.items()
    ]


def by_name(people: Iterable[Named]) -> list[Named]:
    """Return people, or whatever has a name, in the order of the reader's alphabet."""
    place = sorting.by_name(str(get_locale() or SOURCE_LANGUAGE))
    return sorted(people, key=lambda person: place(person.name))


def own_path(address: str) -> str:
    """Return an address if it is a path of this app, else that of the home page."""
    # Browsers read a backslash as a slash, and leave out tabs and ends of lines.
    is_plain = address.isprintable() and "\\" not in address
    if not is_plain or not address.startswith("/") or address.startswith("//"):
        return "/"
    try:
        parts = urlsplit(address)
    except ValueError:
        return "/"
    return "/" if parts.scheme or parts.netloc else address


def add_headers(response: Response) -> Response:
    """Say what language an answer is in, and that it is another one for another reader."""
    if request.endpoint in NOT_BY_LANGUAGE:
        return response
    response.vary.update(("Accept-Language", "Cookie"))
    if response.mimetype in ("text/html", "text/csv", "application/manifest+json"):
        response.headers.setdefault("Content-Language", str(get_locale()))
    return response


def _here() -> str:
    """Return the address of the page that is being shown, as far as it can be asked for."""
    if "way_back" in g:
        return str(g.way_back)
    if request.method in ("GET", "HEAD"):
        return request.full_path.rstrip("?")
    game_id = (request.view_args or {}).get("game_id")
    try:
        current_app.create_url_adapter(request).match(method="GET")  # type: ignore[union-attr]
    except HTTPException:
        return url_for("games.table", game_id=game_id) if game_id else "/"
    return request.path


def _is_ahead() -> bool:
    """Tell whether a browser only fetches ahead what might be asked for."""
    purposes = (request.headers.get(name, "") for name in ("Sec-Purpose", "Purpose", "X-Moz"))
    return any("prefetch" in purpose or "preview" in purpose for purpose in purposes)
