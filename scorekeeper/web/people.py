"""Around the table: who comes and goes, who sits where, which hands come, and how it ends."""

from collections.abc import Callable
from functools import partial
from typing import TypeAlias, TypeVar

from flask import Blueprint, flash, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from flask_babel import gettext as _

from scorekeeper.rules.table import ended, first_unbegun, reopened
from scorekeeper.store import changes, games, players
from scorekeeper.store.kept import KeptGame, StaleError
from scorekeeper.store.seating import SeatedTwiceError

from .access import device, of_game, role_in
from .answers import changed, game_document, refused, wants_document, wants_page
from .extensions import db, writing
from .finding import find_game, lock_game
from .forms.alike import AskingForm
from .forms.dating import StartedForm
from .forms.people import ComingForm, JoinForm, LeaveForm, NamesForm, SeatsForm, TableForm
from .keys import Role

F = TypeVar("F", bound=TableForm)
Keep: TypeAlias = Callable[..., KeptGame]

bp = Blueprint("people", __name__, url_prefix="/games/<own_id:game_id>")


@bp.get("/people")
@of_game(Role.KEEPER)
def page(game_id: str) -> ResponseReturnValue:
    """Show what can be changed about the table."""
    return _page(find_game(game_id))


@bp.post("/names")
@of_game(Role.KEEPER)
def name(game_id: str) -> ResponseReturnValue:
    """Exchange who sits on a seat, in this game alone, and give the game another title."""

    def keep(kept: KeptGame, form: NamesForm) -> Keep:
        return partial(changes.change_names, chosen=form.chosen, knows_book=_knows_book(kept))

    return _change(game_id, NamesForm, keep)


@bp.post("/join")
@of_game(Role.KEEPER)
def join(game_id: str) -> ResponseReturnValue:
    """Seat somebody who came late."""

    def keep(kept: KeptGame, form: JoinForm) -> Keep:
        return partial(changes.join, chosen=form.player.value, knows_book=_knows_book(kept))

    return _change(game_id, JoinForm, keep)


@bp.post("/leave")
@of_game(Role.KEEPER)
def leave(game_id: str) -> ResponseReturnValue:
    """Let somebody go for good; what they played stands."""
    keep = partial(changes.change_table, kind=changes.LEFT)
    return _change(game_id, LeaveForm, lambda _kept, _form: keep)


@bp.post("/coming")
@of_game(Role.KEEPER)
def coming(game_id: str) -> ResponseReturnValue:
    """Add, drop or resize the hands still to come."""
    keep = partial(changes.change_table, kind=changes.COMING)
    return _change(game_id, ComingForm, lambda _kept, _form: keep)


@bp.post("/seats")
@of_game(Role.KEEPER)
def seats(game_id: str) -> ResponseReturnValue:
    """Seat the players in another order, from the first hand that nobody has begun."""

    def keep(kept: KeptGame, form: SeatsForm) -> Keep:
        if first_unbegun(kept.game) > 1:
            return changes.reorder
        ids = [kept.player_ids[old] for old in form.old_seats]
        return partial(changes.change_table, kind=changes.SEATS, player_ids=ids)

    return _change(game_id, SeatsForm, keep)


@bp.post("/started")
@of_game(Role.KEEPER)
def started(game_id: str) -> ResponseReturnValue:
    """Say when the game was played; a day without a time will do."""
    return _change(game_id, StartedForm, lambda _kept, _form: changes.change_date)


@bp.post("/end")
@of_game(Role.KEEPER)
def end(game_id: str) -> ResponseReturnValue:
    """End the game where it stands, or open one again that was ended so."""
    form = TableForm(request.form)
    is_end = "again" not in request.form
    kind = changes.ENDED if is_end else changes.REOPENED
    try:
        with writing() as store:
            kept = lock_game(store, game_id)
            game = ended(kept.game) if is_end else reopened(kept.game)
            kept = changes.change_table(
                store, kept, game, kind=kind, base=form.base_revision, device=device()
            )
    except StaleError as error:
        return _stale(error.kept, form)
    return changed(kept)


