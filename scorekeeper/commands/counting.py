"""`scorekeeper recount`: makes the statistics anew from the hands."""

import click
from flask_babel import gettext as _
from flask_babel import ngettext
from sqlalchemy.orm import Session

from scorekeeper.config import Config
from scorekeeper.marking import N_
from scorekeeper.store import summaries
from scorekeeper.store.writing import writing

from .progress import progress
from .speaking import Command
from .storing import store_of


@click.command(cls=Command, help=N_("make the statistics of every game anew from its hands"))
@click.pass_obj
def recount(config: Config) -> None:
    """Count every game once more, each in a transaction of its own: saves need not wait."""
    with store_of(config) as engine:
        with Session(engine) as session:
            games = summaries.games_to_count(session)
        with progress(_("Counting")) as bar:
            for done, (book_id, game_id) in enumerate(games, start=1):
                with writing(engine) as session:
                    summaries.recount(session, book_id, game_id)
                bar(done, len(games))
    print(ngettext("One game was counted anew.", "%(num)s games were counted anew.", len(games)))
