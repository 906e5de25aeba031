"""`scorekeeper print` and `check`: a card by itself, with neither server nor database."""

import argparse
import textwrap
from contextlib import suppress
from pathlib import Path

from flask_babel import get_locale
from flask_babel import gettext as _

from scorekeeper.config import Config, terminal_language
from scorekeeper.documents import DocumentError, parse_document
from scorekeeper.printing import (
    Paper,
    PrintingUnavailableError,
    Sheet,
    Style,
    card_file_name,
    missing_scripts,
    scorecard_pdf,
    script_name,
)
from scorekeeper.rules import House
from scorekeeper.rules.checking import check as check_card
from scorekeeper.sheets import LONGEST, SheetError, read_card, text_of
from scorekeeper.web.faults import (
    disagreement_sentence,
    document_sentence,
    numbered_sentence,
    sheet_sentence,
)

from .speaking import Commands, complain, say

EXAMPLE = """\
  cards,John,,,Margaret,,
  13,3,4,31,10,9,-100
  12,2,S,11,10,11,1"""
WIDTH = 92
"""Of a line of help, in letters."""


def add(commands: Commands) -> None:
    """Add the commands that print and check cards."""
    _add_print(commands.add_parser("print", help=_("print a game document as a scorecard")))
    _add_check(
        commands.add_parser(
            "check",
            help=_("say what is wrong with a card typed in from paper"),
            epilog=_card_help(),
            formatter_class=argparse.RawDescriptionHelpFormatter,
        )
    )


def check(_config: Config, options: argparse.Namespace) -> int:
    """Say what is wrong with a card typed in from paper; 0 nothing, 1 something, 2 unreadable."""
    try:
        with options.card.open("rb") as file:
            written = read_card(text_of(file.read(LONGEST + 1)))
    except OSError as error:
        return complain(_cannot_open(options.card, error), 2)
    except SheetError as error:
        return complain(sheet_sentence(error), 2)
    house = House(zero_bid=options.zero_bid, hook=options.hook)
    faults = check_card(written, house).faults
    names = [player.name for player in written.players]
    with suppress(BrokenPipeError):
        for fault in faults:
            say(numbered_sentence(fault, names))
        if not faults:
            say(_("Everything on this card is right."))
    return 1 if faults else 0


def print_card(_config: Config, options: argparse.Namespace) -> int:
    """Print a game document as a PDF; 0 done, 1 could not, 2 no game."""
    if options.check_fonts:
        return _say_missing_scripts()
    if options.game is None:
        return complain(_("Name the GAME.json to print."), 2)
    try:
        read = parse_document(options.game.read_bytes().decode("utf-8-sig", errors="replace"))
        sheet = Sheet(
            read.game,
            read.started.date() if read.started else None,
            options.lang or terminal_language(),
            Style(options.style),
            Paper(options.paper),
            read.corrected,
        )
        (options.output or Path(card_file_name(sheet))).write_bytes(scorecard_pdf(sheet))
    except OSError as error:
        return complain(_cannot_open(error.filename, error), 1)
    except DocumentError as error:
        return complain(document_sentence(error), 2)
    except PrintingUnavailableError as error:
        return complain(_("This machine cannot print cards yet: %(reason)s", reason=error), 1)
    for wrong in read.disagreements:
        complain(disagreement_sentence(wrong), 0)
    return 0


def _say_missing_scripts() -> int:
    missing = missing_scripts()
    for script, package in missing:
        name = script_name(script, get_locale())
        say(_("%(script)s: install %(package)s", script=name, package=package))
    if not missing:
        say(_("Names of every script that Scorekeeper knows of can be printed here."))
    return 0


def _add_print(command: argparse.ArgumentParser) -> None:
    command.add_argument("game", type=Path, nargs="?", metavar="GAME.json")
    command.add_argument("-o", "--output", type=Path, metavar="CARD.pdf")
    command.add_argument("--style", choices=[*Style], default=Style.CREATIVE)
    command.add_argument("--paper", choices=[*Paper], default=Paper.A4)
    command.add_argument("--lang", metavar="LANGUAGE", help="en, ko, nl, ro, kk")
    command.add_argument(
        "--check-fonts",
        action="store_true",
        help=_("say which scripts this machine cannot print, and which package brings them"),
    )
    command.set_defaults(command=print_card)


def _add_check(command: argparse.ArgumentParser) -> None:
    command.add_argument("card", type=Path, metavar="CARD.csv")
    command.add_argument("--zero-bid", action="store_true", help=_("a bid of 0 is allowed"))
    command.add_argument("--hook", action="store_true", help=_("the dealer is hooked"))
    command.set_defaults(command=check)


def _card_help() -> str:
    """Return how to type a card in; the page that brings games in says the same."""
    paragraphs = (
        _(
            "The first line names the players, each name over the player's bids. "
            "Every other line is a hand."
        ),
        _("Between the cells stands a comma, a semicolon or a tab."),
        _(
            "A hand begins with its cards, as 11, or with all bids and the cards, as 9/11. "
            "Before the cards may stand the hand's number, and after them the dealer and the trump."
        ),
        _(
            "Then comes for each player the bid, and if you like the tricks, and if you like the "
            "running score as it was written. The cells of all players are of the same kinds."
        ),
        _(
            "Write S for the tricks of a player who went set and whose tricks nobody counted. "
            "Where the tricks are not written, the running scores tell the results."
        ),
        _("Who sat a hand out has nothing in it."),
        _(
            "The command ends with 0 when everything is right, with 1 when something is wrong, "
            "and with 2 when the card cannot be read."
        ),
    )
    return "\n\n".join([*(textwrap.fill(each, WIDTH) for each in paragraphs), EXAMPLE])


def _cannot_open(path: object, error: OSError) -> str:
    return str(_("%(path)s cannot be opened: %(reason)s.", path=path, reason=error.strerror))
