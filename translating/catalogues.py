"""The catalogues: taken from the source, brought up to date with it, written and compiled.

A catalogue is a `messages.po`, one for each language. Its file is the same whoever writes it: no
dates, no line numbers, so that two people's work can be merged.
"""

import os
from difflib import SequenceMatcher
from io import BytesIO
from pathlib import Path
from typing import Final

from babel import Locale
from babel.messages.catalog import Catalog, Message
from babel.messages.extract import DEFAULT_KEYWORDS, extract_from_dir
from babel.messages.frontend import parse_mapping_cfg
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

ROOT: Final = Path(__file__).resolve().parent.parent
TRANSLATIONS: Final = ROOT / "scorekeeper" / "translations"
SOURCE: Final = "en"
"""The language that the code speaks: it has no catalogue."""

COMMENT: Final = "Translators:"
ALIKE: Final = 0.6
"""How much of a message must have stayed for its translation to be kept, as a fuzzy one."""
WIDTH: Final = 98

HEADER: Final = """\
# {name} for Scorekeeper; docs/translating.md says how to work on it.
{flags}msgid ""
msgstr ""
"Project-Id-Version: scorekeeper\\n"
"Language: {language}\\n"
"MIME-Version: 1.0\\n"
"Content-Type: text/plain; charset=utf-8\\n"
"Content-Transfer-Encoding: 8bit\\n"
"Plural-Forms: {plurals}\\n"

"""


def languages(folder: Path = TRANSLATIONS) -> list[str]:
    """Return the languages that have a catalogue."""
    return sorted(path.parent.parent.name for path in folder.glob("*/LC_MESSAGES/messages.po"))


def path_of(language: str, folder: Path = TRANSLATIONS) -> Path:
    """Return where the catalogue of a language lies."""
    return folder / language / "LC_MESSAGES" / "messages.po"


def extract() -> Catalog:
    """Return every message of the source, with the places it stands in."""
    template = Catalog(charset="utf-8")
    with (ROOT / "babel.cfg").open(encoding="utf-8") as file:
        methods, options = parse_mapping_cfg(file)  # type: ignore[no-untyped-call]  # has no types
    found = extract_from_dir(
        ROOT,
        methods,
        options,
        keywords={**DEFAULT_KEYWORDS, "lazy_gettext": None},
        comment_tags=(COMMENT,),
        strip_comment_tags=True,
        directory_filter=_is_source,
    )
    for file_name, line, message, comments, context in found:
        template.add(message, None, [(file_name, line)], auto_comments=comments, context=context)
    return template


def read(text: bytes, language: str) -> Catalog:
    """Return a catalogue from the text of its file."""
    return read_po(BytesIO(text), locale=language, abort_invalid=True)


def merged(catalogue: Catalog, template: Catalog) -> Catalog:
    """Return a catalogue brought up to date: a message that is gone goes, a new one is empty.

    A message that was only reworded keeps its translation, marked as fuzzy, until somebody
    has looked.
    """
    catalogue.update(template, no_fuzzy_matching=True)
    gone = [message for message in catalogue.obsolete.values() if is_translated(message)]
    for message in catalogue:
        if message.id and not is_translated(message):
            _take_over(message, gone)
    catalogue.obsolete.clear()
    return catalogue


def is_translated(message: Message) -> bool:
    """Tell whether anything stands for a message, in one plural form at least."""
    return any(message.string or ())


def text_of(catalogue: Catalog) -> bytes:
    """Return the text of a catalogue's file."""
    buffer = BytesIO()
    write_po(buffer, catalogue, width=WIDTH, omit_header=True, include_lineno=False)
    locale = catalogue.locale or Locale(SOURCE)
    header = HEADER.format(
        name=locale.get_display_name("en"),
        language=locale,
        plurals=catalogue.plural_forms,
        flags="#, fuzzy\n" if catalogue.fuzzy else "",
    )
    return f"{header}{buffer.getvalue().decode().strip()}\n".encode()


def update(language: str, template: Catalog, folder: Path = TRANSLATIONS) -> None:
    """Bring the catalogue of a language up to date; one that is not there yet is begun."""
    path = path_of(language, folder)
    if path.exists():
        catalogue = read(path.read_bytes(), language)
    else:
        path.parent.mkdir(parents=True, exist_ok=True)
        catalogue = Catalog(locale=language, charset="utf-8", fuzzy=True)
    path.write_bytes(text_of(merged(catalogue, template)))


def compile_catalogue(language: str, folder: Path = TRANSLATIONS) -> None:
    """Write what the app reads; a fuzzy message is left in English."""
    path = path_of(language, folder)
    catalogue = read(path.read_bytes(), language)
    # Put in its place whole: an app that starts meanwhile must not read half of it.
    unfinished = path.with_suffix(f".{os.getpid()}")
    with unfinished.open("wb") as file:
        write_mo(file, catalogue)
    unfinished.replace(path.with_suffix(".mo"))


def _take_over(message: Message, gone: list[Message]) -> None:
    """Give a message the translation of the one it was, if there is one much like it."""
    likeness = {id(old): _likeness(message, old) for old in gone}
    old = max(gone, key=lambda each: likeness[id(each)], default=None)
    if old is None or likeness[id(old)] < ALIKE:
        return
    message.string = old.string
    message.flags.add("fuzzy")
    gone.remove(old)


def _likeness(message: Message, old: Message) -> float:
    if message.pluralizable != old.pluralizable or message.context != old.context:
        return 0
    return SequenceMatcher(None, _first(message), _first(old)).ratio()


def _first(message: Message) -> str:
    return message.id if isinstance(message.id, str) else message.id[0]


def _is_source(folder: str) -> bool:
    """Tell whether a folder of the checkout may hold sentences, to walk no more than these."""
    inside = Path(folder).resolve().relative_to(ROOT).parts
    return not inside or inside[0] in ("scorekeeper", "templates")
