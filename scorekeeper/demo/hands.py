"""How a hand is bid and played by people of different tempers, without a single card.

Each seat gets a strength, its part of the tricks as the cards fell. A bid is a judgement of it,
the better the more skilful the player; the tricks then go to the strong, more often to who
still needs one.
"""

from collections.abc import Sequence
from random import Random
from typing import Final

from scorekeeper.rules import NOT_COUNTED, Hand, House, Play, Taken, Trump
from scorekeeper.rules.pack import deals_whole_pack

from .cast import Temper

TRUMPS: Final = (Trump.SPADES, Trump.HEARTS, Trump.DIAMONDS, Trump.CLUBS, Trump.NONE)
CHANCES: Final = (13, 13, 13, 13, 2)
"""Of the 54 cards that may be turned up two are Blukes."""

EVENNESS: Final = 3.0
"""How alike the strengths are; real cards differ more in small hands, and so do these."""

STEERING: Final = 3.0
LEFT_UNCOUNTED: Final = 0.04
NOT_NOTED: Final = 0.02


def play_hand(
    cards: int, seats: Sequence[int], tempers: Sequence[Temper], house: House, chance: Random
) -> Hand:
    """Return a hand of so many cards, bid and played to its end.

    `seats` come in bidding order, the dealer last; `tempers` are by seat.
    """
    drawn = [chance.gammavariate(EVENNESS, 1.0) for _ in seats]
    strengths = dict(zip(seats, (part / sum(drawn) for part in drawn), strict=True))
    bids: dict[int, int] = {}
    for seat in seats:
        bids[seat] = _bid(cards, len(seats) * strengths[seat], tempers[seat], house, chance, seats)
    _keep_off(house, cards, bids, seats[-1])
    tricks = _tricks(cards, bids, strengths, tempers, chance)
    plays = (Play(seat, bids[seat], _written(bids[seat], tricks[seat], chance)) for seat in seats)
    return Hand(
        cards, tuple(sorted(plays, key=lambda play: play.seat)), _trump(cards, seats, chance)
    )


def _bid(
    cards: int, strength: float, temper: Temper, house: House, chance: Random, seats: Sequence[int]
) -> int:
    """Return a bid; `strength` is 1 where it is just the fair share."""
    fair = cards / len(seats)
    judged = strength + chance.gauss(0.0, 0.55) * (1.0 - temper.skill)
    bid = round(fair * (judged + temper.greed) + chance.gauss(0.0, 0.15))
    legal = house.legal_bids(cards)
    return min(legal[-1], max(legal[0], bid))


def _keep_off(house: House, cards: int, bids: dict[int, int], dealer: int) -> None:
    """Move the dealer's bid off a total that the house forbids."""
    legal = house.legal_bids(cards)
    if sum(bids.values()) in house.forbidden_totals(cards):
        bids[dealer] += 1 if bids[dealer] < legal[-1] else -1


def _tricks(
    cards: int,
    bids: dict[int, int],
    strengths: dict[int, float],
    tempers: Sequence[Temper],
    chance: Random,
) -> dict[int, int]:
    taken = dict.fromkeys(bids, 0)
    seats = list(bids)
    for _ in range(cards):
        weights = [
            strengths[seat] * _wish(bids[seat] - taken[seat], tempers[seat]) for seat in seats
        ]
        taken[chance.choices(seats, weights)[0]] += 1
    return taken


def _wish(missing: int, temper: Temper) -> float:
    """Return how hard somebody tries for the next trick, or to be rid of it."""
    steering = 1.0 + STEERING * temper.skill
    return steering if missing > 0 else 1.0 / steering


def _written(bid: int, taken: int, chance: Random) -> Taken:
    """Return what the scorekeeper writes: the tricks of a set do not always get counted."""
    is_left = taken < bid and chance.random() < LEFT_UNCOUNTED
    return NOT_COUNTED if is_left else taken


def _trump(cards: int, seats: Sequence[int], chance: Random) -> Trump | None:
    if deals_whole_pack(cards, len(seats)) or chance.random() < NOT_NOTED:
        return None
    return chance.choices(TRUMPS, CHANCES)[0]
