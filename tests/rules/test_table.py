"""What may be done to a table under way: what was played stands, and the rest still fits."""

from collections.abc import Callable, Sequence
from dataclasses import asdict, replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.rules import (
    Game,
    Hand,
    HandState,
    Play,
    Player,
    Row,
    RuleError,
    Scorecard,
    Trump,
    scorecard,
)
from scorekeeper.rules.errors import (
    BegunError,
    HandCountError,
    HandMisfitError,
    HandSizeError,
    NoHandError,
    PlayerCountError,
    SeatingError,
    UnknownSeatError,
)
from scorekeeper.rules.table import (
    Misfit,
    ended,
    first_unbegun,
    joined,
    left,
    misfits,
    reopened,
    reordered,
    reseated,
    with_coming_hands,
)
from tests.profiles import tried
from tests.rules import strategies as any_of
from tests.rules.refusal import refused

law = tried(60)

NEW = Player("Dora", 40)
SCORED = Hand(2, (Play(0, 1, 1), Play(1, 2, 1), Play(2, 1, 0)))
BEGUN = Hand(3, (Play(0, 1), Play(1), Play(2)))
BLANK = Hand.undealt(3, range(3))

NOT_BEGUN = [
    replace(BLANK, trump=Trump.HEARTS),
    replace(BLANK, dealer=2),
    Hand(3, (Play(0, adjust=10), Play(1), Play(2))),
    Hand.undealt(3, (0, 2)),
]
"""Hands of which something was noted, but no bid and no result."""

CROWDED = [
    (2, [26, 17, 18, 13], [Misfit(1, 26, 17), Misfit(3, 18, 17)]),
    (4, [13, 11, 10, 1], [Misfit(1, 13, 10), Misfit(2, 11, 10)]),
    (5, [10, 9, 8], [Misfit(1, 10, 8), Misfit(2, 9, 8)]),
    (8, [6, 5, 1], [Misfit(1, 6, 5)]),
    (14, [3, 1], []),
]
"""Players, their hands, and those that one more player would be too many for."""

CHANGES: list[Callable[[Game, int], Game]] = [
    lambda game, number: joined(game, NEW, number=number, fit=True),
    lambda game, number: left(game, 1, number=number),
]

NO_SEATINGS: list[Sequence[int]] = [(), (0, 1), (0, 1, 1), (0, 1, 3), (0, 1, 2, 2), (-1, 0, 1)]


def table(*hands: Hand, players: int = 3, **others: object) -> Game:
    """Return a game of Ann, Ben and Cy, or of more."""
    names = ("Ann", "Ben", "Cy", *(f"Player {n}" for n in range(4, players + 1)))
    seated = tuple(Player(name) for name in names[:players])
    return replace(Game(players=seated, hands=hands), **others)  # type: ignore[arg-type]  # named by the tests


def undealt(players: int, sizes: Sequence[int]) -> Game:
    hands = [Hand.undealt(cards, range(players)) for cards in sizes]
    return table(*hands, players=players)


# --- which hands are still to come


@pytest.mark.parametrize(
    ("hands", "first"),
    [
        ([BLANK, BLANK], 1),
        ([SCORED, BLANK], 2),
        ([BEGUN, BLANK], 2),
        ([BLANK, BEGUN, BLANK], 3),
        ([SCORED, BEGUN], 3),
        ([SCORED, *NOT_BEGUN], 2),
    ],
)
def test_coming_hands_follow_the_last_that_anybody_bid_in(hands: list[Hand], first: int) -> None:
    """A trump, a dealer, points or an absence noted ahead do not begin a hand; a bid does."""
    assert first_unbegun(table(*hands)) == first


@pytest.mark.parametrize("change", CHANGES)
@pytest.mark.parametrize("number", [0, 4, -1])
def test_a_hand_that_does_not_exist_is_refused(
    change: Callable[[Game, int], Game], number: int
) -> None:
    """Nobody joins or leaves from a hand that the game does not have."""
    with refused(NoHandError, number=number, hands=3):
        change(table(SCORED, BEGUN, BLANK), number)


@pytest.mark.parametrize("change", CHANGES)
@pytest.mark.parametrize("number", [1, 2])
def test_begun_hands_are_not_changed(change: Callable[[Game, int], Game], number: int) -> None:
    """Nobody joins or leaves a hand that is begun."""
    with refused(BegunError, number=number, first=3):
        change(table(SCORED, BEGUN, BLANK), number)


