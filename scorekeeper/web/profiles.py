"""A player's page: all that their games say, and the games behind each figure."""

from typing import TypeAlias
from urllib.parse import urlencode

from flask import Blueprint, abort, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from scorekeeper.rules import Outcome
from scorekeeper.statistics import (
    Split,
    Totals,
    breakdowns,
    duels,
    periods,
    records,
    verdict,
)
from scorekeeper.store import statistics
from scorekeeper.store.ids import book_of
from scorekeeper.store.statistics import Person

from . import gamelists, portraits
from .access import admit, role_in
from .extensions import db
from .forms.choosing import ChoiceForm
from .keys import Role
from .languages import by_name

bp = Blueprint("profiles", __name__, url_prefix="/players/<own_id:player_id>")

People: TypeAlias = dict[str, Person]


@bp.get("")
def show(player_id: str) -> ResponseReturnValue:
    """Show all that a player's games say."""
    people = _admitted(player_id)
    person = people[player_id]
    form = ChoiceForm(request.args)
    status = 200 if form.validate() else 422
    book_id, chosen = book_of(player_id), form.chosen
    games = statistics.games_of(db.session, book_id, person, chosen)
    totals = Totals.of(game.summary for game in games)
    everybody = statistics.split_of_all(db.session, book_id, chosen)
    others = Split(*(everybody.count(each) - totals.split.count(each) for each in Outcome))
    met = duels(games, person.ids, statistics.living(people.values()))
    page = render_template(
        "stats/player.html",
        person=person,
        form=form,
        kept=form.kept,
        totals=totals,
        character=portraits.character(person.name, verdict(totals.split, others), totals),
        bidding=portraits.bidding(totals),
        periods=periods(games),
        parts=breakdowns(game.summary.hands for game in games),
        records=records(games),
        duels=sorted(
            ((other, met[other.id]) for other in by_name(people.values()) if other.id in met),
            key=lambda entry: -entry[1].games,
        ),
        titles=gamelists,
        period_name=portraits.period_name,
        period_days=portraits.period_days,
        is_keeper=role_in(book_id) is Role.KEEPER,
    )
    return page, status


@bp.get("/games")
def games(player_id: str) -> ResponseReturnValue:
    """Show the games behind a figure, each leading to its card."""
    people = _admitted(player_id)
    person = people[player_id]
    form = ChoiceForm(request.args)
    status = 200 if form.validate() else 422
    book_id, word = book_of(player_id), request.args.get("of", "")
    figure = gamelists.figure(word, person.name, people)
    found = gamelists.listed(statistics.games_of(db.session, book_id, person, form.chosen), figure)
    pages = max(1, -(-len(found) // gamelists.PAGE))
    number = min(pages, max(1, request.args.get("page", 1, type=int)))
    first = (number - 1) * gamelists.PAGE
    shown = found[first : first + gamelists.PAGE]
    page = render_template(
        "stats/games.html",
        person=person,
        form=form,
        kept=form.kept,
        word=word,
        title=figure.title,
        found=found,
        shown=shown,
        about=statistics.about_games(db.session, book_id, [each.game.game_id for each in shown]),
        first=first,
        number=number,
        pages=pages,
        is_keeper=role_in(book_id) is Role.KEEPER,
    )
    return page, status


def _admitted(player_id: str) -> People:
    """Return everybody in the player's book, for whom this device may read it; else 404.

    A merged player's reader is sent to who they are now; who is nobody is 404.
    """
    book_id = book_of(player_id)
    admit(book_id, Role.READER)
    people = statistics.people(db.session, book_id)
    if player_id not in people:
        now = statistics.living(people.values()).get(player_id) or abort(404)
        asked = urlencode(list(request.args.items(multi=True)), errors="replace")
        address = url_for(str(request.endpoint), player_id=now)
        abort(redirect(address + (f"?{asked}" if asked else "")))
    return people
