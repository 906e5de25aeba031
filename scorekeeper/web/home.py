"""The home of a scorebook: games under way, games that are over, and who plays."""

from flask import Blueprint, redirect, render_template, url_for
from flask.typing import ResponseReturnValue
from flask_babel import get_translations

from scorekeeper.store import games, players
from scorekeeper.store.ids import book_of
from scorekeeper.store.reading import shelf

from .access import opened_book, opened_games, role_in
from .extensions import db
from .keys import Role
from .pad import in_each_form

bp = Blueprint("books", __name__)

LATEST = 10
UNSENT = 200
"""So many numbers of taps have a form of plural of their own; above, forms repeat."""


@bp.get("/")
def home() -> ResponseReturnValue:
    """Show the book opened last, the one game a device has, or how to get in."""
    book_id = opened_book()
    if book_id is not None:
        return _book(book_id)
    followed = opened_games()
    if not followed:
        return render_template("books/closed.html")
    if len(followed) == 1:
        return redirect(url_for("games.table", game_id=followed[0]), 303)
    shelves = [shelf(db.session, book_of(game_id), [game_id]) for game_id in followed]
    return render_template(
        "books/followed.html",
        unsent_words=in_each_form(_unsent_words, UNSENT),
        games=[kept for each in shelves for kept in each.games],
        unreadable=[own_id for each in shelves for own_id in each.unreadable],
    )


def _book(book_id: str) -> str:
    found = games.games_at_home(db.session, book_id, most=LATEST)
    return render_template(
        "books/home.html",
        unsent_words=in_each_form(_unsent_words, UNSENT),
        is_keeper=role_in(book_id) is Role.KEEPER,
        under_way=[kept for kept in found.games if not kept.card.over],
        finished=[kept for kept in found.games if kept.card.over],
        unreadable=found.unreadable,
        players=players.known_players(db.session, book_id),
    )


def _unsent_words(number: int) -> dict[str, str]:
    """Return what is said of so many taps that have not arrived, with a gap for the number."""
    said = get_translations().ngettext(
        "%(num)s tap is still on this phone only",
        "%(num)s taps are still on this phone only",
        number,
    )
    return {"taps": said % {"num": "{num}"}}
