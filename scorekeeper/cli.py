"""`scorekeeper`: reads the command and what goes with it, and runs it."""

import argparse
from collections.abc import Sequence
from typing import cast

from sqlalchemy.exc import OperationalError

from scorekeeper.commands import cards, serving
from scorekeeper.commands.speaking import Command, complain
from scorekeeper.config import Config, SettingError
from scorekeeper.server import CannotListenError

ROOMS = (serving, cards)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command; 0 is done, 1 could not, 2 asked wrongly."""
    options = _parser().parse_args(arguments)
    run = cast("Command", options.command)
    try:
        return run(Config.from_environment(), options) or 0
    except SettingError as error:
        return complain(str(error), 2)
    except CannotListenError as error:
        return complain(str(error), 1)
    except OperationalError as error:
        return complain(f"The database does not answer: {error.orig}", 1)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="scorekeeper", description="Keeps score for Bluke.")
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    for room in ROOMS:
        room.add(commands)
    return parser
