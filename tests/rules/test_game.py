"""A game cannot be built wrong, and says which rule was broken."""

from dataclasses import FrozenInstanceError

import pytest

from scorekeeper.rules import (
    NOT_COUNTED,
    Game,
    Hand,
    House,
    Order,
    Play,
    Player,
    RuleError,
    Taken,
    Trump,
    tricks_off,
)
from scorekeeper.rules.errors import (
    BidMissingError,
    BidRangeError,
    DealerOutError,
    HandCountError,
    HandSizeError,
    HookError,
    PlayerCountError,
    PlayerNameError,
    SeatError,
    TakenRangeError,
    TitleError,
    TricksError,
    TrumpError,
    UncountedZeroError,
    UnknownSeatError,
    WholeNumberError,
)

from .refusal import NO_WHOLE_NUMBERS, as_number, refused

S = NOT_COUNTED
FOUR = tuple(Player(name) for name in ("John", "Margaret", "Steve", "Betsy"))

UNREADABLE = {
    "empty": "",
    "a space": " ",
    "spaces of other widths": "\u00a0\u2003\u3000",
    "41 characters": "n" * 41,
    "a tab": "Jo\thn",
    "a line break": "John\n",
    "a null": "Jo\0hn",
    "a line separator": "Jo\u2028hn",
    "half a character": "Jo\ud800hn",
    "zero width only": "\u200b\u200d\ufeff",
    "a mark without its letter": "\u0301",
}
READABLE = {
    "one character": "J",
    "40 characters": "n" * 40,
    "a space within": "Mary Ann",
    "Korean": "김하늘",
    "an accent of its own": "Zoe\u0308",
    "a joined emoji": "\U0001f469\u200d\U0001f467",
    "a digit": "0",
}

# Cards, (bid, taken) of each, how far off, and the tricks counted.
WRONG_TRICKS = {
    "one missing": (13, [(3, 4), (3, 0), (2, 4), (5, 4)], -1, 12),
    "one too many": (13, [(3, 4), (3, 0), (2, 4), (5, 6)], 1, 14),
    "the sample's hand 2 as published": (12, [(2, 1), (4, 2), (5, 3), (3, 5)], -1, 11),
    "too many before all are in": (5, [(1, 3), (1, 3), (1, None)], 1, 6),
    "too many beside a set not counted": (5, [(1, 3), (1, 3), (2, S)], 1, 6),
    "more missing than a set can have taken": (5, [(1, 2), (1, 1), (2, S)], -1, 3),
    "more missing than two sets can have taken": (9, [(1, 2), (3, S), (2, S)], -4, 2),
    "a set of 1 that took something": (3, [(1, 2), (1, S)], -1, 2),
    "everybody set, nobody counted": (3, [(1, S), (2, S)], -2, 0),
}
RIGHT_TRICKS = {
    "all counted": (13, [(3, 4), (3, 0), (2, 4), (5, 5)]),
    "a set that took nothing": (5, [(1, 3), (1, 2), (2, S)]),
    "a set that took all but one of its bid": (5, [(1, 2), (1, 2), (2, S)]),
    "two sets that share what is left": (9, [(1, 6), (3, S), (2, S)]),
    "everybody set": (3, [(2, S), (3, S)]),
    "as many as the cards before all are in": (5, [(1, 3), (1, 2), (1, None)]),
    "few before all are in": (5, [(1, 0), (1, 0), (1, None)]),
    "nothing yet": (5, [(None, None), (None, None)]),
}

# House, cards, bids, the seat whose bid is refused, and that bid.
HOOKED = {
    "the first dealer": (13, [3, 3, 2, 5], 0, 0, 3),
    "the last seat": (13, [3, 3, 2, 5], 3, 3, 5),
    "all alike": (4, [1, 1, 1, 1], 2, 2, 1),
}


def plays(*bids_and_results: tuple[int | None, Taken | None]) -> tuple[Play, ...]:
    return tuple(Play(seat, bid, taken) for seat, (bid, taken) in enumerate(bids_and_results))


def bids(*values: int | None) -> tuple[Play, ...]:
    return tuple(Play(seat, bid) for seat, bid in enumerate(values))


def undealt(cards: int = 5, seats: int = 4) -> Hand:
    return Hand.undealt(cards, range(seats))


class TestPlayer:
    @pytest.mark.parametrize("name", UNREADABLE.values(), ids=UNREADABLE)
    def test_unreadable_name(self, name: str) -> None:
        """A name is 1 to 40 characters that show, without control characters."""
        with refused(PlayerNameError, name=name):
            Player(name)

    @pytest.mark.parametrize("name", READABLE.values(), ids=READABLE)
    def test_readable_name(self, name: str) -> None:
        """A name may be anything that can be read on a card."""
        assert Player(name).name == name

    @pytest.mark.parametrize("start", [1000, -1000, 0.5, True, "3", None])
    def test_start(self, start: object) -> None:
        """A player starts from a whole number of at most three digits."""
        with refused(WholeNumberError, what="start", value=start):
            Player("John", as_number(start))

    @pytest.mark.parametrize("start", [-999, -1, 0, 999])
    def test_start_below_zero(self, start: int) -> None:
        """A player may start from less than nothing."""
        assert Player("John", start).start == start


