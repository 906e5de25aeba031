"""The card on paper: looked at before, sent as a PDF, and empty for a pen."""

import re
import secrets

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
    card_file_name,
    measures,
    print_card,
    proof,
)
from scorekeeper.store.ids import book_of
from scorekeeper.store.kept import KeptGame

from .access import of_any_key, of_game, role_in
from .blanks import BlankForm
from .downloads import name_file
from .extensions import db
from .finding import find_game
from .keys import Role

bp = Blueprint("prints", __name__)

LANGUAGE = re.compile(r"[a-z]{2,3}")

PROOF_POLICY = (
    "default-src 'none'; style-src 'nonce-{nonce}'; base-uri 'none'; form-action 'none'; "
    "frame-ancestors 'self'"
)
"""A proof is shown inside our own page, and nothing but its own styles may come with it."""


@bp.get("/games/<own_id:game_id>/print")
@of_game(Role.READER)
def room(game_id: str) -> ResponseReturnValue:
    """Show the card as it will be printed, with the choices there are."""
    kept = find_game(game_id)
    sheet = _sheet(kept)
    return render_template(
        "prints/room.html",
        kept=kept,
        sheet=sheet,
        layout=measures(sheet),
        file_name=card_file_name(sheet),
        has_book=role_in(book_of(game_id)) is not None,
    )


@bp.get("/games/<own_id:game_id>/scorecard.html")
@of_game(Role.READER)
def scorecard_proof(game_id: str) -> ResponseReturnValue:
    """Show the card alone, drawn by the browser as large as it is on paper."""
    nonce = secrets.token_urlsafe(12)
    response = make_response(proof(_sheet(find_game(game_id)), nonce=nonce))
    response.headers["Content-Security-Policy"] = PROOF_POLICY.format(nonce=nonce)
    return response


@bp.get("/games/<own_id:game_id>/scorecard.pdf")
@of_game(Role.READER)
def scorecard(game_id: str) -> ResponseReturnValue:
    """Send the scorecard as a PDF, printed once for each state of the game."""
    kept = find_game(game_id)
    sheet = _sheet(kept)
    # A player's number may change without the game's revision.
    return _pdf(
        sheet,
        (kept.id, kept.revision, kept.called, sheet.style, sheet.paper, sheet.language),
    )


@bp.get("/blank")
@of_any_key
def blank_form() -> ResponseReturnValue:
    """Show what an empty card can be made for."""
    return _blank_page(BlankForm(request.args))


@bp.get("/blank.pdf")
@of_any_key
def blank() -> ResponseReturnValue:
    """Send an empty card for a pen; what cannot be played is said at its field."""
    form = BlankForm(request.args)
    game = form.game()
    if game is None:
        return _blank_page(form), 422
    style, paper = _choices()
    sheet = Sheet(game, None, _language(), style, paper, unnamed=form.unnamed)
    return _pdf(sheet, sheet)


@bp.app_errorhandler(PrintingBusyError)
def busy(error: PrintingBusyError) -> ResponseReturnValue:
    """Ask whoever prints to wait, and ask again for them: the printer does one card at a time."""
    text = _("Other cards are being printed. This page tries again by itself in a moment.")
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
    """Return what to print of a game."""
    style, paper = _choices()
    return Sheet(
        kept.game,
        kept.started.date(),
        language=_language(),
        style=style,
        paper=paper,
        corrected=kept.corrected_hands,
        names=kept.called,
    )


def _choices() -> tuple[Style, Paper]:
    """Return style and paper; what the address asks for and cannot be had is a 404."""
    style = request.args.get("style", Style.CREATIVE.value)
    paper = request.args.get("paper", Paper.A4.value)
    if style not in set(Style) or paper not in set(Paper):
        abort(404)
    return Style(style), Paper(paper)


def _language() -> str:
    """Return the language of the card: the one asked for, else the reader's."""
    asked = request.args.get("lang", "")
    return asked if LANGUAGE.fullmatch(asked) else str(get_locale() or "en")


def _pdf(sheet: Sheet, key: object) -> Response:
    """Return the card of a sheet; a browser that has the very same keeps it."""
    # Whoever waits for the printer must not keep the database waiting.
    db.session.close()
    response = Response(print_card(sheet, key), mimetype="application/pdf")
    name_file(response, card_file_name(sheet), is_shown="save" not in request.args)
    response.cache_control.private = True
    response.cache_control.no_cache = True
    response.add_etag()
    response.make_conditional(request)
    return response


def _blank_page(form: BlankForm) -> str:
    return render_template("prints/blank.html", form=form, styles=Style, papers=Paper)
