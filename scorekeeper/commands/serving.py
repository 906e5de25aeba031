"""`scorekeeper serve`: runs it, and says how to get in."""

import click
from flask import Flask
from flask_babel import gettext as _
from sqlalchemy.exc import SQLAlchemyError

from scorekeeper import server
from scorekeeper.app import first_book_link
from scorekeeper.config import Config
from scorekeeper.marking import N_
from scorekeeper.troubles import database_sentence

from .linking import address_of, show_link, show_note
from .speaking import Command, complain
from .storing import prepare


@click.command(cls=Command, help=N_("run the scorekeeper"))
@click.option("--quiet", is_flag=True, help=N_("print neither link nor QR code"))
@click.pass_obj
def serve(config: Config, *, quiet: bool) -> int:
    """Bring the database up to date and serve it until stopped."""
    prepare(config)

    def announce(app: Flask) -> None:
        link = _first_link(config, app)
        if not quiet:
            show_link(link, heading=_("Scorekeeper is ready. Open this link to keep score:"))
            if link.startswith("http:"):
                show_note(
                    _(
                        "Over plain HTTP a phone opens the page only while it reaches this machine,"
                        " so keep the page open during a game. With HTTPS it opens without a"
                        " network too: see docs/hosting.md."
                    )
                )

    try:
        server.run(config, on_ready=announce)
    except server.CannotServeError as error:
        return complain(str(error), 1)
    return 0


def _first_link(config: Config, app: Flask) -> str:
    try:
        return address_of(config) + first_book_link(app)
    except SQLAlchemyError as error:
        # It answered a moment ago.
        sentence = database_sentence(error)
        if sentence is None:
            raise
        raise server.CannotServeError(sentence) from error