class TestPlay:
    @pytest.mark.parametrize("bid", NO_WHOLE_NUMBERS)
    def test_bid(self, bid: object) -> None:
        """A bid is a whole number of tricks."""
        with refused(WholeNumberError, what="bid", value=bid):
            Play(0, as_number(bid))

    @pytest.mark.parametrize("taken", [*NO_WHOLE_NUMBERS, "S"])
    def test_taken(self, taken: object) -> None:
        """There is no half a trick."""
        with refused(WholeNumberError, what="taken", value=taken):
            Play(0, 3, as_number(taken))

    @pytest.mark.parametrize("seat", NO_WHOLE_NUMBERS)
    def test_seat(self, seat: object) -> None:
        """Seats are numbered from 0."""
        with refused(WholeNumberError, what="seat", value=seat):
            Play(as_number(seat))

    @pytest.mark.parametrize("adjust", [1000, -1000, 0.5, True, "3", None])
    def test_adjust(self, adjust: object) -> None:
        """The table gives and takes whole points, of at most three digits."""
        with refused(WholeNumberError, what="adjust", value=adjust):
            Play(0, adjust=as_number(adjust))

    @pytest.mark.parametrize("adjust", [-999, 999])
    def test_adjust_either_way(self, adjust: int) -> None:
        """The table may take points as well as give them, before any bid is in."""
        assert Play(0, adjust=adjust).adjust == adjust

    @pytest.mark.parametrize("taken", [0, 3, S])
    def test_result_without_bid(self, taken: Taken) -> None:
        """A result needs its bid."""
        with refused(BidMissingError, seat=2, part="taken"):
            Play(2, None, taken)

    def test_set_on_zero_bid(self) -> None:
        """A bid of none cannot go set."""
        with refused(UncountedZeroError, seat=2, part="taken"):
            Play(2, 0, S)

    def test_counted(self) -> None:
        """Only a counted result counts tricks."""
        assert [play.counted for play in plays((3, 2), (3, S), (3, None))] == [2, 0, 0]


