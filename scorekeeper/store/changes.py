"""What can be changed in a game, each as one step of its history; undo walks it back."""

from collections.abc import Sequence
from dataclasses import replace

from sqlalchemy.orm import Session

from scorekeeper.rules import Game, Hand

from . import snapshots
from .history import HAND, REFUSED, UNDO, Device, newest_standing, note, note_refused, was_undone_at
from .kept import KeptGame, NothingToUndoError, StaleError
from .models import ChangeRow
from .players import player_for
from .putting import put

JOINED, LEFT, SEATS, COMING = "joined", "left", "seats", "coming"
ENDED, REOPENED, NAMES = "ended", "reopened", "names"


def save_hand(
    session: Session, kept: KeptGame, number: int, hand: Hand, *, base: int | None, device: Device
) -> KeptGame:
    """Replace a hand by another and return the game as it then stands.

    `kept` comes from `lock_game` in the same transaction. `base` is the revision of the
    hand that the new one was made from. Equal values change nothing. Raises `StaleError`
    when something else was saved since then: the refused version has then been noted in
    the history, so the transaction is to be committed all the same.
    """
    old, new = kept.game.hand(number), _settled(hand)
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
    if base != kept.hand_revision(number):
        change.kind, change.before = REFUSED, None
        note_refused(session, kept, change, device)
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


def join(
    session: Session, kept: KeptGame, game: Game, *, base: int | None, device: Device
) -> KeptGame:
    """Keep a game that one more player has joined; a name of the book means that player.

    Raises `StaleError` for an old base.
    """
    if base != kept.revision:
        # Before somebody new is made in the book, who would sit nowhere.
        raise StaleError(kept)
    joining = game.players[-1].name
    player_id = player_for(session, kept.book_id, joining, seated=kept.people)
    ids = (*kept.player_ids, player_id)
    return change_table(session, kept, game, kind=JOINED, device=device, base=base, player_ids=ids)


def change_names(
    session: Session, kept: KeptGame, game: Game, *, base: int | None, device: Device
) -> KeptGame:
    """Rename the players, in the whole book, and the game. Raises `StaleError` for an old base."""
    if (game.players, game.title) == (kept.game.players, kept.game.title):
        return kept
    if base != kept.revision:
        raise StaleError(kept)
    new = replace(kept, game=replace(kept.game, players=game.players, title=game.title))
    before, after = snapshots.take_names(kept, new), snapshots.take_names(new, kept)
    change = ChangeRow(kind=NAMES, base=base, before={"names": before}, after={"names": after})
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
    back = ChangeRow(
        kind=UNDO, number=change.number, base=base, before=change.after, after=change.before
    )
    note(session, kept, back, device)
    return put(session, kept, snapshots.with_parts(kept, change.before or {"hands": {}}))


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
