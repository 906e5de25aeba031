"""A card from paper is held against the rules, and every fault is found where it entered."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.rules import (
    NOT_COUNTED,
    Game,
    Hand,
    HandState,
    House,
    Order,
    Player,
    RuleError,
    Taken,
    Trump,
    hand_sizes,
    scorecard,
)
from scorekeeper.rules.checking import (
    BidsFault,
    CheckedCard,
    Fault,
    ResultFault,
    RuleFault,
    SumFault,
    check,
    order_of,
    still_to_come,
)
from scorekeeper.rules.errors import (
    BidMissingError,
    BidRangeError,
    DealerOutError,
    HandCountError,
    HandSizeError,
    HookError,
    PlayerCountError,
    TakenRangeError,
    TricksError,
    TrumpError,
    UncountedZeroError,
    UnknownSeatError,
)
from scorekeeper.rules.written import Entry, Line, WrittenCard, as_written
from tests.profiles import tried
from tests.rules.refusal import refused
from tests.rules.strategies import finished_games, games

law = tried(60)
NAMES = ("John", "Margaret", "Steve", "Betsy")

Cell = tuple[int | None, Taken | None, int | None]


def line(cards: int, *cells: Cell, bids: int | None = None) -> Line:
    """Return a line from bid, tricks and running score of each player."""
    return Line(cards, tuple(Entry(*cell) for cell in cells), bids)


def card(*lines: Line, has_scores: bool = True) -> WrittenCard:
    """Return a card of these lines."""
    players = tuple(Player(name) for name in NAMES[: len(lines[0].entries)])
    return WrittenCard(players, lines, has_scores=has_scores)


def faults(*lines: Line, house: House | None = None, has_scores: bool = True) -> list[Fault]:
    """Return the faults of a card of these lines."""
    return list(check(card(*lines, has_scores=has_scores), house or House()).faults)


def rules(found: CheckedCard) -> list[tuple[int, type[RuleError]]]:
    """Return which rules are broken, and in which hands."""
    return [(f.number, type(f.rule)) for f in found.faults if isinstance(f, RuleFault)]


SAMPLE = (
    line(13, (3, 4, 31), (3, 0, -30), (2, 4, 22), (5, 5, 50)),
    line(12, (2, 1, 11), (4, 2, -70), (5, 3, -28), (3, 5, 82)),
    line(11, (1, 2, 22), (4, 5, -29), (1, 1, -18), (3, 3, 112), bids=10),
)


def test_the_published_sample_has_two_faults() -> None:
    """Hand 2 counts 11 tricks of 12, hand 3 is printed as bids of 10, and all sums are right."""
    missing, printed = check(card(*SAMPLE), House()).faults
    assert isinstance(missing, RuleFault)
    assert isinstance(missing.rule, TricksError)
    assert (missing.number, missing.rule.off, missing.rule.counted) == (2, -1, 11)
    assert printed == BidsFault(3, written=10, right=9)


def test_the_sample_is_a_game_once_a_set_is_left_uncounted() -> None:
    """Without the count that is wrong, every hand could have been played."""
    entries = list(SAMPLE[1].entries)
    entries[2] = replace(entries[2], taken=NOT_COUNTED)
    put_right = card(SAMPLE[0], replace(SAMPLE[1], entries=tuple(entries)), SAMPLE[2])
    game = check(put_right, House()).game(title="Sample")
    assert game is not None
    assert scorecard(game).totals == (22, -29, -18, 112)
    assert game.title == "Sample"


def test_a_card_with_an_illegal_hand_is_no_game() -> None:
    """The sample as printed cannot be kept; its other hands are known all the same."""
    checked = check(card(*SAMPLE), House())
    assert not checked.is_legal
    assert checked.game() is None
    assert [hand is None for hand in checked.hands] == [False, True, False]
    assert checked.faults_of(1) == ()
    assert len(checked.faults_of(2)) == 1


@given(st.one_of(games(), finished_games()))
@law
def test_a_game_written_down_has_no_fault(game: Game) -> None:
    """What the fold says of any legal game, written on paper, is that game again."""
    checked = check(as_written(game), game.house)
    assert checked.faults == ()
    again = checked.game(title=game.title)
    assert again is not None
    assert scorecard(again).rows == scorecard(game).rows
    assert again.dealers == game.dealers


@given(finished_games(), st.data())
@law
def test_an_error_in_a_sum_is_found_where_it_entered(game: Game, data: st.DataObject) -> None:
    """Whoever adds wrongly once, and rightly ever after, has one fault: at that hand."""
    written = as_written(game)
    scored = [row.number for row in scorecard(game).rows if row.state is HandState.SCORED]
    if not scored:
        return
    number = data.draw(st.sampled_from(scored))
    in_it = [s for s, e in enumerate(written.lines[number - 1].entries) if not e.is_out]
    seat = data.draw(st.sampled_from(in_it))
    off = data.draw(st.integers(-99, 99).filter(bool))
    lines = tuple(
        shifted(each, seat, off) if n >= number else each for n, each in written.numbered()
    )
    (fault,) = check(replace(written, lines=lines), game.house).faults
    assert isinstance(fault, SumFault)
    assert (fault.number, fault.seat, fault.off) == (number, seat, off)
    assert fault.written - fault.right == off


def shifted(of: Line, seat: int, off: int) -> Line:
    """Return a line with a player's running score off by so many points."""
    entries = list(of.entries)
    score = entries[seat].score
    entries[seat] = replace(entries[seat], score=None if score is None else score + off)
    return replace(of, entries=tuple(entries))


