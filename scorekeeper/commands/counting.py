"""`scorekeeper recount`: makes the statistics anew from the hands."""

import argparse
import sys

from flask_babel import gettext as _
from flask_babel import ngettext
from sqlalchemy import create_engine
from sqlalchemy.orm import Session

from scorekeeper.config import Config
from scorekeeper.store import summaries
from scorekeeper.store.engine import for_writing, options, prepare

from . import serving
from .speaking import Commands, say


def add(commands: Commands) -> None:
    """Add the command that counts every game once more."""
    command = commands.add_parser(
        "recount", help=_("make the statistics of every game anew from its hands")
    )
    command.set_defaults(command=recount)


def recount(config: Config, _options: argparse.Namespace) -> None:
    """Count every game once more, each in a transaction of its own: saves need not wait."""
    serving.prepare(config)
    engine = create_engine(config.database_url, **options(config.database_url))
    prepare(engine)
    with Session(engine) as session:
        games = summaries.games_to_count(session)
    for done, (book_id, game_id) in enumerate(games, start=1):
        with Session(for_writing(engine)) as session:
            summaries.recount(session, book_id, game_id)
            session.commit()
        _show(done, len(games))
    engine.dispose()
    say(ngettext("One game was counted anew.", "%(num)s games were counted anew.", len(games)))


def _show(done: int, of: int) -> None:
    """Show on a terminal how far it has come, on one line."""
    if sys.stderr.isatty():
        end = "\n" if done == of else ""
        print(f"\r{done}/{of}", end=end, file=sys.stderr, flush=True)
