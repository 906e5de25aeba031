"""What is said of a game that is over: always true to its hands."""

from collections.abc import Sequence
from itertools import pairwise

import pytest
from hypothesis import given

from scorekeeper.rules import (
    NOT_COUNTED,
    Game,
    Hand,
    Play,
    Player,
    Scorecard,
    Taken,
    scorecard,
)
from scorekeeper.statistics import Margin, Review, Way, review
from scorekeeper.statistics.story import FAR_BEHIND, FEWEST_HANDS, NEAR
from tests.profiles import tried
from tests.rules import strategies as any_of

law = tried(150)

Plays = Sequence[tuple[int, Taken] | None]

EVEN: Plays = ((4, 4), (4, 4))
FIRST_UP: Plays = ((4, 4), (5, 4))
FIRST_DOWN: Plays = ((5, 4), (4, 4))

STORIES: list[tuple[list[Plays], Way, Margin]] = [
    ([FIRST_UP] * 3, Way.THROUGHOUT, Margin.CLEAR),
    ([EVEN] * 3, Way.SHARED, Margin.NONE),
    ([((4, 4), (4, 4), (1, 0))] * 3, Way.SHARED, Margin.CLEAR),
    ([FIRST_DOWN, FIRST_UP, FIRST_UP], Way.LAST_HAND, Margin.CLEAR),
    ([FIRST_DOWN, EVEN, ((7, 7), (1, 1)), ((7, 7), (1, 1))], Way.LAST_HAND, Margin.CLEAR),
    ([FIRST_DOWN, FIRST_UP, FIRST_UP, FIRST_UP], Way.COMEBACK, Margin.CLEAR),
    ([EVEN, FIRST_UP, EVEN], Way.FOR_GOOD, Margin.CLEAR),
    ([EVEN, EVEN, ((1, 0), (1, 8)), ((2, 0), (1, 8))], Way.FOR_GOOD, Margin.CLEAR),
    (
        [((7, 7), (1, 1)), ((3, 3), (6, 5)), ((1, 1), (7, 7)), ((1, 1), (7, 7))],
        Way.THROUGHOUT,
        Margin.COSTLY_SET,
    ),
    ([((4, 5), (3, 3)), EVEN, EVEN], Way.THROUGHOUT, Margin.CLEAR),
    ([((3, 4), (3, 4)), ((3, 5), (3, 3)), EVEN], Way.FOR_GOOD, Margin.NEAR),
    ([((5, 4), (6, 4))] * 3, Way.THROUGHOUT, Margin.BELOW_NOUGHT),
    ([FIRST_UP], Way.UNTOLD, Margin.CLEAR),
    ([FIRST_UP, FIRST_UP], Way.UNTOLD, Margin.CLEAR),
]
"""Hands of eight cards, a bid and its tricks for each seat, and what is to be told of them."""


def game(*hands: Plays, cards: int = 8) -> Game:
    players = len(hands[0])
    return Game(
        tuple(Player(f"P{seat}") for seat in range(players)),
        tuple(
            Hand(cards, tuple(Play(seat, *play) for seat, play in enumerate(hand) if play))
            for hand in hands
        ),
    )


def looked_back(*hands: Plays) -> Review:
    return review(scorecard(game(*hands)))


@pytest.mark.parametrize(("hands", "way", "margin"), STORIES)
def test_the_course_of_a_game(hands: list[Plays], way: Way, margin: Margin) -> None:
    """How it was won, and what lay between first and second, follows from the hands."""
    told = looked_back(*hands).story
    assert (told.course.way, told.finish.margin) == (way, margin)


def test_a_costly_set_has_its_figures() -> None:
    """The one second lacked less than its costliest set cost."""
    finish = looked_back(*STORIES[8][0]).story.finish
    assert (finish.seconds, finish.gap) == ((1,), 30)
    assert (finish.hand, finish.bid, finish.cost) == (2, 6, 60)


def test_the_lead_changes_when_another_is_alone_in_front() -> None:
    """Who is level takes nothing away; who passes does."""
    assert looked_back(FIRST_UP, FIRST_DOWN, FIRST_UP).lead_changes == 0
    assert looked_back(FIRST_UP, FIRST_DOWN, FIRST_DOWN).lead_changes == 1
    assert looked_back(*[FIRST_UP, FIRST_DOWN, FIRST_DOWN] * 2).lead_changes == 1
    assert looked_back(EVEN, EVEN).lead_changes == 0


