"""The scorecard: rows, running scores, the foot, and the standing."""

from dataclasses import replace

import pytest

from scorekeeper.rules import (
    NOT_COUNTED,
    Cell,
    Game,
    Hand,
    HandState,
    House,
    Outcome,
    Place,
    Play,
    Player,
    Scorecard,
    Taken,
    Tally,
    Trump,
    scorecard,
)
from scorekeeper.rules.scorecard import standing

S = NOT_COUNTED
Pair = tuple[int | None, Taken | None]

NAMES = ("John", "Margaret", "Steve", "Betsy")
# Cards and (bid, taken) of John, Margaret, Steve and Betsy. The second hand is published one
# trick short; here Steve, who went set, took it.
SAMPLE: tuple[tuple[int, list[Pair]], ...] = (
    (13, [(3, 4), (3, 0), (2, 4), (5, 5)]),
    (12, [(2, 1), (4, 2), (5, 4), (3, 5)]),
    (11, [(1, 2), (4, 5), (1, 1), (3, 3)]),
)
PLAIN: tuple[tuple[int, list[Pair]], ...] = (
    (13, [(3, 4), (3, S), (2, 4), (5, 5)]),
    (12, [(2, S), (4, S), (5, S), (3, 5)]),
    (11, [(1, 2), (4, 5), (1, 1), (3, 3)]),
)
RUNNING = [[31, -30, 22, 50], [11, -70, -28, 82], [22, -29, -18, 112]]

# Totals by seat; (seat, rank) in order of the standing.
STANDINGS = {
    "one ahead": ([22, -29, -18, 112], [(3, 1), (0, 2), (2, 3), (1, 4)]),
    "two share the first rank": ([10, 5, 10], [(0, 1), (2, 1), (1, 3)]),
    "two share the last rank": ([5, 10, 5], [(1, 1), (0, 2), (2, 2)]),
    "three share the second": ([7, 7, 8, 7, 1], [(2, 1), (0, 2), (1, 2), (3, 2), (4, 5)]),
    "all alike": ([0, 0], [(0, 1), (1, 1)]),
    "two ties": ([-3, 4, -3, 4], [(1, 1), (3, 1), (0, 3), (2, 3)]),
}

# Pairs of one hand of five cards; its state, bids and tricks taken.
STATES: dict[str, tuple[list[Pair], HandState, int | None, int | None]] = {
    "nothing in": ([(None, None), (None, None)], HandState.WAITING, None, None),
    "one bid in": ([(2, None), (None, None)], HandState.BIDDING, None, None),
    "a result before a bid": ([(2, 3), (None, None)], HandState.BIDDING, None, None),
    "all bids in": ([(2, None), (4, None)], HandState.PLAYING, 6, None),
    "one result in": ([(2, 3), (4, None)], HandState.PLAYING, 6, None),
    "all results in": ([(2, 3), (4, 2)], HandState.SCORED, 6, 5),
    "a set not counted": ([(2, 3), (4, S)], HandState.SCORED, 6, None),
    "a result and a set not counted": ([(4, S), (2, None)], HandState.PLAYING, 6, None),
}


def hand(cards: int, pairs: list[Pair]) -> Hand:
    return Hand(cards, tuple(Play(seat, *pair) for seat, pair in enumerate(pairs)))


def table(*names: str) -> tuple[Player, ...]:
    return tuple(Player(name) for name in names)


def sample(hands: tuple[tuple[int, list[Pair]], ...] = SAMPLE) -> Game:
    return Game(table(*NAMES), tuple(hand(cards, pairs) for cards, pairs in hands))


def running(card: Scorecard) -> list[list[int | None]]:
    return [[None if cell is None else cell.total for cell in row.cells] for row in card.rows]


def cell(card: Scorecard, number: int, seat: int) -> Cell:
    found = card.rows[number - 1].cells[seat]
    assert found is not None
    return found


