"""`scorekeeper demo`: a book of games that nobody played, to look around in."""

from datetime import UTC, datetime, timedelta
from random import Random

import click
from flask_babel import gettext as _
from sqlalchemy import Engine
from sqlalchemy.orm import Session

from scorekeeper.config import Config
from scorekeeper.demo import cast, demo_games
from scorekeeper.marking import N_
from scorekeeper.rules.pack import FEWEST_PLAYERS, MOST_PLAYERS
from scorekeeper.store import demos
from scorekeeper.store.writing import writing

from .linking import link_to, show_link
from .progress import progress
from .speaking import Command, complain
from .storing import store_of

MOST_GAMES = 20_000
MOST_PEOPLE = 500
SEATS = click.IntRange(FEWEST_PLAYERS, MOST_PLAYERS)


@click.command(cls=Command, help=N_("make a demo book, of games that nobody played"))
@click.option("--games", type=click.IntRange(1, MOST_GAMES), default=60)
@click.option("--players", type=click.IntRange(2, MOST_PEOPLE), default=12)
@click.option("--years", type=click.IntRange(1, 50), default=3)
@click.option("--seed", type=int, default=1, help=N_("the same seed, the same games"))
@click.option(
    "--seats",
    type=SEATS,
    help=N_("as many players in every game, and all games alike: to measure"),
)
@click.option("--remove", is_flag=True, help=N_("remove the demo book again"))
@click.pass_obj
def demo(config: Config, /, *, remove: bool, **wanted: int) -> int:
    """Make the demo book and print its link, or that of the one that is there; or remove it."""
    with store_of(config) as engine:
        if remove:
            return _remove(engine)
        with Session(engine) as store:
            book_id = demos.demo_book(store)
        if book_id is None:
            book_id = _make(engine, **wanted)
            heading = _("This is a demo of games that nobody played. Open its link:")
        else:
            heading = _("There is a demo already. Open its link:")
        show_link(link_to(config, engine, book_id), heading=heading)
    return 0


def _make(
    engine: Engine, *, games: int, players: int, years: int, seed: int, seats: int | None
) -> str:
    people = [player for player, _temper in cast(players, _dice(seed))]
    now = datetime.now(UTC)
    played = demo_games(
        games=games,
        players=players,
        since=now - timedelta(days=365 * years),
        until=now - timedelta(days=1),
        seed=seed,
        seats=seats,
    )
    with progress(_("Playing")) as bar:
        made = demos.prepare(people, played, told=lambda done: bar(done, games))
    with writing(engine) as store:
        demos.keep_demo(store, made)
    return made.book_id


def _remove(engine: Engine) -> int:
    with writing(engine) as store:
        removed = demos.remove_demos(store)
    if not removed:
        return complain(_("There is no demo."), 1)
    print(_("The demo is removed."))
    return 0


def _dice(seed: int) -> Random:
    return Random(seed)  # noqa: S311 - a demo is no secret
