"""`scorekeeper link`: says how to get in."""

import sys
from contextlib import suppress
from io import StringIO

import click
import segno
from sqlalchemy import Engine
from sqlalchemy.orm import Session

from scorekeeper.config import Config
from scorekeeper.marking import N_
from scorekeeper.network import address_for
from scorekeeper.store import books
from scorekeeper.store.writing import writing
from scorekeeper.web.keys import Grant, Role, make_key

from .speaking import Command
from .storing import store_of


@click.command(cls=Command, help=N_("print the scorebook's link and QR code"))
@click.option("--reader", is_flag=True, help=N_("the link to look, not to write"))
@click.pass_obj
def link(config: Config, *, reader: bool) -> None:
    """Print the link of the first scorebook once more."""
    with store_of(config) as engine:
        with writing(engine) as store:
            book_id = books.first_book(store)
        show_link(link_to(config, engine, book_id, Role.READER if reader else Role.KEEPER))


def address_of(config: Config) -> str:
    """Return where the scorekeeper is found, as a link begins."""
    return config.address or address_for(config.host, config.port)


def link_to(config: Config, engine: Engine, book_id: str, role: Role = Role.KEEPER) -> str:
    """Return the link that makes a device a keeper or a reader of a scorebook."""
    with Session(engine) as store:
        current = books.book_generation(store, book_id)
    key = make_key(book_id, Grant(role, str(current.book) if current else ""))
    return f"{address_of(config)}/key/{key}"


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
