"""The game document read back: what another program, a golden file or a backup says of a game."""

from .book import FORMAT, VERSION, BookGame, BookPlayer, ReadBook
from .derived import Disagreement, foot_of
from .errors import (
    AbsentError,
    Break,
    BrokenFileError,
    BrokenRuleError,
    DocumentError,
    Kind,
    MisshapenError,
    NoBookError,
    NotJsonError,
    OutOfPlaceError,
    RepeatedError,
    UnlikeError,
)
from .reading import ReadGame, parse_document, read_document
from .reading_book import read_book

__all__ = [
    "FORMAT",
    "VERSION",
    "AbsentError",
    "BookGame",
    "BookPlayer",
    "Break",
    "BrokenFileError",
    "BrokenRuleError",
    "Disagreement",
    "DocumentError",
    "Kind",
    "MisshapenError",
    "NoBookError",
    "NotJsonError",
    "OutOfPlaceError",
    "ReadBook",
    "ReadGame",
    "RepeatedError",
    "UnlikeError",
    "foot_of",
    "parse_document",
    "read_book",
    "read_document",
]
