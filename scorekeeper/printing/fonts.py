"""The fonts of a card: those that come with the app, and which scripts the machine adds."""

import ctypes
from ctypes.util import find_library
from pathlib import Path
from typing import Final

FONTS: Final = Path(__file__).parent / "fonts"

_FACES: Final = (
    ("Pretendard", "Pretendard-Regular.ttf", "normal"),
    ("Pretendard", "Pretendard-Bold.ttf", "bold"),
    ("Noto Emoji", "NotoEmoji-Regular.ttf", "normal"),
)

SCRIPTS: Final = (
    ("Arabic", "ع", "fonts-noto-core"),
    ("Armenian", "Բ", "fonts-noto-core"),
    ("Bengali", "অ", "fonts-noto-core"),
    ("Chinese, simplified", "这", "fonts-noto-cjk"),
    ("Chinese, traditional", "這", "fonts-noto-cjk"),
    ("Devanagari", "अ", "fonts-noto-core"),
    ("Ethiopic", "አ", "fonts-noto-core"),
    ("Georgian", "ა", "fonts-noto-core"),
    ("Gujarati", "અ", "fonts-noto-core"),
    ("Gurmukhi", "ਅ", "fonts-noto-core"),
    ("Hebrew", "א", "fonts-noto-core"),
    ("Japanese", "畑", "fonts-noto-cjk"),
    ("Kannada", "ಅ", "fonts-noto-core"),
    ("Khmer", "ក", "fonts-noto-core"),
    ("Lao", "ກ", "fonts-noto-core"),
    ("Malayalam", "അ", "fonts-noto-core"),
    ("Myanmar", "က", "fonts-noto-core"),
    ("Sinhala", "අ", "fonts-noto-core"),
    ("Tamil", "அ", "fonts-noto-core"),
    ("Telugu", "అ", "fonts-noto-core"),
    ("Thai", "ก", "fonts-noto-core"),
    ("Tibetan", "ཀ", "fonts-noto-core"),
)
"""Scripts that no bundled font has: a letter of each, and the Debian package that brings it.

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
