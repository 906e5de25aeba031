"""The history of a game: every change with what it replaced, and what was refused."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from sqlalchemy import Select, func, select, true
from sqlalchemy.orm import Session, aliased

from scorekeeper.rules import Hand

from . import snapshots
from .kept import KeptGame
from .models import ChangeRow

HAND, UNDO, REFUSED, NAMES = "hand", "undo", "refused", "names"


@dataclass(frozen=True, slots=True)
class Device:
    """What made a change: the name the history knows it by, and what kind of thing it is."""

    id: str
    name: str = ""


@dataclass(frozen=True, slots=True)
class Step:
    """One step of a history, as whoever reads it needs it."""

    step: int
    kind: str
    number: int | None
    at: datetime
    device: Device
    before: snapshots.Parts
    after: snapshots.Parts
    is_undone: bool


@dataclass(frozen=True, slots=True)
class Recent:
    """The newest changes of hands that undo would take back, and what others did.

    Each of `hands` is a hand's number and what it was before, the newest first; `has_more` tells
    whether other changes are left below them. `of_others` is when another device last saved.
    """

    hands: list[tuple[int, snapshots.Snapshot]]
    has_more: bool
    of_others: datetime | None

    @property
    def can_undo(self) -> bool:
        """Whether a change is left to take back."""
        return bool(self.hands) or self.has_more


@dataclass(frozen=True, slots=True)
class Correction:
    """A hand that was changed after a later one was begun: when, and from what to what."""

    number: int
    at: datetime
    before: Hand
    after: Hand


def note(session: Session, kept: KeptGame, change: ChangeRow, device: Device) -> None:
    """Add a step to the history; a step that changes the game takes the next revision."""
    latest = session.scalar(select(func.max(ChangeRow.step)).where(*of(kept, ChangeRow)))
    change.book_id, change.game_id = kept.book_id, kept.id
    change.step = (latest or 0) + 1
    change.revision = kept.revision if change.kind == REFUSED else kept.revision + 1
    change.device, change.device_name = device.id, device.name
    change.at = datetime.now(UTC)
    session.add(change)


def note_refused(session: Session, kept: KeptGame, change: ChangeRow, device: Device) -> None:
    """Keep a version that was not taken, once, however often it is sent."""
    same = session.scalars(
        select(ChangeRow.after).where(
            *of(kept, ChangeRow),
            ChangeRow.kind == REFUSED,
            ChangeRow.number == change.number,
            ChangeRow.base.is_not_distinct_from(change.base),
        )
    )
    if change.after not in list(same):
        note(session, kept, change, device)


def bases_before_reordering(session: Session, kept: KeptGame, number: int) -> Iterator[int]:
    """Yield the revisions of a hand that another order of the seats alone has made old.

    The newest comes first. No seat of the hand has other values since any of them.
    """
    revision = kept.hand_revision(number)
    while before := session.scalar(
        select(ChangeRow.before).where(
            *of(kept, ChangeRow), ChangeRow.kind != REFUSED, ChangeRow.revision == revision
        )
    ):
        if "orders" not in before:
            return
        revision = before["orders"]["revisions"][number - 1]
        yield revision


def newest_standing(session: Session, kept: KeptGame) -> ChangeRow | None:
    """Return the change that undo would take back; None when nothing is left."""
    return session.scalar(
        select(ChangeRow).where(*_standing(kept)).order_by(ChangeRow.step.desc()).limit(1)
    )


def latest_of_others(session: Session, kept: KeptGame, device_id: str) -> datetime | None:
    """Return when another device last saved a hand or took something back; None for never."""
    return session.scalar(_of_others(kept, device_id))


def _of_others(kept: KeptGame, device_id: str) -> Select[datetime]:
    return select(func.max(ChangeRow.at)).where(
        *of(kept, ChangeRow), ChangeRow.kind.in_((HAND, UNDO)), ChangeRow.device != device_id
    )


def was_undone_at(session: Session, kept: KeptGame, base: int) -> bool:
    """Tell whether a change was taken back by an undo that was made from this revision."""
    found = session.scalar(
        select(ChangeRow.step).where(
            *of(kept, ChangeRow), ChangeRow.kind == UNDO, ChangeRow.base == base
        )
    )
    return found is not None


def recent(session: Session, kept: KeptGame, device_id: str, *, most: int) -> Recent:
    """Return what a keeper's page needs of the history, by one statement.

    At most so many hands; the list ends before the first change of anything but a hand.
    """
    newest = (
        select(ChangeRow).where(*_standing(kept)).order_by(ChangeRow.step.desc()).limit(most + 1)
    ).subquery()
    change = aliased(ChangeRow, newest)
    of_others = _of_others(kept, device_id).subquery()
    # One row at least: what others did is there where nothing is left to take back, too.
    rows = session.execute(
        select(of_others.c[0], change.kind, change.number, change.before)
        .select_from(of_others)
        .outerjoin(change, true())
        .order_by(change.step.desc())
    ).all()
    steps = [(kind, number, before) for _, kind, number, before in rows if kind is not None]
    hands: list[tuple[int, snapshots.Snapshot]] = []
    for kind, number, before in steps[:most]:
        if kind != HAND:
            break
        hands.append((number, before["hands"][str(number)]))
    return Recent(hands, len(steps) > len(hands), rows[0][0])


def corrections_of(session: Session, kept: KeptGame) -> list[Correction]:
    """Return the changes that stand and were made after a later hand was begun, newest first."""
    rows = session.execute(
        select(ChangeRow.number, ChangeRow.at, ChangeRow.before, ChangeRow.after)
        .where(*_standing(kept), ChangeRow.kind == HAND)
        .order_by(ChangeRow.step.desc())
    )
    found = []
    for number, at, before, after in rows:
        now, corrected = snapshots.restore(after["hands"][str(number)])
        was, _ = snapshots.restore(before["hands"][str(number)])
        if corrected:
            found.append(Correction(number, at, was, now))
    return found


def exchanged_seats(session: Session, book_id: str) -> list[tuple[str, list[str]]]:
    """Return the game of each exchange that undo may take back, and who sat at it before."""
    rows = session.execute(
        select(ChangeRow.game_id, ChangeRow.before).where(
            ChangeRow.book_id == book_id, ChangeRow.kind == NAMES, ChangeRow.undone.is_(None)
        )
    )
    return [
        (game_id, [player_id for player_id, _ in before["seats"]["seats"]])
        for game_id, before in rows
        if before and "seats" in before
    ]


def steps_of(session: Session, kept: KeptGame, *, most: int) -> list[Step]:
    """Return the latest steps of a game's history, newest first, the refused ones, too."""
    rows = session.scalars(
        select(ChangeRow).where(*of(kept, ChangeRow)).order_by(ChangeRow.step.desc()).limit(most)
    )
    return [
        Step(
            step=row.step,
            kind=row.kind,
            number=row.number,
            at=row.at,
            device=Device(row.device, row.device_name),
            before=row.before or {},
            after=row.after or {},
            is_undone=row.undone is not None,
        )
        for row in rows
    ]


def of(kept: KeptGame, model: Any) -> tuple[Any, Any]:  # noqa: ANN401 - any table with a game in it
    """Return what picks the rows of one game from a table."""
    return model.book_id == kept.book_id, model.game_id == kept.id


def _standing(kept: KeptGame) -> tuple[Any, ...]:
    """Return what picks the changes that have not been taken back."""
    return (
        *of(kept, ChangeRow),
        ChangeRow.kind.not_in((UNDO, REFUSED)),
        ChangeRow.undone.is_(None),
    )
