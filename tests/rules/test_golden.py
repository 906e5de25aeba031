"""Whole games as documents: the fold must come to every figure that they name."""

import pytest

from scorekeeper.rules import Order, Scorecard, hand_sizes, scorecard
from tests.golden import DOCUMENTS, Document, played

KNOWN = {
    *("fifteen-players", "five-players", "four-players-whole-game", "half-played", "new-jersey"),
    *("sample-plain", "sample-three-hands", "six-players-finale"),
    *("three-players-long-finale", "two-players-long-finale"),
}

every_document = pytest.mark.parametrize("document", DOCUMENTS.values(), ids=DOCUMENTS)


def rows(card: Scorecard) -> list[Document]:
    """Return the rows of a card in the words of a document, without their plays."""
    return [
        {
            "number": row.number,
            "cards": row.cards,
            "dealer": row.dealer,
            "trump": row.trump,
            "state": row.state,
            "bids": row.bids,
            "taken": row.taken,
        }
        for row in card.rows
    ]


def cells(card: Scorecard) -> list[list[Document]]:
    """Return the cells of a card in the words of a document, row by row."""
    return [
        [
            {
                "seat": cell.seat,
                "bid": cell.bid,
                "taken": None if cell.is_uncounted else cell.taken,
                "outcome": cell.outcome,
                "points": cell.points,
                "adjust": cell.adjust,
                "total": cell.total,
            }
            for cell in row.cells
            if cell is not None
        ]
        for row in card.rows
    ]


def tallies(card: Scorecard) -> list[Document]:
    """Return the foot of a card in the words of a document."""
    return [
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
    ]


def named(ours: Document, theirs: Document) -> Document:
    """Return of our values those that the document names as well."""
    return {key: value for key, value in ours.items() if key in theirs}


def test_golden_games_are_there() -> None:
    """The rulebook's own games are at hand."""
    assert set(DOCUMENTS) >= KNOWN


@every_document
def test_hand_sizes(document: Document) -> None:
    """The players and the order decide the cards of every hand, the finale included."""
    rules = document["rules"]
    sizes = hand_sizes(
        len(document["players"]),
        Order(rules["order"]),
        own=rules["hand_sizes"] if rules["order"] == "custom" else (),
        finale=rules["finale"],
    )

    assert list(sizes) == rules["hand_sizes"] == [hand["cards"] for hand in document["hands"]]


@every_document
def test_rows(document: Document) -> None:
    """Each row has the dealer, trump, state, bids and tricks of its hand."""
    ours = rows(scorecard(played(document)))
    theirs = [
        {key: value for key, value in hand.items() if key in ours[0]} for hand in document["hands"]
    ]

    assert [named(a, b) for a, b in zip(ours, theirs, strict=True)] == theirs
    assert all({"dealer", "trump", "state", "bids", "taken"} <= row.keys() for row in theirs)


@every_document
def test_cells(document: Document) -> None:
    """Each cell has the bid, the tricks, the outcome, the points and the running score."""
    ours = cells(scorecard(played(document)))
    theirs = [hand["plays"] for hand in document["hands"]]

    assert [
        [named(a, b) for a, b in zip(*pair, strict=True)] for pair in zip(ours, theirs, strict=True)
    ] == theirs


@every_document
def test_tallies(document: Document) -> None:
    """The foot counts each player's results, tricks and bids."""
    assert tallies(scorecard(played(document))) == document["tallies"]


@every_document
def test_standing(document: Document) -> None:
    """The standing has the players in order of total, equal totals sharing a rank."""
    places = scorecard(played(document)).standing

    assert [
        {"seat": place.seat, "total": place.total, "rank": place.rank} for place in places
    ] == document["standing"]


@every_document
def test_state(document: Document) -> None:
    """A game is over when every hand is scored, or when it was ended early."""
    assert scorecard(played(document)).over is (document["state"] == "over")
