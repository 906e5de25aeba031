"""`scorekeeper demo`: a book of games that nobody played, to look around in."""

import argparse
import re
from datetime import UTC, datetime, timedelta
from random import Random

from flask_babel import gettext as _
from sqlalchemy import Engine
from sqlalchemy.orm import Session

from scorekeeper.app import book_link
from scorekeeper.config import Config
from scorekeeper.demo import cast, demo_games
from scorekeeper.rules.pack import FEWEST_PLAYERS, MOST_PLAYERS
from scorekeeper.store import demos
from scorekeeper.store.engine import for_writing

from .progress import progress
from .serving import address_of, show_link
from .speaking import Commands, complain, say
from .storing import store_of

NUMBER = re.compile(r"[0-9]{1,9}")
MOST_GAMES = 20_000
MOST_PEOPLE = 500


def add(commands: Commands) -> None:
    """Add the command that makes a demo and takes it away again."""
    command = commands.add_parser("demo", help=_("make a demo book, of games that nobody played"))
    command.add_argument("--games", type=_number(1, MOST_GAMES), default=60, metavar="GAMES")
    command.add_argument("--players", type=_number(2, MOST_PEOPLE), default=12, metavar="PLAYERS")
    command.add_argument("--years", type=_number(1, 50), default=3, metavar="YEARS")
    command.add_argument("--seed", type=int, default=1, help=_("the same seed, the same games"))
    command.add_argument(
        "--seats",
        type=_number(FEWEST_PLAYERS, MOST_PLAYERS),
        metavar="SEATS",
        help=_("as many players in every game, and all games alike: to measure"),
    )
    command.add_argument("--remove", action="store_true", help=_("remove the demo book again"))
    command.set_defaults(command=demo)


def demo(config: Config, options: argparse.Namespace) -> int:
    """Make the demo book and print its link, or that of the one that is there; or remove it."""
    with store_of(config) as engine:
        if options.remove:
            return _remove(engine)
        with Session(engine) as store:
            book_id = demos.demo_book(store)
        if book_id is None:
            book_id = _make(engine, options)
            heading = _("This is a demo of games that nobody played. Open its link:")
        else:
            heading = _("There is a demo already. Open its link:")
    show_link(address_of(config) + book_link(config, book_id), heading=heading)
    return 0


def _make(engine: Engine, options: argparse.Namespace) -> str:
    people = [player for player, _temper in cast(options.players, _dice(options.seed))]
    now = datetime.now(UTC)
    games = demo_games(
        games=options.games,
        players=options.players,
        since=now - timedelta(days=365 * options.years),
        until=now - timedelta(days=1),
        seed=options.seed,
        seats=options.seats,
    )
    with progress(_("Playing")) as bar:
        made = demos.prepare(people, games, told=lambda done: bar(done, options.games))
    with Session(for_writing(engine)) as store:
        demos.keep_demo(store, made)
        store.commit()
    return made.book_id


def _remove(engine: Engine) -> int:
    with Session(for_writing(engine)) as store:
        removed = demos.remove_demos(store)
        store.commit()
    if not removed:
        return complain(_("There is no demo."), 1)
    say(_("The demo is removed."))
    return 0


def _dice(seed: int) -> Random:
    return Random(seed)  # noqa: S311 - a demo is no secret


class _number:  # noqa: N801 - argparse names it in its messages
    """A whole number between two others."""

    def __init__(self, least: int, most: int) -> None:
        self._least, self._most = least, most

    def __call__(self, text: str) -> int:
        number = int(text) if NUMBER.fullmatch(text) else -1
        if not self._least <= number <= self._most:
            message = _(
                "%(text)s is no number from %(least)s to %(most)s",
                text=text,
                least=self._least,
                most=self._most,
            )
            raise argparse.ArgumentTypeError(message)
        return number