@pytest.mark.parametrize("change", CHANGES)
def test_nobody_comes_or_goes_after_the_last_hand(change: Callable[[Game, int], Game]) -> None:
    """Where every hand is begun nothing is left to join or to leave."""
    with refused(NoHandError, number=2, hands=1):
        change(table(SCORED), 2)


# --- joining


def test_who_joins_is_in_every_hand_from_then_on() -> None:
    """A late player sits last, with the points agreed, absent from what was played."""
    game = joined(table(SCORED, BLANK, BLANK), NEW, number=3)
    assert game.players[3] == NEW
    assert [hand.seats for hand in game.hands] == [(0, 1, 2), (0, 1, 2), (0, 1, 2, 3)]
    row = scorecard(game).rows[0]
    assert row.cells[3] is None
    assert scorecard(game).totals == (10, -20, -10, 40)


def test_who_joins_deals_in_turn() -> None:
    """The deal passes over the new seat until they sit on it, then comes round to it."""
    game = joined(table(*[SCORED] * 3, *[BLANK] * 5), NEW, number=5)
    assert game.dealers == (0, 1, 2, 0, 1, 2, 3, 0)


def test_what_was_noted_ahead_stays() -> None:
    """Dealers put right, trumps and points of coming hands stand when somebody joins."""
    game = joined(table(*NOT_BEGUN), NEW, number=1)
    assert [hand.trump for hand in game.hands] == [Trump.HEARTS, None, None, None]
    assert game.dealers[1] == 2
    assert game.hands[2].plays[0].adjust == 10
    assert game.hands[3].seats == (0, 2, 3)


@pytest.mark.parametrize(("players", "sizes", "wrong"), CROWDED)
def test_hands_that_do_not_fit_are_pointed_out(
    players: int, sizes: list[int], wrong: list[Misfit]
) -> None:
    """One card must be left to turn up; the nearest number that leaves one is named."""
    assert list(misfits(undealt(players, sizes), 1)) == wrong


@pytest.mark.parametrize(("players", "sizes", "wrong"), CROWDED)
def test_hands_are_shrunk_where_the_table_says_so(
    players: int, sizes: list[int], wrong: list[Misfit]
) -> None:
    """Who joins shrinks just the hands that do not fit, and is refused where not told to."""
    nearest = {misfit.cards: misfit.nearest for misfit in wrong}
    game = joined(undealt(players, sizes), NEW, number=1, fit=True)
    assert [hand.cards for hand in game.hands] == [nearest.get(cards, cards) for cards in sizes]
    if wrong:
        with refused(HandMisfitError, **asdict(wrong[0])):
            joined(undealt(players, sizes), NEW, number=1)


def test_only_hands_from_then_on_need_to_fit() -> None:
    """A large hand before they join does not stand in the way."""
    game = undealt(4, [13, 13, 10])
    assert [misfit.number for misfit in misfits(game, 2)] == [2]
    assert [hand.cards for hand in joined(game, NEW, number=3).hands] == [13, 13, 10]


def test_nobody_joins_a_full_table() -> None:
    """Fifteen is the most."""
    with refused(PlayerCountError, players=16):
        joined(undealt(15, [1]), NEW, number=1)


# --- leaving


def test_who_leaves_keeps_what_they_played() -> None:
    """Their past hands and their total stand; they are in no hand from then on."""
    game = left(table(SCORED, BLANK, BLANK), 1, number=2)
    assert [hand.seats for hand in game.hands] == [(0, 1, 2), (0, 2), (0, 2)]
    assert len(game.players) == 3
    assert scorecard(game).totals == (10, -20, -10)
    assert [player.left_after for player in game.players] == [None, 1, None]


def test_the_deal_passes_over_who_left() -> None:
    """The rotation skips the empty chair, and a dealer put right there is no dealer any more."""
    assert left(table(*[BLANK] * 5), 1, number=2).dealers == (0, 2, 0, 2, 0)
    put_right = table(BLANK, BLANK, replace(BLANK, dealer=1), BLANK)
    assert left(put_right, 1, number=2).dealers == (0, 2, 0, 2)


def test_two_stay_in_every_hand() -> None:
    """Who is one of the last two in a coming hand cannot leave."""
    two = table(SCORED, Hand.undealt(3, (0, 2)))
    with refused(PlayerCountError, players=1):
        left(two, 0, number=2)


