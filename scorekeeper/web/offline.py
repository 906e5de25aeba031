"""What makes the page an app on a phone: its manifest, and the worker that keeps it offline."""

from flask import Blueprint, Response, jsonify, redirect, send_from_directory, url_for
from flask.typing import ResponseReturnValue
from flask_babel import get_locale
from flask_babel import gettext as _

from scorekeeper.store import games

from .access import of_any_key, opened_book
from .extensions import db
from .joined import STATIC

bp = Blueprint("offline", __name__)

ICONS = (
    ("icons/bluke-192.png", "192x192", "any"),
    ("icons/bluke-512.png", "512x512", "any"),
    ("icons/maskable-512.png", "512x512", "maskable"),
)


@bp.get("/sw.js")
def worker() -> Response:
    """Send the service worker from the root, so that it reaches every page."""
    response = send_from_directory(STATIC / "js", "sw.js")
    response.cache_control.no_cache = True
    return response


@bp.get("/manifest.webmanifest")
def manifest() -> Response:
    """Say how the app is called, how it looks on a home screen, and what it can start with."""
    response = jsonify(
        name=_("Bluke Scorekeeper"),
        short_name="Bluke",
        lang=str(get_locale() or "en"),
        start_url="/",
        scope="/",
        id="/",
        display="standalone",
        background_color="#f8f5ec",
        theme_color="#f8f5ec",
        icons=[
            {
                "src": url_for("assets.static", filename=name),
                "sizes": sizes,
                "type": "image/png",
                "purpose": purpose,
            }
            for name, sizes, purpose in ICONS
        ],
        shortcuts=[
            {"name": _("Resume the game"), "url": "/resume"},
            {"name": _("New game"), "url": url_for("games.new")},
        ],
    )
    response.mimetype = "application/manifest+json"
    return response


@bp.get("/resume")
@of_any_key
def resume() -> ResponseReturnValue:
    """Go to the latest game under way; home, which knows what this device has, without one."""
    book_id = opened_book()
    under_way = games.games_under_way(db.session, book_id).games if book_id else []
    if not under_way:
        return redirect(url_for("books.home"), 303)
    return redirect(url_for("games.table", game_id=under_way[0].id), 303)