def test_the_hands_that_moved_most() -> None:
    """Three at most, the widest first, of equals the earlier; an even hand moved nobody."""
    found = looked_back(EVEN, FIRST_UP, ((1, 8), (2, 0)), FIRST_DOWN, ((8, 8), (1, 0))).swings
    assert [(swing.number, swing.size) for swing in found] == [(2, 90), (4, 90), (5, 90)]
    assert (found[0].gainers, found[0].losers) == ((0,), (1,))
    assert (found[0].most, found[0].fewest, found[0].cards) == (40, -50, 8)
    assert looked_back(EVEN).swings == ()


def test_those_who_are_out_are_judged_by_their_own_hands() -> None:
    """Somebody who sat out, left or came late has fewer hands; a set not counted is not off."""
    facts = looked_back(((4, 4), (4, 4), None), ((2, 5), (1, 1), (3, NOT_COUNTED)))
    judged = [(each.split.hands, each.tricks_off, each.counted) for each in facts.judgements]
    assert judged == [(2, 3, 2), (2, 0, 2), (1, 0, 0)]
    assert [each.average_off for each in facts.judgements] == [1.5, 0.0, None]


@law
@given(played=any_of.finished_games())
def test_a_story_is_true(played: Game) -> None:
    """Whatever is told of a game can be found in its hands, and nothing fails on any game."""
    card = scorecard(played)
    facts = review(card)
    after_each = _running(card)
    told, leaders = facts.story, [_leaders(totals) for totals in after_each.values()]
    assert told.winners == card.winners
    changes = [lead for lead in leaders if len(lead) == 1]
    assert facts.lead_changes == sum(a != b for a, b in pairwise(changes))
    _check_course(facts, after_each)
    _check_finish(facts, card)
    for swing in facts.swings:
        points = [cell.points for cell in card.rows[swing.number - 1].cells if cell]
        assert (max(points), min(points)) == (swing.most, swing.fewest)  # type: ignore[type-var]  # scored
    for each in facts.judgements:
        assert each.split.hands == card.tallies[each.seat].hands


def _check_course(facts: Review, after_each: dict[int, dict[int, int]]) -> None:
    course, winners = facts.story.course, facts.story.winners
    if course.way in (Way.UNTOLD, Way.SHARED):
        assert course.way is Way.UNTOLD or len(winners) > 1
        return
    assert len(after_each) >= FEWEST_HANDS
    numbers = list(after_each)
    since = numbers.index(course.hand) if course.hand else 0
    is_alone = [_leaders(totals) == winners for totals in after_each.values()]
    assert all(is_alone[since:])
    assert since == 0 or not is_alone[since - 1]
    assert (course.way is Way.THROUGHOUT) is (since == 0)
    assert (course.way is Way.LAST_HAND) is (since == len(numbers) - 1)
    if course.way is Way.COMEBACK:
        totals = after_each[course.after]
        assert course.behind == max(totals.values()) - totals[winners[0]] >= FAR_BEHIND
        assert course.after < course.hand


def _check_finish(facts: Review, card: Scorecard) -> None:
    finish, totals = facts.story.finish, card.totals
    if finish.margin is Margin.NONE:
        assert not card.scored or len(set(totals)) == 1
        return
    first = max(totals)
    second = max(total for total in totals if total < first)
    assert finish.gap == first - second
    assert finish.seconds == tuple(seat for seat, total in enumerate(totals) if total == second)
    assert (finish.margin is Margin.BELOW_NOUGHT) is (first < 0)
    if finish.margin is Margin.COSTLY_SET:
        cell = card.rows[finish.hand - 1].cells[finish.seconds[0]]
        assert cell
        assert (cell.bid, cell.points, cell.outcome) == (finish.bid, -finish.cost, "S")
        assert finish.cost > finish.gap
    if finish.margin in (Margin.NEAR, Margin.CLEAR):
        assert (finish.margin is Margin.NEAR) is (finish.gap <= NEAR)


def _running(card: Scorecard) -> dict[int, dict[int, int]]:
    """Return the totals of who has played by then, by the number of each hand that counts."""
    found: dict[int, dict[int, int]] = {}
    totals: dict[int, int] = {}
    for row in card.rows:
        if row.is_scored:
            totals = {**totals, **{c.seat: c.total for c in row.cells if c and c.total is not None}}
            found[row.number] = totals
    return found


def _leaders(totals: dict[int, int]) -> tuple[int, ...]:
    return tuple(seat for seat in sorted(totals) if totals[seat] == max(totals.values()))
