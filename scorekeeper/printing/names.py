"""How large names can be written at the head of a column, and in how many lines.

Widths are estimated, always on the generous side; what a name still has too much is cut off by
the stylesheet.
"""

from math import ceil
from unicodedata import east_asian_width

MM_PER_PT = 25.4 / 72
SMALLEST = 7.0
NAME_SIZES = (10.0, 9.0, 8.0, 7.5, SMALLEST)
NAME_LINES = 3
"""Lines of a name in type that breaks no word."""
MOST_NAME_LINES = ((25, 5), (40, 3), (60, 2))
"""Lines of a name in the smallest type, by the number of hands below it."""
SPACE, BESIDE_NAME = 0.3, 0.9
"""Widths in em."""


def name_type(
    names: tuple[str, ...], width: float, largest: float, hands: int
) -> tuple[float, int]:
    """Return type and lines for the names: the largest that breaks no word, else the smallest.

    `width` is a player's share of the card in millimetres; type is in points.
    """
    sizes = (largest, *(size for size in NAME_SIZES if size < largest))
    most = min(NAME_LINES, _most_lines(hands))
    for size in sizes:
        line = width / (size * MM_PER_PT) - BESIDE_NAME
        lines = max(_lines(name, line) for name in names)
        if lines <= most and max(map(_longest_word, names)) <= line:
            return size, lines
    return SMALLEST, min(lines, _most_lines(hands))


def _most_lines(hands: int) -> int:
    return next(lines for most_hands, lines in MOST_NAME_LINES if hands <= most_hands)


def _lines(name: str, line: float) -> int:
    """Return how many lines a name takes when words that fit go over whole."""
    lines, used = 1, 0.0
    for word in name.split():
        width = _em(word)
        if used and used + SPACE + width > line:
            lines, used = lines + 1, 0.0
        used += width + (SPACE if used else 0)
        broken = ceil(used / line) - 1
        lines, used = lines + broken, used - broken * line
    return lines


def _longest_word(name: str) -> float:
    """Return the widest stretch that should not be broken; between wide characters all may be."""
    return max((_em(word) for word in name.split() if not _is_wide(word[0])), default=0.0)


def _em(text: str) -> float:
    """Return about how wide bold text is."""
    return sum(map(_em_of, text))


def _em_of(character: str) -> float:
    if _is_wide(character):
        return 0.95
    if character in "mwMWЖШЩЮФжшщюфм":
        return 0.95
    return 0.74 if character.isupper() else 0.64


def _is_wide(character: str) -> bool:
    return east_asian_width(character) in "WF"
