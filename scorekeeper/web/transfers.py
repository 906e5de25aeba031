"""Games in and out: a card for a spreadsheet, and a game that was kept elsewhere."""

import secrets

from flask import Blueprint, Response, jsonify, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from flask_babel import get_locale
from flask_babel import gettext as _

from scorekeeper.documents.filing import file_name, title_of
from scorekeeper.sheets import Headings, write_card
from scorekeeper.store import players
from scorekeeper.store.imports import keep_game

from .access import of_book, of_game
from .answers import wants_page
from .bookfiles import book_in_text, open_book
from .bringing import bring_book_in, known_game
from .downloads import name_file
from .extensions import db, writing
from .finding import find_game
from .forms.importing import ImportForm, Reading
from .keys import Role

bp = Blueprint("transfers", __name__)

MOST_UPLOADED = 128 * 1024 * 1024
"""Of a book that comes in through the page; 2,000 games are 25 MB, and packed less than two."""

SEMICOLON_LANGUAGES = {"nl", "ro", "kk"}
"""Languages whose spreadsheets split cells at `;`, since their numbers have a comma."""


@bp.get("/games/<own_id:game_id>.csv")
@of_game(Role.READER)
def as_table(game_id: str) -> ResponseReturnValue:
    """Send the card as a table that opens in the reader's spreadsheet."""
    kept = find_game(game_id)
    table = write_card(kept.game, _headings(), delimiter=delimiter_here(), started=kept.began)
    response = Response(table, content_type="text/csv; charset=utf-8")
    day = kept.started.date().isoformat()
    name_file(response, file_name(("Bluke", day, title_of(kept.game)), "csv"))
    response.cache_control.private = True
    response.cache_control.no_cache = True
    return response


@bp.get("/import")
@of_book(Role.KEEPER)
def begin(_book_id: str) -> ResponseReturnValue:
    """Show the form that brings a game in."""
    return _page(ImportForm(), None, None)


@bp.post("/import")
@of_book(Role.KEEPER, most_uploaded=MOST_UPLOADED)
def bring_in(book_id: str) -> ResponseReturnValue:
    """Show what was brought in as it was understood, or keep it; sent twice it is one game."""
    uploaded = request.files.get("file")
    book = open_book(uploaded.stream) if uploaded else None
    book = book or book_in_text(request.form.get("card", ""))
    if book is not None:
        return bring_book_in(book_id, book)
    form = ImportForm.read(request.form, uploaded)
    form.known = players.known_players(db.session, book_id, with_hidden=True)
    reading = form.reading()
    keeps = "keep" in request.form
    meant = form.people_in(reading, keeps=keeps) if reading is not None else {}
    start = form.start_of(reading) if reading is not None else None
    game = form.game(reading, meant) if reading is not None and keeps else None
    if reading is None or game is None or form.messages:
        return _answer(form, reading, known_game(db.session, book_id, reading))
    ids = dict(enumerate(reading.player_ids)) | {seat: player.id for seat, player in meant.items()}
    with writing() as store:
        game_id = keep_game(
            store,
            book_id,
            game,
            setup=form.fingerprint(),
            player_ids=[ids.get(seat) for seat in range(len(game.players))],
            started=start,
            corrected=reading.corrected,
        )
    return redirect(url_for("games.table", game_id=game_id), 303)


def delimiter_here() -> str:
    """Return what stands between the cells of a table in the reader's language."""
    locale = get_locale()
    return ";" if locale and locale.language in SEMICOLON_LANGUAGES else ","


def _answer(form: ImportForm, reading: Reading | None, known: str | None) -> ResponseReturnValue:
    status = 422 if form.messages else 200
    if wants_page():
        return _page(form, reading, known), status
    if reading is None or form.messages:
        return jsonify(errors=form.messages), status
    return jsonify(
        faults={number: said for number, said in reading.faults.items() if said},
        remarks=reading.remarks,
        can_be_kept=reading.can_be_kept,
        known=known,
    )


def _page(form: ImportForm, reading: Reading | None, known: str | None) -> str:
    return render_template(
        "transfers/import.html",
        form=form,
        reading=reading,
        known=known,
        once=form.once.value or secrets.token_urlsafe(12),
    )


def _headings() -> Headings:
    return Headings(
        # Translators: Headings of a table for a spreadsheet. “Hand” is its number.
        hand=_("Hand"),
        cards=_("Cards"),
        dealer=_("Dealer"),
        trump=_("Trump"),
        # Translators: Tricks taken.
        taken=_("Taken"),
        score=_("Score"),
        started=_("Started"),
        # Translators: Heading of a column with the numbers of the seats, as “1 3 2 4”.
        order=_("Seats clockwise"),
    )
