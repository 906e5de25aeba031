"""The history of a game, readable by everyone at the table: what, when, by which device."""

from dataclasses import dataclass
from datetime import datetime

from flask import Blueprint, render_template
from flask.typing import ResponseReturnValue
from flask_babel import gettext as _

from scorekeeper.store import changes, history, snapshots
from scorekeeper.store.history import Step
from scorekeeper.store.kept import KeptGame

from .access import of_game
from .corrections import differences
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
    entries = [_entry(kept, step) for step in history.steps_of(db.session, kept, most=MOST)]
    return render_template("games/history.html", kept=kept, entries=entries)


def _entry(kept: KeptGame, step: Step) -> Entry:
    return Entry(
        at=step.at,
        device=name_of(step.device),
        text=_text(step),
        details=_details(kept, step),
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
        changes.NAMES: _("Names changed"),
    }
    return str(texts[step.kind])


def _details(kept: KeptGame, step: Step) -> list[str]:
    """Return what a step changed, player by player; what a whole table was is not spelled out."""
    number = str(step.number)
    after = step.after.get("hands", {}).get(number)
    before = step.before.get("hands", {}).get(number)
    if after is None:
        return _renamed(step)
    now, _marked = snapshots.restore(after)
    was = snapshots.restore(before)[0] if before else kept.game.hand(step.number or 1)
    return differences(kept, was, now)


def _renamed(step: Step) -> list[str]:
    before = step.before.get("names", {}).get("players", {})
    after = step.after.get("names", {}).get("players", {})
    return [
        _("%(before)s is now %(after)s", before=before[player_id], after=name)
        for player_id, name in after.items()
        if player_id in before and before[player_id] != name
    ]
