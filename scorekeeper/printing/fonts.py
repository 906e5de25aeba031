"""The fonts of a card: those that come with the app, and which scripts the machine adds."""

import ctypes
from ctypes.util import find_library
from pathlib import Path
from typing import Final

from babel import Locale

FONTS: Final = Path(__file__).parent / "fonts"

_FACES: Final = (
    ("Pretendard", "Pretendard-Regular.ttf", "normal"),
    ("Pretendard", "Pretendard-Bold.ttf", "bold"),
    ("Noto Emoji", "NotoEmoji-Regular.ttf", "normal"),
)

SCRIPTS: Final = (
    ("Arab", "ع", "fonts-noto-core"),
    ("Armn", "Բ", "fonts-noto-core"),
    ("Beng", "অ", "fonts-noto-core"),
    ("Hans", "这", "fonts-noto-cjk"),
    ("Hant", "這", "fonts-noto-cjk"),
    ("Deva", "अ", "fonts-noto-core"),
    ("Ethi", "አ", "fonts-noto-core"),
    ("Geor", "ა", "fonts-noto-core"),
    ("Gujr", "અ", "fonts-noto-core"),
    ("Guru", "ਅ", "fonts-noto-core"),
    ("Hebr", "א", "fonts-noto-core"),
    ("Jpan", "畑", "fonts-noto-cjk"),
    ("Knda", "ಅ", "fonts-noto-core"),
    ("Khmr", "ក", "fonts-noto-core"),
    ("Laoo", "ກ", "fonts-noto-core"),
    ("Mlym", "അ", "fonts-noto-core"),
    ("Mymr", "က", "fonts-noto-core"),
    ("Sinh", "අ", "fonts-noto-core"),
    ("Taml", "அ", "fonts-noto-core"),
    ("Telu", "అ", "fonts-noto-core"),
    ("Thai", "ก", "fonts-noto-core"),
    ("Tibt", "ཀ", "fonts-noto-core"),
)
"""Scripts that no bundled font has, by their ISO codes: a letter, and the Debian package with it.

Latin, Greek, Cyrillic, Hangul, Kana and emoji are always there.
"""


class _FontSet(ctypes.Structure):
    _fields_ = (("nfont", ctypes.c_int), ("sfont", ctypes.c_int), ("fonts", ctypes.c_void_p))


def font_faces() -> str:
    """Return the stylesheet that makes the bundled fonts known, with addresses beside it.

    Figures as wide as each other are asked of the fonts and not of the texts: for each text that
    asks for a feature WeasyPrint takes memory that it never gives back, a tenth of a megabyte a
    card.
    """
    return "\n".join(
        f'@font-face {{ font-family: "{family}"; font-weight: {weight};'
        f' font-feature-settings: "tnum"; src: url("{file}") }}'
        for family, file, weight in _FACES
    )


def missing_scripts() -> list[tuple[str, str]]:
    """Return the scripts that this machine prints as empty boxes, each with the package it needs.

    A machine without Fontconfig has none of them.
    """
    fontconfig = _fontconfig()
    return [
        (script, package)
        for script, letter, package in SCRIPTS
        if fontconfig is None or not _fonts_with(fontconfig, letter)
    ]


def script_name(code: str, locale: Locale | None) -> str:
    """Return what a script is called in a language; in English where none is given."""
    locale = locale or Locale("en")
    return str(locale.languages.get(f"zh_{code}") or locale.scripts.get(code, code))


def _fontconfig() -> ctypes.CDLL | None:
    """Return the library that finds fonts, the same that Pango asks."""
    try:
        library = ctypes.CDLL(find_library("fontconfig") or "libfontconfig.so.1")
    except OSError:
        return None
    library.FcNameParse.restype = ctypes.c_void_p
    library.FcNameParse.argtypes = [ctypes.c_char_p]
    library.FcObjectSetCreate.restype = ctypes.c_void_p
    library.FcObjectSetDestroy.argtypes = [ctypes.c_void_p]
    library.FcPatternDestroy.argtypes = [ctypes.c_void_p]
    library.FcFontList.restype = ctypes.POINTER(_FontSet)
    library.FcFontList.argtypes = [ctypes.c_void_p] * 3
    library.FcFontSetDestroy.argtypes = [ctypes.POINTER(_FontSet)]
    return library


def _fonts_with(fontconfig: ctypes.CDLL, letter: str) -> int:
    """Return how many fonts of the machine have a letter."""
    pattern = fontconfig.FcNameParse(f":charset={ord(letter):x}".encode())
    nothing = fontconfig.FcObjectSetCreate()
    found = fontconfig.FcFontList(None, pattern, nothing)
    try:
        return int(found.contents.nfont)
    finally:
        fontconfig.FcFontSetDestroy(found)
        fontconfig.FcObjectSetDestroy(nothing)
        fontconfig.FcPatternDestroy(pattern)
