"""`scorekeeper`: reads the command and what goes with it, and runs it."""

import argparse
from collections.abc import Sequence
from typing import cast

from flask_babel import gettext as _
from sqlalchemy.exc import OperationalError

from scorekeeper.commands import cards, counting, serving
from scorekeeper.commands.speaking import Command, complain, speaking
from scorekeeper.config import Config, SettingError, terminal_language
from scorekeeper.server import CannotListenError

ROOMS = (serving, cards, counting)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command; 0 is done, 1 could not, 2 asked wrongly."""
    with speaking(terminal_language()):
        return _run(_parser().parse_args(arguments))


def _run(options: argparse.Namespace) -> int:
    run = cast("Command", options.command)
    try:
        return run(Config.from_environment(), options) or 0
    except SettingError as error:
        return complain(str(error), 2)
    except CannotListenError as error:
        return complain(str(error), 1)
    except OperationalError as error:
        return complain(_("The database does not answer: %(reason)s", reason=error.orig), 1)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="scorekeeper", description=_("Keeps score for Bluke."))
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    for room in ROOMS:
        room.add(commands)
    return parser
