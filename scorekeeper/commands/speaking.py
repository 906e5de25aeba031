"""How a command speaks to whoever typed it."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from copy import copy
from io import TextIOWrapper
from typing import Any, Self

import click
from flask import Flask
from flask_babel import Babel, gettext
from flask_babel import gettext as _
from sqlalchemy.exc import SQLAlchemyError

from scorekeeper import logs
from scorekeeper.config import Config, SettingError, terminal_language
from scorekeeper.files import TRANSLATIONS
from scorekeeper.store.troubles import NewerSchemaError
from scorekeeper.troubles import database_sentence, newer_sentence


class Command(click.Command):
    """A command that gets the settings, and says in a sentence what keeps it from working."""

    def translated(self) -> Self:
        """Return the command with its help in the language that is spoken."""
        command = copy(self)
        command.params = [copy(param) for param in self.params]
        for each in (command, *command.params):
            for name in ("help", "short_help", "epilog"):
                if text := getattr(each, name, None):
                    setattr(each, name, "\n\n".join(map(gettext, text.split("\n\n"))))
        command.short_help = command.short_help or command.help
        return command

    def invoke(self, ctx: click.Context) -> Any:  # noqa: ANN401 - click's signature
        """Run the command with the settings; it returns its exit status."""
        try:
            ctx.obj = Config.from_environment()
            logs.configure(ctx.obj.log)
            return super().invoke(ctx)
        except SettingError as error:
            return complain(str(error), 2)
        except NewerSchemaError:
            return complain(newer_sentence(), 1)
        except SQLAlchemyError as error:
            sentence = database_sentence(error)
            if sentence is None:
                raise
            return complain(sentence, 1)


@contextmanager
def speaking(language: str | None = None) -> Iterator[None]:
    """Let `gettext` speak the language of the terminal, where no request brings a reader's."""
    app = Flask(__name__, static_folder=None, template_folder=None)
    Babel(
        app,
        default_locale=language or terminal_language(),
        default_translation_directories=str(TRANSLATIONS),
    )
    if isinstance(sys.stdout, TextIOWrapper):
        # A sign that the terminal does not know is a question mark there.
        sys.stdout.reconfigure(errors="replace")
    with app.app_context():
        yield


def cannot_open(file: object, error: OSError) -> str:
    """Return the sentence on a file that cannot be read or written."""
    return _("%(file)s cannot be opened: %(reason)s.", file=file, reason=error.strerror)


def complain(sentence: str, code: int) -> int:
    """Print a sentence where errors go, and return the exit status that belongs to it."""
    print(f"scorekeeper: {sentence}", file=sys.stderr)
    return code
