"""The game document: everything about a game that another program, or a phone, needs."""

from dataclasses import asdict
from typing import Any

from scorekeeper.documents import foot_of
from scorekeeper.rules import Cell, Row
from scorekeeper.store.kept import KeptGame


def document(kept: KeptGame) -> dict[str, Any]:
    """Return the game document; every value of it comes from the fold or stands in the game."""
    game, card = kept.game, kept.card
    return {
        "id": kept.id,
        "title": game.title,
        "revision": kept.revision,
        "state": "over" if card.over else "playing",
        "started": kept.started.strftime("%Y-%m-%dT%H:%M:%SZ"),
        **({} if kept.has_time else {"time_known": False}),
        "ended_early": game.ended_early,
        "pen": kept.pen and {"device": kept.pen.device, "name": kept.pen.name},
        "rules": {
            "order": game.order.value,
            "hand_sizes": [hand.cards for hand in game.hands],
            "finale": game.finale,
            **asdict(game.house),
        },
        "players": [_player(kept, seat) for seat in range(len(game.players))],
        "first_dealer": game.first_dealer,
        "scorekeeper": game.scorekeeper,
        "hands": [_hand(kept, row) for row in card.rows],
        **foot_of(card),
    }


def _player(kept: KeptGame, seat: int) -> dict[str, Any]:
    """Return one player: who it is now, and who was seated where the two were merged since."""
    player, seated, own_id = kept.game.players[seat], kept.player_ids[seat], kept.people[seat]
    told = {"seat": seat, "name": player.name, "id": own_id, "start": player.start}
    if player.left_after is not None:
        told["left_after"] = player.left_after
    return told if seated == own_id else {**told, "seated_as": seated}


def _hand(kept: KeptGame, row: Row) -> dict[str, Any]:
    return {
        "number": row.number,
        "cards": row.cards,
        "dealer": row.dealer,
        "order": list(row.order),
        "dealer_put_right": kept.game.hand(row.number).dealer is not None,
        "revision": kept.hand_revision(row.number),
        "trump": row.trump and row.trump.value,
        "state": row.state.value,
        "corrected": kept.corrected[row.number - 1],
        "bids": row.bids,
        "taken": row.taken,
        "plays": [_play(cell) for cell in row.cells if cell is not None],
    }


def _play(cell: Cell) -> dict[str, Any]:
    """Return one cell. A set that was not counted says so at once, before the hand is scored."""
    outcome = "S" if cell.is_uncounted else cell.outcome and cell.outcome.value
    return {
        "seat": cell.seat,
        "bid": cell.bid,
        "taken": None if cell.is_uncounted else cell.taken,
        "outcome": outcome,
        "points": cell.points,
        "adjust": cell.adjust,
        "total": cell.total,
    }
