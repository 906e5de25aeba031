"""Past games: found by player, day and title, and those that were deleted."""

from flask import Blueprint, render_template, request
from flask.typing import ResponseReturnValue

from scorekeeper.store import deleting, players
from scorekeeper.store.searching import Search, find_games

from .access import of_book, role_in
from .extensions import db
from .forms.searching import SearchForm, page_number
from .keys import Role

bp = Blueprint("past", __name__, url_prefix="/games")

A_PAGE = 25
MOST_DELETED = 200


@bp.get("")
@of_book(Role.READER)
def games(book_id: str) -> ResponseReturnValue:
    """Show a page of the games that are looked for; of all of them while nothing is."""
    form = SearchForm(request.args)
    search = form.search()
    page = page_number(request.args.get("page", ""))
    found = find_games(db.session, book_id, search or Search(), page=page, most=A_PAGE)
    deleted = request.args.get("deleted", "")
    is_keeper = role_in(book_id) is Role.KEEPER
    return render_template(
        "games/past.html",
        form=form,
        found=found if search is not None else None,
        players=players.known_players(db.session, book_id, with_hidden=True),
        is_keeper=is_keeper,
        deleted=deleted if is_keeper and deleting.is_deleted(db.session, book_id, deleted) else "",
    ), 200 if search is not None else 422


@bp.get("/deleted")
@of_book(Role.KEEPER)
def deleted(book_id: str) -> ResponseReturnValue:
    """Show the games that were deleted last, each with the way to bring it back."""
    found, when = deleting.deleted_games(db.session, book_id, most=MOST_DELETED)
    return render_template(
        "games/deleted_list.html",
        games=list(zip(found.games, when, strict=True)),
        unreadable=found.unreadable,
    )
