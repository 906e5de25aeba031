"""What can be changed in a game, each as one step of its history; undo walks it back."""

from collections.abc import Sequence
from dataclasses import replace

from sqlalchemy.orm import Session

from scorekeeper.rules import Game, Hand

from . import snapshots
from .history import (
    HAND,
    NAMES,
    REFUSED,
    UNDO,
    Device,
    bases_before_reordering,
    newest_standing,
    note,
    note_refused,
    was_undone_at,
)
from .kept import KeptGame, NothingToUndoError, StaleError, Start
from .models import ChangeRow
from .players import who_are
from .putting import put
from .seating import Seating

JOINED, LEFT, SEATS, COMING = "joined", "left", "seats", "coming"
ENDED, REOPENED, DATED = "ended", "reopened", "dated"


def save_hand(
    session: Session, kept: KeptGame, number: int, hand: Hand, *, base: int | None, device: Device
) -> KeptGame:
    """Replace a hand by another and return the game as it then stands.

    `kept` comes from `lock_game` in the same transaction. `base` is the revision of the
    hand that the new one was made from. Equal values change nothing. Raises `StaleError`
    when something else was saved since then: the refused version has then been committed to
    the history.
    """
    old = kept.game.hand(number)
    # A save says nothing of who sits beside whom.
    new = replace(_settled(hand), order=old.order)
    if new == old:
        return kept
    was_marked = kept.corrected[number - 1]
    marked = was_marked or _is_late(kept, number)
    change = ChangeRow(
        kind=HAND,
        number=number,
        base=base,
        before={"hands": {str(number): snapshots.take(old, corrected=was_marked)}},
        after={"hands": {str(number): snapshots.take(new, corrected=marked)}},
    )
    is_stale = base != kept.hand_revision(number)
    # Whatever order the table is seated in, the values are those of the same seats.
    if is_stale and all(base != old for old in bases_before_reordering(session, kept, number)):
        change.kind, change.before = REFUSED, None
        note_refused(session, kept, change, device)
        session.commit()  # that it was refused is part of the history
        raise StaleError(kept)
    note(session, kept, change, device)
    return put(session, kept, snapshots.with_hand(kept, number, new, marked))


def change_table(  # noqa: PLR0913 - what, why, from where, by whom
    session: Session,
    kept: KeptGame,
    game: Game,
    *,
    kind: str,
    device: Device,
    base: int | None,
    player_ids: Sequence[str] | None = None,
) -> KeptGame:
    """Put another game in place of a game: people, seats, coming hands, title, or its end.

    `kept` comes from `lock_game` in the same transaction; `base` is the game's revision that
    the keeper saw. `player_ids` are in the order of the new seats. Raises `StaleError` for an
    old base.
    """
    ids = tuple(player_ids or kept.player_ids)
    if (game, ids) == (kept.game, kept.player_ids):
        return kept
    if base != kept.revision:
        raise StaleError(kept)
    new = replace(kept, game=game, player_ids=ids, corrected=_marks(kept, game))
    note(
        session,
        kept,
        ChangeRow(
            kind=kind,
            base=base,
            before={"table": snapshots.take_table(kept)},
            after={"table": snapshots.take_table(new)},
        ),
        device,
    )
    return put(session, kept, new)


def join(  # noqa: PLR0913 - what, who, by which key, from where, by whom
    session: Session,
    kept: KeptGame,
    game: Game,
    *,
    base: int | None,
    device: Device,
    chosen: str | None = None,
    knows_book: bool = False,
) -> KeptGame:
    """Keep a game that one more player has joined.

    For a key that `knows_book` this is the player that was `chosen` from its list by id, else
    the book's player of that name; for the key of one game it is always somebody new. Raises
    `StaleError` for an old base, and `SeatedTwiceError`.
    """
    if base != kept.revision:
        # Before somebody new is made in the book, who would sit nowhere.
        raise StaleError(kept)
    names = [player.name for player in game.players]
    picked = [*(None for _ in kept.player_ids), chosen]
    ids = Seating(session, kept, names, chosen=picked, knows_book=knows_book).player_ids()
    return change_table(session, kept, game, kind=JOINED, device=device, base=base, player_ids=ids)


