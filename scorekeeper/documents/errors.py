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
class BrokenRuleError(DocumentError):
    """What the document says breaks a rule of Bluke."""

    path: str
    rule: RuleError
