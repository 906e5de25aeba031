"""What holds for any game of Bluke whatever."""

from collections.abc import Callable, Sequence
from functools import partial
from itertools import product

import pytest
from hypothesis import Phase, find, given, settings
from hypothesis import strategies as st

from scorekeeper.rules import (
    NOT_COUNTED,
    Cell,
    Game,
    Hand,
    HandState,
    House,
    Order,
    Outcome,
    Play,
    Row,
    Scorecard,
    Taken,
    scorecard,
    tricks_off,
)
from tests.profiles import tried

from .strategies import finished_games, games, hands_for

law = tried()
search = settings(law, phases=[Phase.generate], database=None, derandomize=True, max_examples=5000)

HOUSE = House(zero_bid=True)
CARDS = st.integers(1, 27)
RESULTS = st.one_of(st.none(), st.just(NOT_COUNTED), st.integers(0, 8))


def scored_cells(card: Scorecard, seat: int | None = None) -> list[Cell]:
    """Return the cells of scored hands, of everybody or of one seat."""
    return [
        cell
        for row in card.rows
        if row.is_scored
        for cell in row.cells
        if cell is not None and seat in (None, cell.seat)
    ]


def has_state(state: HandState, game: Game) -> bool:
    return any(row.state is state for row in scorecard(game).rows)


def has_order(order: Order, game: Game) -> bool:
    return game.order is order


def has_outcome(outcome: Outcome, game: Game) -> bool:
    return any(cell.outcome is outcome for cell in scored_cells(scorecard(game)))


# What the games of these laws must be able to hold, or the laws would say little.
MET: dict[str, Callable[[Game], object]] = {
    **{f"a hand that is {state}": partial(has_state, state) for state in HandState},
    **{f"the order {order}": partial(has_order, order) for order in Order},
    **{f"the outcome {outcome}": partial(has_outcome, outcome) for outcome in Outcome},
    "two players": lambda game: len(game.players) == 2,
    "fifteen players": lambda game: len(game.players) == 15,
    "a finale begun": lambda game: game.finale and game.hands[-1].is_begun,
    "a house with a hook": lambda game: game.house.hook and game.hands[0].is_bid,
    "a bid of none": lambda game: any(cell.bid == 0 for cell in scored_cells(scorecard(game))),
    "a set not counted": lambda game: any(
        cell.is_uncounted for cell in scored_cells(scorecard(game))
    ),
    "a seat that sits out": lambda game: any(
        hand.is_scored and len(hand.plays) < len(game.players) for hand in game.hands
    ),
    "a dealer put right": lambda game: any(hand.dealer is not None for hand in game.hands),
    "points given": lambda game: any(cell.adjust for cell in scored_cells(scorecard(game))),
    "a start": lambda game: any(player.start for player in game.players),
    "a hand skipped": lambda game: scorecard(game).skipped,
    "a tie": lambda game: (
        scorecard(game).scored > 0 and len(set(scorecard(game).totals)) < len(game.players)
    ),
    "a game ended early": lambda game: game.ended_early,
}


def counted(row: Row) -> list[int]:
    return [cell.taken for cell in row.cells if cell and isinstance(cell.taken, int)]


def possible_tricks(play: Play, cards: int) -> Sequence[int]:
    """Return every number of tricks that a seat can have taken or still take, by counting up."""
    if play.taken is None:
        return range(cards + 1)
    if isinstance(play.taken, int):
        return [play.taken]
    return [tricks for tricks in range(cards + 28) if play.bid is not None and tricks < play.bid]


RARE = "a finale begun"
"""It takes thousands of games to come by one."""


@pytest.mark.parametrize(
    "met",
    [
        pytest.param(met, id=name, marks=[pytest.mark.slow] * (name == RARE))
        for name, met in MET.items()
    ],
)
def test_games_hold_everything(met: Callable[[Game], object]) -> None:
    """The games that these laws are tried on hold whatever a table can come up with."""
    assert met(find(games(), lambda game: bool(met(game)), settings=search))


@pytest.mark.parametrize("ended_early", [(False,), (True,)])
def test_finished_games_end_either_way(ended_early: tuple[bool]) -> None:
    """A finished game may have been played to its last hand, or ended early."""
    game = find(finished_games(), lambda game: (game.ended_early,) == ended_early, settings=search)

    assert game.ended_early or all(hand.is_scored for hand in game.hands)