@bp.post("/give-up")
@of_game(Role.KEEPER)
def give_up(game_id: str) -> ResponseReturnValue:
    """Take the game off the book's lists, or put it back; nothing of it is lost."""
    back = "again" in request.form
    with writing() as store:
        games.give_up(store, lock_game(store, game_id), given_up=not back)
    if back or wants_document():
        return changed(find_game(game_id))
    flash(_("The game was given up: it is on no list any more. Its address still opens it."))
    return redirect(url_for("books.home"), 303)


def _change(game_id: str, kind: type[F], how: Callable[[KeptGame, F], Keep]) -> ResponseReturnValue:
    """Keep what a form makes of the table, or answer with what it says against it."""
    try:
        with writing() as store:
            kept = lock_game(store, game_id, with_book=True)
            form = kind(request.form, meta={"seats": len(kept.game.players)})
            if isinstance(form, AskingForm) and _knows_book(kept):
                form.known = players.known_players(store, kept.book_id, with_hidden=True)
            change = form.change(kept)
            if change is not None:
                keep = how(kept, form)
                kept = keep(store, kept, change, base=form.base_revision, device=device())
    except SeatedTwiceError as fault:
        field = f"name-{fault.seat}" if isinstance(form, NamesForm) else "name"
        form.refuse(field, _("%(name)s sits at this table already.", name=fault.name))
        return _answer(kept, form)
    except StaleError as error:
        return _stale(error.kept, form)
    return _answer(kept, form if change is None else None)


def _stale(kept: KeptGame, form: TableForm) -> ResponseReturnValue:
    """Answer a change that came too late: the page, with what was entered still in it."""
    if not wants_page():
        return game_document(kept, 409)
    form.refuse("table", _("Another device changed something meanwhile. Look, and send it again."))
    return _page(find_game(kept.id), form), 409


def _knows_book(kept: KeptGame) -> bool:
    """Tell whether this device may choose from all players: the key of one game shows only it."""
    return role_in(kept.book_id) is Role.KEEPER


def _answer(kept: KeptGame, form: TableForm | None) -> ResponseReturnValue:
    """Answer a change to the table: the page again, with what was refused still in its place."""
    if form is not None:
        return refused(form.messages, lambda: _page(kept, form))
    if wants_document():
        return game_document(kept)
    flash(_("Changed. Undo on the table takes it back."))
    return redirect(url_for("people.page", game_id=kept.id), 303)


def _page(kept: KeptGame, entered: TableForm | None = None) -> str:
    """Return the page, a refused form among the ones with what is stored."""
    db.session.rollback()
    game = kept.game
    names = [player.name for player in game.players]
    started = StartedForm()
    started.show(kept.start)
    forms: dict[str, TableForm] = {
        "names": NamesForm(name=names, title=game.title, meta={"seats": len(names)}),
        "join": JoinForm(),
        "leave": LeaveForm(),
        "coming": ComingForm(),
        "seats": SeatsForm(),
        "started": started,
    }
    if entered is not None:
        forms |= {kind: entered for kind, form in forms.items() if type(form) is type(entered)}
    unbegun = first_unbegun(game)
    knows_book = _knows_book(kept)
    known = players.known_players(db.session, kept.book_id) if knows_book else []
    return render_template(
        "games/people.html",
        kept=kept,
        game=game,
        forms=forms,
        refused=entered,
        keeps_book=knows_book,
        known=[player for player in known if player.id not in kept.people],
        unbegun=unbegun,
        order=game.orders[min(unbegun, len(game.hands)) - 1],
        coming=[hand.cards for hand in game.hands[unbegun - 1 :]],
        present={seat for hand in game.hands[unbegun - 1 :] for seat in hand.seats},
    )