@pytest.mark.parametrize("seat", [3, -1, 99])
def test_only_who_sits_there_can_leave(seat: int) -> None:
    with refused(UnknownSeatError, seat=seat, players=3):
        left(table(BLANK), seat, number=1)


def test_a_trump_noted_ahead_goes_where_the_pack_is_dealt_out() -> None:
    """A hand that deals the whole pack once somebody has left has no trump."""
    seven = table(Hand.undealt(7, range(7)), players=7)
    game = replace(seven, hands=(Hand(7, seven.hands[0].plays, Trump.CLUBS),))
    assert left(game, 6, number=1).hands[0].trump is Trump.CLUBS
    ten = table(Hand(5, tuple(Play(seat) for seat in range(10)), Trump.CLUBS), players=10)
    nine = left(with_coming_hands(ten, [5]), 9, number=1)
    assert with_coming_hands(nine, [6]).hands[0].trump is None


# --- coming hands


def test_coming_hands_are_resized_dropped_and_added() -> None:
    """Begun hands stand; the list replaces all after them, and new hands are for who is there."""
    game = left(table(SCORED, BLANK, BLANK), 1, number=2)
    for sizes in ([], [1], [5, 4], [1, 2, 3, 4]):
        changed = with_coming_hands(game, sizes)
        assert [hand.cards for hand in changed.hands] == [2, *sizes]
        assert all(hand.seats == (0, 2) for hand in changed.hands[1:])
        assert changed.hands[0] == SCORED


def test_what_was_noted_ahead_stays_at_its_hand() -> None:
    """A resized hand keeps its dealer, points and who sits it out."""
    game = with_coming_hands(table(*NOT_BEGUN), [4, 4, 4, 4])
    assert game.hands == tuple(replace(hand, cards=4) for hand in NOT_BEGUN)


def test_hands_can_be_added_once_the_last_is_begun() -> None:
    """A game that is over goes on with another hand for everybody who was in the last."""
    game = with_coming_hands(table(SCORED), [3])
    assert game.hands == (SCORED, BLANK)
    assert not scorecard(game).over


@pytest.mark.parametrize(
    ("game", "sizes", "rule"),
    [
        (table(SCORED, BLANK), [19], HandSizeError),
        (table(SCORED, BLANK), [0], HandSizeError),
        (table(SCORED, BLANK), [1] * 60, HandCountError),
        (table(BLANK), [], HandCountError),
    ],
)
def test_a_list_that_cannot_be_dealt_is_refused(
    game: Game, sizes: list[int], rule: type[RuleError]
) -> None:
    """Coming hands keep to the pack, and a game to one to sixty hands."""
    with pytest.raises(rule):
        with_coming_hands(game, sizes)


@pytest.mark.parametrize(
    ("change", "stays"),
    [
        (lambda game: with_coming_hands(game, [8, 9]), True),
        (lambda game: with_coming_hands(game, [9]), True),
        (lambda game: with_coming_hands(game, [8]), False),
        (lambda game: with_coming_hands(game, [8, 9, 1]), False),
        (lambda game: joined(game, NEW, number=1, fit=True), False),
        (lambda game: left(game, 5, number=1), False),
        (lambda game: reseated(game, (5, 4, 3, 2, 1, 0)), True),
    ],
)
def test_the_finale_is_one_as_long_as_it_deals_the_pack(
    change: Callable[[Game], Game], *, stays: bool
) -> None:
    """A game has its finale while its last hand deals every card to who is in it."""
    game = replace(undealt(6, [8, 9]), finale=True)
    assert change(game).finale is stays


# --- seats


def test_people_change_seats_and_roles_stay_theirs() -> None:
    """First dealer, scorekeeper, points and absences go where their person goes."""
    hand = Hand(3, (Play(0, adjust=-5), Play(2)), dealer=2)
    game = reseated(table(hand, BLANK, first_dealer=1, scorekeeper=0), (2, 0, 1))
    assert [player.name for player in game.players] == ["Cy", "Ann", "Ben"]
    assert (game.first_dealer, game.scorekeeper) == (2, 1)
    assert game.hands[0] == Hand(3, (Play(0), Play(1, adjust=-5)), dealer=0)


@pytest.mark.parametrize("order", NO_SEATINGS)
def test_each_has_one_seat(order: Sequence[int]) -> None:
    with refused(SeatingError, order=tuple(order), players=3):
        reseated(table(BLANK), order)


