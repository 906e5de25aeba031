"""The oldest browsers on which everything is in reach, as the README states them."""

from pathlib import Path
from typing import Final, TypeAlias

Versions: TypeAlias = tuple[str | None, ...]

OLDEST: Final = {"chrome_android": "108", "firefox_android": "101", "safari_ios": "15.4"}
"""By the names that MDN's data has for them."""
ANY: Final = tuple(OLDEST)
NEWER: Final = Path(__file__).with_name("newer.tsv")
"""What MDN says is newer than one of them; `extract.py` makes it."""


def number(version: str | None) -> tuple[int, ...]:
    """Return a version in parts that compare; what a browser does not have comes last."""
    return (10_000,) if version is None else tuple(map(int, version.split(".")))


def is_newer(versions: Versions) -> bool:
    """Tell whether one of the oldest browsers is older than that."""
    return any(number(since) > number(OLDEST[of]) for of, since in zip(ANY, versions, strict=True))


def newer() -> dict[str, str]:
    """Return what is newer, and since which version each browser has it."""
    lines = NEWER.read_text(encoding="utf-8").splitlines()[1:]
    return dict(line.split("\t", 1) for line in lines)