def reorder(
    session: Session, kept: KeptGame, game: Game, *, base: int | None, device: Device
) -> KeptGame:
    """Seat the players of a game in another order from a hand on; each keeps their seat number.

    Raises `StaleError` for an old base.
    """
    if game.orders == kept.game.orders:
        return kept
    if base != kept.revision:
        raise StaleError(kept)
    new = replace(kept, game=replace(kept.game, hands=game.hands))
    change = ChangeRow(
        kind=SEATS,
        base=base,
        before={"orders": snapshots.take_orders(kept)},
        after={"orders": snapshots.take_orders(new)},
    )
    note(session, kept, change, device)
    return put(session, kept, new)


def change_names(  # noqa: PLR0913 - what, who, by which key, from where, by whom
    session: Session,
    kept: KeptGame,
    game: Game,
    *,
    base: int | None,
    device: Device,
    chosen: Sequence[str | None] | None = None,
    knows_book: bool = False,
) -> KeptGame:
    """Give the game another title, and a seat another player where its name is another.

    Who sat there keeps name and games: what was noted on the seat goes over to the other. For a
    key that `knows_book` that is the player `chosen` from its list by id, else whom the name
    means in the book; for the key of one game it is always somebody new. Raises `StaleError` for
    an old base, and `SeatedTwiceError`.
    """
    names = [player.name for player in game.players]
    seating = Seating(session, kept, names, chosen=chosen, knows_book=knows_book)
    if not seating.changed and game.title == kept.game.title:
        return kept
    if base != kept.revision:
        # Before somebody new is made in the book, who would sit nowhere.
        raise StaleError(kept)
    new = replace(
        kept,
        game=replace(kept.game, players=game.players, title=game.title),
        player_ids=seating.player_ids(),
    )
    change = ChangeRow(
        kind=NAMES,
        base=base,
        before={"seats": snapshots.take_seats(kept)},
        after={"seats": snapshots.take_seats(new)},
    )
    note(session, kept, change, device)
    return put(session, kept, new, is_exchange=True)


def change_date(
    session: Session, kept: KeptGame, start: Start, *, base: int | None, device: Device
) -> KeptGame:
    """Say when a game began. Without a base it is not asked what the sender saw.

    Raises `StaleError` for an old base.
    """
    if start == kept.start:
        return kept
    if base not in (None, kept.revision):
        raise StaleError(kept)
    new = replace(kept, started=start.moment, has_time=start.has_time)
    before, after = snapshots.take_date(kept), snapshots.take_date(new)
    change = ChangeRow(kind=DATED, base=base, before={"date": before}, after={"date": after})
    note(session, kept, change, device)
    return put(session, kept, new)


def undo(session: Session, kept: KeptGame, *, base: int | None, device: Device) -> KeptGame:
    """Take back the newest change that still stands, and return the game as it then stands.

    `kept` comes from `lock_game` in the same transaction; `base` is the game's revision
    that the keeper saw. The same undo again does nothing more. Raises `StaleError` for an
    old base and `NothingToUndoError` when nothing is left.
    """
    if base != kept.revision:
        if base is not None and was_undone_at(session, kept, base):
            return kept
        raise StaleError(kept)
    change = newest_standing(session, kept)
    if change is None:
        raise NothingToUndoError(kept)
    change.undone = kept.revision + 1
    before, after = (snapshots.own_part(parts or {}) for parts in (change.after, change.before))
    if "orders" in before:
        before = {"orders": snapshots.take_orders(kept)}
    back = ChangeRow(kind=UNDO, number=change.number, base=base, before=before, after=after)
    note(session, kept, back, device)
    seats = after["seats"]["seats"] if "seats" in after else []
    people = who_are(session, kept.book_id, [player_id for player_id, _ in seats])
    old = snapshots.with_parts(kept, after or {"hands": {}}, people)
    return put(session, kept, old, is_exchange=bool(seats))


def _settled(hand: Hand) -> Hand:
    """Return the hand as it is stored: a whole pack has no trump to note."""
    return replace(hand, trump=None) if hand.is_whole_pack else hand


def _is_late(kept: KeptGame, number: int) -> bool:
    """Tell whether a later hand was begun, so that a change to this one is a correction."""
    return any(hand.is_begun for hand in kept.game.hands[number:])


def _marks(kept: KeptGame, game: Game) -> tuple[bool, ...]:
    """Return the marks of corrected hands for as many hands as the game has now."""
    more = len(game.hands) - len(kept.corrected)
    return kept.corrected[: len(game.hands)] + (False,) * max(0, more)
