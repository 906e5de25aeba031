"""The fonts that come with the app, so that a card looks alike on every machine."""

from pathlib import Path
from typing import Final

FONTS: Final = Path(__file__).parent / "fonts"

_FACES: Final = (
    ("Pretendard", "Pretendard-Regular.ttf", "normal"),
    ("Pretendard", "Pretendard-Bold.ttf", "bold"),
    ("Noto Emoji", "NotoEmoji-Regular.ttf", "normal"),
)


def font_faces() -> str:
    """Return the stylesheet that makes the bundled fonts known, with addresses beside it."""
    return "\n".join(
        f'@font-face {{ font-family: "{family}"; font-weight: {weight}; src: url("{file}") }}'
        for family, file, weight in _FACES
    )
