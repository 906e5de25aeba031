"""Games that nobody played, by people who are nobody: for trying out, and for measuring.

Everything is drawn from one seed, so that the same call makes the same games.
"""

from .cast import Temper, cast
from .evenings import PlayedGame, demo_games

__all__ = ["PlayedGame", "Temper", "cast", "demo_games"]
