"""A whole book brought in: looked at first or kept at once, with a report of every game."""

from typing import IO

from flask import jsonify, render_template, request
from flask.typing import ResponseReturnValue
from sqlalchemy.orm import Session

from scorekeeper.documents import DocumentError, ReadBook, read_book
from scorekeeper.store.bringing import bring_in, plan
from scorekeeper.store.deleting import has_game
from scorekeeper.store.ids import is_own_id, moved_id

from .answers import wants_page
from .extensions import db, writing
from .faults import document_sentence
from .forms.importing import Reading
from .reports import Report, report_of


def bring_book_in(book_id: str, file: IO[bytes]) -> ResponseReturnValue:
    """Keep the book in a file, or say what would come of it; all of it or, if asked, the rest."""
    keeps, without = "keep" in request.form, "without" in request.form
    try:
        report = brought_in(book_id, read_book(file), keeps=keeps, without=without)
    except DocumentError as error:
        report = Report(error=document_sentence(error))
    status = 422 if report.is_wrong and not report.is_kept else 200
    if wants_page():
        return render_template("transfers/book.html", report=report, without=without), status
    return jsonify(_told(report)), status


def known_game(session: Session, book_id: str, reading: Reading | None) -> str | None:
    """Return the id of the game in the book that a document was taken from, if it is there."""
    theirs = reading.game_id if reading is not None else None
    if theirs is None or not is_own_id(theirs):
        return None
    own_id = moved_id(book_id, theirs)
    return own_id if has_game(session, book_id, own_id) else None


def brought_in(book_id: str, book: ReadBook, *, keeps: bool, without: bool) -> Report:
    """Plan what would be done, do it where it is wanted and nothing speaks against it, and tell.

    `without` is whether games that are refused may be left out.
    """
    planned = plan(db.session, book_id, book, told=_nobody)
    is_whole = not book.refused and not planned.clashing
    if not keeps or not (is_whole or without):
        return report_of(book, planned)
    with writing() as store:
        planned = bring_in(store, book_id, book, planned, told=_nobody)
    return report_of(book, planned, is_kept=True)


def _told(report: Report) -> dict[str, object]:
    if report.error:
        return {"errors": {"file": report.error}}
    names = ("is_kept", "new", "same", "other", "gone", "refused", "players")
    counts = {name: getattr(report, name) for name in names}
    return {**counts, "faults": list(report.faults), "unsure": list(report.unsure)}


def _nobody(_done: int, _all: int) -> None:
    """Tell nobody how far it is: a page waits for the whole."""
