"""`scorekeeper print` and `check`: a card by itself, with neither server nor database."""

from contextlib import suppress
from pathlib import Path

import click
from flask_babel import get_locale
from flask_babel import gettext as _

from scorekeeper.config import terminal_language
from scorekeeper.documents import DocumentError, parse_document
from scorekeeper.marking import N_
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

from .speaking import Command, cannot_open, complain

EXAMPLE = """\
\b
cards,John,,,Margaret,,
13,3,4,31,10,9,-100
12,2,S,11,10,11,1"""
HELP = "\n\n".join(
    (
        N_(
            "The first line names the players, each name over the player's bids. "
            "Every other line is a hand."
        ),
        N_("Between the cells stands a comma, a semicolon or a tab."),
        N_(
            "A hand begins with its cards, as 11, or with all bids and the cards, as 9/11. "
            "Before the cards may stand the hand's number, and after them the dealer and the trump."
        ),
        N_(
            "Then comes for each player the bid, and if you like the tricks, and if you like the "
            "running score as it was written. The cells of all players are of the same kinds."
        ),
        N_(
            "Write S for the tricks of a player who went set and whose tricks nobody counted. "
            "Where the tricks are not written, the running scores tell the results."
        ),
        N_("Who sat a hand out has nothing in it."),
        N_(
            "The command ends with 0 when everything is right, with 1 when something is wrong, "
            "and with 2 when the card cannot be read."
        ),
        EXAMPLE,
    )
)
"""How to type a card in; the page that brings games in says the same."""


@click.command(
    cls=Command, short_help=N_("say what is wrong with a card typed in from paper"), help=HELP
)
@click.argument("card", type=click.Path(path_type=Path), metavar="CARD.csv")
@click.option("--zero-bid", is_flag=True, help=N_("a bid of 0 is allowed"))
@click.option("--hook", is_flag=True, help=N_("the dealer is hooked"))
def check(card: Path, **house: bool) -> int:
    """Say what is wrong with a card typed in from paper; 0 nothing, 1 something, 2 unreadable."""
    try:
        with card.open("rb") as file:
            written = read_card(text_of(file.read(LONGEST + 1)))
    except OSError as error:
        return complain(cannot_open(card, error), 2)
    except SheetError as error:
        return complain(sheet_sentence(error), 2)
    faults = check_card(written, House(**house)).faults
    names = [player.name for player in written.players]
    with suppress(BrokenPipeError):
        for fault in faults:
            print(numbered_sentence(fault, names))
        if not faults:
            print(_("Everything on this card is right."))
    return 1 if faults else 0


@click.command("print", cls=Command, help=N_("print a game document as a scorecard"))
@click.argument("game", type=click.Path(path_type=Path), required=False, metavar="[GAME.json]")
@click.option("-o", "--output", type=click.Path(path_type=Path), metavar="CARD.pdf")
@click.option("--style", type=click.Choice(Style, case_sensitive=False), default=Style.CREATIVE)
@click.option("--paper", type=click.Choice(Paper, case_sensitive=False), default=Paper.A4)
@click.option("--lang", metavar="LANGUAGE", help="en, ko, nl, ro, kk")
@click.option(
    "--check-fonts",
    is_flag=True,
    help=N_("say which scripts this machine cannot print, and which package brings them"),
)
def print_card(
    game: Path | None,
    *,
    output: Path | None,
    style: Style,
    paper: Paper,
    lang: str | None,
    check_fonts: bool,
) -> int:
    """Print a game document as a PDF; 0 done, 1 could not, 2 no game."""
    if check_fonts:
        return _say_missing_scripts()
    if game is None:
        return complain(_("Name the GAME.json to print."), 2)
    try:
        read = parse_document(game.read_bytes().decode("utf-8-sig", errors="replace"))
        sheet = Sheet(
            read.game,
            read.started.date() if read.started else None,
            lang or terminal_language(),
            style,
            paper,
            read.corrected,
        )
        (output or Path(card_file_name(sheet))).write_bytes(scorecard_pdf(sheet))
    except OSError as error:
        return complain(cannot_open(error.filename, error), 1)
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
        print(_("%(script)s: install %(package)s", script=name, package=package))
    if not missing:
        print(_("Names of every script that Scorekeeper knows of can be printed here."))
    return 0