class TestSample:
    @pytest.mark.parametrize("hands", [SAMPLE, PLAIN], ids=["counted", "sets not counted"])
    def test_running_scores(self, hands: tuple[tuple[int, list[Pair]], ...]) -> None:
        """The sample card's running scores come out as printed, whether sets are counted or not."""
        assert running(scorecard(sample(hands))) == RUNNING

    def test_bids_and_cards(self) -> None:
        """The left-hand column reads 13/13, 14/12 and, put right, 9/11."""
        card = scorecard(sample())

        assert [(row.bids, row.cards) for row in card.rows] == [(13, 13), (14, 12), (9, 11)]
        assert [row.over for row in card.rows] == [0, 2, -2]

    def test_foot(self) -> None:
        """The foot counts sets, overtricks and perfects, and totals bids and tricks."""
        assert scorecard(sample()).tallies == (
            Tally(0, sets=1, overtricks=2, perfects=0, bids=6, taken=7),
            Tally(1, sets=2, overtricks=1, perfects=0, bids=11, taken=7),
            Tally(2, sets=1, overtricks=1, perfects=1, bids=8, taken=9),
            Tally(3, sets=0, overtricks=1, perfects=2, bids=11, taken=13),
        )

    def test_foot_of_a_plain_card(self) -> None:
        """A set that was not counted is a set; the foot says how many tricks are unknown."""
        tallies = scorecard(sample(PLAIN)).tallies

        assert [tally.sets for tally in tallies] == [1, 2, 1, 0]
        assert [tally.overtricks for tally in tallies] == [2, 1, 1, 1]
        assert [tally.perfects for tally in tallies] == [0, 0, 1, 2]
        assert [tally.uncounted for tally in tallies] == [1, 2, 1, 0]
        assert [tally.taken for tally in tallies] == [6, 5, 5, 13]
        assert [tally.hands for tally in tallies] == [3, 3, 3, 3]

    def test_tricks(self) -> None:
        """The tricks of a hand are known where all were counted."""
        assert [row.taken for row in scorecard(sample()).rows] == [13, 12, 11]
        assert [row.taken for row in scorecard(sample(PLAIN)).rows] == [None, None, 11]

    def test_boxes(self) -> None:
        """A box is drawn round every perfect result, and round no other."""
        boxes = [[c and c.is_perfect for c in row.cells] for row in scorecard(sample()).rows]

        assert boxes == [
            [False, False, False, True],
            [False, False, False, False],
            [False, False, True, True],
        ]

    def test_cell(self) -> None:
        """A cell reads tricks taken, bid, outcome and points, beside the running score."""
        assert cell(scorecard(sample()), 2, 2) == Cell(2, 5, 4, 0, Outcome.SET, -50, -28)
        assert cell(scorecard(sample(PLAIN)), 2, 2) == Cell(2, 5, S, 0, Outcome.SET, -50, -28)
        assert not cell(scorecard(sample()), 2, 2).is_uncounted
        assert cell(scorecard(sample(PLAIN)), 2, 2).is_uncounted

    def test_dealers_and_leaders(self) -> None:
        """Each row has who deals the hand, and the dealer's left who leads it."""
        card = scorecard(replace(sample(), first_dealer=2))

        assert [(row.dealer, row.leader) for row in card.rows] == [(2, 3), (3, 0), (0, 1)]

    def test_winner(self) -> None:
        """The highest total after the last hand wins."""
        card = scorecard(sample())

        assert card.over
        assert card.winners == (3,)
        assert card.standing[0] == Place(seat=3, total=112, rank=1)
        assert card.next_hand is None
        assert card.scored == 3


@pytest.mark.parametrize(("totals", "places"), STANDINGS.values(), ids=STANDINGS)
def test_standing(totals: list[int], places: list[tuple[int, int]]) -> None:
    """The standing is in order of total, then seat; equal totals share a rank: 1, 1, 3."""
    assert standing(totals) == tuple(Place(seat, totals[seat], rank) for seat, rank in places)


@pytest.mark.parametrize(("pairs", "state", "bids", "taken"), STATES.values(), ids=STATES)
def test_states(pairs: list[Pair], state: HandState, bids: int | None, taken: int | None) -> None:
    """A hand waits, is bid, is played, is scored; totals show when all they add up is in."""
    (row,) = scorecard(Game(table("Ann", "Ben"), (hand(5, pairs),))).rows

    assert row.state is state
    assert (row.bids, row.taken) == (bids, taken)
    assert row.bid_so_far == sum(bid or 0 for bid, _ in pairs)
    assert row.over == row.bid_so_far - 5
    assert row.is_scored is (state is HandState.SCORED)
    for entry in row.cells:
        assert entry is not None
        scored = [value is not None for value in (entry.outcome, entry.points, entry.total)]
        assert scored == [row.is_scored] * 3


def test_winners_share() -> None:
    """Equal highest totals share the win."""
    game = Game(table("Ann", "Ben", "Cy"), (hand(3, [(1, 1), (1, 1), (2, 1)]),))

    assert scorecard(game).winners == (0, 1)


