"""The card on paper."""

from urllib.parse import quote

from flask import Blueprint, Response, abort, make_response, render_template, request
from flask.typing import ResponseReturnValue
from flask_babel import get_locale
from flask_babel import gettext as _

from scorekeeper.printing import (
    Paper,
    PrintingBusyError,
    PrintingUnavailableError,
    Sheet,
    Style,
    print_card,
)
from scorekeeper.store.kept import KeptGame

from .access import of_game
from .finding import find_game
from .keys import Role

bp = Blueprint("prints", __name__, url_prefix="/games/<own_id:game_id>")


@bp.get("/scorecard.pdf")
@of_game(Role.READER)
def scorecard(game_id: str) -> ResponseReturnValue:
    """Send the scorecard as a PDF, printed once for each state of the game."""
    kept = find_game(game_id)
    sheet = _sheet(kept)
    key = (kept.id, kept.revision, sheet.style, sheet.paper, sheet.language)
    response = Response(print_card(sheet, key), mimetype="application/pdf")
    response.headers["Content-Disposition"] = f"inline; filename*=UTF-8''{quote(_file_name(kept))}"
    response.cache_control.private = True
    response.cache_control.no_cache = True
    return response


@bp.app_errorhandler(PrintingBusyError)
def busy(error: PrintingBusyError) -> ResponseReturnValue:
    """Ask whoever prints to wait: the printer does one card at a time."""
    text = _("Other cards are being printed. Try again in a moment.")
    page = render_template("error.html", title=_("The printer is busy"), text=text, status=503)
    response = make_response(page, 503)
    response.headers["Retry-After"] = str(error.retry_after)
    response.headers["Refresh"] = str(error.retry_after)
    return response


@bp.app_errorhandler(PrintingUnavailableError)
def unavailable(error: PrintingUnavailableError) -> ResponseReturnValue:
    """Say that this machine cannot print, and that nothing else is lost by it."""
    text = _("The host can put it right: %(reason)s", reason=str(error))
    title = _("This machine cannot print cards yet")
    return render_template("error.html", title=title, text=text, status=503), 503


def _sheet(kept: KeptGame) -> Sheet:
    """Return what to print; what the address asks for and cannot be had is a 404."""
    style, paper = request.args.get("style", "creative"), request.args.get("paper", "a4")
    if style not in set(Style) or paper not in set(Paper):
        abort(404)
    return Sheet(
        kept.game,
        kept.started.date(),
        language=str(get_locale() or "en"),
        style=Style(style),
        paper=Paper(paper),
    )


def _file_name(kept: KeptGame) -> str:
    title = kept.game.title or ", ".join(player.name for player in kept.game.players)
    plain = "".join(" " if character in '\\/:*?"<>|' else character for character in title)
    return f"Bluke {kept.started.date().isoformat()} {plain[:60].strip()}.pdf"
