"""What a document says beyond what was entered, held against the fold."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from scorekeeper.rules import Cell, Game, Row, Scorecard, scorecard


@dataclass(frozen=True, slots=True)
class Disagreement:
    """A derived value that a document gets wrong."""

    path: str
    written: object
    right: object


def disagreements(game: Game, data: object) -> tuple[Disagreement, ...]:
    """Return the derived values of a document that are not those of its game."""
    return tuple(_compared("", data, _derived(game)))


def foot_of(card: Scorecard) -> dict[str, Any]:
    """Return the foot of a card as a document writes it: everybody's tallies, and the standing."""
    return {
        "tallies": [
            {
                "seat": tally.seat,
                "S": tally.sets,
                "O": tally.overtricks,
                "P": tally.perfects,
                "bids": tally.bids,
                "taken": tally.taken,
                "uncounted": tally.uncounted,
            }
            for tally in card.tallies
        ],
        "standing": [
            {"seat": place.seat, "total": place.total, "rank": place.rank}
            for place in card.standing
        ],
    }


def _derived(game: Game) -> dict[str, Any]:
    card = scorecard(game)
    return {
        "state": "over" if card.over else "playing",
        "rules": {"hand_sizes": [row.cards for row in card.rows]},
        "hands": [_hand(row) for row in card.rows],
        **foot_of(card),
    }


def _hand(row: Row) -> dict[str, Any]:
    return {
        "dealer": row.dealer,
        "state": row.state.value,
        "bids": row.bids,
        "taken": row.taken,
        "plays": [_play(cell) for cell in row.cells if cell is not None],
    }


def _play(cell: Cell) -> dict[str, Any]:
    derived = {"points": cell.points, "total": cell.total}
    if cell.is_uncounted:
        return derived  # its outcome is how the document says that nobody counted
    return {"outcome": cell.outcome and cell.outcome.value, **derived}


def _compared(path: str, written: object, right: object) -> Iterator[Disagreement]:
    """Yield where two values differ, all the way down; what the document leaves out, agrees."""
    if isinstance(right, dict) and isinstance(written, dict):
        for key in right:
            if key in written:
                yield from _compared(f"{path}.{key}" if path else key, written[key], right[key])
    elif isinstance(right, list) and isinstance(written, list) and len(right) == len(written):
        for place, (ours, theirs) in enumerate(zip(right, written, strict=True)):
            yield from _compared(f"{path}[{place}]", theirs, ours)
    elif type(written) is not type(right) or written != right:
        yield Disagreement(path, written, right)
