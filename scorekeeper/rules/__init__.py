"""Bluke itself: pack, bids, scoring, and the scorecard. Nothing here knows of a page or a file."""

from .errors import RuleError
from .game import Game, Hand, Play, Player, tricks_off
from .pack import Order, Trump, finale_cards, hand_sizes, top
from .scorecard import Cell, HandState, Place, Row, Scorecard, Tally, scorecard
from .scoring import NOT_COUNTED, House, Outcome, Score, Taken

__all__ = [
    "NOT_COUNTED",
    "Cell",
    "Game",
    "Hand",
    "HandState",
    "House",
    "Order",
    "Outcome",
    "Place",
    "Play",
    "Player",
    "Row",
    "RuleError",
    "Score",
    "Scorecard",
    "Taken",
    "Tally",
    "Trump",
    "finale_cards",
    "hand_sizes",
    "scorecard",
    "top",
    "tricks_off",
]
