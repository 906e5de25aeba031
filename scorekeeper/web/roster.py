"""Everybody in the book: renamed, hidden, and merged where two turn out to be one person."""

from flask import Blueprint, abort, flash, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from flask_babel import gettext as _
from sqlalchemy.orm import Session

from scorekeeper.store import books, merging, players
from scorekeeper.store.ids import book_of
from scorekeeper.store.merging import CannotMergeError

from .access import of_book, of_its_book, role_in
from .answers import refused
from .extensions import db, writing
from .forms.players import RenameForm
from .keys import Role
from .languages import by_name

bp = Blueprint("roster", __name__, url_prefix="/players")


@bp.get("")
@of_book(Role.READER)
def everybody(book_id: str) -> ResponseReturnValue:
    """Show everybody, and to a keeper what can be changed about each."""
    return _page(book_id)


@bp.post("/<own_id:player_id>/name")
@of_its_book(Role.KEEPER)
def rename(player_id: str) -> ResponseReturnValue:
    """Give a player another name, in every game."""
    form = RenameForm(request.form)
    name = form.new_name()
    if name is None:
        return refused(form.messages, lambda: _page(book_of(player_id), player_id, form))
    with writing() as store:
        now = _lock(store, player_id)
        if now.name != name:
            players.rename(store, book_of(player_id), player_id, name)
    return _done(_("%(before)s is now called %(after)s.", before=now.name, after=name))


@bp.post("/<own_id:player_id>/hide")
@of_its_book(Role.KEEPER)
def hide(player_id: str) -> ResponseReturnValue:
    """Leave a player out of suggestions and lists, or put them back."""
    is_hidden = "again" not in request.form
    with writing() as store:
        now = _lock(store, player_id)
        players.hide(store, book_of(player_id), player_id, hidden=is_hidden)
    if is_hidden:
        return _done(_("%(name)s is hidden.", name=now.name))
    return _done(_("%(name)s is shown again.", name=now.name))


@bp.get("/<own_id:player_id>/merge")
@of_its_book(Role.KEEPER)
def ask(player_id: str) -> ResponseReturnValue:
    """Ask who a player really is, and show what it would mean."""
    return _merge_page(player_id, request.args.get("into", ""))


@bp.post("/<own_id:player_id>/merge")
@of_its_book(Role.KEEPER)
def merge(player_id: str) -> ResponseReturnValue:
    """Let a player go on as another, who they are."""
    into = request.form.get("into", "")
    try:
        with writing() as store:
            now = _lock(store, player_id)
            merging.merge(store, book_of(player_id), player_id, into)
            name = players.who_are(store, book_of(player_id), [into])[into].name
    except CannotMergeError:
        # Somebody may have changed something since the page was made: it is made anew.
        errors = {"into": _("These two cannot be one person.")}
        return refused(errors, lambda: _merge_page(player_id, into, is_refused=True))
    return _done(_("%(name)s is now %(other)s.", name=now.name, other=name))


@bp.post("/<own_id:player_id>/part")
@of_its_book(Role.KEEPER)
def part(player_id: str) -> ResponseReturnValue:
    """Take a merger back."""
    with writing() as store:
        books.lock_book(store, book_of(player_id))
        if not merging.part(store, book_of(player_id), player_id):
            abort(404)
        name = players.who_are(store, book_of(player_id), [player_id])[player_id].name
    return _done(_("%(name)s is somebody of their own again.", name=name))


def _lock(store: Session, player_id: str) -> players.Person:
    """Return a player of a book that this request alone changes; who was merged is nobody."""
    books.lock_book(store, book_of(player_id))
    person = players.who_are(store, book_of(player_id), [player_id]).get(player_id)
    if person is None or person.id != player_id:
        abort(404)
    return person


def _done(said: str) -> ResponseReturnValue:
    flash(said)
    return redirect(url_for("roster.everybody"), 303)


def _page(book_id: str, player_id: str = "", refused: RenameForm | None = None) -> str:
    """Return the page, with a name that was refused in its place."""
    db.session.rollback()
    known = by_name(players.known_players(db.session, book_id, with_hidden=True))
    return render_template(
        "players/everybody.html",
        shown=[player for player in known if not player.hidden],
        hidden=[player for player in known if player.hidden],
        merged=merging.merged_players(db.session, book_id),
        is_keeper=role_in(book_id) is Role.KEEPER,
        refused=refused,
        refused_id=player_id,
    )


def _merge_page(player_id: str, into: str, *, is_refused: bool = False) -> str:
    """Return the page that asks who a player is, or shows what follows from an answer."""
    db.session.rollback()
    book_id = book_of(player_id)
    known = {
        player.id: player
        for player in by_name(players.known_players(db.session, book_id, with_hidden=True))
    }
    player = known.pop(player_id, None) or abort(404)
    met = merging.met_by(db.session, book_id, player_id)
    other = None if into in met else known.get(into)
    return render_template(
        "players/merge.html",
        player=player,
        other=other,
        others=known.values(),
        met=met,
        gone=merging.merged_players(db.session, book_id).get(player_id, []),
        is_refused=is_refused or bool(into and other is None),
    )
