"""Names of one game told apart: those that are the same, and those that begin alike.

Players who share a name have a number behind it. Where a name is cut for want of room, what tells
it from the others is kept: Alex…er and Alex…ra.
"""

from collections import Counter
from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple
from unicodedata import category

ALIKE = 3
"""Letters that two names must share at their beginning to look alike when they are cut."""
NEVER_CUT = 5
"""Letters that there is room for everywhere."""
TELLING = 3
"""Letters that are kept from where two names differ."""
FEW = 2
"""Letters after those that are no shorter when they are cut."""
JOINER = "\u200d"


class Parts(NamedTuple):
    """A name in three parts that make it up; only `start` and `rest` may be cut.

    `telling` tells the name from all others that begin alike; it and `rest` are empty where
    there are none.
    """

    start: str
    telling: str = ""
    rest: str = ""


ALONE = Parts("")


def numbered(names: Sequence[str], numbers: Sequence[int] = ()) -> tuple[str, ...]:
    """Return the names, each that occurs more than once with its number: Anna (1), Anna (2).

    Without `numbers`, one for each name, they are counted in the order given.
    """
    alike, seen = Counter(names), Counter[str]()
    found = []
    for index, name in enumerate(names):
        seen[name] += 1
        number = (numbers[index] if numbers else 0) or seen[name]
        found.append(f"{name} ({number})" if alike[name] > 1 else name)
    return tuple(found)


@lru_cache(maxsize=256)
def told_apart(names: tuple[str, ...]) -> tuple[Parts, ...]:
    """Return the parts of each of the names of one game."""
    return tuple(_parts(name, [other for other in names if other != name]) for name in names)


def belongs_together(name: str, end: int) -> bool:
    """Tell whether a cut would part a letter from its signs, or one emoji from its other half."""
    return name[end - 1] == JOINER or category(name[end]) in ("Mn", "Mc", "Me", "Cf", "Sk")


def _parts(name: str, others: Sequence[str]) -> Parts:
    """Return a name's parts: `telling` begins where it differs from some, best from all others."""
    shared = {other: _shared(name, other) for other in others}
    alike = [other for other in others if shared[other] >= ALIKE]
    if not alike or len(name) <= NEVER_CUT:
        return Parts(name)
    starts = sorted({min(shared[other], len(name) - 1) for other in alike})
    tells = (
        start
        for start in starts
        if all(_window(name, start) != _window(other, start) for other in alike)
    )
    start = next(tells, starts[-1])
    while start > 1 and (name[start] == " " or belongs_together(name, start)):
        start += 1 if name[start] == " " else -1
    if start > 1 and name[start - 1] == "(":
        start -= 1
    end = start + len(_window(name, start))
    while end < len(name) and belongs_together(name, end):
        end += 1
    end = len(name) if len(name) - end <= FEW else end
    return Parts(name[:start], name[start:end], name[end:])


def _shared(one: str, other: str) -> int:
    """Return how many letters two names begin with in common."""
    pairs = zip(one, other, strict=False)
    return next((at for at, (a, b) in enumerate(pairs) if a != b), min(len(one), len(other)))


def _window(name: str, start: int) -> str:
    return name[start : start + TELLING]