@given(finished_games(house=House()))
@law
def test_a_plain_card_tells_every_result(game: Game) -> None:
    """Without a count of tricks, bids and scores come to the same totals and the same S, O, P."""
    written = as_written(game)
    plain = tuple(
        replace(each, entries=tuple(replace(e, taken=None) if e.score else e for e in each.entries))
        for each in written.lines
    )
    checked = check(replace(written, lines=plain), game.house)
    again = checked.game()
    assert checked.faults == ()
    assert again is not None
    ours, theirs = scorecard(again), scorecard(game)
    assert ours.totals == theirs.totals
    assert [(t.sets, t.perfects) for t in ours.tallies] == [
        (t.sets, t.perfects) for t in theirs.tallies
    ]


def test_two_errors_are_two_faults() -> None:
    """A second error is one more, by what it adds; who comes right again has made none."""
    assert faults(
        line(2, (1, 1, 10), (1, 1, 20)),
        line(2, (1, 1, 20), (1, 1, 35)),
        line(2, (1, 1, 30), (1, 1, 45)),
        line(2, (1, 1, 40), (1, 1, 40)),
    ) == [SumFault(1, 1, written=20, right=10, off=10), SumFault(2, 1, 35, right=20, off=5)]


def test_a_score_that_is_missing_is_no_fault() -> None:
    """A gap in the running score is bridged."""
    assert not faults(
        line(2, (1, 1, 10), (1, 1, 10)),
        line(2, (1, 1, None), (1, 1, 20)),
        line(1, (1, 1, 30), (1, 0, 10)),
    )


def test_a_change_that_no_result_brings_is_a_fault() -> None:
    """On a plain card a score that cannot follow is said once; the next is counted from it."""
    found = faults(
        line(2, (1, None, 15), (1, None, -10)),
        line(2, (1, None, 25), (1, None, 0)),
    )
    assert found == [ResultFault(1, 0, bid=1, change=15)]


def test_a_hand_with_an_unknown_result_is_kept_unfinished() -> None:
    """What the result was nobody can tell: the bid stays, and the hand waits for it."""
    game = check(card(line(2, (1, None, 15), (1, None, -10))), House()).game()
    assert game is not None
    assert [play.taken for play in game.hands[0].plays] == [None, NOT_COUNTED]


BROKEN: list[tuple[Line, House, list[type[RuleError]]]] = [
    (line(2, (3, 0, None), (1, 2, None)), House(), [BidRangeError]),
    (line(2, (0, 1, None), (1, 1, None)), House(), [BidRangeError]),
    (line(2, (0, 1, None), (1, 1, None)), House(zero_bid=True), []),
    (line(2, (0, NOT_COUNTED, None), (1, 1, None)), House(zero_bid=True), [UncountedZeroError]),
    (line(3, (1, 1, None), (2, 2, None)), House(hook=True), [HookError]),
    (line(2, (1, 3, None), (1, 0, None)), House(), [TakenRangeError, TricksError]),
    (line(2, (1, 1, None), (1, 0, None)), House(), [TricksError]),
    (line(2, (1, 1, None), (1, NOT_COUNTED, None)), House(), [TricksError]),
    (line(2, (None, 1, None), (1, 1, None)), House(), [BidMissingError]),
    (line(2, (None, None, 10), (1, 2, 11)), House(), [BidMissingError]),
    (line(28, (1, 14, None), (1, 14, None)), House(), [HandSizeError]),
    (line(0, (1, 1, None), (1, 1, None)), House(), [HandSizeError]),
    (line(2, (1, 2, 11), (None, None, None)), House(), [PlayerCountError]),
    (replace(line(27, (9, 9, None), (9, 18, None)), trump=Trump.CLUBS), House(), [TrumpError]),
]