def test_nobody_wins_before_the_end() -> None:
    """Nobody has won while a hand is to come, unless the game was ended early."""
    game = sample((*SAMPLE, (10, [(None, None)] * 4)))

    assert not scorecard(game).over
    assert scorecard(game).winners == ()
    assert scorecard(replace(game, ended_early=True)).over
    assert scorecard(replace(game, ended_early=True)).winners == (3,)


def test_start() -> None:
    """A player's running score goes on from the points they start from."""
    players = (Player("Ann", start=25), Player("Ben", start=-7))
    card = scorecard(Game(players, (hand(2, [(1, 1), (2, 1)]), hand(1, [(None, None)] * 2))))

    assert running(card) == [[35, -27], [None, None]]
    assert card.totals == (35, -27)
    assert cell(card, 1, 0).points == 10


def test_start_before_any_hand() -> None:
    """Before the first hand is scored everybody stands at their start."""
    players = (Player("Ann"), Player("Ben", start=9))

    assert scorecard(Game(players, (Hand.undealt(5, (0, 1)),))).standing == (
        Place(seat=1, total=9, rank=1),
        Place(seat=0, total=0, rank=2),
    )


def test_adjust() -> None:
    """Points that the table gives or takes are in the running score, not in the hand's points."""
    given = Hand(2, (Play(0, 1, 1, adjust=-15), Play(1, 2, 1, adjust=4)))
    card = scorecard(Game(table("Ann", "Ben"), (given, hand(1, [(1, 0), (1, 1)]))))

    assert running(card) == [[-5, -16], [-15, -6]]
    assert [cell(card, 1, seat).points for seat in (0, 1)] == [10, -20]
    assert [cell(card, 1, seat).adjust for seat in (0, 1)] == [-15, 4]
    assert [tally.hands for tally in card.tallies] == [2, 2]


def test_adjust_waits_for_the_hand() -> None:
    """Points given in a hand count when the hand is scored."""
    noted = Hand(2, (Play(0, 1, adjust=-15), Play(1, adjust=4)))
    card = scorecard(Game(table("Ann", "Ben"), (noted,)))

    assert card.totals == (0, 0)
    assert cell(card, 1, 0).adjust == -15


def test_absent_seat() -> None:
    """Who sits a hand out has no cell in it, keeps their total, and plays on after it."""
    without_ben = Hand(2, (Play(0, 1, 0), Play(2, 1, 2)))
    all_three = hand(1, [(1, 1), (1, 0), (1, 0)])
    card = scorecard(Game(table("Ann", "Ben", "Cy"), (all_three, without_ben, all_three)))

    assert running(card) == [[10, -10, -10], [0, None, 1], [10, -20, -9]]
    assert card.rows[1].cells[1] is None
    assert [row.dealer for row in card.rows] == [0, 2, 0]
    assert [tally.hands for tally in card.tallies] == [3, 2, 3]
    assert [place.seat for place in card.standing] == [0, 2, 1]
    assert card.rows[1].state is HandState.SCORED


def test_unscored_hand_between() -> None:
    """Totals run over scored hands only; an unfinished hand before them is flagged."""
    unfinished = hand(5, [(2, 4), (3, None)])
    later = hand(4, [(1, 3), (2, 1)])
    hands = (hand(6, [(3, 3), (3, 3)]), unfinished, later, Hand.undealt(3, (0, 1)))
    card = scorecard(Game(table("Ann", "Ben"), hands))

    assert running(card) == [[30, 30], [None, None], [42, 10], [None, None]]
    assert card.skipped == (2,)
    assert card.next_hand == 4
    assert card.scored == 2
    assert card.tallies[0] == Tally(0, sets=0, overtricks=1, perfects=1, bids=4, taken=6)
    assert card.totals == (42, 10)


def test_nothing_skipped() -> None:
    """Hands still to come are not skipped, and the first of them is next."""
    card = scorecard(sample((*SAMPLE, (10, [(None, None)] * 4), (9, [(None, None)] * 4))))

    assert card.skipped == ()
    assert card.next_hand == 4


def test_next_hand_at_the_start() -> None:
    """A game that has no scored hand goes on with its first."""
    assert scorecard(sample(((5, [(1, 1), (1, None), (1, None), (1, None)]),))).next_hand == 1


