"""The games of a demo: legal by the rules, believable, and the same for the same seed."""

from collections import Counter
from datetime import UTC, datetime
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.demo import PlayedGame, Temper, cast, demo_games
from scorekeeper.demo.cast import TEMPERS
from scorekeeper.demo.hands import play_hand
from scorekeeper.rules import House, Order, Outcome, scorecard
from tests.profiles import tried

SINCE, UNTIL = datetime(2020, 3, 1, tzinfo=UTC), datetime(2026, 3, 1, tzinfo=UTC)


def dice(seed: int) -> Random:
    return Random(seed)  # noqa: S311 - a demo is no secret


def some_games(*, seed: int = 1, games: int = 250, seats: int | None = None) -> list[PlayedGame]:
    made = demo_games(games=games, players=12, since=SINCE, until=UNTIL, seed=seed, seats=seats)
    return list(made)


@pytest.fixture(scope="module")
def book() -> list[PlayedGame]:
    return some_games()


@pytest.fixture(scope="module")
def plain() -> list[PlayedGame]:
    return some_games(games=60, seats=4)


@pytest.mark.slow
def test_the_same_seed_makes_the_same_games(book: list[PlayedGame]) -> None:
    """A benchmark of today can be held against one of last year; another seed is another book."""
    assert some_games() == book
    assert some_games(seed=2) != book


@tried(200)
@given(
    cards=st.integers(1, 13),
    seats=st.integers(2, 4),
    house=st.builds(House, zero_bid=st.booleans(), hook=st.booleans()),
    seed=st.integers(0, 10_000),
)
def test_every_hand_keeps_to_the_house(cards: int, seats: int, house: House, seed: int) -> None:
    """Bids are legal, the last of them keeps off the hook, and the tricks add up."""
    tempers = [temper for _, temper in cast(seats, dice(seed))]
    hand = play_hand(cards, range(seats), tempers, house, dice(seed))
    legal = house.legal_bids(cards)
    assert all(play.bid in legal for play in hand.plays)
    assert hand.bids not in house.forbidden_totals(cards)
    assert hand.is_scored


def test_a_book_has_all_that_happens_at_tables(book: list[PlayedGame]) -> None:
    """Every order, sets nobody counted, ties, corrections, late-comers, games broken off."""
    games = [played.game for played in book]
    cards = [scorecard(game) for game in games]
    assert {game.order for game in games} == {*Order} - {Order.CUSTOM}
    assert {len(game.players) for game in games} == {2, 3, 4, 5, 6, 7}
    assert any(game.finale for game in games)
    assert any(game.house.zero_bid for game in games)
    assert any(game.house.hook for game in games)
    assert any(game.ended_early for game in games)
    assert any(tally.uncounted for card in cards for tally in card.tallies)
    assert any(len(card.winners) > 1 for card in cards)
    assert any(played.corrected for played in book)
    assert any(None in card.rows[0].cells for card in cards)


def test_only_the_last_game_is_under_way(book: list[PlayedGame]) -> None:
    """There is one to be played on, and all others can be counted."""
    assert [scorecard(played.game).over for played in book] == [True] * (len(book) - 1) + [False]


def test_the_days_run_from_first_to_last(book: list[PlayedGame]) -> None:
    """Games begin in the evening, one after the other, within the time asked for."""
    moments = [played.started for played in book]
    assert moments == sorted(set(moments))
    assert moments[0] >= SINCE
    assert moments[-1] <= UNTIL
    assert {moment.hour for moment in moments} <= {18, 19, 20, 21, 22}


def test_games_for_a_benchmark_are_all_alike(plain: list[PlayedGame]) -> None:
    """Four players, 25 hands, played to the end: what is measured does not depend on luck."""
    for played in plain:
        assert len(played.game.players) == 4
        assert len(played.game.hands) == 25
        assert scorecard(played.game).over
        assert not played.game.ended_early


def test_every_game_says_that_it_is_a_demo(book: list[PlayedGame]) -> None:
    """On a printed card, too, nobody takes it for a game that was played."""
    assert [played.game.title for played in book[:2]] == ["Demo 1", "Demo 2"]


def test_the_cast_sits_where_it_says(book: list[PlayedGame]) -> None:
    """Places in the cast and names at the table agree, though two share a name."""
    names = [player.name for player, _ in cast(12, dice(1))]
    assert len(set(names)) == 11
    for played in book:
        assert [player.name for player in played.game.players] == [names[n] for n in played.who]
        assert len(set(played.who)) == len(played.who)


def test_more_people_than_names() -> None:
    """Past the last name they come again, told apart by a number."""
    names = [player.name for player, _ in cast(50, dice(1))]
    assert names[24:26] == ["John 2", "Margaret 2"]
    assert len(names) == 50


def test_tempers_show_in_the_results(plain: list[PlayedGame]) -> None:
    """As the rulebook tells: greedy ones go set, timid ones take over, the skilful are perfect."""
    kinds = list(TEMPERS)
    outcomes: dict[str, Counter[Outcome]] = {kind: Counter() for kind in kinds}
    for played in plain:
        for tally in scorecard(played.game).tallies:
            counted = outcomes[kinds[played.who[tally.seat] % len(kinds)]]
            counted[Outcome.SET] += tally.sets
            counted[Outcome.OVERTRICKS] += tally.overtricks
            counted[Outcome.PERFECT] += tally.perfects

    def share(kind: str, outcome: Outcome) -> float:
        return outcomes[kind][outcome] / outcomes[kind].total()

    assert max(kinds, key=lambda kind: share(kind, Outcome.PERFECT)) == "skilful"
    assert max(kinds, key=lambda kind: share(kind, Outcome.OVERTRICKS)) == "timid"
    assert share("greedy", Outcome.SET) > 1.5 * share("usual", Outcome.SET)


def test_bids_are_near_the_fair_share(plain: list[PlayedGame]) -> None:
    """A table of usual people overbids by little: within a trick and a half a hand."""
    rows = [row for played in plain for row in scorecard(played.game).rows]
    assert -0.5 < sum(row.over for row in rows) / len(rows) < 1.5


def test_skill_is_judgement() -> None:
    """Who has skill comes nearer to the bid: the same cards, judged and steered better."""
    wrong = {}
    for skill in (0.1, 0.9):
        hands = [
            play_hand(8, range(4), [Temper(skill, 0.0)] * 4, House(), dice(seed))
            for seed in range(300)
        ]
        plays = [play for hand in hands for play in hand.plays]
        wrong[skill] = sum(abs(play.counted - (play.bid or 0)) for play in plays)
    assert wrong[0.9] < wrong[0.1] / 2