class TestHand:
    def test_fourteen_cards_for_four(self) -> None:
        """Four players cannot be dealt 14 cards each."""
        with refused(HandSizeError, cards=14, players=4, most=13):
            undealt(14)

    def test_fourteen_cards_for_three_of_four(self) -> None:
        """Where one of four sits out, the pack goes further."""
        assert Hand.undealt(14, (0, 1, 3)).cards == 14

    def test_no_cards(self) -> None:
        """A hand deals at least one card each."""
        with refused(HandSizeError, cards=0, players=4, most=13):
            undealt(0)

    @pytest.mark.parametrize("cards", NO_WHOLE_NUMBERS)
    def test_whole_cards(self, cards: object) -> None:
        """A hand deals whole cards."""
        with refused(WholeNumberError, what="cards", value=cards):
            undealt(as_number(cards))

    @pytest.mark.parametrize("seats", [0, 1, 16])
    def test_players(self, seats: int) -> None:
        """A hand is for 2 to 15 players."""
        with refused(PlayerCountError, players=seats):
            undealt(1, seats)

    @pytest.mark.parametrize("seats", [(0, 0), (0, 1, 1), (1, 0)])
    def test_seats_in_order(self, seats: tuple[int, ...]) -> None:
        """Each seat plays a hand once, and they are listed clockwise."""
        with refused(UnknownSeatError, seat=seats, players=len(seats)):
            Hand.undealt(5, seats)

    @pytest.mark.parametrize("dealer", NO_WHOLE_NUMBERS)
    def test_dealer_is_a_seat(self, dealer: object) -> None:
        """The dealer is given by the number of the seat."""
        with refused(WholeNumberError, what="dealer", value=dealer):
            Hand.undealt(5, range(4), dealer=as_number(dealer))

    def test_bid_above_cards(self) -> None:
        """Nobody bids more tricks than there are cards."""
        with refused(BidRangeError, seat=2, bid=6, lowest=1, highest=5, part="bid"):
            Hand(5, bids(1, None, 6))

    def test_bid_of_all(self) -> None:
        """Everybody may bid every trick."""
        assert Hand(5, bids(5, 5, 5)).bids == 15

    def test_tricks_above_cards(self) -> None:
        """Nobody takes more tricks than there are cards."""
        with refused(TakenRangeError, seat=1, taken=6, cards=5, part="taken"):
            Hand(5, plays((1, None), (1, 6)))

    def test_tricks_of_all(self) -> None:
        """One player may take every trick."""
        assert Hand(5, plays((1, 5), (1, 0))).is_scored

    @pytest.mark.parametrize(
        ("cards", "pairs", "off", "counted"), WRONG_TRICKS.values(), ids=WRONG_TRICKS
    )
    def test_wrong_tricks(
        self, cards: int, pairs: list[tuple[int, Taken | None]], off: int, counted: int
    ) -> None:
        """The tricks of a hand add up to its cards, with what the uncounted sets can have taken."""
        assert tricks_off(cards, plays(*pairs)) == off
        with refused(TricksError, cards=cards, counted=counted, off=off):
            Hand(cards, plays(*pairs))

    @pytest.mark.parametrize(("cards", "pairs"), RIGHT_TRICKS.values(), ids=RIGHT_TRICKS)
    def test_right_tricks(self, cards: int, pairs: list[tuple[int | None, Taken | None]]) -> None:
        """Any counts that can have been are taken as they are."""
        assert tricks_off(cards, plays(*pairs)) == 0
        assert Hand(cards, plays(*pairs)).plays == plays(*pairs)

    @pytest.mark.parametrize(("cards", "seats"), [(27, 2), (18, 3), (9, 6), (6, 9)])
    def test_whole_pack_has_no_trump(self, cards: int, seats: int) -> None:
        """A hand that deals the whole pack has no trump, from the start."""
        assert undealt(cards, seats).turned_up is Trump.NONE
        for suit in (Trump.SPADES, Trump.HEARTS, Trump.DIAMONDS, Trump.CLUBS):
            with refused(TrumpError, cards=cards, players=seats):
                Hand(cards, bids(*[None] * seats), trump=suit)
        assert Hand(cards, bids(*[None] * seats), trump=Trump.NONE).turned_up is Trump.NONE

    @pytest.mark.parametrize("trump", [None, *Trump])
    def test_trump(self, trump: Trump | None) -> None:
        """Where a card is left to turn up, trump is what was turned up, a Bluke included."""
        assert Hand(13, bids(None, None, None, None), trump=trump).turned_up is trump

    def test_whole_pack_counts_those_in_the_hand(self) -> None:
        """The pack is dealt whole by those in the hand, not by those at the table."""
        assert Hand.undealt(9, (0, 1, 2, 4, 5, 6)).is_whole_pack
        assert not Hand.undealt(9, (0, 1, 2, 4, 5)).is_whole_pack


