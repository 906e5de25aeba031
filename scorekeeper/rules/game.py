"""The game as values: players, hands, and what each bid and took. They cannot be built wrong."""

import unicodedata
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property

from . import errors
from .pack import (
    Order,
    Trump,
    bidding_order,
    check_hand_count,
    check_hand_size,
    check_player_count,
    dealers,
    deals_whole_pack,
    next_dealer,
    whole_number,
)
from .scoring import NOT_COUNTED, House, Taken

LONGEST_NAME = 40
LONGEST_TITLE = 80
MOST_ADJUST = 999

BLANKS = frozenset("\u115f\u1160\u2800\u3164\uffa0")
"""Letters that show nothing: the Hangul fillers, and the Braille cell without dots."""


@dataclass(frozen=True, slots=True)
class Player:
    """Somebody at the table, with the points they start from.

    `left_after` is the number of the hand after which they left for good; None for who stays.
    """

    name: str
    start: int = 0
    left_after: int | None = None

    def __post_init__(self) -> None:
        """Refuse a name that could not be read on a card."""
        if len(self.name) > LONGEST_NAME or not is_plain_text(self.name) or _is_unseen(self.name):
            raise errors.PlayerNameError(self.name)
        _check_adjust(self.start, "start")
        if self.left_after is not None:
            whole_number(self.left_after, "left_after")


@dataclass(frozen=True, slots=True)
class Play:
    """What one seat bid and took in one hand, and points the table gave or took besides.

    None stands for not yet; `NOT_COUNTED` for a set whose tricks nobody counted.
    """

    seat: int
    bid: int | None = None
    taken: Taken | None = None
    adjust: int = 0

    def __post_init__(self) -> None:
        """Refuse half a trick, a result without its bid, and a bid of none that went set."""
        whole_number(self.seat, "seat")
        _check_adjust(self.adjust, "adjust")
        if self.bid is not None:
            whole_number(self.bid, "bid")
        if self.taken is None:
            return
        if self.bid is None:
            raise errors.BidMissingError(self.seat)
        if self.taken is not NOT_COUNTED:
            whole_number(self.taken, "taken")
        elif self.bid == 0:
            raise errors.UncountedZeroError(self.seat)

    @property
    def counted(self) -> int:
        """The tricks that were counted: 0 for a set that was not, and for no result yet."""
        return self.taken if isinstance(self.taken, int) else 0

    @property
    def is_blank(self) -> bool:
        """Tell whether neither a bid nor a result is in."""
        return self.bid is None and self.taken is None


@dataclass(frozen=True, slots=True)
class Hand:
    """One deal: the cards each gets, the trump turned up, and a play for each seat in it.

    A seat without a play sits the hand out. `dealer` is set only where the table put the
    rotation right; who deals is otherwise the game's to say. `order` has all seats clockwise
    where the table was seated in another order from this hand on; None: as the hand before.
    """

    cards: int
    plays: tuple[Play, ...]
    trump: Trump | None = None
    dealer: int | None = None
    order: tuple[int, ...] | None = None

    def __post_init__(self) -> None:
        """Refuse a hand that cannot be dealt, and tricks that cannot have been taken."""
        seats = self.seats
        if len(set(seats)) != len(seats) or list(seats) != sorted(seats):
            raise errors.UnknownSeatError(seats, len(seats))
        check_player_count(len(seats))
        check_hand_size(self.cards, len(seats))
        if self.dealer is not None:
            whole_number(self.dealer, "dealer")
        for fault in hand_faults(self.cards, self.plays, self.trump):
            raise fault

    @classmethod
    def undealt(cls, cards: int, seats: Iterable[int], *, dealer: int | None = None) -> "Hand":
        """Return a hand in which nothing has been noted yet."""
        return cls(cards, tuple(Play(seat) for seat in seats), dealer=dealer)

    @property
    def seats(self) -> tuple[int, ...]:
        """The seats in this hand, in seat order."""
        return tuple(play.seat for play in self.plays)

    @property
    def is_whole_pack(self) -> bool:
        """Tell whether every card of the pack is dealt."""
        return deals_whole_pack(self.cards, len(self.plays))

    @property
    def turned_up(self) -> Trump | None:
        """The trump as it stands: none from the start where the whole pack is dealt."""
        return Trump.NONE if self.is_whole_pack else self.trump

    @property
    def is_begun(self) -> bool:
        """Tell whether any bid or result is in."""
        return any(not play.is_blank for play in self.plays)

    @property
    def is_bid(self) -> bool:
        """Tell whether every bid is in."""
        return all(play.bid is not None for play in self.plays)

    @property
    def is_scored(self) -> bool:
        """Tell whether every bid and every result is in; that they agree, the hand has seen to."""
        return all(play.taken is not None for play in self.plays)

    @property
    def bids(self) -> int:
        """The total of the bids that are in."""
        return sum(play.bid or 0 for play in self.plays)


