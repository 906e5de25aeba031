"""The statistics of a book: its players in a table, and the same as data."""

from typing import Any

from flask import Blueprint, jsonify, render_template, request
from flask.typing import ResponseReturnValue

from scorekeeper.statistics import Totals
from scorekeeper.store import statistics
from scorekeeper.store.statistics import Person

from . import figures
from .access import of_book, role_in
from .extensions import db
from .forms.choosing import ChoiceForm
from .keys import Role
from .rankings import Line, Sorting

bp = Blueprint("statistics", __name__)
figures.register(bp)


@bp.get("/stats")
@of_book(Role.READER)
def of_the_book(book_id: str) -> ResponseReturnValue:
    """Show the players of the book, sorted and of the games that were asked for."""
    form = ChoiceForm(request.args)
    status = 200 if form.validate() else 422
    sorting = Sorting.read(request.args.get("sort", ""))
    everybody = statistics.people(db.session, book_id).values()
    totals = statistics.totals_of_all(db.session, book_id, everybody, form.chosen)
    with_hidden = "hidden" in request.args
    lines = [
        Line(person, totals[person.id])
        for person in everybody
        if person.id in totals and (with_hidden or not person.hidden)
    ]
    page = render_template(
        "stats/book.html",
        form=form,
        sorting=sorting,
        lines=sorting.ranked(lines),
        kept=form.kept | ({"hidden": "1"} if with_hidden else {}),
        hides=sum(person.hidden and person.id in totals for person in everybody),
        with_hidden=with_hidden,
        is_keeper=role_in(book_id) is Role.KEEPER,
    )
    return page, status


@bp.get("/stats.json")
@of_book(Role.READER)
def as_data(book_id: str) -> ResponseReturnValue:
    """Send the figures of everybody who sits in a game that is not deleted."""
    everybody = statistics.people(db.session, book_id).values()
    totals = statistics.totals_of_all(db.session, book_id, everybody)
    seated = statistics.seated(db.session, book_id, everybody)
    lines = [Line(person, totals.get(person.id, Totals())) for person in seated]
    response = jsonify(
        players=[_player(line.person, line.totals) for line in Sorting.read("").ranked(lines)]
    )
    response.cache_control.private = True
    response.cache_control.no_cache = True
    return response


def _player(person: Person, totals: Totals) -> dict[str, Any]:
    return {
        "id": person.id,
        "name": person.name,
        "games": totals.games,
        "wins": totals.wins,
        "average": totals.average,
        "best": totals.best,
        "worst": totals.worst,
        "hands": totals.hands,
        "S": totals.sets,
        "O": totals.overtricks,
        "P": totals.perfects,
        "bids": totals.bids,
        "taken": totals.taken,
        "uncounted": totals.uncounted,
    }
