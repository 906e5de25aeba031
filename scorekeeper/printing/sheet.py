"""What is to be printed: a game, and how its card shall look."""

from dataclasses import dataclass
from datetime import date
from enum import StrEnum

from scorekeeper.namesakes import numbered
from scorekeeper.rules import Game


class Style(StrEnum):
    """The ways a scorecard is kept."""

    CREATIVE = "creative"
    PLAIN = "plain"


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
    """One printed card; equal sheets give equal bytes.

    A game without a day in which nothing has been noted is a blank card: nobody has sat down, so
    it names no dealer either. `corrected` holds the numbers of hands changed after the next was
    begun, `unnamed` the seats whose names are left to the pen, `names` how the players are called
    where two share a name.
    """

    game: Game
    started: date | None = None
    language: str = "en"
    style: Style = Style.CREATIVE
    paper: Paper = Paper.A4
    corrected: frozenset[int] = frozenset()
    unnamed: frozenset[int] = frozenset()
    names: tuple[str, ...] = ()

    @property
    def called(self) -> tuple[str, ...]:
        """The names of the players, told apart."""
        return self.names or numbered([player.name for player in self.game.players])

    @property
    def is_blank(self) -> bool:
        """Tell whether the card is for a game that has not begun."""
        return self.started is None and not any(hand.is_begun for hand in self.game.hands)

    @property
    def is_plain(self) -> bool:
        """Tell whether the card holds cards, bids and running scores, and nothing more."""
        return self.style is Style.PLAIN
