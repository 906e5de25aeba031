"""The links that let a device in: opening one, showing them, and making them anew."""

import segno
from flask import (
    Blueprint,
    abort,
    flash,
    jsonify,
    redirect,
    render_template,
    request,
    session,
    url_for,
)
from flask.typing import ResponseReturnValue
from flask_babel import gettext as _
from flask_wtf.csrf import generate_csrf

from scorekeeper.store import books
from scorekeeper.store.ids import BOOK_LENGTH, book_of

from .access import of_book, of_game, remember, role_in
from .extensions import db, writing
from .keys import Grant, Role, make_key, read_key
from .pens import offer_pen

bp = Blueprint("links", __name__)


@bp.get("/key/<key>")
def open_key(key: str) -> ResponseReturnValue:
    """Remember on this device what a key opens, and go there; the key is in no later address."""
    opened = read_key(key)
    if opened is None or opened[1].generation != current_generation(opened[0]):
        abort(404)
    session.permanent = True
    remember(*opened)
    offer_pen(*opened)
    return redirect(_place(opened[0]), 303)


@bp.get("/links")
@of_book(Role.KEEPER)
def of_the_book(book_id: str) -> ResponseReturnValue:
    """Show the links into the book."""
    return _page(book_id)


@bp.post("/links")
@of_book(Role.KEEPER)
def renew_of_book(book_id: str) -> ResponseReturnValue:
    """Make every key of the book and of its games worthless but for the device that asks."""
    with writing() as store:
        generation = books.renew_book_keys(store, book_id)
    return _renewed(book_id, str(generation), url_for("links.of_the_book"))


@bp.get("/games/<own_id:game_id>/links")
@of_game(Role.KEEPER)
def of_the_game(game_id: str) -> ResponseReturnValue:
    """Show the links into this one game."""
    return _page(game_id)


@bp.post("/games/<own_id:game_id>/links")
@of_game(Role.KEEPER)
def renew_of_game(game_id: str) -> ResponseReturnValue:
    """Make every key of this one game worthless but for the device that asks."""
    with writing() as store:
        books.renew_game_keys(store, book_of(game_id), game_id)
    generation = current_generation(game_id) or ""
    return _renewed(game_id, generation, url_for("links.of_the_game", game_id=game_id))


@bp.get("/games/<own_id:game_id>/token")
@of_game(Role.KEEPER)
def token(game_id: str) -> ResponseReturnValue:  # noqa: ARG001 - the guard has read it
    """Send a fresh form token, for a page whose own has gone stale with a tap still to send."""
    response = jsonify(csrf_token=generate_csrf())
    response.cache_control.no_store = True
    return response


def current_generation(own_id: str) -> str | None:
    """Return the generation that a key of a book or game must carry; None for no such thing."""
    if len(own_id) == BOOK_LENGTH:
        of_book = books.book_generation(db.session, own_id)
        return of_book and str(of_book.book)
    of_game = books.game_generations(db.session, book_of(own_id), own_id)
    return of_game and f"{of_game.book}.{of_game.game}"


def path_of_link(own_id: str, role: Role) -> str:
    """Return the path that makes a device a keeper or a reader of a book or a game."""
    key = make_key(own_id, Grant(role, current_generation(own_id) or ""))
    return f"/key/{key}"


def _page(own_id: str) -> str:
    paths = {role.name.lower(): path_of_link(own_id, role) for role in Role}
    if not _is_book(own_id) and role_in(book_of(own_id)) is Role.KEEPER:
        paths["book"] = path_of_link(book_of(own_id), Role.READER)
    links = {name: request.url_root.rstrip("/") + path for name, path in paths.items()}
    pictures = {name: segno.make(link, error="m") for name, link in links.items()}
    return render_template(
        "links.html", links=links, pictures=pictures, home=_place(own_id), is_book=_is_book(own_id)
    )


def _renewed(own_id: str, generation: str, page: str) -> ResponseReturnValue:
    remember(own_id, Grant(Role.KEEPER, generation))
    flash(_("The old links are worthless now. Show the new ones to whoever should come back."))
    return redirect(page, 303)


def _place(own_id: str) -> str:
    return url_for("books.home") if _is_book(own_id) else url_for("games.table", game_id=own_id)


def _is_book(own_id: str) -> bool:
    return len(own_id) == BOOK_LENGTH
