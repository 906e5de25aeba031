"""The same figures through time: by month as long as there are few, then by year."""

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import groupby

from .records import GameOf
from .totals import Totals

MOST_MONTHS = 18
"""So many months at most from the first game to the last are told apart; longer times by year."""


@dataclass(frozen=True, slots=True)
class Period:
    """A year, or a month of one, by the day in UTC on which its games began."""

    year: int
    month: int | None
    totals: Totals


def periods(games: Iterable[GameOf]) -> tuple[Period, ...]:
    """Return what games add up to through time, the latest first; a time without any is left out.

    A game belongs to the time in which it began.
    """
    played = sorted(games, key=lambda game: game.started, reverse=True)
    months = {_month(game) for game in played}
    is_long = bool(months) and max(months) - min(months) >= MOST_MONTHS
    found = []
    for place, together in groupby(
        played, lambda game: _month(game) // 12 if is_long else _month(game)
    ):
        year, month = (place, None) if is_long else (place // 12, place % 12 + 1)
        found.append(Period(year, month, Totals.of(game.summary for game in together)))
    return tuple(found)


def _month(game: GameOf) -> int:
    """Return which month a game began in, counted from the year 0."""
    return game.started.year * 12 + game.started.month - 1
