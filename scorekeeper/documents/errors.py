"""Why a document is no game: one error for each reason, with the path to the place."""

from dataclasses import dataclass
from enum import StrEnum

from scorekeeper.rules import RuleError


class Kind(StrEnum):
    """What a value of the document has to be."""

    OBJECT = "object"
    LIST = "list"
    TEXT = "text"
    WHOLE_NUMBER = "whole number"
    YES_OR_NO = "true or false"
    CHOICE = "choice"
    MOMENT = "moment"
    ID = "id"
    PLAYER = "player"
    REVISION = "revision"


class DocumentError(ValueError):
    """A document is no game; `path` says where, as `hands[1].plays[0].bid`."""

    path: str

    def __str__(self) -> str:
        """Name the error and quote what it is about, for logs and tests."""
        return repr(self)


@dataclass(eq=False)
class NotJsonError(DocumentError):
    """The text is no JSON from this line on."""

    line: int
    path: str = ""


class Break(StrEnum):
    """Why a file cannot be read any further."""

    CUT_SHORT = "cut short"
    NOT_JSON = "not JSON"
    NOT_UTF8 = "not UTF-8"
    NOT_GZIP = "not gzip"
    TOO_LONG = "too long"


@dataclass(eq=False)
class BrokenFileError(DocumentError):
    """A file cannot be read from here on."""

    reason: Break
    line: int
    column: int
    path: str = ""


@dataclass(eq=False)
class NoBookError(DocumentError):
    """The file is JSON, but no book of ours, or one of a later version; `found` says what it is."""

    path: str
    found: object


@dataclass(eq=False)
class AbsentError(DocumentError):
    """A value that a game cannot do without is not there."""

    path: str


@dataclass(eq=False)
class MisshapenError(DocumentError):
    """A value is not of its kind."""

    path: str
    kind: Kind
    found: object


@dataclass(eq=False)
class OutOfPlaceError(DocumentError):
    """A hand or a player does not stand where its number says."""

    path: str
    found: int
    due: int


@dataclass(eq=False)
class RepeatedError(DocumentError):
    """What may be there only once is there again."""

    path: str
    found: object


@dataclass(eq=False)
class UnlikeError(DocumentError):
    """A value is not what the rest of the file makes it."""

    path: str
    written: object
    right: object


@dataclass(eq=False)
class BrokenRuleError(DocumentError):
    """What the document says breaks a rule of Bluke."""

    path: str
    rule: RuleError