@law
@given(games())
def test_tricks_add_up(game: Game) -> None:
    """Counted tricks add up to the cards in a scored hand, and never to more in any."""
    for row in scorecard(game).rows:
        in_hand = sum(cell is not None for cell in row.cells)
        assert sum(counted(row)) <= row.cards
        assert row.taken is None or (row.is_scored and row.taken == row.cards)
        assert (row.taken is not None) is (len(counted(row)) == in_hand)


@law
@given(st.data(), games())
def test_correcting_a_hand(data: st.DataObject, game: Game) -> None:
    """Correcting a hand gives the same card as entering it right the first time."""
    number = data.draw(st.integers(1, len(game.hands)))
    right = game.hand(number)
    wrong = data.draw(hands_for(right.seats, right.cards, house=game.house))

    corrected = game.with_hand(number, wrong).with_hand(number, right)

    assert corrected == game
    assert scorecard(corrected) == scorecard(game)


@law
@given(st.data(), games())
def test_order_of_entry(data: st.DataObject, game: Game) -> None:
    """The card is the same in whatever order its hands were entered."""
    begun = [n for n, hand in enumerate(game.hands, start=1) if hand != blank(game, n)]
    entered = game
    for number in begun:
        entered = entered.with_hand(number, blank(game, number))

    for number in data.draw(st.permutations(begun)):
        entered = entered.with_hand(number, game.hand(number))
        scorecard(entered)

    assert scorecard(entered) == scorecard(game)


def blank(game: Game, number: int) -> Hand:
    """Return the hand as it was before anybody noted anything."""
    return Hand.undealt(game.hand(number).cards, range(len(game.players)))


@law
@given(games())
def test_totals(game: Game) -> None:
    """A total is the start, the points of every scored hand, and what the table gave or took."""
    card = scorecard(game)
    for seat, player in enumerate(game.players):
        cells = scored_cells(card, seat)
        running = player.start
        for cell in cells:
            assert cell.points is not None
            running += cell.points + cell.adjust
            assert cell.total == running
        assert card.totals[seat] == running


@law
@given(games())
def test_points(game: Game) -> None:
    """Every scored cell has what its bid and tricks score, and no other cell has anything."""
    for row in scorecard(game).rows:
        for cell in row.cells:
            if cell is None:
                continue
            if not row.is_scored:
                assert (cell.outcome, cell.points, cell.total) == (None, None, None)
                continue
            assert cell.bid is not None
            assert cell.taken is not None
            score = game.house.score(cell.bid, cell.taken)
            assert (cell.outcome, cell.points) == (score.outcome, score.points)


@law
@given(games())
def test_tallies(game: Game) -> None:
    """Sets, overtricks and perfects add up to the scored hands that a player was in."""
    card = scorecard(game)
    for seat, tally in enumerate(card.tallies):
        scored = [hand for hand in game.hands if hand.is_scored and seat in hand.seats]
        assert tally.seat == seat
        assert tally.sets + tally.overtricks + tally.perfects == len(scored) == tally.hands
        assert tally.uncounted <= tally.sets
        assert tally.bids == sum(cell.bid or 0 for cell in scored_cells(card, seat))
    if not any(tally.uncounted for tally in card.tallies):
        cards = sum(row.cards for row in card.rows if row.is_scored)
        assert sum(tally.taken for tally in card.tallies) == cards


@law
@given(games())
def test_standing(game: Game) -> None:
    """The standing has every seat once; a rank is one more than the players strictly ahead."""
    card = scorecard(game)
    seats = [place.seat for place in card.standing]

    assert sorted(seats) == list(range(len(game.players)))
    assert seats == sorted(seats, key=lambda seat: (-card.totals[seat], seat))
    for place in card.standing:
        assert place.total == card.totals[place.seat]
        assert place.rank == 1 + sum(total > place.total for total in card.totals)


@law
@given(games())
def test_dealers(game: Game) -> None:
    """Whoever deals is in the hand and bids last; the deal passes to the left past who is out."""
    due = game.first_dealer
    for number, (hand, dealer) in enumerate(zip(game.hands, game.dealers, strict=True), start=1):
        if hand.dealer is None:
            while due not in hand.seats:
                due = (due + 1) % len(game.players)
            assert dealer == due
        else:
            assert dealer == hand.dealer
        bidding = game.bidding_order(number)
        assert dealer in hand.seats
        assert bidding[-1] == dealer
        assert sorted(bidding) == list(hand.seats)
        assert [seat for seat in bidding if seat > dealer] == list(bidding[: _beyond(hand, dealer)])
        due = (dealer + 1) % len(game.players)


