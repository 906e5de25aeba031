"""Any legal game of Bluke, for whoever wants to try a law on one.

Everything here is built legal from the start; nothing is drawn and thrown away.
"""

from collections.abc import Sequence
from dataclasses import replace
from functools import cache

from hypothesis import strategies as st

from scorekeeper.rules import (
    NOT_COUNTED,
    Game,
    Hand,
    HandState,
    House,
    Order,
    Play,
    Player,
    Taken,
    Trump,
    finale_cards,
    hand_sizes,
)
from scorekeeper.rules.game import BLANKS
from scorekeeper.rules.pack import (
    FEWEST_PLAYERS,
    LONG_GAME_PLAYERS,
    MOST_PLAYERS,
    deals_whole_pack,
    most_cards,
)

MOST_BEGUN = 8
"""Hands with anything noted in one of the `games`: enough to meet, few enough to be quick."""

ANY_STATE = tuple(HandState)
NAMES = (
    *("Ann", "Ben", "Cy", "Dora", "Eve", "Zoë van der Berg", "김하늘", "Ștefan", "Әлия", "O’Neil"),
    *("J.", "<b>Bo</b>", '"Quo, te"', "=1+1", "%s {}", "🂡 Ace", "👩‍👧", "0", "S", "W" * 40),
)
"""Names a card must stand: scripts, marks, markup, formulas, and the longest there is."""

_seen = st.characters(categories=("L", "N", "P", "S"), exclude_characters="".join(sorted(BLANKS)))
_points = st.integers(-999, 999)


@cache
def houses() -> st.SearchStrategy[House]:
    """Return every combination of the house rules."""
    return st.builds(House, zero_bid=st.booleans(), hook=st.booleans())


@cache
def players() -> st.SearchStrategy[Player]:
    """Return a player of any name, who mostly starts from nothing. Names may repeat."""
    names = st.one_of(st.sampled_from(NAMES), st.text(_seen, min_size=1, max_size=40))
    return st.builds(Player, names, st.one_of(st.just(0), _points))


@st.composite
def hands_for(
    draw: st.DrawFn,
    seats: Sequence[int],
    cards: int,
    *,
    house: House = House(),  # noqa: B008 - frozen
    states: Sequence[HandState] = ANY_STATE,
) -> Hand:
    """Return a hand of so many cards for these seats (at least two), in one of the states.

    Bids keep to the house, the hook included. Some sets are not counted, some seats are given
    points or lose them, and now and then the table puts the dealer right.
    """
    state = draw(_states(tuple(states)))
    chances = draw(_chances(2 * len(seats)))
    bids = _bids(chances[::2], cards, house)
    results = _results(chances[1::2], bids, cards)
    bid_in, result_in = _noted(draw, len(seats), state)
    adjusts = draw(_adjusts(len(seats)))
    return Hand(
        cards,
        tuple(
            Play(
                seat,
                bid if bid_in & 1 << place else None,
                result if result_in & 1 << place else None,
                adjusts.get(place, 0),
            )
            for place, (seat, bid, result) in enumerate(zip(seats, bids, results, strict=True))
        ),
        trump=draw(_trumps(cards, len(seats))),
        dealer=draw(_dealers(tuple(seats))),
    )


@st.composite
def games(
    draw: st.DrawFn,
    *,
    seats: int | None = None,
    order: Order | None = None,
    house: House | None = None,
) -> Game:
    """Return any legal game, whatever of it has been played.

    2 to 15 players unless `seats` says how many; any order, finale, own list and house unless
    given. Up to `MOST_BEGUN` hands anywhere in the game are in any state, those between and
    after undealt. Seats sit hands out, dealers are put right, sets are left uncounted.
    """
    table = _table(draw, seats, order, house)
    begun = draw(_begun(len(table.hands)))
    return _deal(draw, table, begun, ANY_STATE)


@st.composite
def finished_games(
    draw: st.DrawFn,
    *,
    seats: int | None = None,
    order: Order | None = None,
    house: House | None = None,
) -> Game:
    """Return a game that is over: every hand scored, or ended early with hands as in `games`.

    Takes the same choices as `games`.
    """
    table = _table(draw, seats, order, house)
    if table.ended_early:
        return _deal(draw, table, draw(_begun(len(table.hands))), ANY_STATE)
    return _deal(draw, table, range(len(table.hands)), (HandState.SCORED,))


