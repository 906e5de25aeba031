"""A language that nobody speaks: every message in brackets and 40 % longer.

Whatever stands on a page without brackets never went through the catalogues, and whatever a long
word does not fit into is found before anybody translates into Kazakh.
"""

import json
import re
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path
from typing import Final

from _catalogues import read
from babel import Locale
from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo

from scorekeeper.files import TRANSLATIONS

PLAYERS: Final = ("101", "102", "103", "104")
"""Names without a letter: what is left without brackets is then no name."""

ACCENTS: Final = str.maketrans("aceinorsuzACEINORSUZ", "àçéíñöŕšüžÀÇÉÍÑÖŔŠÜŽ")
KEPT: Final = re.compile(r"%\(\w+\)s|%%|</?\w[^>]*>|&#?\w+;")
LONGER: Final = 0.4
PADDING: Final = ("·", "···· ")
"""A mark, and a piece that long sentences are made longer with: it can be broken."""

BRACKETED: Final = re.compile(r"\[[^\[\]]*\]")
LETTERS: Final = re.compile(r"[^\W\d_]+")
OWN: Final = re.compile(
    r"\bBluke\b|\bA4\b|\b[SOP]\b|\b(?:Hi|Lo)\b"  # names, and the letters of every card
    r"|\b[0-9a-f]{3}\b"  # what tells one device from another
    r"|https?://\S+|\b5,4,3,2,1\b"
)
VOID: Final = {"meta", "link", "input", "img", "br", "col", "hr"}
INLINE: Final = {"a", "abbr", "b", "bdi", "i", "small", "span", "strong", "time"}
UNSPOKEN: Final = {"script", "style", "bdi", "code", "pre", "time", "textarea"}
SPOKEN: Final = {"title", "aria-label", "alt", "placeholder", "data-words", "data-busy"}


def pseudo(text: str) -> str:
    """Return a message as this language has it."""
    core = text.strip()
    start = text.index(core)
    pieces = KEPT.split(core)
    kept = [*KEPT.findall(core), ""]
    said = "".join(
        f"{piece.translate(ACCENTS)}{part}" for piece, part in zip(pieces, kept, strict=True)
    )
    if not LETTERS.search("".join(pieces)):
        return text  # signs and figures alone are the same in every language
    more = round(len("".join(pieces)) * LONGER)
    mark, piece = PADDING
    padding = mark * more if more <= 2 * len(piece) else (piece * more)[:more].rstrip()
    return f"{text[:start]}[{said} {padding or mark}]{text[start + len(core) :]}"


def write(folder: Path, language: str) -> Path:
    """Write the catalogue of a language, all of it in brackets, and return the folder."""
    catalogue = Catalog(locale=language, charset="utf-8")
    for message in read(TRANSLATIONS / "nl" / "LC_MESSAGES" / "messages.po"):
        if message.id:
            forms = [message.id] if isinstance(message.id, str) else list(message.id)
            forms += forms[-1:] * (catalogue.num_plurals - len(forms))
            said = tuple(map(pseudo, forms[: catalogue.num_plurals]))
            string = said[0] if isinstance(message.id, str) else said
            catalogue.add(message.id, string, context=message.context)
    compiled = folder / language / "LC_MESSAGES" / "messages.mo"
    compiled.parent.mkdir(parents=True)
    with compiled.open("wb") as file:
        write_mo(file, catalogue)
    return folder


MONTHS: Final = re.compile(
    "|".join(
        rf"\b{re.escape(name)}\b\.?"
        for width in ("wide", "abbreviated")
        for name in sorted(Locale("nl").months["format"][width].values(), key=len, reverse=True)
    )
)
"""Dates are written by Babel, which knows no brackets."""


def bare(text: str) -> str:
    """Return the words of a text that stand in no brackets; names in letters count as such."""
    before = None
    while before != text:
        before, text = text, BRACKETED.sub(" ", text)
    return " ".join(LETTERS.findall(MONTHS.sub(" ", OWN.sub(" ", text))))


def bare_words(page: str) -> list[str]:
    """Return what a page says, to the eye or to the ear, without ever having been translated."""
    reader = _Reader()
    reader.feed(page)
    return [f"{where}: {text}" for where, text in reader.said if bare(text)]


def texts(value: str) -> list[str]:
    """Return what an attribute says: itself, or each text of the JSON that a script gets in it."""
    if not value.startswith('{"'):
        return [value]
    return list(strings(json.loads(value)))


def strings(value: object) -> Iterator[str]:
    """Yield every string in a value of JSON."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for inner in value.values():
            yield from strings(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from strings(inner)


class _Reader(HTMLParser):
    """Gathers all that a page says, with where it says it; a link in a sentence is part of it."""

    def __init__(self) -> None:
        super().__init__()
        self.said: list[tuple[str, str]] = []
        self._open: list[tuple[str, bool]] = []
        self._text = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag not in INLINE:
            self._end_text()
        given = dict(attrs)
        is_unspoken = tag in UNSPOKEN or given.get("translate") == "no"
        is_unspoken |= "lang" in given and tag != "html"
        if tag not in VOID:
            self._open.append((tag, is_unspoken))
        if not is_unspoken:
            said = [(name, given[name] or "") for name in SPOKEN & set(given)]
            self.said += [(f"{tag} {name}", text) for name, value in said for text in texts(value)]

    def handle_endtag(self, tag: str) -> None:
        if tag not in INLINE:
            self._end_text()
        while self._open and self._open.pop()[0] != tag:
            pass

    def handle_data(self, data: str) -> None:
        if not any(is_unspoken for _, is_unspoken in self._open):
            self._text += data

    def _end_text(self) -> None:
        if self._text.strip():
            self.said.append((self._open[-1][0] if self._open else "page", self._text.strip()))
        self._text = ""
