"""What is wrong with a catalogue, as sentences for whoever works on it."""

import re
from collections import Counter
from collections.abc import Iterator
from gettext import c2py
from pathlib import Path
from typing import Final

from babel.messages.catalog import Catalog, Message

from .catalogues import TRANSLATIONS, merged, path_of, read, text_of

PLACEHOLDER: Final = re.compile(r"%\((\w+)\)s")
TAG: Final = re.compile(r"</?\w[^>]*>|&#?\w+;")
SHOWN: Final = 60
NUMBERS: Final = range(201)
"""Enough to meet every plural form of every language."""


def problems(language: str, template: Catalog, folder: Path = TRANSLATIONS) -> list[str]:
    """Return everything that keeps a catalogue from being finished."""
    text = path_of(language, folder).read_bytes()
    catalogue = read(text, language)
    found = [*_unfinished(catalogue, template), *mistakes(catalogue)]
    if catalogue.fuzzy:
        found.append("The whole catalogue is marked as fuzzy, at its head: it is still being made.")
    if not found and text_of(merged(catalogue, template)) != text:
        found.append("The file is not as it would be written: run bin/translations update.")
    return found


def mistakes(catalogue: Catalog) -> list[str]:
    """Return what is wrong with the translations that are there: these could break a page."""
    forms = _numbers_of_forms(catalogue)
    return [
        f"{_shown(message)}: {mistake}"
        for message in catalogue
        if message.id
        for mistake in _mistakes(message, forms)
    ]


def _unfinished(catalogue: Catalog, template: Catalog) -> Iterator[str]:
    due = {_key(message) for message in template if message.id}
    there = {_key(message) for message in catalogue if message.id}
    if due - there:
        yield f"Not in the file yet: {len(due - there)}; run bin/translations update."
    unused = [message for message in catalogue if message.id and _key(message) not in due]
    for message in (*unused, *catalogue.obsolete.values()):
        yield f"{_shown(message)}: is not used any more; run bin/translations update."
    for message in catalogue:
        if message.id and _key(message) in due:
            if message.fuzzy:
                yield f"{_shown(message)}: is fuzzy; look at it, and take the mark away."
            elif not all(_forms_of(message, catalogue.num_plurals)):
                yield f"{_shown(message)}: is missing."


def _mistakes(message: Message, forms: list[set[int]]) -> Iterator[str]:
    """Yield what differs between a message and its translation that may not."""
    singular, plural = (message.id, message.id) if isinstance(message.id, str) else message.id
    for form, translation in enumerate(_forms_of(message, len(forms))):
        # The singular may leave the number out only where it is for 1 and nothing else.
        is_one = form < len(forms) and forms[form] == {1}
        original = singular if is_one and message.pluralizable else plural
        allowed = _placeholders(singular) | _placeholders(plural)
        if translation:
            yield from _differences(original, translation, allowed)


def _differences(original: str, translation: str, allowed: set[str]) -> Iterator[str]:
    needed, there = _placeholders(original), _placeholders(translation)
    for name in sorted(needed - there):
        yield f"lacks %({name})s"
    for name in sorted(there - allowed):
        yield f"has %({name})s, which the original has not"
    if not _can_be_filled(translation, there) and _can_be_filled(original, needed):
        yield "has a % that is no placeholder: write %%"
    if Counter(TAG.findall(original)) != Counter(TAG.findall(translation)):
        yield f"has not the tags of the original, {' '.join(TAG.findall(original)) or 'none'}"
    if _edges(original) != _edges(translation):
        yield "does not begin and end with the spaces or lines of the original"


def _can_be_filled(text: str, names: set[str]) -> bool:
    try:
        text % dict.fromkeys(names, "")
    except (KeyError, TypeError, ValueError):
        return False
    return True


def _placeholders(text: str) -> set[str]:
    return set(PLACEHOLDER.findall(text))


def _edges(text: str) -> tuple[str, str]:
    return text[: len(text) - len(text.lstrip())], text[len(text.rstrip()) :]


def _forms_of(message: Message, number: int) -> tuple[str, ...]:
    """Return the forms of a translation, empty ones for those that are not there."""
    if not message.pluralizable:
        return (str(message.string or ""),)
    forms = tuple(message.string or ())
    return (*forms, *[""] * (number - len(forms)))


def _numbers_of_forms(catalogue: Catalog) -> list[set[int]]:
    """Return the numbers that each plural form of a language is for."""
    which = c2py(catalogue.plural_expr)
    forms: list[set[int]] = [set() for _ in range(catalogue.num_plurals)]
    for number in NUMBERS:
        forms[which(number)].add(number)
    return forms


def _key(message: Message) -> tuple[str, str | tuple[str, ...]]:
    text = message.id if isinstance(message.id, str) else tuple(message.id)
    return message.context or "", text


def _shown(message: Message) -> str:
    text = message.id if isinstance(message.id, str) else message.id[0]
    short = text if len(text) <= SHOWN else f"{text[:SHOWN]}…"
    return f"“{short}”"
