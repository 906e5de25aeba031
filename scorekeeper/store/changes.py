"""The history of a game: one save is one change, kept with what it replaced; undo walks it."""

from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import Any

from sqlalchemy import delete, func, select, update
from sqlalchemy.orm import Session

from scorekeeper.rules import NOT_COUNTED, Game, Hand, scorecard

from . import snapshots
from .kept import KeptGame, NothingToUndoError, StaleError
from .models import ChangeRow, GameRow, HandRow, PlayRow

HAND, UNDO, REFUSED = "hand", "undo", "refused"


@dataclass(frozen=True, slots=True)
class Correction:
    """A hand that was changed after a later one was begun: when, and from what to what."""

    number: int
    at: datetime
    before: Hand
    after: Hand


def save_hand(
    session: Session, kept: KeptGame, number: int, hand: Hand, *, base: int | None, device: str
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
    after = snapshots.take(new, corrected=kept.corrected[number - 1] or _is_late(kept, number))
    if base != kept.hand_revision(number):
        _note_refused(session, kept, number, after=after, base=base, device=device)
        raise StaleError(kept)
    before = snapshots.take(old, corrected=kept.corrected[number - 1])
    _note(
        session,
        kept,
        ChangeRow(
            kind=HAND,
            number=number,
            base=base,
            before={"hands": {str(number): before}},
            after={"hands": {str(number): after}},
            device=device,
        ),
    )
    return _put_hands(session, kept, {number: after})


def undo(session: Session, kept: KeptGame, *, base: int | None, device: str) -> KeptGame:
    """Take back the newest change that still stands, and return the game as it then stands.

    `kept` comes from `lock_game` in the same transaction; `base` is the game's revision
    that the keeper saw. The same undo again does nothing more. Raises `StaleError` for an
    old base and `NothingToUndoError` when nothing is left.
    """
    if base != kept.revision:
        if base is not None and _was_undone_at(session, kept, base):
            return kept
        raise StaleError(kept)
    change = _newest_standing(session, kept)
    if change is None:
        raise NothingToUndoError(kept)
    change.undone = kept.revision + 1
    _note(
        session,
        kept,
        ChangeRow(
            kind=UNDO,
            number=change.number,
            base=base,
            before=change.after,
            after=change.before,
            device=device,
        ),
    )
    hands = (change.before or {}).get("hands", {})
    return _put_hands(session, kept, {int(number): shot for number, shot in hands.items()})


def standing_changes(
    session: Session, kept: KeptGame, *, most: int
) -> list[tuple[int, dict[str, Any]]]:
    """Return the newest changes that undo would take back: hand and what it was, newest first."""
    rows = session.execute(
        select(ChangeRow.number, ChangeRow.before)
        .where(*_standing(kept))
        .order_by(ChangeRow.step.desc())
        .limit(most)
    )
    return [(number, before["hands"][str(number)]) for number, before in rows]


def corrections_of(session: Session, kept: KeptGame) -> list[Correction]:
    """Return the changes that stand and were made after a later hand was begun, newest first."""
    rows = session.execute(
        select(ChangeRow.number, ChangeRow.at, ChangeRow.before, ChangeRow.after)
        .where(*_standing(kept))
        .order_by(ChangeRow.step.desc())
    )
    found = []
    for number, at, before, after in rows:
        now, corrected = snapshots.restore(after["hands"][str(number)])
        was, _ = snapshots.restore(before["hands"][str(number)])
        if corrected:
            found.append(Correction(number, at, was, now))
    return found


def can_undo(session: Session, kept: KeptGame) -> bool:
    """Tell whether a change is left to take back."""
    return _newest_standing(session, kept) is not None


def _settled(hand: Hand) -> Hand:
    """Return the hand as it is stored: a whole pack has no trump to note."""
    return replace(hand, trump=None) if hand.is_whole_pack else hand


def _is_late(kept: KeptGame, number: int) -> bool:
    """Tell whether a later hand was begun, so that a change to this one is a correction."""
    return any(hand.is_begun for hand in kept.game.hands[number:])


def _of(kept: KeptGame, model: Any) -> tuple[Any, Any]:  # noqa: ANN401 - any table with a game in it
    return model.book_id == kept.book_id, model.game_id == kept.id


def _newest_standing(session: Session, kept: KeptGame) -> ChangeRow | None:
    return session.scalar(
        select(ChangeRow).where(*_standing(kept)).order_by(ChangeRow.step.desc()).limit(1)
    )


def _standing(kept: KeptGame) -> tuple[Any, ...]:
    """Return what picks the changes that have not been taken back."""
    return (
        *_of(kept, ChangeRow),
        ChangeRow.kind.not_in((UNDO, REFUSED)),
        ChangeRow.undone.is_(None),
    )


def _was_undone_at(session: Session, kept: KeptGame, base: int) -> bool:
    found = session.scalar(
        select(ChangeRow.step).where(
            *_of(kept, ChangeRow), ChangeRow.kind == UNDO, ChangeRow.base == base
        )
    )
    return found is not None


def _note(session: Session, kept: KeptGame, change: ChangeRow) -> None:
    """Add a step to the history; a step that changes the game takes the next revision."""
    latest = session.scalar(select(func.max(ChangeRow.step)).where(*_of(kept, ChangeRow)))
    change.book_id, change.game_id = kept.book_id, kept.id
    change.step = (latest or 0) + 1
    change.revision = kept.revision if change.kind == REFUSED else kept.revision + 1
    change.at = datetime.now(UTC)
    session.add(change)


def _note_refused(
    session: Session,
    kept: KeptGame,
    number: int,
    *,
    after: snapshots.Snapshot,
    base: int | None,
    device: str,
) -> None:
    """Keep the version that was not taken, once, however often it is sent."""
    parts = {"hands": {str(number): after}}
    same = session.scalars(
        select(ChangeRow.after).where(
            *_of(kept, ChangeRow),
            ChangeRow.kind == REFUSED,
            ChangeRow.number == number,
            ChangeRow.base.is_not_distinct_from(base),
        )
    )
    if parts in list(same):
        return
    refused = ChangeRow(kind=REFUSED, number=number, base=base, after=parts, device=device)
    _note(session, kept, refused)


def _put_hands(session: Session, kept: KeptGame, shots: dict[int, snapshots.Snapshot]) -> KeptGame:
    """Write hands, renew the revision of all that the change reaches, return the game."""
    game, corrected = kept.game, list(kept.corrected)
    for number, shot in shots.items():
        hand, corrected[number - 1] = snapshots.restore(shot)
        _write_hand(session, kept, number, hand, corrected=corrected[number - 1])
        game = game.with_hand(number, hand)
    revision = kept.revision + 1
    reached = set(shots) | _dealt_anew(kept.game, game)
    session.execute(
        update(HandRow)
        .where(*_of(kept, HandRow), HandRow.number.in_(reached))
        .values(revision=revision)
    )
    session.execute(
        update(GameRow)
        .where(GameRow.book_id == kept.book_id, GameRow.id == kept.id)
        .values(revision=revision, over=scorecard(game).over)
    )
    return replace(
        kept,
        revision=revision,
        game=game,
        hand_revisions=tuple(
            revision if number in reached else old
            for number, old in enumerate(kept.hand_revisions, start=1)
        ),
        corrected=tuple(corrected),
    )


def _dealt_anew(old: Game, new: Game) -> set[int]:
    """Return the numbers of the hands whose dealer is another one now."""
    pairs = enumerate(zip(old.dealers, new.dealers, strict=True), start=1)
    return {number for number, (before, after) in pairs if before != after}


def _write_hand(
    session: Session, kept: KeptGame, number: int, hand: Hand, *, corrected: bool
) -> None:
    session.execute(
        update(HandRow)
        .where(*_of(kept, HandRow), HandRow.number == number)
        .values(cards=hand.cards, dealer=hand.dealer, trump=hand.trump, corrected=corrected)
    )
    session.execute(delete(PlayRow).where(*_of(kept, PlayRow), PlayRow.number == number))
    seats = range(len(kept.game.players))
    rows = [row for seat in seats if (row := _play_values(hand, seat)) is not None]
    here = {"book_id": kept.book_id, "game_id": kept.id, "number": number}
    session.add_all(PlayRow(**here, **row) for row in rows)
    session.flush()


def _play_values(hand: Hand, seat: int) -> dict[str, Any] | None:
    """Return what is stored of a seat's part in a hand; None when nothing is noted."""
    play = next((play for play in hand.plays if play.seat == seat), None)
    if play is not None and play.is_blank and not play.adjust:
        return None
    return {
        "seat": seat,
        "bid": play and play.bid,
        "taken": play.taken if play and play.taken is not NOT_COUNTED else None,
        "uncounted": play is not None and play.taken is NOT_COUNTED,
        "adjust": play.adjust if play else 0,
        "sits_out": play is None,
    }
