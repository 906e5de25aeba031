"""The pack, the hands it deals, and whose turn it is."""

from collections.abc import Collection

import pytest

from scorekeeper.rules import Order, finale_cards, hand_sizes, top
from scorekeeper.rules.errors import (
    DealerOutError,
    FinaleError,
    HandCountError,
    HandSizeError,
    OrderError,
    PlayerCountError,
    WholeNumberError,
)
from scorekeeper.rules.pack import PACK, bidding_order, dealers, deals_whole_pack, most_cards

from .refusal import NO_WHOLE_NUMBERS, as_number, refused

# Players, the highest hand, and the hands of a game.
GAMES = (
    (2, 13, 25),
    (3, 13, 25),
    (4, 13, 25),
    (5, 10, 19),
    (6, 8, 15),
    (7, 7, 13),
    (8, 6, 11),
    (9, 5, 9),
    (10, 5, 9),
    (11, 4, 7),
    (12, 4, 7),
    (13, 4, 7),
    (14, 3, 5),
    (15, 3, 5),
)

# Players and the most cards each can be dealt, with no card left if need be.
FULL_DEALS = (
    *((2, 27), (3, 18), (4, 13), (5, 10), (6, 9), (7, 7), (8, 6)),
    *((9, 6), (10, 5), (11, 4), (12, 4), (13, 4), (14, 3), (15, 3)),
)

LONG_GAMES = ((2, 26), (3, 17))

EVERY_TABLE = [
    (players, order)
    for players in range(2, 16)
    for order in Order
    if order is not Order.LONG or players in (2, 3)
]

FINALES = {
    (2, Order.LONG): 27,
    (3, Order.LONG): 18,
    **{(6, order): 9 for order in (Order.HIGH_LOW_HIGH, Order.LOW_HIGH_LOW, Order.CUSTOM)},
    **{(9, order): 6 for order in (Order.HIGH_LOW_HIGH, Order.LOW_HIGH_LOW, Order.CUSTOM)},
}
NO_FINALES = [table for table in EVERY_TABLE if table not in FINALES]

ALL = range(4)
# First dealer; for each hand who was put right as dealer and who is in it; who deals.
ROTATIONS = {
    "the deal passes to the left": (0, [(None, ALL)] * 5, (0, 1, 2, 3, 0)),
    "the first dealer deals first": (2, [(None, ALL)] * 3, (2, 3, 0)),
    "the deal passes over who sits out": (
        0,
        [(None, ALL), (None, (0, 2, 3)), (None, ALL)],
        (0, 2, 3),
    ),
    "the deal passes over two who sit out": (
        3,
        [(None, ALL), (None, (2, 3)), (None, ALL)],
        (3, 2, 3),
    ),
    "a first dealer who sits out is passed over": (1, [(None, (0, 3)), (None, ALL)], (3, 0)),
    "who has just dealt deals again where all others sit out": (
        1,
        [(None, ALL), (None, (0, 1)), (None, (0, 1))],
        (1, 0, 1),
    ),
    "the deal goes on from a dealer put right": (
        0,
        [(None, ALL), (3, ALL), (None, ALL), (None, ALL)],
        (0, 3, 0, 1),
    ),
    "a dealer put right may deal twice": (0, [(None, ALL), (0, ALL), (None, ALL)], (0, 0, 1)),
    "a dealer put right is followed past who sits out": (
        0,
        [(2, ALL), (None, (0, 1, 2)), (None, ALL)],
        (2, 0, 1),
    ),
}

# Dealer, seats at the table, who is in the hand; the order of the bids.
BIDDING = {
    "four": (0, 4, ALL, (1, 2, 3, 0)),
    "the last seat deals": (3, 4, ALL, (0, 1, 2, 3)),
    "two": (1, 2, (0, 1), (0, 1)),
    "the dealer's left sits out": (0, 4, (0, 2, 3), (2, 3, 0)),
    "between two who sit out": (2, 5, (0, 2, 3), (3, 0, 2)),
    "fifteen": (7, 15, range(15), (8, 9, 10, 11, 12, 13, 14, 0, 1, 2, 3, 4, 5, 6, 7)),
}