def test_seats_are_fixed_once_a_hand_is_begun() -> None:
    """Wherever the begun hand is."""
    with refused(BegunError, number=1, first=3):
        reseated(table(BLANK, BEGUN, BLANK), (0, 1, 2))


@pytest.mark.parametrize("order", NO_SEATINGS)
def test_each_stands_once_in_another_order(order: Sequence[int]) -> None:
    with refused(SeatingError, order=tuple(order), players=3):
        reordered(table(SCORED, BLANK), order)
    with refused(SeatingError, order=tuple(order), players=3):
        table(SCORED, replace(BLANK, order=tuple(order)))


def test_another_order_holds_from_the_first_hand_not_begun() -> None:
    """Seats, players and past hands are as they were; deal and bidding go on as they sit now."""
    game = table(SCORED, BEGUN, BLANK, BLANK, BLANK)
    now = reordered(game, (1, 0, 2))
    assert now.players == game.players
    assert now.hands[:2] == game.hands[:2]
    assert [hand.order for hand in now.hands] == [None, None, (1, 0, 2), None, None]
    assert now.dealers == (0, 1, 0, 2, 1)
    assert now.bidding_order(2) == (2, 0, 1)
    assert now.bidding_order(3) == (2, 1, 0)
    again = reordered(now.with_hand(3, BEGUN), (2, 1, 0))
    assert again.orders == (*[(0, 1, 2)] * 3, *[(2, 1, 0)] * 2)
    assert reordered(now, (0, 1, 2)) == game


def test_an_order_that_was_noted_for_later_gives_way() -> None:
    """Where a hand was cleared, the new order holds from it on, and no older one after it."""
    game = reordered(table(SCORED, BEGUN, BLANK, BLANK), (1, 0, 2))
    cleared = game.with_hand(2, BLANK)
    assert reordered(cleared, (2, 1, 0)).orders == ((0, 1, 2), *[(2, 1, 0)] * 3)
    assert reseated(cleared.with_hand(1, BLANK), (0, 1, 2)).orders == ((0, 1, 2),) * 4


def test_no_order_is_left_to_change_once_every_hand_is_begun() -> None:
    with refused(NoHandError, number=2, hands=1):
        reordered(table(SCORED), (1, 0, 2))


def test_a_late_player_sits_between_two() -> None:
    """The next free seat is theirs, and their place in the order; who dealt before stands."""
    game = table(SCORED, BLANK, BLANK, BLANK)
    now = joined(game, NEW, number=3, after=0)
    assert [player.name for player in now.players] == ["Ann", "Ben", "Cy", "Dora"]
    assert now.orders == (*[(0, 1, 2, 3)] * 2, *[(0, 3, 1, 2)] * 2)
    assert now.dealers[:2] == game.dealers[:2]
    assert now.bidding_order(3) == (0, 3, 1, 2)
    assert joined(game, NEW, number=3, after=2) == joined(game, NEW, number=3)
    later = joined(reordered(game, (1, 0, 2)), NEW, number=3, after=1)
    assert later.orders == ((0, 1, 2, 3), (1, 0, 2, 3), *[(1, 3, 0, 2)] * 2)
    with refused(UnknownSeatError, seat=3, players=3):
        joined(game, NEW, number=3, after=3)


# --- the end


def test_a_game_ends_early_and_opens_again() -> None:
    """What is not scored does not count; opened again, the game is as it was."""
    game = table(SCORED, BEGUN, BLANK)
    assert scorecard(ended(game)).over
    assert scorecard(ended(game)).totals == scorecard(game).totals
    assert reopened(ended(game)) == game


# --- laws


def coming(game: Game, data: st.DataObject) -> int | None:
    """Draw a hand that is still to come; None where there is none."""
    first = first_unbegun(game)
    return data.draw(st.integers(first, len(game.hands))) if first <= len(game.hands) else None


@law
@given(game=any_of.games(), data=st.data())
def test_who_joins_and_leaves_at_once_leaves_no_trace(game: Game, data: st.DataObject) -> None:
    """Joined and left from the same hand on, the card is the same for all others."""
    number = coming(game, data)
    if number is None or len(game.players) == 15 or misfits(game, number):
        return
    gone = left(joined(game, NEW, number=number), len(game.players), number=number)
    assert gone.dealers == game.dealers
    assert _without_last_seat(scorecard(gone)) == _of_all(scorecard(game))


