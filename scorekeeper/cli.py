"""The commands: `scorekeeper serve`, `link`, `print` and `check`."""

import argparse
import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from importlib.util import find_spec
from io import StringIO
from pathlib import Path
from typing import cast

import segno
from flask import Flask
from sqlalchemy import make_url
from sqlalchemy.exc import OperationalError

from scorekeeper import server
from scorekeeper.app import create_app, first_book_link
from scorekeeper.config import Config, SettingError, secret_key
from scorekeeper.documents import DocumentError, parse_document
from scorekeeper.network import address_for
from scorekeeper.printing import (
    Paper,
    PrintingUnavailableError,
    Sheet,
    Style,
    file_name,
    missing_scripts,
    scorecard_pdf,
)
from scorekeeper.rules import House
from scorekeeper.rules.checking import check as check_card
from scorekeeper.sheets import LONGEST, SheetError, read_card, text_of
from scorekeeper.store.schema import upgrade
from scorekeeper.web.faults import (
    disagreement_sentence,
    document_sentence,
    numbered_sentence,
    sheet_sentence,
)

CARD_HELP = """\
The first line names the players, each name over the player's bids; every other line is a hand.
Between the cells stands a comma, a semicolon or a tab. A hand begins with its cards (11), or
with all bids and the cards (9/11); before the cards may stand the hand's number, and after
them the dealer and the trump. Then comes for each player the bid, and if you like the tricks,
and if you like the running score as it was written. S stands for the tricks of a player who
went set and whose tricks nobody counted; where the tricks are not written, the running scores
tell the results. Who sat a hand out has nothing in it. A card may look like this:

  cards,John,,,Margaret,,
  13,3,4,31,10,9,-100
  12,2,S,11,10,11,1

It ends with 0 when everything is right, with 1 when something is wrong, and with 2 when the
card cannot be read.
"""

Command = Callable[[Config, argparse.Namespace], int | None]


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command; 0 is done, 1 could not, 2 asked wrongly."""
    options = _parser().parse_args(arguments)
    run = cast("Command", options.command)
    try:
        return run(Config.from_environment(), options) or 0
    except SettingError as error:
        return _complain(str(error), 2)
    except server.CannotListenError as error:
        return _complain(str(error), 1)
    except OperationalError as error:
        return _complain(f"The database does not answer: {error.orig}", 1)


def serve(config: Config, options: argparse.Namespace) -> None:
    """Bring the database up to date and serve it until stopped."""
    _prepare(config)

    def announce(app: Flask) -> None:
        link = _link(config, app)
        if not options.quiet:
            _show(link, heading="Scorekeeper is ready. Open this link to keep score:")

    server.run(config, on_ready=announce)


def link(config: Config, options: argparse.Namespace) -> None:
    """Print the link of the first scorebook once more."""
    _prepare(config)
    _show(_link(config, create_app(config), reader=options.reader))


def check(_config: Config, options: argparse.Namespace) -> int:
    """Say what is wrong with a card typed in from paper; 0 nothing, 1 something, 2 unreadable."""
    try:
        with options.card.open("rb") as file:
            written = read_card(text_of(file.read(LONGEST + 1)))
    except OSError as error:
        return _complain(f"{options.card} cannot be opened: {error.strerror}.", 2)
    except SheetError as error:
        return _complain(sheet_sentence(error), 2)
    house = House(zero_bid=options.zero_bid, hook=options.hook)
    faults = check_card(written, house).faults
    names = [player.name for player in written.players]
    with suppress(BrokenPipeError):
        for fault in faults:
            _say(numbered_sentence(fault, names))
        if not faults:
            _say("Everything on this card is right.")
    return 1 if faults else 0


def print_card(config: Config, options: argparse.Namespace) -> int:
    """Print a game document as a PDF; 0 done, 1 could not, 2 no game."""
    if options.check_fonts:
        return _say_missing_scripts()
    if options.game is None:
        return _complain("Name the GAME.json to print.", 2)
    try:
        read = parse_document(options.game.read_bytes().decode("utf-8-sig", errors="replace"))
        sheet = Sheet(
            read.game,
            read.started.date() if read.started else None,
            options.lang or config.language,
            Style(options.style),
            Paper(options.paper),
            read.corrected,
        )
        (options.output or Path(file_name(sheet))).write_bytes(scorecard_pdf(sheet))
    except OSError as error:
        return _complain(f"{error.filename} cannot be opened: {error.strerror}.", 1)
    except DocumentError as error:
        return _complain(document_sentence(error), 2)
    except PrintingUnavailableError as error:
        return _complain(f"This machine cannot print cards yet: {error}", 1)
    for wrong in read.disagreements:
        _complain(disagreement_sentence(wrong), 0)
    return 0


def _say_missing_scripts() -> int:
    missing = missing_scripts()
    for script, package in missing:
        _say(f"{script}: install {package}")
    if not missing:
        _say("Names of every script that Scorekeeper knows of can be printed here.")
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="scorekeeper", description="Keeps score for Bluke.")
    commands = parser.add_subparsers(required=True, metavar="COMMAND")

    command = commands.add_parser("serve", help="run the scorekeeper")
    command.add_argument("--quiet", action="store_true", help="print neither link nor QR code")
    command.set_defaults(command=serve)

    command = commands.add_parser("link", help="print the scorebook's link and QR code")
    command.add_argument("--reader", action="store_true", help="the link to look, not to write")
    command.set_defaults(command=link)

    _add_print(commands.add_parser("print", help="print a game document as a scorecard"))

    command = commands.add_parser(
        "check",
        help="say what is wrong with a card typed in from paper",
        epilog=CARD_HELP,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    command.add_argument("card", type=Path, metavar="CARD.csv")
    command.add_argument("--zero-bid", action="store_true", help="a bid of 0 is allowed")
    command.add_argument("--hook", action="store_true", help="the dealer is hooked")
    command.set_defaults(command=check)
    return parser


def _add_print(command: argparse.ArgumentParser) -> None:
    command.add_argument("game", type=Path, nargs="?", metavar="GAME.json")
    command.add_argument("-o", "--output", type=Path, metavar="CARD.pdf")
    command.add_argument("--style", choices=[*Style], default=Style.CREATIVE)
    command.add_argument("--paper", choices=[*Paper], default=Paper.A4)
    command.add_argument("--lang", metavar="LANGUAGE", help="en, ko, nl, ro, kk")
    command.add_argument(
        "--check-fonts",
        action="store_true",
        help="say which scripts this machine cannot print, and which package brings them",
    )
    command.set_defaults(command=print_card)


def _prepare(config: Config) -> None:
    if make_url(config.database_url).get_driver_name() == "psycopg" and not find_spec("psycopg"):
        raise SettingError("PostgreSQL needs its driver: install scorekeeper[postgres].")
    secret_key(config.instance)
    upgrade(config.database_url)


def _link(config: Config, app: Flask, *, reader: bool = False) -> str:
    return address_for(config.host, config.port) + first_book_link(app, reader=reader)


def _show(link: str, *, heading: str = "") -> None:
    # Whoever reads the output may be gone, which is no reason not to serve.
    with suppress(BrokenPipeError):
        if heading:
            print(heading)
        print(link, flush=True)
        if sys.stdout.isatty():
            _show_qr_code(link)


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


def _say(sentence: str) -> None:
    """Print a sentence, signs that the terminal does not know as question marks."""
    encoding = sys.stdout.encoding or "utf-8"
    print(sentence.encode(encoding, errors="replace").decode(encoding))


def _complain(sentence: str, code: int) -> int:
    print(f"scorekeeper: {sentence}", file=sys.stderr)
    return code