@pytest.mark.parametrize(("of", "house", "expected"), BROKEN)
def test_a_hand_that_cannot_be_says_which_rule(
    of: Line, house: House, expected: list[type[RuleError]]
) -> None:
    """Bids, tricks, cards and trump are each held against their rule, under the house's."""
    found = check(card(of), house)
    assert rules(found) == [(1, rule) for rule in expected]
    assert found.is_legal is not bool(expected)


def test_a_dealer_who_sits_out_is_a_fault() -> None:
    """A hand is dealt by somebody in it."""
    absent = replace(line(2, (1, 1, 10), (1, 1, 10), (None, None, None)), dealer=2)
    assert rules(check(card(absent), House())) == [(1, DealerOutError)]


def test_the_deal_goes_round_from_a_dealer_that_is_written() -> None:
    """Only a dealer out of turn counts as put right."""
    lines = [replace(line(1, (1, 1, None), (1, 0, None)), dealer=seat) for seat in (1, 0, 0)]
    game = check(card(*lines), House()).game()
    assert game is not None
    assert game.first_dealer == 1
    assert [hand.dealer for hand in game.hands] == [None, None, 0]


def test_who_has_nothing_in_a_scored_hand_sat_it_out() -> None:
    """Neither bid nor tricks, and the score the same or not written: they were not there."""
    absent = line(2, (1, 1, 10), (1, 1, 10), (None, None, None))
    repeated = line(2, (1, 1, 20), (1, 1, 20), (None, None, 0))
    game = check(card(absent, repeated), House()).game()
    assert game is not None
    assert [hand.seats for hand in game.hands] == [(0, 1), (0, 1)]


def test_a_hand_half_bid_waits_for_the_others() -> None:
    """While nothing is scored, who has nothing has not bid yet."""
    game = check(card(line(2, (1, None, None), (None, None, None))), House()).game()
    assert game is not None
    assert game.hands[0].seats == (0, 1)


def test_tricks_that_are_missing_beside_counted_ones_are_sets() -> None:
    """On a card without scores, in a hand that others followed, no count means set."""
    lines = (line(3, (2, 2, None), (2, None, None)), line(2, (1, 1, None), (1, 1, None)))
    game = check(card(*lines, has_scores=False), House()).game()
    assert game is not None
    assert game.hands[0].plays[1].taken is NOT_COUNTED
    last = check(card(lines[0], has_scores=False), House()).game()
    assert last is not None
    assert last.hands[0].plays[1].taken is None


def test_a_card_is_for_the_players_at_its_head() -> None:
    """A line for more or fewer players, no line at all, or too many are no card."""
    players = tuple(Player(name) for name in NAMES)
    with refused(UnknownSeatError, seat=2, players=4):
        WrittenCard(players, (line(2, (1, 1, None), (1, 1, None)),))
    with refused(HandCountError, hands=0, most=60):
        WrittenCard(players, ())
    with refused(PlayerCountError, players=1):
        WrittenCard(players[:1], (line(2, (1, 1, None)),))


@pytest.mark.parametrize(
    ("players", "order", "finale"),
    [(4, Order.HIGH_LOW_HIGH, False), (3, Order.LOW_HIGH_LOW, False), (2, Order.LONG, True)],
)
def test_the_order_is_known_by_its_hands(players: int, order: Order, *, finale: bool) -> None:
    """A whole usual order is recognised, and so is one that has only begun."""
    sizes = hand_sizes(players, order, finale=finale)
    assert order_of(players, sizes) == (order, finale)
    assert order_of(players, sizes[:5]) == (Order.CUSTOM, False)
    assert sizes[:5] + still_to_come(players, sizes[:5]) == hand_sizes(
        players, Order.HIGH_LOW_HIGH if finale else order
    )


def test_hands_of_no_usual_order_have_none_to_come() -> None:
    """Nothing is added to a table's own list."""
    assert still_to_come(4, (13, 13)) == ()
    assert order_of(4, (13, 13)) == (Order.CUSTOM, False)


def test_a_half_played_card_goes_on() -> None:
    """The hands still to come make it the usual game, half played."""
    checked = check(card(line(13, (9, 9, None), (3, 4, None))), House())
    game = checked.game(coming=checked.still_to_come)
    assert game is not None
    assert (game.order, len(game.hands)) == (Order.HIGH_LOW_HIGH, 25)
    assert game.hands[1] == Hand.undealt(12, (0, 1))