def test_pack() -> None:
    """The pack is 52 cards and two Blukes."""
    assert PACK == 54


def test_table_is_whole() -> None:
    """The table of hands names every number of players from 2 to 15."""
    assert [players for players, *_ in GAMES] == list(range(2, 16))
    assert [players for players, _ in FULL_DEALS] == list(range(2, 16))


@pytest.mark.parametrize(("players", "highest", "hands"), GAMES)
def test_high_low_high(players: int, highest: int, hands: int) -> None:
    """A game comes down from the highest hand to 1, dealt once, and climbs back."""
    sizes = hand_sizes(players, Order.HIGH_LOW_HIGH)

    assert sizes == (*range(highest, 1, -1), 1, *range(2, highest + 1))
    assert len(sizes) == hands == 2 * highest - 1


@pytest.mark.parametrize(("players", "highest", "hands"), GAMES)
def test_low_high_low(players: int, highest: int, hands: int) -> None:
    """New Jersey climbs from 1 to the highest hand and comes down, in as many hands."""
    sizes = hand_sizes(players, Order.LOW_HIGH_LOW)

    assert sizes == (*range(1, highest), highest, *range(highest - 1, 0, -1))
    assert len(sizes) == hands


@pytest.mark.parametrize(("players", "highest", "hands"), GAMES)
def test_top(players: int, highest: int, hands: int) -> None:
    """The highest hand is 13, or as many cards as leave one to turn up for trump."""
    assert top(players) == highest
    assert players * highest < 54
    assert highest == 13 or players * (highest + 1) >= 54
    assert hands % 2


@pytest.mark.parametrize(("players", "last"), LONG_GAMES)
def test_long(players: int, last: int) -> None:
    """The long game comes down from 13 and climbs past it while a card is left to turn up."""
    assert hand_sizes(players, Order.LONG) == (*range(13, 0, -1), *range(2, last + 1))
    assert not deals_whole_pack(last, players)


@pytest.mark.parametrize("players", range(4, 16))
def test_long_is_for_few(players: int) -> None:
    """The long game is for two or three players."""
    with refused(OrderError, order="long", players=players):
        hand_sizes(players, Order.LONG)


@pytest.mark.parametrize(("players", "order"), EVERY_TABLE)
def test_finale_cards(players: int, order: Order) -> None:
    """A finale is for 6 and 9 players, and for 2 and 3 after a long game; it deals every card."""
    cards = finale_cards(players, order)

    assert cards == FINALES.get((players, order))
    assert cards is None or deals_whole_pack(cards, players)


@pytest.mark.parametrize(("players", "order"), FINALES)
def test_finale_is_one_more_hand(players: int, order: Order) -> None:
    """The finale is one more hand at the end of the game."""
    without = hand_sizes(players, order, own=[2, 1])

    assert hand_sizes(players, order, own=[2, 1], finale=True) == (
        *without,
        FINALES[players, order],
    )


@pytest.mark.parametrize(("players", "order"), NO_FINALES)
def test_no_finale(players: int, order: Order) -> None:
    """Where the whole pack does not divide evenly, or the step is too large, there is no finale."""
    with refused(FinaleError, order=order.value, players=players):
        hand_sizes(players, order, own=[1], finale=True)


def test_own_list() -> None:
    """A table may agree any list of hands, in any order."""
    assert hand_sizes(4, Order.CUSTOM, own=[5, 13, 1, 1, 7]) == (5, 13, 1, 1, 7)


@pytest.mark.parametrize(("players", "most"), FULL_DEALS)
def test_own_list_within_pack(players: int, most: int) -> None:
    """A hand of a table's own list deals no more cards than the pack holds."""
    assert most_cards(players) == most
    assert hand_sizes(players, Order.CUSTOM, own=[most]) == (most,)
    with refused(HandSizeError, cards=most + 1, players=players, most=most):
        hand_sizes(players, Order.CUSTOM, own=[1, most + 1])


def test_own_list_deals_something() -> None:
    """A hand deals at least one card to each."""
    with refused(HandSizeError, cards=0, players=4, most=13):
        hand_sizes(4, Order.CUSTOM, own=[3, 0, 3])