@dataclass(frozen=True)
class Game:
    """A whole game: who plays, what the table agreed, and every hand, played or still to come."""

    players: tuple[Player, ...]
    hands: tuple[Hand, ...]
    order: Order = Order.CUSTOM
    finale: bool = False
    house: House = field(default_factory=House)
    first_dealer: int = 0
    scorekeeper: int | None = None
    title: str = ""
    ended_early: bool = False

    def __post_init__(self) -> None:
        """Refuse a table that could not sit down, and a hand that could not be played at it."""
        check_player_count(len(self.players))
        check_hand_count(len(self.hands))
        self.check_seat(self.first_dealer)
        if self.scorekeeper is not None:
            self.check_seat(self.scorekeeper)
        if len(self.title) > LONGEST_TITLE or not is_plain_text(self.title):
            raise errors.TitleError(self.title)
        for number in range(1, len(self.hands) + 1):
            for fault in self.faults(number):
                raise fault

    @cached_property
    def dealers(self) -> tuple[int, ...]:
        """Who deals each hand, in the order of the hands."""
        return dealers(
            self.first_dealer,
            [
                (hand.dealer, hand.seats, order)
                for hand, order in zip(self.hands, self.orders, strict=True)
            ],
        )

    @cached_property
    def orders(self) -> tuple[tuple[int, ...], ...]:
        """All seats clockwise, as they are in each hand."""
        order = tuple(range(len(self.players)))
        orders = []
        for hand in self.hands:
            order = order if hand.order is None else hand.order
            orders.append(order)
        return tuple(orders)

    @property
    def next_dealer(self) -> int:
        """Who would deal next, were there another hand with everybody in it."""
        return next_dealer(self.dealers[-1], self.orders[-1], range(len(self.players)))

    def hand(self, number: int) -> Hand:
        """Return the hand with this number; the first is 1."""
        return self.hands[number - 1]

    def bidding_order(self, number: int) -> tuple[int, ...]:
        """Return the seats of a hand in the order they bid; the first of them leads."""
        dealer = self.dealers[number - 1]
        return bidding_order(dealer, self.orders[number - 1], self.hand(number).seats)

    def with_hand(self, number: int, hand: Hand) -> "Game":
        """Return the game with one hand in place of what stood there."""
        hands = (*self.hands[: number - 1], hand, *self.hands[number:])
        return replace(self, hands=hands)

    def check_seat(self, seat: int) -> None:
        """Refuse a seat that is not at this table."""
        if type(seat) is not int or not 0 <= seat < len(self.players):
            raise errors.UnknownSeatError(seat, len(self.players))

    def faults(self, number: int) -> Iterator[errors.RuleError]:
        """Yield what the table's own rules have against a hand."""
        hand = self.hand(number)
        if hand.order is not None:
            check_order(hand.order, len(self.players))
        for seat in (*hand.seats, *(() if hand.dealer is None else (hand.dealer,))):
            self.check_seat(seat)
        if hand.dealer is not None and hand.dealer not in hand.seats:
            raise errors.DealerOutError(hand.dealer)
        yield from bid_faults(self.house, hand.cards, hand.plays)
        if hand.is_bid and hand.bids in self.house.forbidden_totals(hand.cards):
            last = self.bidding_order(number)[-1]
            bid = next(play.bid or 0 for play in hand.plays if play.seat == last)
            yield errors.HookError(last, bid, hand.bids)


def check_order(order: Sequence[int], players: int) -> None:
    """Refuse an order that does not name each seat once."""
    if any(type(seat) is not int for seat in order) or sorted(order) != list(range(players)):
        raise errors.SeatingError(tuple(order), players)


def bid_faults(house: House, cards: int, plays: Iterable[Play]) -> Iterator[errors.RuleError]:
    """Yield the bids that are not legal for so many cards."""
    legal = house.legal_bids(cards)
    for play in plays:
        if play.bid is not None and play.bid not in legal:
            yield errors.BidRangeError(play.seat, play.bid, legal[0], legal[-1])


def hand_faults(
    cards: int, plays: Collection[Play], trump: Trump | None = None
) -> Iterator[errors.RuleError]:
    """Yield what no table could play: a trump without a card to turn up, tricks that cannot be."""
    if deals_whole_pack(cards, len(plays)) and trump not in (None, Trump.NONE):
        yield errors.TrumpError(cards, len(plays))
    for play in plays:
        if play.bid is not None and play.bid > cards:
            yield errors.BidRangeError(play.seat, play.bid, 1, cards)
        if play.counted > cards:
            yield errors.TakenRangeError(play.seat, play.counted, cards)
    if off := tricks_off(cards, plays):
        yield errors.TricksError(cards, sum(play.counted for play in plays), off)


def tricks_off(cards: int, plays: Iterable[Play]) -> int:
    """Return by how many tricks the counts cannot agree with the cards; 0 when they can.

    Let c be the counted tricks and u the sum of (bid − 1) over the sets not counted: always
    c ≤ cards, and with all results in, cards ≤ c + u. Below 0 tricks are missing, above 0
    there are too many.
    """
    plays = tuple(plays)
    counted = sum(play.counted for play in plays)
    if counted > cards:
        return counted - cards
    if any(play.taken is None for play in plays):
        return 0
    uncounted = sum(tricks_unseen(play.bid or 1) for play in plays if play.taken is NOT_COUNTED)
    return min(0, counted + uncounted - cards)


def tricks_unseen(bid: int) -> int:
    """Return the most tricks that a set of this bid can hold without anybody counting them."""
    return max(0, bid - 1)


def is_plain_text(text: str) -> bool:
    """Tell whether the text holds no line breaks, other control characters or lone surrogates."""
    return not any(
        unicodedata.category(character) in ("Cc", "Cs", "Zl", "Zp") for character in text
    )


def _is_unseen(text: str) -> bool:
    """Tell whether nothing of the text would show: empty, spaces, or marks without a letter."""
    return all(
        character in BLANKS
        or unicodedata.category(character) in ("Cc", "Cf")
        or unicodedata.category(character)[0] in "ZM"
        for character in text
    )


def _check_adjust(points: int, what: str) -> None:
    if type(points) is not int or abs(points) > MOST_ADJUST:
        raise errors.WholeNumberError(what, points)
