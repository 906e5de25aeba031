"""Files of books, made by hand for the tests of those who read them."""

import json
from collections.abc import Mapping, Sequence
from typing import Any

ANN, BEN, CY = "aaaaaaaa22222222", "aaaaaaaa33333333", "aaaaaaaa44444444"
PLAYERS = [{"id": ANN, "name": "Ann"}, {"id": BEN, "name": "Ben"}, {"id": CY, "name": "Cy"}]


def hand(number: int, cards: int, *plays: Sequence[Any], **others: object) -> dict[str, Any]:
    """Return a hand of a document; a play is bid and tricks, in seat order."""
    return {
        "number": number,
        "cards": cards,
        "plays": [
            {"seat": seat, "bid": bid, "taken": taken} for seat, (bid, taken) in enumerate(plays)
        ],
        **others,
    }


def game(number: int = 2, **others: object) -> dict[str, Any]:
    """Return the document of a game of two hands, of which the first is scored."""
    return {
        "id": f"aaaaaaaaggggggg{number}",
        "revision": 1,
        "started": f"2026-01-0{number}T20:00:00Z",
        "players": [{"seat": 0, "name": "Ann", "id": ANN}, {"seat": 1, "name": "Ben", "id": BEN}],
        "hands": [hand(1, 2, (1, 1), (1, 1), revision=1), hand(2, 1, (None, None), (None, None))],
        **others,
    }


def book(*games: Mapping[str, Any], **others: object) -> dict[str, Any]:
    """Return a book of these games."""
    return {
        "format": "scorekeeper-book",
        "version": 1,
        "book": "aaaaaaaa",
        "players": PLAYERS,
        "games": list(games),
        **others,
    }


def text(*games: Mapping[str, Any], **others: object) -> bytes:
    """Return a book as it stands in a file."""
    return json.dumps(book(*games, **others), ensure_ascii=False, indent=1).encode()
