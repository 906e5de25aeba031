"""Who gets in: what this device has opened, and what that lets it do."""

import secrets
from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from functools import wraps
from typing import Concatenate, ParamSpec, TypeAlias

from flask import abort, g, request, session
from flask.typing import ResponseReturnValue
from werkzeug.exceptions import NotFound

from scorekeeper.store import books
from scorekeeper.store.history import Device
from scorekeeper.store.ids import BOOK_LENGTH, book_of

from .devices import kind_of_device
from .extensions import csrf, db
from .keys import Grant, Role

P = ParamSpec("P")
View: TypeAlias = Callable[P, ResponseReturnValue]
BookView: TypeAlias = Callable[Concatenate[str, P], ResponseReturnValue]

MOST_GRANTS = 120
"""As many as fit into one cookie; past it the grants opened longest ago are dropped."""


class DeletedGameError(NotFound):
    """A game was deleted; who holds a key to it is told so, for everybody else there is none."""

    def __init__(self, game_id: str) -> None:
        """Say which game it was."""
        super().__init__()
        self.game_id = game_id


def remember(own_id: str, grant: Grant) -> None:
    """Keep a grant on this device; a weaker one never replaces a stronger one that holds."""
    grants, held = _grants(), _held(own_id)
    if held is not None and held.generation == grant.generation and held.role > grant.role:
        grant = held
    grants.pop(own_id, None)  # whatever was opened last stands last
    grants[own_id] = str(grant)
    session["grants"] = dict(list(grants.items())[-MOST_GRANTS:])
    g.pop("roles", None)


def opened_book() -> str | None:
    """Return the id of the book this device opened last, of those it may still see."""
    books_held = (own_id for own_id in _latest_first() if len(own_id) == BOOK_LENGTH)
    return next((book_id for book_id in books_held if role_in(book_id)), None)


def opened_games() -> list[str]:
    """Return the ids of the games this device may see by a key of their own, latest first."""
    games = (own_id for own_id in _latest_first() if len(own_id) > BOOK_LENGTH)
    return [game_id for game_id in games if role_in(game_id)]


def forget_book(book_id: str) -> None:
    """Let go of every grant in a book on this device."""
    kept = {own_id: grant for own_id, grant in _grants().items() if book_of(own_id) != book_id}
    session["grants"] = kept
    g.pop("roles", None)


def device() -> Device:
    """Return the name the history knows this device by; it says nothing of its owner."""
    if "device" not in session:
        session["device"] = secrets.token_hex(4)
    return Device(str(session["device"]), kind_of_device())


def keep_cookie_fresh() -> None:
    """Renew the cookie once a day of use, so that a year without a game is what ends it."""
    today = datetime.now(UTC).date().isoformat()
    if _grants() and session.get("day") != today:
        session["day"] = today


def role_in(own_id: str) -> Role | None:
    """Return what this device may do in a book or a game; None for nothing at all."""
    roles = _roles()
    if own_id not in roles:
        is_book = len(own_id) == BOOK_LENGTH
        roles[own_id] = _role_in_book(own_id) if is_book else _role_in_game(own_id)
    return roles[own_id]


def of_game(needed: Role) -> Callable[[View[P]], View[P]]:
    """Let a view of the game in its address be seen by who has a key: others learn nothing."""
    return _after(lambda address: admit(str(address["game_id"]), needed))


def of_book(needed: Role, *, most_uploaded: int | None = None) -> Callable[[BookView[P]], View[P]]:
    """Give a view the book opened last; who holds none learns nothing.

    `most_uploaded` bytes may be sent to it in files, where that is more than elsewhere.
    """

    def guard(view: BookView[P]) -> View[P]:
        @wraps(view)
        def guarded(*args: P.args, **kwargs: P.kwargs) -> ResponseReturnValue:
            book_id = opened_book() or ""
            # Files are put on the disk; any other form is read into memory.
            if most_uploaded and request.mimetype == "multipart/form-data":
                request.max_content_length = most_uploaded
            admit(book_id, needed)
            return view(book_id, *args, **kwargs)

        return guarded

    return guard


def of_its_book(needed: Role) -> Callable[[View[P]], View[P]]:
    """Let a view be seen by who may do so in the book of the game or player in its address."""
    return _after(
        lambda address: admit(book_of(str(address.get("game_id") or address["player_id"])), needed)
    )


def of_any_key(view: View[P]) -> View[P]:
    """Let a view be seen by every device that was let into anything."""

    def admit_any(_address: Mapping[str, object]) -> None:
        if opened_book() is None and not opened_games():
            abort(404)

    return _after(admit_any)(view)


def _after(check: Callable[[Mapping[str, object]], None]) -> Callable[[View[P]], View[P]]:
    """Let a view be seen where a check of what its address holds raises nothing."""

    def guard(view: View[P]) -> View[P]:
        @wraps(view)
        def guarded(*args: P.args, **kwargs: P.kwargs) -> ResponseReturnValue:
            check(kwargs)
            return view(*args, **kwargs)

        return guarded

    return guard


def admit(own_id: str, needed: Role) -> None:
    """Let the request go on, or end it: 404 without the right key, 403 for a reader who writes.

    A keeper's change must also come from a page of ours.
    """
    role = role_in(own_id)
    is_write = request.method not in ("GET", "HEAD", "OPTIONS")
    if role is None and len(own_id) > BOOK_LENGTH and _role_in_game(own_id, deleted=True):
        raise DeletedGameError(own_id)
    if role is None or (role < needed and not is_write):
        abort(404)
    if role < needed:
        abort(403)
    csrf.protect()


def _role_in_book(book_id: str) -> Role | None:
    held = _held(book_id)
    if held is None:
        return None
    current = books.book_generation(db.session, book_id)
    role = _if_current(held, str(current.book)) if current else None
    g.is_demo = bool(role and current and current.is_demo)
    return role


def _role_in_game(game_id: str, *, deleted: bool = False) -> Role | None:
    by_book, by_game = _held(book_of(game_id)), _held(game_id)
    if by_book is None and by_game is None:
        return None
    found = books.game_generations(db.session, book_of(game_id), game_id, deleted=deleted)
    if found is None:
        return None
    g.is_demo = found.is_demo
    of_book = _if_current(by_book, str(found.book))
    of_game = _if_current(by_game, f"{found.book}.{found.game}")
    _roles()[book_of(game_id)] = of_book
    return max((role for role in (of_book, of_game) if role is not None), default=None)


def _if_current(held: Grant | None, generation: str) -> Role | None:
    """Return what a grant lets a device do; nothing where it is of another generation."""
    return held.role if held is not None and held.generation == generation else None


def _roles() -> dict[str, Role | None]:
    """Return what is known in this request of the role of the device in books and games."""
    roles: dict[str, Role | None] = g.setdefault("roles", {})
    return roles


def _grants() -> dict[str, str]:
    grants = session.get("grants")
    return dict(grants) if isinstance(grants, dict) else {}


def _latest_first() -> list[str]:
    return list(reversed(_grants()))


def _held(own_id: str) -> Grant | None:
    return Grant.parse(_grants().get(own_id, ""))
