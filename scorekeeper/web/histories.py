"""The history of a game, readable by everyone at the table: what, when, by which device."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime

from flask import Blueprint, render_template
from flask.typing import ResponseReturnValue
from flask_babel import format_date, format_datetime
from flask_babel import gettext as _

from scorekeeper.rules import Hand
from scorekeeper.store import changes, history, snapshots
from scorekeeper.store.history import Step
from scorekeeper.store.kept import KeptGame, Start

from .access import of_game
from .corrections import corrections, differences
from .devices import name_of
from .extensions import db
from .finding import find_game
from .keys import Role

bp = Blueprint("histories", __name__, url_prefix="/games/<own_id:game_id>")

MOST = 300


@dataclass(frozen=True, slots=True)
class Entry:
    """One line of the history."""

    at: datetime
    device: str
    text: str
    details: list[str]
    is_undone: bool
    is_refused: bool


@bp.get("/history")
@of_game(Role.READER)
def show(game_id: str) -> ResponseReturnValue:
    """Show the latest steps, the newest first."""
    kept = find_game(game_id)
    steps = history.steps_of(db.session, kept, most=MOST)
    entries = [_entry(kept, names, step) for names, step in _with_names(kept, steps)]
    return render_template("games/history.html", kept=kept, entries=entries)


@bp.get("/corrections")
@of_game(Role.READER)
def corrected(game_id: str) -> ResponseReturnValue:
    """Return the sentences on the corrections that stand, for a table that is open."""
    return render_template("games/_corrections.html", corrections=corrections(find_game(game_id)))


def _with_names(kept: KeptGame, steps: Iterable[Step]) -> Iterator[tuple[list[str], Step]]:
    """Yield each step, newest first, with who sat on each seat after it."""
    names = dict(zip(kept.player_ids, kept.called, strict=True))
    seated: Sequence[str] = kept.player_ids
    for step in steps:
        yield [names.get(player_id, "–") for player_id in seated], step
        before = step.before.get("table") or step.before.get("seats")
        seated = [player_id for player_id, _ in before["seats"]] if before else seated
        for player_id, name in step.before.get("seats", {}).get("seats", ()):
            # What somebody who sits here no more is called today is none of this game's.
            names.setdefault(player_id, name)


def _entry(kept: KeptGame, names: Sequence[str], step: Step) -> Entry:
    return Entry(
        at=step.at,
        device=name_of(step.device),
        text=_text(step),
        details=_details(kept, names, step),
        is_undone=step.is_undone,
        is_refused=step.kind == history.REFUSED,
    )


def _text(step: Step) -> str:
    texts = {
        history.HAND: _("Hand %(number)s", number=step.number),
        history.UNDO: _("Undo: hand %(number)s", number=step.number)
        if step.number
        else _("Undo: the table"),
        history.REFUSED: _(
            "Hand %(number)s, not taken: another device was first", number=step.number
        ),
        changes.JOINED: _("Somebody joined"),
        changes.LEFT: _("Somebody left"),
        changes.SEATS: _("Seats changed"),
        changes.COMING: _("Coming hands changed"),
        changes.ENDED: _("Ended early"),
        changes.REOPENED: _("Opened again"),
        history.NAMES: _("Names changed"),
        changes.DATED: _("Date changed"),
    }
    return texts[step.kind]


def _details(kept: KeptGame, names: Sequence[str], step: Step) -> list[str]:
    """Return what a step changed, player by player.

    What was not taken is held against the hand as it stands.
    """
    number = step.number or 0
    after = step.after.get("hands", {}).get(str(number))
    before = step.before.get("hands", {}).get(str(number))
    if "orders" in step.after:
        return _reordered(names, step)
    if after is None:
        return [*_renamed(step), *_exchanged(step), *_reseated(names, step), *_dated(step)]
    now, _marked = snapshots.restore(after)
    if before is not None:
        was, _marked = snapshots.restore(before)
    elif kept.has_hand(number):
        was = kept.game.hand(number)
    else:
        was = Hand.undealt(now.cards, now.seats)  # the hand was dropped since
    return differences(names, was, now)


def _reseated(names: Sequence[str], step: Step) -> list[str]:
    """Return what a change to the whole table was about: who, or how many cards."""
    before, after = step.before.get("table"), step.after.get("table")
    if not before or not after:
        return []
    if step.kind == changes.JOINED:
        return list(names[len(before["seats"]) :])
    if step.kind == changes.LEFT:
        gone = _seats(before["hands"][-1]) - _seats(after["hands"][-1])
        return [names[seat] for seat in sorted(gone)]
    if step.kind == changes.SEATS:
        return list(names)
    if step.kind == changes.COMING:
        return [", ".join(str(hand["cards"]) for hand in after["hands"])]
    return []


def _reordered(names: Sequence[str], step: Step) -> list[str]:
    """Return who sits where clockwise, from the first hand on that has another order."""
    pairs = zip(step.before["orders"]["orders"], step.after["orders"]["orders"], strict=True)
    for number, (was, now) in enumerate(pairs, start=1):
        if was != now:
            seated = ", ".join(names[seat] for seat in now)
            return [_("From hand %(number)s clockwise: %(names)s", number=number, names=seated)]
    return []


def _seats(hand: snapshots.Snapshot) -> set[int]:
    return {seat for seat, *_noted in hand["plays"]}


def _exchanged(step: Step) -> list[str]:
    """Return who sits on a seat now instead of whom."""
    before = step.before.get("seats", {}).get("seats", ())
    after = step.after.get("seats", {}).get("seats", ())
    return [
        _("%(after)s instead of %(before)s", after=now, before=was)
        for (was_id, was), (now_id, now) in zip(before, after, strict=True)
        if was_id != now_id
    ]


def _dated(step: Step) -> list[str]:
    """Return the days before and after, with the times where they are known."""
    shots = (step.before.get("date"), step.after.get("date"))
    days = [_when(snapshots.restore_date(shot)) for shot in shots if shot]
    return [" → ".join(days)] if days else []


def _when(start: Start) -> str:
    if start.has_time:
        return str(format_datetime(start.moment, "medium"))
    return str(format_date(start.moment.date(), "medium"))


def _renamed(step: Step) -> list[str]:
    """Return who was called what: earlier versions renamed players from within a game."""
    before = step.before.get("names", {}).get("players", {})
    after = step.after.get("names", {}).get("players", {})
    return [
        _("%(before)s is now %(after)s", before=before[player_id], after=name)
        for player_id, name in after.items()
        if player_id in before and before[player_id] != name
    ]
