"""How a command speaks to whoever typed it."""

import argparse
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TypeAlias

from flask import Flask
from flask_babel import Babel

from scorekeeper.config import Config
from scorekeeper.files import TRANSLATIONS

# In quotes, since argparse's own class is generic for type checkers only.
Commands: TypeAlias = "argparse._SubParsersAction[argparse.ArgumentParser]"  # noqa: SLF001 - it has no public name
Command: TypeAlias = Callable[[Config, argparse.Namespace], int | None]


@contextmanager
def speaking(language: str) -> Iterator[None]:
    """Let `gettext` speak the language of the terminal, where no request brings a reader's."""
    app = Flask(__name__, static_folder=None, template_folder=None)
    Babel(app, default_locale=language, default_translation_directories=str(TRANSLATIONS))
    with app.app_context():
        yield


def say(sentence: str) -> None:
    """Print a sentence, signs that the terminal does not know as question marks."""
    encoding = sys.stdout.encoding or "utf-8"
    print(sentence.encode(encoding, errors="replace").decode(encoding))


def complain(sentence: str, code: int) -> int:
    """Print a sentence where errors go, and return the exit status that belongs to it."""
    print(f"scorekeeper: {sentence}", file=sys.stderr)
    return code
