"""The corrections of a game, told as sentences: when, which hand, and what became of it."""

from collections.abc import Sequence

from flask_babel import format_datetime
from flask_babel import gettext as _

from scorekeeper.rules import NOT_COUNTED, Hand, Play
from scorekeeper.store.history import Correction, corrections_of
from scorekeeper.store.kept import KeptGame

from .extensions import db


def corrections(kept: KeptGame) -> list[str]:
    """Return a sentence for each correction that stands, the latest first."""
    if not kept.corrected_hands:
        return []
    return [_sentence(kept, correction) for correction in corrections_of(db.session, kept)]


def _sentence(kept: KeptGame, correction: Correction) -> str:
    changes = differences(kept.called, correction.before, correction.after)
    return _(
        "%(when)s, hand %(number)s: %(changes)s",
        when=format_datetime(correction.at, "short"),
        number=correction.number,
        changes="; ".join(changes),
    )


def differences(names: Sequence[str], before: Hand, after: Hand) -> list[str]:
    """Return what differs between two versions of a hand, player by player, in seat order."""
    was = {play.seat: written(play) for play in before.plays}
    now = {play.seat: written(play) for play in after.plays}
    changes = [
        _(
            "%(name)s from %(before)s to %(after)s",
            name=name,
            before=was.get(seat, "–"),
            after=now.get(seat, "–"),
        )
        for seat, name in enumerate(names)
        if was.get(seat) != now.get(seat)
    ]
    if (before.trump, before.dealer, before.cards) != (after.trump, after.dealer, after.cards):
        changes.append(_("trump, dealer or cards"))
    return changes


def written(play: Play) -> str:
    """Return a play as the card writes it: 4/3, –/4 for a set nobody counted."""
    taken = "–" if play.taken in (None, NOT_COUNTED) else play.taken
    bid = "–" if play.bid is None else play.bid
    adjust = f" {play.adjust:+d}" if play.adjust else ""
    return f"{taken}/{bid}{adjust}"
