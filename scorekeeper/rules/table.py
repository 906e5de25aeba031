"""What real tables do to a game under way: people come and go, and hands are added or dropped.

Each function returns another game. What was played stands: only hands that nobody has begun
are changed.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from .errors import BegunError, HandMisfitError, NoHandError
from .game import Game, Hand, Play, Player, check_order
from .pack import PACK, check_hand_count, check_player_count, deals_whole_pack


@dataclass(frozen=True, slots=True)
class Misfit:
    """A hand that the pack could not deal any more, and the nearest number of cards that fits."""

    number: int
    cards: int
    nearest: int


def first_unbegun(game: Game) -> int:
    """Return the number of the hand after the last begun one; it may be one past the end."""
    return max((n for n, hand in enumerate(game.hands, start=1) if hand.is_begun), default=0) + 1


def misfits(game: Game, number: int) -> tuple[Misfit, ...]:
    """Return the hands from this one on that would not fit the pack with one more player."""
    return tuple(
        Misfit(n, hand.cards, nearest)
        for n, hand in enumerate(game.hands, start=1)
        if n >= number and hand.cards > (nearest := _fitting(len(hand.plays) + 1))
    )


def joined(
    game: Game, player: Player, *, number: int, fit: bool = False, after: int | None = None
) -> Game:
    """Return the game with one more player from a hand on, who sits to the left of `after`.

    The player gets the next free seat number, whoever sits beside them; without `after` the
    place is the last of the order.
    Hands that would not fit the pack are shrunk to the nearest that does where `fit` says so;
    else the first of them raises `HandMisfitError`.
    """
    _check_unbegun(game, number)
    check_player_count(len(game.players) + 1)
    wrong = {misfit.number: misfit for misfit in misfits(game, number)}
    if wrong and not fit:
        first = wrong[min(wrong)]
        raise HandMisfitError(first.number, first.cards, first.nearest)
    seat = len(game.players)
    if after is not None:
        game.check_seat(after)
    orders = [
        (*order, seat) if n < number or after is None else _inserted(order, seat, after)
        for n, order in enumerate(game.orders, start=1)
    ]
    seated = [
        hand if n < number else _seating(hand, seat, wrong[n].nearest if n in wrong else hand.cards)
        for n, hand in enumerate(game.hands, start=1)
    ]
    hands = ordered(seated, orders)
    is_finale = game.finale and hands[-1].is_whole_pack
    return replace(game, players=(*game.players, player), hands=hands, finale=is_finale)


def left(game: Game, seat: int, *, number: int) -> Game:
    """Return the game without a player from a hand on; what they played before stands."""
    game.check_seat(seat)
    _check_unbegun(game, number)
    hands = tuple(
        hand if n < number else _without(hand, seat) for n, hand in enumerate(game.hands, start=1)
    )
    gone = replace(game.players[seat], left_after=number - 1)
    players = (*game.players[:seat], gone, *game.players[seat + 1 :])
    return _with_hands(replace(game, players=players), hands)


def with_coming_hands(game: Game, sizes: Sequence[int]) -> Game:
    """Return the game with another list of hands after the last begun one.

    A new hand is dealt to everybody who is in the last hand of the old list.
    """
    begun = game.hands[: first_unbegun(game) - 1]
    coming = game.hands[len(begun) :]
    check_hand_count(len(begun) + len(sizes))
    seats = (coming or begun)[-1].seats
    hands = [
        _resized(coming[index], cards) if index < len(coming) else Hand.undealt(cards, seats)
        for index, cards in enumerate(sizes)
    ]
    return _with_hands(game, (*begun, *hands))


def reseated(game: Game, order: Sequence[int]) -> Game:
    """Return the game with its players in another order; only before the first hand is begun.

    `order` names for each new seat the old one. Who deals first and who keeps the score stay
    the same people.
    """
    check_order(order, len(game.players))
    _check_unbegun(game, 1)
    new_seat = {old: new for new, old in enumerate(order)}
    hands = tuple(
        replace(
            hand,
            plays=tuple(sorted((_at(play, new_seat) for play in hand.plays), key=lambda p: p.seat)),
            dealer=None if hand.dealer is None else new_seat[hand.dealer],
            order=None,
        )
        for hand in game.hands
    )
    return replace(
        game,
        players=tuple(game.players[old] for old in order),
        hands=hands,
        first_dealer=new_seat[game.first_dealer],
        scorekeeper=None if game.scorekeeper is None else new_seat[game.scorekeeper],
    )


def reordered(game: Game, order: Sequence[int]) -> Game:
    """Return the game with its seats in another order from the first hand not begun on.

    `order` has all seats clockwise. Every player keeps their seat number, so that what was
    played, and by whom it was dealt, is as it was.
    """
    check_order(order, len(game.players))
    number = first_unbegun(game)
    _check_unbegun(game, number)
    orders = [
        tuple(order) if n >= number else before for n, before in enumerate(game.orders, start=1)
    ]
    return replace(game, hands=ordered(game.hands, orders))


def ordered(hands: Sequence[Hand], orders: Sequence[tuple[int, ...]]) -> tuple[Hand, ...]:
    """Return the hands with these orders of the seats, noted where they become others."""
    before = (tuple(range(len(orders[0]))), *orders) if orders else ()
    return tuple(
        replace(hand, order=None if order == last else order)
        for hand, order, last in zip(hands, orders, before, strict=False)
    )


def ended(game: Game) -> Game:
    """Return the game ended where it stands; one that is played to its end is not ended early."""
    return replace(game, ended_early=not all(hand.is_scored for hand in game.hands))


def reopened(game: Game) -> Game:
    """Return a game that was ended early, to be played on."""
    return replace(game, ended_early=False)


def _fitting(players: int) -> int:
    """Return the most cards that leave one to turn up for trump."""
    return (PACK - 1) // players


def _check_unbegun(game: Game, number: int) -> None:
    if not 1 <= number <= len(game.hands):
        raise NoHandError(number, len(game.hands))
    if number < first_unbegun(game):
        raise BegunError(number, first_unbegun(game))


def _with_hands(game: Game, hands: tuple[Hand, ...]) -> Game:
    """Return the game with these hands; without its finale where none deals the whole pack now."""
    return replace(game, hands=hands, finale=game.finale and hands[-1].is_whole_pack)


def _seating(hand: Hand, seat: int, cards: int) -> Hand:
    plays = (*hand.plays, Play(seat))
    trump = None if deals_whole_pack(cards, len(plays)) else hand.trump
    return replace(hand, cards=cards, plays=plays, trump=trump)


def _without(hand: Hand, seat: int) -> Hand:
    plays = tuple(play for play in hand.plays if play.seat != seat)
    trump = None if deals_whole_pack(hand.cards, len(plays)) else hand.trump
    dealer = None if hand.dealer == seat else hand.dealer
    return replace(hand, plays=plays, trump=trump, dealer=dealer)


def _inserted(order: tuple[int, ...], seat: int, after: int) -> tuple[int, ...]:
    """Return the order with one more seat to the left of another."""
    place = order.index(after) + 1
    return (*order[:place], seat, *order[place:])


def _resized(hand: Hand, cards: int) -> Hand:
    trump = None if deals_whole_pack(cards, len(hand.plays)) else hand.trump
    return replace(hand, cards=cards, trump=trump)


def _at(play: Play, new_seat: dict[int, int]) -> Play:
    return replace(play, seat=new_seat[play.seat])