class TestGame:
    @pytest.mark.parametrize("seats", [0, 1, 16])
    def test_players(self, seats: int) -> None:
        """Bluke is played by 2 to 15 players."""
        with refused(PlayerCountError, players=seats):
            Game(tuple(Player(f"Player {seat}") for seat in range(seats)), (undealt(),))

    @pytest.mark.parametrize("seats", [2, 15])
    def test_fewest_and_most_players(self, seats: int) -> None:
        """Two can play, and fifteen can."""
        game = Game(tuple(Player("Ann") for _ in range(seats)), (undealt(3, seats),))

        assert len(game.players) == seats

    @pytest.mark.parametrize("hands", [0, 61])
    def test_hands(self, hands: int) -> None:
        """A game is 1 to 60 hands long."""
        with refused(HandCountError, hands=hands, most=60):
            Game(FOUR, (undealt(),) * hands)

    def test_most_hands(self) -> None:
        """Sixty hands are a game yet."""
        assert len(Game(FOUR, (undealt(),) * 60).hands) == 60

    @pytest.mark.parametrize("seat", [4, *NO_WHOLE_NUMBERS])
    def test_first_dealer_and_scorekeeper_are_at_the_table(self, seat: object) -> None:
        """Whoever deals first, and whoever keeps the score, sits at the table."""
        with refused(UnknownSeatError, seat=seat, players=4):
            Game(FOUR, (undealt(),), first_dealer=as_number(seat))
        with refused(UnknownSeatError, seat=seat, players=4):
            Game(FOUR, (undealt(),), scorekeeper=as_number(seat))

    def test_nobody_keeps_the_score(self) -> None:
        """The scorekeeper may be somebody who does not play."""
        assert Game(FOUR, (undealt(),)).scorekeeper is None

    @pytest.mark.parametrize("title", ["t" * 81, "a\nb", "a\tb", "a\u2029b", "a\ud800b"])
    def test_wrong_title(self, title: str) -> None:
        """A title is at most 80 characters, on one line."""
        with refused(TitleError, title=title):
            Game(FOUR, (undealt(),), title=title)

    @pytest.mark.parametrize("title", ["", "t" * 80, "New Year’s Eve"])
    def test_title(self, title: str) -> None:
        """A title may be empty."""
        assert Game(FOUR, (undealt(),), title=title).title == title

    def test_seat_beyond_the_table(self) -> None:
        """Nobody plays a hand who is not at the table."""
        with refused(UnknownSeatError, seat=4, players=4):
            Game(FOUR, (undealt(), undealt(5, 5)))

    def test_dealer_beyond_the_table(self) -> None:
        """Nobody deals who is not at the table."""
        with refused(UnknownSeatError, seat=4, players=4):
            Game(FOUR, (Hand.undealt(5, range(4), dealer=4),))

    @pytest.mark.parametrize("house", [House(), House(hook=True)])
    def test_dealer_who_sits_out(self, house: House) -> None:
        """Who sits a hand out does not deal it."""
        with refused(DealerOutError, seat=3, part="dealer"):
            Game(FOUR, (undealt(), Hand.undealt(5, (0, 1, 2), dealer=3)), house=house)

    def test_zero_bid_without_the_house_rule(self) -> None:
        """A bid of none is for a house that allows it."""
        hand = Hand(5, bids(1, None, 0, None))

        assert Game(FOUR, (hand,), house=House(zero_bid=True)).hand(1) == hand
        with refused(BidRangeError, seat=2, bid=0, lowest=1, highest=5, part="bid"):
            Game(FOUR, (hand,))

    @pytest.mark.parametrize(
        ("cards", "values", "dealer", "seat", "bid"), HOOKED.values(), ids=HOOKED
    )
    def test_hook(self, cards: int, values: list[int], dealer: int, seat: int, bid: int) -> None:
        """Where the house hooks, the dealer may not bring the bids to the number of cards."""
        hand = Hand(cards, bids(*values))

        assert Game(FOUR, (hand,), first_dealer=dealer).hand(1) == hand
        with refused(HookError, seat=seat, bid=bid, total=cards, part="bid"):
            Game(FOUR, (hand,), first_dealer=dealer, house=House(hook=True))

    def test_hook_names_who_was_put_right(self) -> None:
        """The bid that the hook refuses is that of whoever deals the hand."""
        hand = Hand(13, bids(3, 3, 2, 5), dealer=2)

        with refused(HookError, seat=2, bid=2, total=13, part="bid"):
            Game(FOUR, (hand,), house=House(hook=True))

    @pytest.mark.parametrize("values", [(3, 3, 2, 4), (3, 3, 2, 6), (None, 6, 3, 4)])
    def test_hook_leaves_other_totals(self, values: tuple[int | None, ...]) -> None:
        """The hook leaves other totals alone, and this one until the dealer has bid."""
        hand = Hand(13, bids(*values))

        assert Game(FOUR, (hand,), house=House(hook=True)).hand(1) == hand

    def test_every_hand_is_looked_at(self) -> None:
        """A game refuses a wrong hand wherever it stands."""
        game = Game(FOUR, (undealt(), undealt(), undealt()))

        with refused(BidRangeError, seat=0, bid=0, lowest=1, highest=5, part="bid"):
            game.with_hand(3, Hand(5, bids(0, None, None, None)))

    def test_with_hand(self) -> None:
        """A hand is put in place of what stood there, and the others stay."""
        first, second, third = (undealt(cards) for cards in (3, 2, 1))
        noted = Hand(2, bids(1, 1, 2, None))
        game = Game(FOUR, (first, second, third), Order.CUSTOM, title="A game")

        assert game.with_hand(2, noted).hands == (first, noted, third)
        assert game.with_hand(2, noted).title == "A game"
        assert game.hands == (first, second, third)

    def test_bidding_order(self) -> None:
        """The seats of a hand bid from the left of whoever deals it, who bids last."""
        game = Game(FOUR, (undealt(), Hand.undealt(5, (0, 2, 3)), undealt()), first_dealer=3)

        assert game.dealers == (3, 0, 1)
        assert [game.bidding_order(number) for number in (1, 2, 3)] == [
            (0, 1, 2, 3),
            (2, 3, 0),
            (2, 3, 0, 1),
        ]


@pytest.mark.parametrize(
    "value", [Player("John"), Play(0, 1, 1), undealt(), Game(FOUR, (undealt(),)), House()]
)
def test_values_are_frozen(value: object) -> None:
    """A value that was built right cannot be made wrong."""
    fields = getattr(type(value), "__dataclass_fields__", {})

    assert fields
    for field in fields:
        with pytest.raises(FrozenInstanceError):
            setattr(value, field, None)


def test_errors_quote_the_figures() -> None:
    """An error names its rule and quotes what broke it, and is a ValueError."""
    error = HookError(seat=2, bid=3, total=13)

    assert str(error) == "HookError(seat=2, bid=3, total=13, part='bid')"
    assert isinstance(error, SeatError)
    assert isinstance(error, RuleError)
    assert isinstance(error, ValueError)