@pytest.mark.parametrize("cards", NO_WHOLE_NUMBERS)
def test_own_list_of_whole_numbers(cards: object) -> None:
    """Cards are whole."""
    with refused(WholeNumberError, what="cards", value=cards):
        hand_sizes(4, Order.CUSTOM, own=[as_number(cards)])


@pytest.mark.parametrize("hands", [1, 60])
def test_length_of_own_list(hands: int) -> None:
    """A table's own list is 1 to 60 hands long."""
    assert len(hand_sizes(4, Order.CUSTOM, own=[1] * hands)) == hands


@pytest.mark.parametrize("hands", [0, 61])
def test_length_of_own_list_beyond(hands: int) -> None:
    """A game without a hand, or with more than sixty, is none."""
    with refused(HandCountError, hands=hands, most=60):
        hand_sizes(4, Order.CUSTOM, own=[1] * hands)


def test_finale_counts_as_a_hand() -> None:
    """The finale is one of the sixty hands at most."""
    assert len(hand_sizes(6, Order.CUSTOM, own=[1] * 59, finale=True)) == 60
    with refused(HandCountError, hands=61, most=60):
        hand_sizes(6, Order.CUSTOM, own=[1] * 60, finale=True)


@pytest.mark.parametrize("order", [Order.HIGH_LOW_HIGH, Order.LOW_HIGH_LOW, Order.LONG])
@pytest.mark.parametrize("players", [0, 1, 16])
def test_players(order: Order, players: int) -> None:
    """Bluke is played by 2 to 15 players."""
    with refused(PlayerCountError, players=players):
        hand_sizes(players, order)


@pytest.mark.parametrize("players", NO_WHOLE_NUMBERS)
def test_whole_players(players: object) -> None:
    """Players are whole."""
    with refused(WholeNumberError, what="players", value=players):
        hand_sizes(as_number(players), Order.HIGH_LOW_HIGH)


@pytest.mark.parametrize(
    ("cards", "players", "whole"),
    [(27, 2, 1), (26, 2, 0), (18, 3, 1), (13, 4, 0), (9, 6, 1), (6, 8, 0), (6, 9, 1)],
)
def test_whole_pack(cards: int, players: int, whole: int) -> None:
    """A hand has no trump where the deal leaves no card to turn up: 26 each for two leave two."""
    assert deals_whole_pack(cards, players) is bool(whole)


@pytest.mark.parametrize(("first", "hands", "dealing"), ROTATIONS.values(), ids=ROTATIONS.keys())
def test_dealers(
    first: int, hands: list[tuple[int | None, Collection[int]]], dealing: tuple[int, ...]
) -> None:
    """The deal passes to the left among those in the hand, and goes on from who was put right."""
    assert dealers(first, [(*hand, range(4)) for hand in hands]) == dealing


def test_dealers_in_another_order() -> None:
    """The deal goes on to the left of the last dealer, as they sit from this hand on."""
    around = [(0, 1, 2, 3), (0, 1, 2, 3), (3, 1, 0, 2), (3, 1, 0, 2)]
    assert dealers(0, [(None, ALL, order) for order in around]) == (0, 1, 0, 2)
    assert dealers(1, [(None, (0, 2, 3), (3, 1, 0, 2))]) == (0,)


def test_dealer_is_in_the_hand() -> None:
    """Nobody is put right as the dealer of a hand that they sit out."""
    with refused(DealerOutError, seat=1, part="dealer"):
        dealers(0, [(None, ALL, range(4)), (1, (0, 2, 3), range(4))])


@pytest.mark.parametrize(("dealer", "seats", "among", "order"), BIDDING.values(), ids=BIDDING)
def test_bidding_order(
    dealer: int, seats: int, among: Collection[int], order: tuple[int, ...]
) -> None:
    """The dealer's left bids first and leads, and the dealer bids last."""
    assert bidding_order(dealer, range(seats), among) == order


def test_bidding_in_another_order() -> None:
    """Who sits on the dealer's left bids first, whatever their seats are numbered."""
    assert bidding_order(1, (3, 1, 0, 2), ALL) == (0, 2, 3, 1)
    assert bidding_order(1, (3, 1, 0, 2), (1, 2, 3)) == (2, 3, 1)
