"""`scorekeeper serve` and `link`: run it, and say how to get in."""

import argparse
import sys
from contextlib import suppress
from importlib.util import find_spec
from io import StringIO

import segno
from flask import Flask
from flask_babel import gettext as _
from sqlalchemy import make_url
from sqlalchemy.exc import SQLAlchemyError

from scorekeeper import server
from scorekeeper.app import create_app, disconnect, first_book_link
from scorekeeper.config import Config, SettingError
from scorekeeper.instance import secret_key
from scorekeeper.keeping import before_migrating, find_secret_key
from scorekeeper.network import address_for
from scorekeeper.store.schema import upgrade
from scorekeeper.troubles import database_sentence

from .speaking import Commands


def add(commands: Commands) -> None:
    """Add the commands that run the scorekeeper and show its link."""
    command = commands.add_parser("serve", help=_("run the scorekeeper"))
    command.add_argument("--quiet", action="store_true", help=_("print neither link nor QR code"))
    command.set_defaults(command=serve)

    command = commands.add_parser("link", help=_("print the scorebook's link and QR code"))
    command.add_argument("--reader", action="store_true", help=_("the link to look, not to write"))
    command.set_defaults(command=link)


def serve(config: Config, options: argparse.Namespace) -> None:
    """Bring the database up to date and serve it until stopped."""
    prepare(config)

    def announce(app: Flask) -> None:
        link = _first_link(config, app)
        if not options.quiet:
            show_link(link, heading=_("Scorekeeper is ready. Open this link to keep score:"))
            if link.startswith("http:"):
                show_note(
                    _(
                        "Over plain HTTP a phone opens the page only while it reaches this machine,"
                        " so keep the page open during a game. With HTTPS it opens without a"
                        " network too: see docs/hosting.md."
                    )
                )

    server.run(config, on_ready=announce)


def link(config: Config, options: argparse.Namespace) -> None:
    """Print the link of the first scorebook once more."""
    prepare(config)
    app = create_app(config)
    try:
        show_link(_link(config, app, reader=options.reader))
    finally:
        disconnect(app)


def _first_link(config: Config, app: Flask) -> str:
    try:
        return _link(config, app)
    except SQLAlchemyError as error:
        # It answered a moment ago.
        sentence = database_sentence(error)
        if sentence is None:
            raise
        raise server.CannotServeError(sentence) from error


def prepare(config: Config) -> None:
    """Make sure of the driver, the secret key and the schema."""
    need_driver(config)
    find_secret_key(config)
    secret_key(config.instance)
    upgrade(config.database_url, before=before_migrating(config))


def need_driver(config: Config) -> None:
    """Say what is missing where PostgreSQL cannot be spoken to. Raises `SettingError`."""
    if make_url(config.database_url).get_driver_name() == "psycopg" and not find_spec("psycopg"):
        package = "scorekeeper[postgres]"
        raise SettingError(_("PostgreSQL needs its driver: install %(package)s.", package=package))


def address_of(config: Config) -> str:
    """Return where the scorekeeper is found, as a link begins."""
    return config.address or address_for(config.host, config.port)


def _link(config: Config, app: Flask, *, reader: bool = False) -> str:
    return address_of(config) + first_book_link(app, reader=reader)


def show_link(link: str, *, heading: str = "") -> None:
    """Print a link, and its QR code where the output is a terminal."""
    # Whoever reads the output may be gone, which is no reason not to serve.
    with suppress(BrokenPipeError):
        if heading:
            print(heading)
        print(link, flush=True)
        if sys.stdout.isatty():
            _show_qr_code(link)


def show_note(note: str) -> None:
    """Print a note for whoever reads the output, if anybody does."""
    with suppress(BrokenPipeError):
        print(note, flush=True)


def _show_qr_code(link: str) -> None:
    code = segno.make_qr(link, error="l")
    if (sys.stdout.encoding or "").lower().replace("-", "") != "utf8":
        code.terminal(border=2)
        return
    # Half blocks halve the height; they take the terminal's colours unless told: white on black.
    drawing = StringIO()
    code.terminal(drawing, border=2, compact=True)
    for line in drawing.getvalue().splitlines():
        print(f"\033[97;40m{line}\033[0m")
