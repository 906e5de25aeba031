"""The game document read back: what another program, a golden file or a backup says of a game."""

from .derived import Disagreement, foot_of
from .errors import (
    AbsentError,
    BrokenRuleError,
    DocumentError,
    Kind,
    MisshapenError,
    NotJsonError,
    OutOfPlaceError,
)
from .reading import ReadGame, parse_document, read_document

__all__ = [
    "AbsentError",
    "BrokenRuleError",
    "Disagreement",
    "DocumentError",
    "Kind",
    "MisshapenError",
    "NotJsonError",
    "OutOfPlaceError",
    "ReadGame",
    "foot_of",
    "parse_document",
    "read_document",
]
