"""People in the order of an alphabet: the reader's own, as far as a short rule goes.

- Figures and signs come first, then the script of the reader's language, then all others.
- Case does not count, and marks do not (é is e, ö is o), except where a letter with a mark is one
  of its own: ă, â, î, ș and ț in Romanian, й and ё in Cyrillic, which has Kazakh's letters, too.
- Hangul is sorted by syllable, which is the order of Korean dictionaries.
- Names that are equal by that are in the order of their marks, then of their letters' codes.

ICU would know more (Chinese by strokes, Swedish ö after z); Python has none of it.
"""

import unicodedata
from collections.abc import Callable, Mapping
from string import ascii_lowercase
from typing import Final, TypeAlias

Place: TypeAlias = tuple[int, int]
Key: TypeAlias = tuple[tuple[Place, ...], str, str]

SCRIPTS: Final = {"ko": "HANGUL", "kk": "CYRILLIC"}
"""The script of a language, as Unicode calls it; Latin where nothing else is said."""

ROMANIAN: Final = "aăâbcdefghiîjklmnopqrsștțuvwxyz"
CYRILLIC: Final = "аәбвгғдеёжзийкқлмнңоөпрстуўұүфхһцчшщъыіїьэюя"
CEDILLAS: Final = str.maketrans("şţ", "șț")
"""How old programs wrote two letters of Romanian."""
BEYOND: Final = 1000
"""Letters of no alphabet here come after those that are, by their codes."""


def by_name(language: str) -> Callable[[str], Key]:
    """Return what sorts names for a reader: `sorted(names, key=by_name("ro"))`."""
    own = SCRIPTS.get(language, "LATIN")
    latin = ROMANIAN if language == "ro" else ascii_lowercase
    alphabet = {letter: place for place, letter in enumerate(latin + CYRILLIC)}

    def key(name: str) -> Key:
        text = unicodedata.normalize("NFC", name.casefold()).translate(CEDILLAS)
        letters = (letter for letter in text if not unicodedata.combining(letter))
        return tuple(_place(letter, own, alphabet) for letter in letters), text, name

    return key


def _place(letter: str, own: str, alphabet: Mapping[str, int]) -> Place:
    """Return where a letter stands: first by its script, then in its alphabet."""
    kind = unicodedata.name(letter, "").partition(" ")[0]
    if letter not in alphabet and kind != "HANGUL":
        letter = unicodedata.normalize("NFD", letter)[0]
    rank = 0 if not letter.isalpha() else 1 if kind == own else 2
    return rank, alphabet.get(letter, BEYOND + ord(letter))
