"""The pack, the hands it can deal, and whose turn it is to deal, to lead and to bid."""

from collections.abc import Collection, Sequence
from enum import StrEnum

from . import errors

PACK = 54
"""Fifty-two cards and the two Blukes."""

FEWEST_PLAYERS, MOST_PLAYERS = 2, 15
MOST_HANDS = 60
TOP = 13
LONG_GAME_PLAYERS = (2, 3)


class Order(StrEnum):
    """How the number of cards changes from hand to hand."""

    HIGH_LOW_HIGH = "high-low-high"
    LOW_HIGH_LOW = "low-high-low"
    LONG = "long"
    CUSTOM = "custom"


class Trump(StrEnum):
    """The suit of the card turned up; a Bluke turned up means none."""

    SPADES = "spades"
    HEARTS = "hearts"
    DIAMONDS = "diamonds"
    CLUBS = "clubs"
    NONE = "none"


def whole_number(value: object, what: str) -> int:
    """Return the value when it is a whole number from 0; anything else is no count of cards."""
    if type(value) is not int or value < 0:
        raise errors.WholeNumberError(what, value)
    return value


def check_player_count(players: int) -> int:
    """Return the number of players when it is one that Bluke can be played with."""
    if not FEWEST_PLAYERS <= whole_number(players, "players") <= MOST_PLAYERS:
        raise errors.PlayerCountError(players)
    return players


def most_cards(players: int) -> int:
    """Return the most cards each of these players can be dealt from one pack."""
    return PACK // players


def deals_whole_pack(cards: int, players: int) -> bool:
    """Tell whether no card is left to turn up, so that the hand has no trump."""
    return cards * players == PACK


def top(players: int) -> int:
    """Return the highest hand: 13, or as many as leave one card to turn up for trump."""
    return min(TOP, _most_with_trump(players))


def finale_cards(players: int, order: Order) -> int | None:
    """Return the cards of the no-trump finale, or None where the table cannot have one.

    The whole pack must divide evenly. With two and three players the step to the finale
    is only small enough after a long game.
    """
    if PACK % players:
        return None
    if players in LONG_GAME_PLAYERS and order is not Order.LONG:
        return None
    return PACK // players


def hand_sizes(
    players: int, order: Order, *, own: Sequence[int] = (), finale: bool = False
) -> tuple[int, ...]:
    """Return the cards of every hand of a game, in the order they are dealt.

    `own` is the table's own list, for `Order.CUSTOM` alone. Raises a `RuleError` where the
    players cannot play this order, its finale, or one of their own hands.
    """
    check_player_count(players)
    sizes = tuple(own) if order is Order.CUSTOM else _ordered_sizes(players, order)
    if finale:
        last = finale_cards(players, order)
        if last is None:
            raise errors.FinaleError(order.value, players)
        sizes += (last,)
    check_hand_count(len(sizes))
    for cards in sizes:
        check_hand_size(cards, players)
    return sizes


def check_hand_count(hands: int) -> None:
    """Refuse a game without a hand, or with more than a table would ever play."""
    if not 1 <= hands <= MOST_HANDS:
        raise errors.HandCountError(hands, MOST_HANDS)


def check_hand_size(cards: int, players: int) -> None:
    """Refuse a hand that the pack cannot deal to so many players."""
    if not 1 <= whole_number(cards, "cards") <= most_cards(players):
        raise errors.HandSizeError(cards, players, most_cards(players))


def left_of(seat: int, order: Sequence[int]) -> tuple[int, ...]:
    """Return all seats clockwise from the left of one of them, which comes last.

    `order` has the seats as they stand round the table, clockwise.
    """
    after = order.index(seat) + 1
    return (*order[after:], *order[:after])


def next_dealer(last: int, order: Sequence[int], among: Collection[int]) -> int:
    """Return the first seat to the left of the last dealer's that is `among` the given."""
    return next(seat for seat in left_of(last, order) if seat in among)


def first_dealer(seat: int, order: Sequence[int], among: Collection[int]) -> int:
    """Return who deals the first hand: the seat that is due, or the next that is in the hand."""
    return seat if seat in among else next_dealer(seat, order, among)


def dealers(
    first: int, hands: Sequence[tuple[int | None, Collection[int], Sequence[int]]]
) -> tuple[int, ...]:
    """Return who deals each hand.

    `hands` gives for each the dealer the table put right (or None), the seats in the hand, and
    all seats clockwise. The deal passes to the left, over whoever sits out, and goes on from a
    dealer that was put right.
    """
    dealing: list[int] = []
    for put_right, among, order in hands:
        if put_right is not None and put_right not in among:
            raise errors.DealerOutError(put_right)
        if put_right is not None:
            dealing.append(put_right)
        elif dealing:
            dealing.append(next_dealer(dealing[-1], order, among))
        else:
            dealing.append(first_dealer(first, order, among))
    return tuple(dealing)


def bidding_order(dealer: int, order: Sequence[int], among: Collection[int]) -> tuple[int, ...]:
    """Return the seats in the order they bid: from the dealer's left, the dealer last.

    The first of them also leads to the first trick.
    """
    return tuple(seat for seat in left_of(dealer, order) if seat in among)


def _most_with_trump(players: int) -> int:
    return (PACK - 1) // players


def _ordered_sizes(players: int, order: Order) -> tuple[int, ...]:
    highest = top(players)
    down, up = range(highest, 1, -1), range(1, highest + 1)
    if order is Order.HIGH_LOW_HIGH:
        return (*down, *up)
    if order is Order.LOW_HIGH_LOW:
        return (*up[:-1], *down, 1) if highest > 1 else (1,)
    if players not in LONG_GAME_PLAYERS:
        raise errors.OrderError(order.value, players)
    return (*down, *range(1, _most_with_trump(players) + 1))
