"""What is still at stake, against trying every way that the rest of a small game can go."""

from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.rules import Game, Hand, House, Play, Player, scorecard
from scorekeeper.rules.stakes import Reach, extremes, reach
from tests.profiles import tried
from tests.rules import strategies as any_of

law = tried(60)

HOUSES = [House(zero_bid=zero, hook=hook) for zero in (False, True) for hook in (False, True)]

TABLES: list[tuple[tuple[int, ...], tuple[int, ...]]] = [
    ((0, 0), (1,)),
    ((0, 0), (3,)),
    ((0, -20), (1,)),
    ((0, -21), (1,)),
    ((5, -35), (2,)),
    ((5, -36), (2,)),
    ((0, 40), (1, 1)),
    ((0, 41), (2,)),
    ((0, 0, 0), (2,)),
    ((0, -40, -41), (2,)),
    ((100, 61, 60), (1, 1)),
]
"""Points that the players start from, and the cards of the hands to be played."""


@cache
def ways(house: House, cards: int, players: int) -> frozenset[tuple[int, ...]]:
    """Return the points of every way that one hand can go."""
    splits = [
        tricks for tricks in product(range(cards + 1), repeat=players) if sum(tricks) == cards
    ]
    return frozenset(
        tuple(house.score(bid, took).points for bid, took in zip(bids, tricks, strict=True))
        for bids in product(house.legal_bids(cards), repeat=players)
        if sum(bids) not in house.forbidden_totals(cards)
        for tricks in splits
    )


def endings(house: House, starts: Sequence[int], sizes: Sequence[int]) -> set[tuple[int, ...]]:
    """Return every list of totals that the game can end with."""
    totals = {tuple(starts)}
    for cards in sizes:
        totals = {
            tuple(map(sum, zip(total, points, strict=True)))
            for total in totals
            for points in ways(house, cards, len(starts))
        }
    return totals


def undealt(house: House, starts: Sequence[int], sizes: Sequence[int]) -> Game:
    hands = tuple(Hand.undealt(cards, range(len(starts))) for cards in sizes)
    players = tuple(Player(f"P{seat}", start) for seat, start in enumerate(starts))
    return Game(players, hands, house=house)


@pytest.mark.parametrize("house", HOUSES, ids=str)
@pytest.mark.parametrize("cards", range(1, 6))
def test_the_most_and_the_fewest_points_of_a_hand(house: House, cards: int) -> None:
    """Of all ways that a hand of two can go, the extremes are the best and the worst of one."""
    points = [total for each in ways(house, cards, 2) for total in each]
    assert extremes(house, cards) == (min(points), max(points))


@pytest.mark.parametrize("house", HOUSES, ids=str)
@pytest.mark.parametrize(("starts", "sizes"), TABLES)
def test_what_can_be_reached_is_what_can_be_played(
    house: House, starts: tuple[int, ...], sizes: tuple[int, ...]
) -> None:
    """Best, worst and who can win are those of all endings, ties sharing the win."""
    game = undealt(house, starts, sizes)
    ends = endings(house, starts, sizes)
    assert reach(game, scorecard(game)) == tuple(
        Reach(
            seat,
            worst=min(totals[seat] for totals in ends),
            best=max(totals[seat] for totals in ends),
            can_win=any(totals[seat] == max(totals) for totals in ends),
        )
        for seat in range(len(starts))
    )


def test_points_given_ahead_are_in_it() -> None:
    """What the table gave or took in a hand to come counts as soon as that hand does."""
    game = undealt(House(), (0, 0), (1,))
    hand = Hand(1, (Play(0, adjust=-25), Play(1)))
    card = scorecard(replace(game, hands=(hand,)))
    assert reach(game, card) == (Reach(0, -35, -15, can_win=False), Reach(1, -10, 10, can_win=True))


def test_nothing_is_at_stake_for_who_sits_the_rest_out() -> None:
    """Who sits the rest out keeps their total, and wins if nobody can be sure to pass it."""
    hands = (Hand.undealt(2, (0, 1)),)
    for start, can_win in ((-20, True), (-21, False)):
        players = (Player("Ann"), Player("Ben"), Player("Cy", start))
        game = Game(players, hands)
        assert reach(game, scorecard(game))[2] == Reach(2, start, start, can_win)


def test_who_left_for_good_can_win_no_more() -> None:
    """However many points they left with, the others play it out among themselves."""
    players = (Player("Ann"), Player("Ben"), Player("Cy", 500, left_after=0))
    game = Game(players, (Hand.undealt(2, (0, 1)),))
    assert [each.can_win for each in reach(game, scorecard(game))] == [True, True, False]


@law
@given(game=any_of.finished_games())
def test_nothing_is_at_stake_once_it_is_over(game: Game) -> None:
    """When a game is over, who can win is who has won."""
    card = scorecard(game)
    for seat, place in enumerate(reach(game, card)):
        assert place.worst == place.best == card.totals[seat]
        assert place.can_win is (seat in card.winners)


@law
@given(game=any_of.finished_games(), data=st.data())
def test_no_ending_goes_beyond(game: Game, data: st.DataObject) -> None:
    """However the hands to come are played, totals stay in reach, and the winners could win."""
    game = replace(game, ended_early=False)
    if not scorecard(game).over:
        return
    number = data.draw(st.integers(1, len(game.hands)))
    rest = (_forgotten(hand) for hand in game.hands[number - 1 :])
    before = replace(game, hands=(*game.hands[: number - 1], *rest))
    card = scorecard(game)
    for place in reach(before, scorecard(before)):
        assert place.worst <= card.totals[place.seat] <= place.best
        assert place.can_win or place.seat not in card.winners


def _forgotten(hand: Hand) -> Hand:
    """Return a hand before its bids, with the points that were given or taken in it."""
    plays = tuple(replace(play, bid=None, taken=None) for play in hand.plays)
    return replace(hand, plays=plays)
