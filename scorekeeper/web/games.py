"""One game: setting it up, its table, its document, and taking a change back."""

from flask import Blueprint, Response, redirect, request, url_for
from flask.typing import ResponseReturnValue
from flask_babel import gettext as _

from scorekeeper.store import changes, games, players
from scorekeeper.store.ids import book_of, is_own_id
from scorekeeper.store.kept import KeptGame, NothingToUndoError, StaleError

from .access import device, of_book, of_game
from .answers import changed, etag, game_document, of_this_build, refused, wants_page
from .extensions import db, writing
from .finding import find_game, lock_game
from .forms.fields import revision
from .forms.setup import SetupForm
from .keys import Role
from .setups import form_like, setup_page
from .tables import table_page

bp = Blueprint("games", __name__, url_prefix="/games")


@bp.get("/new")
@of_book(Role.KEEPER)
def new(book_id: str) -> ResponseReturnValue:
    """Show the form that sets a game up, filled in where the same players play again."""
    again = request.args.get("again", "")
    kept = games.load_game(db.session, book_id, again) if is_own_id(again) else None
    return setup_page(book_id, form_like(kept) if kept else SetupForm())


@bp.post("/new")
@of_book(Role.KEEPER)
def create(book_id: str) -> ResponseReturnValue:
    """Set a game up; the same form sent again leads to the same game."""
    form = SetupForm.read(request.form)
    form.known = players.known_players(db.session, book_id, with_hidden=True)
    game = form.game()
    if game is None:
        return refused(form.messages, lambda: setup_page(book_id, form))
    with writing() as store:
        game_id = games.set_up(
            store, book_id, game, player_ids=form.player_ids, setup=form.fingerprint()
        )
    return redirect(url_for("games.table", game_id=game_id), 303)


@bp.get("/<own_id:game_id>")
@of_game(Role.READER)
def table(game_id: str) -> ResponseReturnValue:
    """Show the table: the hand, the whole card, and for a keeper the form of the hand."""
    return table_page(find_game(game_id))


@bp.get("/<own_id:game_id>.json")
@of_game(Role.READER)
def as_document(game_id: str) -> ResponseReturnValue:
    """Send the game document, unless the one that was sent before is still right."""
    current = games.revision_of(db.session, book_of(game_id), game_id)
    if current is not None and request.if_none_match.contains_weak(etag(current)):
        response = of_this_build(Response(status=304))
        response.set_etag(etag(current), weak=True)
        return response
    return game_document(find_game(game_id))


@bp.post("/<own_id:game_id>/undo")
@of_game(Role.KEEPER)
def undo(game_id: str) -> ResponseReturnValue:
    """Take back the newest change."""
    base = revision(request.form.get("base", ""))
    try:
        with writing() as store:
            kept = lock_game(store, game_id, with_book=True)
            kept = changes.undo(store, kept, base=base, device=device())
    except NothingToUndoError as error:
        return _not_undone(error.kept, _("There is nothing left to undo."))
    except StaleError as error:
        notice = _("Something else was saved meanwhile. Look at the card, then undo again.")
        return _not_undone(error.kept, notice)
    return changed(kept)


def _not_undone(kept: KeptGame, notice: str) -> ResponseReturnValue:
    if not wants_page():
        return game_document(kept, 409)
    db.session.rollback()
    return table_page(find_game(kept.id), notice=notice), 409
