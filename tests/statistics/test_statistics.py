"""Hands in letters, high bids, and what a character is told from."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.rules import Outcome, Trump
from scorekeeper.statistics import (
    FEWEST_HANDS,
    MARGIN,
    Character,
    HandKind,
    Role,
    Split,
    Totals,
    read_hands,
    verdict,
)
from scorekeeper.statistics.hands import is_high

KINDS = st.builds(
    HandKind,
    st.integers(1, 27),
    st.sampled_from((*Trump, None)),
    st.sampled_from(Role),
    st.booleans(),
    st.sampled_from(Outcome),
)

HIGH = [(1, 4, 2), (3, 4, 2), (4, 4, 2), (5, 4, 3), (8, 4, 3), (13, 4, 5), (13, 3, 6), (26, 2, 14)]
"""Cards, players, and the lowest bid that is a high one."""

OTHERS = Split(300, 150, 550)
CHARACTERS = [
    (Split(30, 15, 55), Character.BALANCED, Outcome.PERFECT),
    (Split(35, 15, 50), Character.BALANCED, Outcome.SET),
    (Split(36, 15, 49), Character.GREEDY, Outcome.SET),
    (Split(20, 25, 55), Character.CAUTIOUS, Outcome.OVERTRICKS),
    (Split(25, 10, 65), Character.SKILFUL, Outcome.PERFECT),
    (Split(10, 28, 62), Character.CAUTIOUS, Outcome.OVERTRICKS),
    (Split(99, 0, 0), Character.TOO_FEW, None),
    (Split(0, 0, 0), Character.TOO_FEW, None),
]


@given(st.lists(KINDS))
def test_hands_in_letters_are_read_back(kinds: list[HandKind]) -> None:
    assert read_hands(" ".join(map(str, kinds))) == kinds


@pytest.mark.parametrize(("cards", "players", "lowest"), HIGH)
def test_a_bid_is_high_above_the_fair_share_rounded_up(
    cards: int, players: int, lowest: int
) -> None:
    """A bid of 1, which somebody has to make, is never high."""
    assert not is_high(1, cards, players)
    assert not is_high(lowest - 1, cards, players)
    assert is_high(lowest, cards, players)


@pytest.mark.parametrize(("own", "character", "outcome"), CHARACTERS)
def test_a_character_is_what_stands_out_from_the_others(
    own: Split, character: Character, outcome: Outcome | None
) -> None:
    """The kind of result that is furthest above the others' tells, if by enough of enough hands."""
    found = verdict(own, OTHERS)
    assert (found.character, found.outcome) == (character, outcome)
    if outcome:
        assert found.share == own.count(outcome) / own.hands
        assert found.others == OTHERS.count(outcome) / OTHERS.hands
        assert (found.character is not Character.BALANCED) is (found.share - found.others >= MARGIN)


def test_a_character_needs_others() -> None:
    """Without enough hands of others there is nothing to hold a player against."""
    own = Split(60, 20, 20)
    assert verdict(own, Split(FEWEST_HANDS - 1, 0, 0)).character is Character.TOO_FEW
    assert verdict(own, Split(0, 0, FEWEST_HANDS)).character is Character.GREEDY


def test_without_games_there_is_no_average() -> None:
    """What would be divided by nought is nothing."""
    nothing = Totals()
    assert nothing.average is nothing.average_place is nothing.overbid is None
    assert nothing.set_points_a_hand is nothing.over_points_a_hand is None
    assert nothing.split.share(Outcome.SET) is None
    assert Totals(sets=2, uncounted=2, bids=5).overbid is None


def test_bids_of_sets_nobody_counted_are_not_held_against_tricks() -> None:
    """Three bid and one taken where it was counted: two too many, whatever else was bid."""
    assert Totals(sets=2, uncounted=1, bids=8, counted_bids=3, taken=1).overbid == 2.0
