"""Evenings at the table: who came, and what they agreed; the oldest evening first."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from random import Random
from typing import Final

from scorekeeper.rules import Game, Hand, House, Order, Player, finale_cards, hand_sizes
from scorekeeper.rules.pack import LONG_GAME_PLAYERS, MOST_PLAYERS

from .cast import Temper, cast
from .games import play_game

TABLES: Final = ((2, 3, 4, 5, 6, 7), (2, 5, 9, 5, 2, 1))
"""Numbers of players, and how often a table has so many."""

DAY, EVENING = 24 * 3600, 4 * 3600
MOST_A_DAY = 1000

HOUSE_RULE: Final = 0.08
FINALE: Final = 0.5
LOW_FIRST: Final = 0.12
LONG_GAME: Final = 0.3
ENDS_EARLY: Final = 0.03
LATE_COMER: Final = 0.06
CORRECTION: Final = 0.08
"""How often things happen, as a part of 1."""

FEWEST_FOR_A_LATE_COMER: Final = 4


@dataclass(frozen=True, slots=True)
class PlayedGame:
    """A game of a demo. `who` are places in the cast, in seat order; hands were `corrected`."""

    game: Game
    who: tuple[int, ...]
    started: datetime
    corrected: frozenset[int] = field(default_factory=frozenset)


def demo_games(
    *,
    games: int,
    players: int,
    since: datetime,
    until: datetime,
    seed: int,
    seats: int | None = None,
) -> Iterator[PlayedGame]:
    """Yield the games of a book with so many players, played between two days.

    With `seats` every game is of so many players, in the usual order and played to its end: for
    benchmarks. Without it they are of all kinds: other orders and house rules, somebody absent,
    a game ended early, and the last still under way. The games are titled as a demo's.
    """
    chance = Random(seed)  # noqa: S311 - a demo is no secret
    people = cast(players, chance)
    for number, started in enumerate(_evenings(games, since, until, chance), start=1):
        at_table = min(players, MOST_PLAYERS, seats or chance.choices(*TABLES)[0])
        who = tuple(chance.sample(range(players), at_table))
        seated = [people[place] for place in who]
        table = _table([player for player, _ in seated], number, chance, is_usual=seats is not None)
        tempers = [temper for _, temper in seated]
        game = _played(table, tempers, chance, is_usual=seats is not None, is_last=number == games)
        yield PlayedGame(game, who, started, _corrected(game, chance))


def _evenings(games: int, since: datetime, until: datetime, chance: Random) -> list[datetime]:
    """Return when so many games began: in the evening, no two in the same second."""
    first = since.astimezone(UTC).replace(hour=18, minute=0, second=0, microsecond=0)
    days = max(1, (until - first).days, games // MOST_A_DAY)
    seconds: set[int] = set()
    while len(seconds) < games:
        seconds.add(chance.randrange(days) * DAY + chance.randrange(EVENING))
    return [first + timedelta(seconds=second) for second in sorted(seconds)]


def _table(players: Sequence[Player], number: int, chance: Random, *, is_usual: bool) -> Game:
    """Return what a table agreed before the first deal."""
    seats = len(players)
    order = Order.HIGH_LOW_HIGH if is_usual else _order(seats, chance)
    house = House() if is_usual else House.of(lambda _rule: chance.random() < HOUSE_RULE)
    finale = not is_usual and finale_cards(seats, order) is not None and chance.random() < FINALE
    sizes = hand_sizes(seats, order, finale=finale)
    return Game(
        players=tuple(players),
        hands=tuple(Hand.undealt(cards, range(seats)) for cards in sizes),
        order=order,
        finale=finale,
        house=house,
        first_dealer=chance.randrange(seats),
        scorekeeper=chance.randrange(seats),
        title=f"Demo {number}",
    )


def _order(seats: int, chance: Random) -> Order:
    if chance.random() < LOW_FIRST:
        return Order.LOW_HIGH_LOW
    if seats in LONG_GAME_PLAYERS and chance.random() < LONG_GAME:
        return Order.LONG
    return Order.HIGH_LOW_HIGH


def _played(
    table: Game, tempers: Sequence[Temper], chance: Random, *, is_usual: bool, is_last: bool
) -> Game:
    """Return the game as far as it was played; a usual one to its end."""
    hands = len(table.hands)
    if is_usual:
        return play_game(table, tempers, chance, hands=hands)
    ends_early = not is_last and chance.random() < ENDS_EARLY
    if is_last or ends_early:
        hands = chance.randrange(hands // 2, hands)
    is_late = len(tempers) >= FEWEST_FOR_A_LATE_COMER and chance.random() < LATE_COMER
    late = chance.randrange(len(tempers)) if is_late else None
    return play_game(table, tempers, chance, hands=hands, late=late, ends_early=ends_early)


def _corrected(game: Game, chance: Random) -> frozenset[int]:
    """Return the hand that was put right later, in one game of a dozen."""
    scored = sum(hand.is_scored for hand in game.hands)
    is_one = scored > 1 and chance.random() < CORRECTION
    return frozenset({chance.randrange(1, scored)}) if is_one else frozenset()