def test_last_hand_scored_first() -> None:
    """After the last hand none is next, even where others were skipped; the game is not over."""
    last = (hand(3, [(None, None)] * 2), hand(2, [(1, 1), (1, 1)]))
    card = scorecard(Game(table("Ann", "Ben"), last))

    assert (card.next_hand, card.skipped, card.over) == (None, (1,), False)


def test_trump() -> None:
    """A row has the trump turned up, and none from the start where the whole pack is dealt."""
    spades = Hand(5, (Play(0), Play(1)), trump=Trump.SPADES)
    hands = (Hand.undealt(5, (0, 1)), spades, Hand.undealt(27, (0, 1)))
    card = scorecard(Game(table("Ann", "Ben"), hands))

    assert [row.trump for row in card.rows] == [None, Trump.SPADES, Trump.NONE]
    assert [row.is_whole_pack for row in card.rows] == [False, False, True]


def test_zero_bid() -> None:
    """Where the house allows a bid of none, keeping it is perfect and adds nothing."""
    game = Game(table("Ann", "Ben"), (hand(2, [(0, 0), (0, 2)]),), house=House(zero_bid=True))
    card = scorecard(game)

    assert card.totals == (0, 2)
    assert [tally.perfects for tally in card.tallies] == [1, 0]
    assert [tally.overtricks for tally in card.tallies] == [0, 1]


def test_scores_stay_below_zero() -> None:
    """Scores may go, and stay, below zero."""
    lost = hand(2, [(2, 0), (1, 2)])

    assert running(scorecard(Game(table("Ann", "Ben"), (lost, lost)))) == [[-20, 11], [-40, 22]]


class TestWhoLeft:
    HANDS: tuple[tuple[int, list[Pair]], ...] = (
        SAMPLE[0],
        (3, [(1, 1), (1, 1), (1, 1)]),
        (2, [(1, 0), (1, 1), (1, 1)]),
    )

    def game(self, *, ended_early: bool = False, scored: int = 3) -> Game:
        """Return a game of four that its leader, in seat 3, left after the first hand."""
        sizes = tuple((cards, pairs[:3]) for cards, pairs in self.HANDS[1:])
        hands = tuple(hand(cards, pairs) for cards, pairs in (self.HANDS[0], *sizes))
        blank = tuple(Hand.undealt(each.cards, each.seats) for each in hands[scored:])
        players = (*table(*NAMES[:3]), Player(NAMES[3], left_after=1))
        return Game(players, hands[:scored] + blank, ended_early=ended_early)

    def ranks(self, game: Game) -> list[tuple[int, int | None]]:
        return [(place.seat, place.rank) for place in scorecard(game).standing]

    def test_has_no_rank_and_does_not_win(self) -> None:
        """Who left with the highest total is listed last, without a rank, and keeps the score."""
        card = scorecard(self.game())
        assert max(card.totals) == card.totals[3]
        assert card.standing[-1] == Place(3, 50, None)
        assert [place.rank for place in card.standing[:3]] == [1, 2, 3]
        assert card.winners == (card.standing[0].seat,)
        assert (card.left, card.leaves) == (frozenset({3}), ((3, 1),))

    def test_is_ranked_in_a_game_that_ends_with_their_last_hand(self) -> None:
        """A game ended early ranks those in the last scored hand, and only those who left lose."""
        assert (3, None) not in self.ranks(self.game(ended_early=True, scored=1))
        assert (3, None) in self.ranks(self.game(ended_early=True, scored=2))
        assert (3, None) in self.ranks(self.game(scored=1))

    def test_is_ranked_when_they_come_back(self) -> None:
        """A later hand that they are in takes the mark away."""
        game = self.game(scored=2)
        back = game.with_hand(3, Hand.undealt(2, range(4)))
        assert None not in [rank for _, rank in self.ranks(back)]

    def test_is_ranked_until_their_last_hand_is_scored(self) -> None:
        """Who says in hand 1 that they leave after hand 2 still plays for a place."""
        game = self.game(scored=1).with_hand(2, Hand.undealt(3, range(4)))
        leaving = (*game.players[:3], replace(game.players[3], left_after=2))
        assert None not in [rank for _, rank in self.ranks(replace(game, players=leaving))]

    def test_who_merely_sits_out_is_ranked(self) -> None:
        """Without the mark an empty cell is no leave."""
        game = self.game()
        unmarked = replace(game, players=table(*NAMES))
        assert None not in [rank for _, rank in self.ranks(unmarked)]
        assert scorecard(unmarked).winners == (3,)