def _table(draw: st.DrawFn, seats: int | None, order: Order | None, house: House | None) -> Game:
    """Seat the players and lay out every hand of the game, undealt."""
    if seats is None:
        most = MOST_PLAYERS if order is not Order.LONG else max(LONG_GAME_PLAYERS)
        seats = draw(st.integers(FEWEST_PLAYERS, most))
    if order is None:
        order = draw(st.sampled_from(orders(seats)))
    own = draw(st.lists(st.integers(1, most_cards(seats)), min_size=1, max_size=MOST_BEGUN))
    finale = finale_cards(seats, order) is not None and draw(st.booleans())
    seat = st.integers(0, seats - 1)
    return Game(
        players=tuple(draw(players()) for _ in range(seats)),
        hands=tuple(
            Hand.undealt(cards, range(seats))
            for cards in hand_sizes(seats, order, own=own, finale=finale)
        ),
        order=order,
        finale=finale,
        house=draw(houses()) if house is None else house,
        first_dealer=draw(seat),
        scorekeeper=draw(st.one_of(st.none(), seat)),
        title=draw(st.one_of(st.just(""), st.text(_seen, max_size=80))),
        ended_early=draw(st.booleans()),
    )


def orders(seats: int) -> tuple[Order, ...]:
    """Return the orders that so many players can play."""
    return tuple(o for o in Order if o is not Order.LONG or seats in LONG_GAME_PLAYERS)


@cache
def _begun(hands: int) -> st.SearchStrategy[list[int]]:
    """Return the places, from 0, of hands with something noted: the first few, or any."""
    few = min(MOST_BEGUN, hands)
    first = st.integers(0, few).map(lambda count: list(range(count)))
    return st.one_of(first, st.sets(st.integers(0, hands - 1), max_size=few).map(sorted))


def _deal(draw: st.DrawFn, table: Game, places: Sequence[int], states: Sequence[HandState]) -> Game:
    """Return the game with the hands at these places noted as far as the states say."""
    hands = list(table.hands)
    for place in places:
        seats = draw(_seats_in(len(table.players)))
        cards = hands[place].cards
        hands[place] = draw(hands_for(seats, cards, house=table.house, states=states))
    return replace(table, hands=tuple(hands))


@cache
def _seats_in(seats: int) -> st.SearchStrategy[tuple[int, ...]]:
    """Return the seats in a hand: mostly everybody, always two at least."""
    everybody = st.just(tuple(range(seats)))
    absent = st.sets(st.integers(0, seats - 1), max_size=seats - FEWEST_PLAYERS)
    return st.one_of(
        everybody,
        everybody,
        absent.map(lambda out: tuple(seat for seat in range(seats) if seat not in out)),
    )


@cache
def _trumps(cards: int, seats: int) -> st.SearchStrategy[Trump | None]:
    whole_pack = deals_whole_pack(cards, seats)
    return st.sampled_from((None, Trump.NONE) if whole_pack else (None, *Trump))


@cache
def _states(states: tuple[HandState, ...]) -> st.SearchStrategy[HandState]:
    return st.sampled_from(states)


@cache
def _chances(count: int) -> st.SearchStrategy[bytes]:
    """Return so many bytes to decide by: one draw, where one for each figure would be slow."""
    return st.binary(min_size=count, max_size=count)


@cache
def _dealers(seats: tuple[int, ...]) -> st.SearchStrategy[int | None]:
    """Return the dealer the table puts right: mostly nobody."""
    return st.sampled_from((*[None] * 2 * len(seats), *seats))


@cache
def _adjusts(seats: int) -> st.SearchStrategy[dict[int, int]]:
    """Return points given or taken, by place in the hand: mostly none, at most two."""
    some = st.dictionaries(st.integers(0, seats - 1), _points, max_size=2)
    return st.one_of(st.just({}), st.just({}), some)


def _bids(chances: bytes, cards: int, house: House) -> list[int]:
    """Return a bid for each chance; on a total that the hook forbids, the last gives way."""
    legal = house.legal_bids(cards)
    bids = [legal[chance % len(legal)] for chance in chances]
    if sum(bids) in house.forbidden_totals(cards):
        bids[-1] += 1 if bids[-1] < cards else -1
    return bids


def _results(chances: bytes, bids: Sequence[int], cards: int) -> list[Taken]:
    """Return tricks that add up to the cards, half of them as bid, with some sets uncounted."""
    left = cards
    tricks = []
    for bid, chance in zip(bids[1:], chances[1:], strict=True):
        took = min(bid, left) if chance % 2 else chance // 2 % (left + 1)
        tricks.append(took)
        left -= took
    return [
        NOT_COUNTED if took < bid and chance // 2 % 4 == 3 else took
        for chance, bid, took in zip(chances, bids, [left, *tricks], strict=True)
    ]


def _noted(draw: st.DrawFn, seats: int, state: HandState) -> tuple[int, int]:
    """Draw which bids and which results are in, as bits by place, so that it comes to the state."""
    everything = (1 << seats) - 1
    if state is HandState.WAITING:
        return 0, 0
    if state is HandState.BIDDING:
        bids = draw(st.integers(1, everything - 1))
        return bids, bids & draw(st.integers(0, everything))
    if state is HandState.PLAYING:
        return everything, draw(st.integers(0, everything - 1))
    return everything, everything
