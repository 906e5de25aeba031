"""The statistics once more, the plain way: from the documents of the games, hand after hand.

It knows nothing of summaries, letters or queries. Whoever doubts a figure can follow it here.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from datetime import datetime
from typing import Any

Document = dict[str, Any]
Figures = dict[str, Any]


class PlainBook:
    """The games of a book as documents, and who each player, merged ones too, is now."""

    def __init__(self, documents: Iterable[Document], now: Mapping[str, str]) -> None:
        self.documents = sorted(documents, key=lambda document: str(document["started"]))
        self.now = now

    def seats_of(self, own_id: str) -> Iterator[tuple[Document, int]]:
        """Yield each game of somebody with the seat they have in it."""
        for document in self.documents:
            for player in document["players"]:
                if self.now[player["id"]] == own_id:
                    yield document, player["seat"]

    def players(self) -> set[str]:
        """Return everybody who sits in a game."""
        return {self.now[p["id"]] for document in self.documents for p in document["players"]}

    def totals(self, own_id: str) -> Figures:
        """Return what the games of somebody add up to."""
        figures: Figures = Counter(games=0)
        finals: list[int] = []
        for document, seat in self.seats_of(own_id):
            if document["state"] == "over":
                place = next(p for p in document["standing"] if p["seat"] == seat)
                finals.append(place["total"])
                figures["games"] += 1
                figures["wins"] += place["rank"] == 1
                # Who has left keeps the total and has no place.
                figures["ranked"] += place["rank"] is not None
                figures["places"] += place["rank"] or 0
            for play in plays_of(document, seat):
                figures["bids"] += play["bid"]
                figures[{"S": "sets", "O": "overtricks", "P": "perfects"}[play["outcome"]]] += 1
                if play["taken"] is None:
                    figures["uncounted"] += 1
                else:
                    figures["taken"] += play["taken"]
                    figures["counted_bids"] += play["bid"]
                if play["outcome"] == "S":
                    figures["set_points"] += 10 * play["bid"]
                if play["outcome"] == "O":
                    figures["over_points"] += play["taken"] - play["bid"]
        figures["points"] = sum(finals)
        figures["best"] = max(finals, default=None)
        figures["worst"] = min(finals, default=None)
        return figures

    def parts(self, own_id: str) -> dict[str, dict[Any, Counter[str]]]:
        """Return somebody's hands by cards, trump, part in the bidding and height of the bid."""
        parts: dict[str, dict[Any, Counter[str]]] = defaultdict(lambda: defaultdict(Counter))
        for document, seat in self.seats_of(own_id):
            for hand in scored(document):
                seats = [play["seat"] for play in hand["plays"]]
                play = next((p for p in hand["plays"] if p["seat"] == seat), None)
                if play is None:
                    continue
                outcome = play["outcome"]
                parts["cards"][hand["cards"]][outcome] += 1
                parts["trump"][hand["trump"]][outcome] += 1
                parts["role"][role(seat, seats, hand["dealer"])][outcome] += 1
                fair = hand["cards"] / len(seats)
                parts["high"][play["bid"] >= fair + 1][outcome] += 1
        return parts

    def duels(self, own_id: str) -> dict[str, tuple[int, int, int]]:
        """Return in how many games somebody ended ahead of, behind and level with each other."""
        found: dict[str, list[int]] = defaultdict(lambda: [0, 0, 0])
        for document, seat in self.seats_of(own_id):
            if document["state"] != "over":
                continue
            totals = {place["seat"]: place["total"] for place in document["standing"]}
            for player in document["players"]:
                other = self.now[player["id"]]
                if other == own_id:
                    continue
                own, theirs = totals[seat], totals[player["seat"]]
                found[other][0 if own > theirs else 1 if own < theirs else 2] += 1
        return {other: (ahead, behind, level) for other, (ahead, behind, level) in found.items()}

    def records(self, own_id: str) -> Figures:
        """Return what stands out in the games of somebody, and None for what never happened."""
        lists: dict[str, list[int]] = defaultdict(list)
        for document, seat in self.seats_of(own_id):
            outcomes = "".join(play["outcome"] for play in plays_of(document, seat))
            lists["run_of_perfects"].append(longest(outcomes, "P"))
            lists["run_of_sets"].append(longest(outcomes, "S"))
            if document["state"] != "over":
                continue
            place = next(p for p in document["standing"] if p["seat"] == seat)
            lists["best"].append(place["total"])
            lists["worst"].append(-place["total"])
            behind, ahead = gaps(document, seat)
            lists["comeback" if place["rank"] == 1 else "lead_lost"].append(
                behind if place["rank"] == 1 else ahead
            )
        found: Figures = {name: max(values) for name, values in lists.items()}
        if "worst" in found:
            found["worst"] = -found["worst"]
        names = ("run_of_perfects", "run_of_sets", "comeback", "lead_lost")
        return {
            **{name: found.get(name) for name in ("best", "worst")},
            **{name: found.get(name) or None for name in names},
        }


def scored(document: Document) -> list[dict[str, Any]]:
    """Return the hands that count."""
    return [hand for hand in document["hands"] if hand["state"] == "scored"]


def plays_of(document: Document, seat: int) -> list[dict[str, Any]]:
    """Return what one seat played in the hands that count."""
    return [p for hand in scored(document) for p in hand["plays"] if p["seat"] == seat]


def role(seat: int, seats: list[int], dealer: int) -> str:
    """Return the part of a seat in the bidding."""
    if seat == dealer:
        return "d"
    later = [other for other in seats if other > dealer]
    return "f" if seat == (later or seats)[0] else "m"


def longest(outcomes: str, letter: str) -> int:
    """Return the longest run of a letter."""
    run = 0
    while letter * (run + 1) in outcomes:
        run += 1
    return run


def courses(document: Document) -> list[dict[int, int]]:
    """Return the running totals of who has played by then, after each hand that counts."""
    running: dict[int, int] = {}
    found = []
    for hand in scored(document):
        running = {**running, **{play["seat"]: play["total"] for play in hand["plays"]}}
        found.append(running)
    return found


def gaps(document: Document, seat: int) -> tuple[int, int]:
    """Return the most points a seat was behind the leader, and ahead of everybody else."""
    behind = ahead = 0
    for totals in courses(document):
        if seat in totals:
            others = max(total for other, total in totals.items() if other != seat)
            behind = max(behind, others - totals[seat])
            ahead = max(ahead, totals[seat] - others)
    return behind, ahead


def begun(document: Document) -> datetime:
    """Return when a game began."""
    return datetime.fromisoformat(document["started"])
