"""What is to be printed: a game, and how its card shall look."""

from dataclasses import dataclass
from datetime import date
from enum import StrEnum

from scorekeeper.rules import Game


class Style(StrEnum):
    """The ways a scorecard is kept."""

    CREATIVE = "creative"


class Paper(StrEnum):
    """The sheets a printer may hold."""

    A4 = "a4"
    LETTER = "letter"

    @property
    def size(self) -> tuple[float, float]:
        """The short and the long edge, in millimetres."""
        return (210, 297) if self is Paper.A4 else (215.9, 279.4)


@dataclass(frozen=True, slots=True)
class Sheet:
    """One printed card; equal sheets give equal bytes."""

    game: Game
    started: date
    language: str = "en"
    style: Style = Style.CREATIVE
    paper: Paper = Paper.A4
