"""Whole games as documents, which the app must come to in every figure that they name."""

import json
from pathlib import Path
from typing import Any

from scorekeeper.rules import NOT_COUNTED, Game, Hand, House, Order, Play, Player, Trump

FOLDER = Path(__file__).parent
Document = dict[str, Any]
DOCUMENTS: dict[str, Document] = {
    path.stem: json.loads(path.read_text(encoding="utf-8"))
    for path in sorted(FOLDER.glob("*.json"))
}
assert DOCUMENTS, "tests that go through no game would prove nothing"


def played(document: Document) -> Game:
    """Return the game of a document from what was entered at the table, and nothing derived."""
    rules = document["rules"]
    return Game(
        players=tuple(Player(p["name"], p.get("start", 0)) for p in document["players"]),
        hands=tuple(
            Hand(
                hand["cards"],
                tuple(_play(play) for play in hand["plays"]),
                trump=None if hand["trump"] is None else Trump(hand["trump"]),
            )
            for hand in document["hands"]
        ),
        order=Order(rules["order"]),
        finale=rules["finale"],
        house=House(zero_bid=rules["zero_bid"], hook=rules["hook"]),
        first_dealer=document["first_dealer"],
        scorekeeper=document["scorekeeper"],
        title=document["title"],
        ended_early=document.get("ended_early", False),
    )


def _play(play: Document) -> Play:
    uncounted = play["taken"] is None and play["outcome"] == "S"
    taken = NOT_COUNTED if uncounted else play["taken"]
    return Play(play["seat"], play["bid"], taken, play.get("adjust", 0))