@law
@given(game=any_of.games(), data=st.data(), fit=st.booleans())
def test_what_was_played_stands(game: Game, data: st.DataObject, *, fit: bool) -> None:
    """Whatever is done to coming hands, the rows of the card before them stay as they are."""
    number = coming(game, data)
    if number is None:
        return
    before = scorecard(game).rows[: number - 1]
    seat = data.draw(st.integers(0, len(game.players) - 1))
    sizes = data.draw(st.lists(st.integers(1, 20), max_size=5))
    changes: list[tuple[Callable[[], Game], int]] = [
        (lambda: joined(game, NEW, number=number, fit=fit), number - 1),
        (lambda: left(game, seat, number=number), number - 1),
        (lambda: with_coming_hands(game, sizes), first_unbegun(game) - 1),
    ]
    for change, kept in changes:
        try:
            changed = change()
        except RuleError:
            continue
        rows = scorecard(changed).rows[:kept]
        seats = len(game.players)
        assert [_in_seats(row, seats) for row in rows] == [
            _in_seats(r, seats) for r in before[:kept]
        ]
        assert all(cell is None for row in rows for cell in row.cells[seats:])


@law
@given(game=any_of.games(), data=st.data())
def test_a_joining_player_fits_after_shrinking(game: Game, data: st.DataObject) -> None:
    """Shrunk to fit, no hand is too large, and none is smaller than it had to be."""
    number = coming(game, data)
    if number is None or len(game.players) == 15:
        return
    changed = joined(game, NEW, number=number, fit=True)
    for old, new in zip(game.hands[number - 1 :], changed.hands[number - 1 :], strict=True):
        assert new.seats == (*old.seats, len(game.players))
        assert new.cards == min(old.cards, 53 // len(new.seats))


@law
@given(game=any_of.games(), data=st.data())
def test_who_leaves_never_deals_again(game: Game, data: st.DataObject) -> None:
    """The dealer is always in the hand, and each hand's is the next at the table who is."""
    number, seat = coming(game, data), data.draw(st.integers(0, len(game.players) - 1))
    if number is None or any(
        len(set(hand.seats) - {seat}) < 2 for hand in game.hands[number - 1 :]
    ):
        return
    changed = left(game, seat, number=number)
    assert seat not in changed.dealers[number - 1 :]
    assert changed.dealers[: number - 1] == game.dealers[: number - 1]


@law
@given(game=any_of.games(), data=st.data())
def test_seats_changed_and_changed_back_are_the_same(game: Game, data: st.DataObject) -> None:
    """Reseating is a permutation of people and of who deals; back again is the game it was."""
    if first_unbegun(game) != 1:
        return
    order = data.draw(st.permutations(range(len(game.players))))
    back = [order.index(seat) for seat in range(len(order))]
    changed = reseated(game, order)
    assert list(changed.players) == [game.players[old] for old in order]
    assert {order[changed.first_dealer]} == {game.first_dealer}
    assert [sorted(order[seat] for seat in hand.seats) for hand in changed.hands] == [
        list(hand.seats) for hand in game.hands
    ]
    assert reseated(changed, back) == game


@law
@given(game=any_of.games(), data=st.data())
def test_the_same_list_changes_nothing(game: Game, data: st.DataObject) -> None:
    """Coming hands listed as they are stay so, and a longer list only adds to them."""
    sizes = [hand.cards for hand in game.hands[first_unbegun(game) - 1 :]]
    same = with_coming_hands(game, sizes)
    assert scorecard(same) == scorecard(game)
    more = data.draw(st.lists(st.just(1), min_size=1, max_size=3))
    longer = with_coming_hands(game, [*sizes, *more])
    assert longer.hands[: len(game.hands)] == same.hands
    assert all(row.state is HandState.WAITING for row in scorecard(longer).rows[len(game.hands) :])


def _in_seats(row: Row, seats: int) -> Row:
    order = tuple(seat for seat in row.order if seat < seats)
    return replace(row, cells=row.cells[:seats], order=order)


def _of_all(card: Scorecard) -> tuple[object, ...]:
    return card.rows, card.tallies, card.totals


def _without_last_seat(card: Scorecard) -> tuple[object, ...]:
    seats = len(card.totals) - 1
    rows = tuple(_in_seats(row, seats) for row in card.rows)
    return rows, card.tallies[:-1], card.totals[:-1]
