"""How a command speaks to whoever typed it."""

import argparse
import sys
from collections.abc import Callable
from typing import TypeAlias

from scorekeeper.config import Config

# In quotes, since argparse's own class is generic for type checkers only.
Commands: TypeAlias = "argparse._SubParsersAction[argparse.ArgumentParser]"  # noqa: SLF001 - it has no public name
Command: TypeAlias = Callable[[Config, argparse.Namespace], int | None]


def say(sentence: str) -> None:
    """Print a sentence, signs that the terminal does not know as question marks."""
    encoding = sys.stdout.encoding or "utf-8"
    print(sentence.encode(encoding, errors="replace").decode(encoding))


def complain(sentence: str, code: int) -> int:
    """Print a sentence where errors go, and return the exit status that belongs to it."""
    print(f"scorekeeper: {sentence}", file=sys.stderr)
    return code