def _beyond(hand: Hand, dealer: int) -> int:
    return sum(seat > dealer for seat in hand.seats)


@law
@given(games())
def test_rows(game: Game) -> None:
    """The card has a row for every hand, led by the first to bid, and a place for every seat."""
    card = scorecard(game)
    for number, (hand, row) in enumerate(zip(game.hands, card.rows, strict=True), start=1):
        assert (row.number, row.cards) == (number, hand.cards)
        assert (row.dealer, row.leader) == (game.dealers[number - 1], game.bidding_order(number)[0])
        assert len(row.cells) == len(game.players)
        assert [cell.seat for cell in row.cells if cell] == list(hand.seats)
        assert all(cell is None or cell.seat == seat for seat, cell in enumerate(row.cells))


@law
@given(games())
def test_progress(game: Game) -> None:
    """Every hand before the next one is scored or skipped, and none after it is scored."""
    card = scorecard(game)
    scored = {row.number for row in card.rows if row.is_scored}
    after = card.next_hand or len(card.rows) + 1

    assert scored | set(card.skipped) == set(range(1, after))
    assert not scored & set(card.skipped)
    assert card.scored == len(scored)
    assert card.over is (game.ended_early or len(scored) == len(card.rows))


@law
@given(games())
def test_bids(game: Game) -> None:
    """Every bid is legal in its house, and the bids of a hooked hand never come to its cards."""
    for row in scorecard(game).rows:
        bids = [cell.bid for cell in row.cells if cell and cell.bid is not None]
        assert all(bid in game.house.legal_bids(row.cards) for bid in bids)
        assert row.bid_so_far == sum(bids)
        assert row.bids in (None, sum(bids))
        assert row.bids is None or row.bids not in game.house.forbidden_totals(row.cards)


@law
@given(finished_games())
def test_winners(game: Game) -> None:
    """When a game is over, all who have the highest total have won, and nobody else."""
    card = scorecard(game)
    best = max(card.totals)

    assert card.over
    assert set(card.winners) == {s for s, total in enumerate(card.totals) if total == best}


@law
@given(st.data(), st.integers(1, 6))
def test_tricks_off(data: st.DataObject, cards: int) -> None:
    """Tricks are off by the least by which anything that can have been taken misses the cards."""
    bids = data.draw(st.lists(st.integers(1, cards), min_size=2, max_size=4))
    plays = [Play(seat, bid, data.draw(RESULTS)) for seat, bid in enumerate(bids)]

    sums = {sum(taken) for taken in product(*(possible_tricks(play, cards) for play in plays))}

    assert tricks_off(cards, plays) == min((total - cards for total in sums), key=abs)


@law
@given(CARDS, st.integers(0, 27))
def test_a_trick_more(bid: int, taken: int) -> None:
    """A trick more never costs: nothing below the bid, 20 a trick bid to keep it, then 1 each."""
    now, then = HOUSE.score(bid, taken), HOUSE.score(bid, taken + 1)
    gain = 0 if taken + 1 < bid else 20 * bid if taken < bid else 1

    assert then.points - now.points == gain


@law
@given(st.integers(0, 27), st.integers(0, 27))
def test_bidding_what_one_takes(taken: int, bid: int) -> None:
    """No bid would have scored more than the tricks that were taken, and any other less."""
    perfect, other = HOUSE.score(taken, taken), HOUSE.score(bid, taken)

    assert perfect.outcome is Outcome.PERFECT
    assert (other.points == perfect.points) is (bid == taken)
    assert other.points <= perfect.points


@law
@given(CARDS, st.one_of(st.just(NOT_COUNTED), st.integers(0, 27)))
def test_sign(bid: int, taken: Taken) -> None:
    """A set costs what the same bid would have won, and any kept bid wins that at least."""
    score, kept = HOUSE.score(bid, taken), HOUSE.score(bid, bid).points

    assert score.points == -kept if score.outcome is Outcome.SET else score.points >= kept > 0
