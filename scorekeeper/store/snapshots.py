"""A hand as plain data: what the history keeps, so that a change can be taken back whole."""

from typing import Any, TypeAlias

from scorekeeper.rules import NOT_COUNTED, Hand, Play, Trump

Snapshot: TypeAlias = dict[str, Any]


def take(hand: Hand, *, corrected: bool) -> Snapshot:
    """Return a hand as JSON can hold it."""
    return {
        "cards": hand.cards,
        "dealer": hand.dealer,
        "trump": hand.trump and hand.trump.value,
        "corrected": corrected,
        "plays": [
            [play.seat, play.bid, "S" if play.taken is NOT_COUNTED else play.taken, play.adjust]
            for play in hand.plays
        ],
    }


def restore(snapshot: Snapshot) -> tuple[Hand, bool]:
    """Return the hand that a snapshot was taken of, and whether it was marked corrected."""
    plays = tuple(
        Play(seat, bid, NOT_COUNTED if taken == "S" else taken, adjust)
        for seat, bid, taken, adjust in snapshot["plays"]
    )
    trump = Trump(snapshot["trump"]) if snapshot["trump"] else None
    return Hand(snapshot["cards"], plays, trump, snapshot["dealer"]), snapshot["corrected"]
