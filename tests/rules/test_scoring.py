"""What a bid and its tricks score."""

import pytest

from scorekeeper.rules import NOT_COUNTED, House, Outcome, Score, Taken

SET, OVERTRICKS, PERFECT = Outcome.SET, Outcome.OVERTRICKS, Outcome.PERFECT

# Bid, taken, outcome, points, as the published rules print them.
PUBLISHED = (
    (6, 8, OVERTRICKS, 62),
    (5, 3, SET, -50),
    (4, 0, SET, -40),
    (4, 3, SET, -40),
    (3, 5, OVERTRICKS, 32),
    (3, 4, OVERTRICKS, 31),
    (3, 0, SET, -30),
    (2, 4, OVERTRICKS, 22),
    (5, 5, PERFECT, 50),
    (1, 1, PERFECT, 10),
    (1, 0, SET, -10),
    (1, 27, OVERTRICKS, 36),
    (27, 27, PERFECT, 270),
    (27, 26, SET, -270),
)

# Where a bid of none is allowed.
ZERO_BIDS = ((0, PERFECT, 0), (1, OVERTRICKS, 1), (2, OVERTRICKS, 2), (27, OVERTRICKS, 27))

# Cards, the bids that are legal without and with a bid of none.
LEGAL_BIDS = (
    (1, [1], [0, 1]),
    (3, [1, 2, 3], [0, 1, 2, 3]),
    (27, list(range(1, 28)), list(range(28))),
)


@pytest.mark.parametrize(("bid", "taken", "outcome", "points"), PUBLISHED)
def test_published(bid: int, taken: Taken, outcome: Outcome, points: int) -> None:
    """A set loses 10 a trick bid; a kept bid wins 10 a trick bid, and 1 for each beyond it."""
    assert House().score(bid, taken) == Score(outcome, points)


@pytest.mark.parametrize("bid", range(1, 28))
def test_uncounted(bid: int) -> None:
    """A set whose tricks nobody counted is a set like any other."""
    assert House().score(bid, NOT_COUNTED) == Score(SET, -10 * bid) == House().score(bid, 0)


@pytest.mark.parametrize(("taken", "outcome", "points"), ZERO_BIDS)
def test_zero_bid(taken: int, outcome: Outcome, points: int) -> None:
    """A bid of none scores 0 and is perfect when kept exactly, and 1 a trick beyond."""
    assert House(zero_bid=True).score(0, taken) == Score(outcome, points)


@pytest.mark.parametrize("house", [House(zero_bid=True), House(hook=True)])
@pytest.mark.parametrize(("bid", "taken", "outcome", "points"), PUBLISHED)
def test_house_scores_alike(
    house: House, bid: int, taken: Taken, outcome: Outcome, points: int
) -> None:
    """No house rule changes what a bid from 1 scores."""
    assert house.score(bid, taken) == Score(outcome, points)


def test_house_rules_are_off() -> None:
    """Every house rule is off unless the table agrees on it."""
    assert House() == House(zero_bid=False, hook=False)


@pytest.mark.parametrize(("cards", "published", "with_none"), LEGAL_BIDS)
def test_legal_bids(cards: int, published: list[int], with_none: list[int]) -> None:
    """A bid is from 1, or from 0 where the house says so, to the number of cards dealt."""
    assert list(House().legal_bids(cards)) == published
    assert list(House(zero_bid=True).legal_bids(cards)) == with_none


@pytest.mark.parametrize("cards", [1, 13, 27])
def test_forbidden_totals(cards: int) -> None:
    """The hook forbids the bids to come to the cards; without it they may come to anything."""
    assert House(hook=True).forbidden_totals(cards) == (cards,)
    assert House().forbidden_totals(cards) == ()


def test_letters() -> None:
    """The card writes S for a set, O for overtricks and P for perfect."""
    assert [outcome.value for outcome in (SET, OVERTRICKS, PERFECT)] == ["S", "O", "P"]
