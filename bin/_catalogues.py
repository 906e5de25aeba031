"""What Babel's commands leave to do: `check FILE ...` and `compile FILE ...`, for bin/translations.

`pybabel compile` checks the form for one against the English singular alone, and so refuses
“%(num)s game of %(all)s” as a translation of “One game of %(all)s”.
"""

import os
import re
import sys
import textwrap
from collections import Counter
from collections.abc import Iterator
from gettext import c2py
from pathlib import Path

from babel.messages.catalog import Catalog, Message
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po

PLACEHOLDER = re.compile(r"%\((\w+)\)s")
TAG = re.compile(r"</?\w[^>]*>|&#?\w+;")
WORDS = re.compile(r"\S(?:.*\S)?", re.DOTALL)


def read(path: Path) -> Catalog:
    """Return the catalogue in a file, which lies in the folder of its language."""
    with path.open("rb") as file:
        return read_po(file, locale=path.parts[-3], abort_invalid=True)


def compile_catalogue(path: Path) -> None:
    """Write what the app reads, in one step: an app that starts meanwhile must not read half."""
    unfinished = path.with_suffix(f".{os.getpid()}")
    with unfinished.open("wb") as file:
        write_mo(file, read(path))
    unfinished.replace(path.with_suffix(".mo"))


def problems(catalogue: Catalog) -> Iterator[str]:
    """Yield what keeps a catalogue from being finished, or could break a page."""
    if catalogue.fuzzy:
        yield "The whole catalogue is marked as fuzzy, at its head: it is still being made."
    # The form for 1 and nothing else may leave the number out: 201 numbers meet every form.
    forms = [c2py(catalogue.plural_expr)(number) for number in range(201)]
    one = forms[1] if forms.count(forms[1]) == 1 else None
    for message in catalogue:
        if message.id:
            text = message.id if isinstance(message.id, str) else message.id[0]
            for problem in _problems(message, catalogue.num_plurals, one):
                yield f"“{textwrap.shorten(text, 60, placeholder='…')}”: {problem}"


def _problems(message: Message, number_of_forms: int, one: int | None) -> Iterator[str]:
    singular, plural = (message.id, message.id) if isinstance(message.id, str) else message.id
    forms = (message.string or "",) if isinstance(message.string, str | None) else message.string
    if message.fuzzy:
        yield "is fuzzy; look at it, and take the mark away"
    elif not all(forms) or len(forms) != (number_of_forms if message.pluralizable else 1):
        yield "is missing"
    for form, text in enumerate(forms):
        if text:
            original = singular if message.pluralizable and form == one else plural
            yield from _differences(original, text)
            yield from _misuses(plural, text)


def _differences(original: str, text: str) -> Iterator[str]:
    if missing := _placeholders(original) - _placeholders(text):
        yield f"lacks {', '.join(f'%({name})s' for name in sorted(missing))}"
    if Counter(TAG.findall(original)) != Counter(TAG.findall(text)):
        yield f"has not the tags of the original, {' '.join(TAG.findall(original)) or 'none'}"
    if WORDS.sub("·", original) != WORDS.sub("·", text):
        yield "does not begin and end with the spaces or lines of the original"


def _misuses(original: str, text: str) -> Iterator[str]:
    """Yield what Babel's checkers find, or what would fail although they find nothing."""
    if found := [str(error) for error in Message(original, text).check()]:
        yield from found
        return
    try:
        text % dict.fromkeys(_placeholders(original), "")
    except (KeyError, TypeError, ValueError):
        yield "has a % that is no placeholder: write %%"


def _placeholders(text: str) -> set[str]:
    return set(PLACEHOLDER.findall(text))


if __name__ == "__main__":
    files = [Path(name) for name in sys.argv[2:]]
    if sys.argv[1] == "compile":
        for each in files:
            compile_catalogue(each)
    else:
        found = [f"{each}: {problem}" for each in files for problem in problems(read(each))]
        sys.exit("\n".join(found) or None)
