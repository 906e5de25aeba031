"""One game, hand after hand, with what happens at a table now and then."""

from collections.abc import Sequence
from dataclasses import replace
from random import Random
from typing import Final

from scorekeeper.rules import Game, scorecard
from scorekeeper.rules.pack import bidding_order, first_dealer, next_dealer

from .cast import Temper
from .hands import play_hand

LATE_HANDS: Final = 2
"""The hands that somebody misses who comes late."""

TIES: Final = 0.03
TRIES_FOR_A_TIE: Final = 200


def play_game(
    table: Game,
    tempers: Sequence[Temper],
    chance: Random,
    *,
    hands: int,
    late: int | None = None,
    ends_early: bool = False,
) -> Game:
    """Return a table's game after so many hands; `late` is a seat that misses the first ones."""
    everybody = range(len(table.players))
    played = list(table.hands)
    dealer: int | None = None
    for place in range(hands):
        is_out = place < LATE_HANDS
        seats = [seat for seat in everybody if not (is_out and seat == late)]
        dealer = (
            first_dealer(table.first_dealer, everybody, seats)
            if dealer is None
            else next_dealer(dealer, everybody, seats)
        )
        order = bidding_order(dealer, everybody, seats)
        played[place] = play_hand(table.hands[place].cards, order, tempers, table.house, chance)
    game = replace(table, hands=tuple(played), ended_early=ends_early)
    wants_tie = hands == len(played) and chance.random() < TIES
    return _tied(game, tempers, chance) if wants_tie else game


def _tied(game: Game, tempers: Sequence[Temper], chance: Random) -> Game:
    """Return the game with a last hand, if one comes up, after which the win is shared."""
    last = len(game.hands)
    order = game.bidding_order(last)
    for _ in range(TRIES_FOR_A_TIE):
        hand = play_hand(game.hands[-1].cards, order, tempers, game.house, chance)
        tried = game.with_hand(last, hand)
        if len(scorecard(tried).winners) > 1:
            return tried
    return game
