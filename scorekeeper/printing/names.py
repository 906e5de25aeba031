"""How large names can be written at the head of a column, and in how many lines.

Widths are estimated, always on the generous side; what a script needs beyond that is cut off by
the stylesheet.
"""

import re
from itertools import pairwise
from math import ceil
from unicodedata import category, east_asian_width

from scorekeeper.namesakes import ALONE, Parts, belongs_together

MM_PER_PT = 25.4 / 72
SMALLEST = 7.0
NAME_SIZES = (10.0, 9.0, 8.0, 7.5, SMALLEST)
NAME_LINES = 3
"""Lines of a name in type that breaks no word."""
MOST_NAME_LINES = ((25, 5), (40, 3), (60, 2))
"""Lines of a name in the smallest type, by the number of hands below it."""
SPACE, BESIDE_NAME = 0.3, 0.9
"""Widths in em."""
PARTS = re.compile(r"(\s*)([^\s-]+-*|-+)")
"""The space before a part of a name, and the part: lines break at spaces and after hyphens."""
ELLIPSIS = "…"
SOFT_HYPHEN = "\u00ad"
HYPHEN = 0.42
"""How wide a hyphen is, in em."""


def name_type(
    names: tuple[str, ...], width: float, largest: float, hands: int
) -> tuple[float, int]:
    """Return type and lines for the names: the largest that breaks no word, else the smallest.

    `width` is a player's share of the card in millimetres; type is in points.
    """
    sizes = (largest, *(size for size in NAME_SIZES if size < largest))
    most = min(NAME_LINES, _most_lines(hands))
    for size in sizes:
        line = _line(width, size)
        lines = max(_lines(name, line) for name in names)
        if lines <= most and max(map(_longest_part, names)) <= line:
            return size, lines
    return SMALLEST, min(lines, _most_lines(hands))


def shortened(name: str, width: float, size: float, lines: int, parts: Parts = ALONE) -> str:
    """Return a name as it stands in so many lines of a column: whole, or its beginning and `…`.

    After that stands what tells it from other names; `parts` are those that the name ends with.
    A word that is wider than a line has soft hyphens where it may be divided.
    """
    line = _line(width, size)
    if _lines(name, line) <= lines:
        return _divided(name, line)
    tail = parts.telling + (ELLIPSIS if parts.rest else "")
    longest = len(name) - len(parts.telling) - len(parts.rest) - 1
    ends = (end for end in range(longest, 0, -1) if not belongs_together(name, end))
    cuts = (f"{name[:end].rstrip(' -')}{ELLIPSIS}{tail}" for end in ends)
    fits = next((cut for cut in cuts if _lines(cut, line) <= lines), f"{ELLIPSIS}{parts.telling}")
    return _divided(fits, line)


def _line(width: float, size: float) -> float:
    """Return how wide a line of a name is, in em."""
    return width / (size * MM_PER_PT) - BESIDE_NAME


def _most_lines(hands: int) -> int:
    return next(lines for most_hands, lines in MOST_NAME_LINES if hands <= most_hands)


def _lines(name: str, line: float) -> int:
    """Return how many lines a name takes when what fits goes over whole."""
    lines, used = 1, 0.0
    for space, part in PARTS.findall(name):
        width, gap = _em(part), SPACE if space and used else 0.0
        if used and used + gap + width > line:
            lines, used, gap = lines + 1, 0.0, 0.0
        used += gap + width
        if _is_wide(part[0]):
            broken = max(0, ceil(used / line) - 1)
            lines, used = lines + broken, used - broken * line
        elif width > line:
            *full, rest = _pieces(part, line)
            lines, used = lines + len(full), _em(rest)
    return lines


def _divided(name: str, line: float) -> str:
    """Return a name with soft hyphens in each word that is wider than a line.

    Words of wide characters are left to the page, which may break them anywhere.
    """

    def divided(found: re.Match[str]) -> str:
        space, part = found.groups()
        return found[0] if _is_wide(part[0]) else space + SOFT_HYPHEN.join(_pieces(part, line))

    return PARTS.sub(divided, name)


def _pieces(part: str, line: float) -> list[str]:
    """Return a word in as few pieces as fit on a line each, all of about one length."""
    for count in range(ceil(_em(part) / line), len(part)):
        ends = sorted({round(len(part) * piece / count) for piece in range(1, count)})
        ends = [end for end in ends if not belongs_together(part, end)]
        pieces = [part[start:end] for start, end in pairwise([0, *ends, len(part)])]
        if len(pieces) == 1 or max(map(_em, pieces)) + HYPHEN <= line:
            return pieces
    return [part]


def _longest_part(name: str) -> float:
    """Return the widest stretch that should not be broken; between wide characters all may be."""
    parts = (part for _, part in PARTS.findall(name) if not _is_wide(part[0]))
    return max(map(_em, parts), default=0.0)


def _em(text: str) -> float:
    """Return about how wide bold text is."""
    return sum(map(_em_of, text))


def _em_of(character: str) -> float:
    if category(character) in ("Mn", "Me", "Cf"):
        return 0.0
    if _is_wide(character):
        return 1.27 if category(character) == "So" else 0.95
    if character in "mwMWЖШЩЮФжшщюфм…":
        return 0.95
    return 0.74 if character.isupper() else 0.64


def _is_wide(character: str) -> bool:
    return east_asian_width(character) in "WF"
