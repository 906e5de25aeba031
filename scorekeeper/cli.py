"""`scorekeeper`: reads the command and what goes with it, and runs it."""

import argparse
from collections.abc import Sequence
from typing import cast

from flask_babel import gettext as _
from sqlalchemy.exc import SQLAlchemyError

from scorekeeper import logs
from scorekeeper.commands import backups, books, cards, counting, demo, doctor, serving
from scorekeeper.commands.speaking import Command, complain, speaking
from scorekeeper.config import Config, SettingError, terminal_language
from scorekeeper.server import CannotServeError
from scorekeeper.store.schema import NewerSchemaError
from scorekeeper.troubles import database_sentence, newer_sentence

ROOMS = (serving, backups, cards, counting, books, demo, doctor)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command; 0 is done, 1 could not, 2 asked wrongly."""
    with speaking(terminal_language()):
        return _run(_parser().parse_args(arguments))


def _run(options: argparse.Namespace) -> int:
    run = cast("Command", options.command)
    try:
        config = Config.from_environment()
        logs.configure(config.log)
        return run(config, options) or 0
    except SettingError as error:
        return complain(str(error), 2)
    except CannotServeError as error:
        return complain(str(error), 1)
    except NewerSchemaError:
        return complain(newer_sentence(), 1)
    except SQLAlchemyError as error:
        sentence = database_sentence(error)
        if sentence is None:
            raise
        return complain(sentence, 1)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="scorekeeper", description=_("Keeps score for Bluke."))
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    for room in ROOMS:
        room.add(commands)
    return parser
