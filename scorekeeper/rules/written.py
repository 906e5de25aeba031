"""A card as somebody wrote it with a pen: it may lack what a game has, and it may be wrong."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date

from .errors import UnknownSeatError
from .game import Game, Player, check_order
from .pack import Trump, check_hand_count, check_player_count
from .scorecard import Cell, scorecard
from .scoring import NOT_COUNTED, Taken


@dataclass(frozen=True, slots=True)
class Entry:
    """What a card says of one player in one hand; None where it says nothing.

    `score` is the running score as written. `is_out` marks who sits the hand out for certain;
    who has nothing in a hand that was scored sat it out as well.
    """

    bid: int | None = None
    taken: Taken | None = None
    score: int | None = None
    adjust: int = 0
    is_out: bool = False

    @property
    def is_empty(self) -> bool:
        """Tell whether neither a bid nor a result was written."""
        return self.bid is None and self.taken is None

    @property
    def is_uncounted(self) -> bool:
        """Tell whether it is a set that nobody counted."""
        return self.taken is NOT_COUNTED

    @property
    def is_settled(self) -> bool:
        """Tell whether bid and result are known."""
        return self.bid is not None and self.taken is not None


@dataclass(frozen=True, slots=True)
class Line:
    """One hand of a card: the cards, an entry a player, and the total of the bids as written.

    `order` has all seats clockwise; None: as in the hand before.
    """

    cards: int
    entries: tuple[Entry, ...]
    bids: int | None = None
    trump: Trump | None = None
    dealer: int | None = None
    order: tuple[int, ...] | None = None

    @property
    def right_bids(self) -> int:
        """What the bids add up to."""
        return sum(entry.bid or 0 for entry in self.entries)


@dataclass(frozen=True, slots=True)
class WrittenCard:
    """A whole card; `has_scores` tells whether running scores are on it.

    `started` is when it was played: a moment, a day alone, or None where the card does not say.
    """

    players: tuple[Player, ...]
    lines: tuple[Line, ...]
    has_scores: bool = False
    started: date | None = None

    def __post_init__(self) -> None:
        """Refuse a card without hands, and a line that is not for the players at its head."""
        check_player_count(len(self.players))
        check_hand_count(len(self.lines))
        for line in self.lines:
            if len(line.entries) != len(self.players):
                raise UnknownSeatError(len(line.entries), len(self.players))
            if line.order is not None:
                check_order(line.order, len(self.players))

    @property
    def first_dealer(self) -> int:
        """Who dealt first; the first seat where the card does not say."""
        return self.lines[0].dealer or 0

    @property
    def sizes(self) -> tuple[int, ...]:
        """The cards of each hand."""
        return tuple(line.cards for line in self.lines)

    def numbered(self) -> Iterator[tuple[int, Line]]:
        """Yield the lines with the numbers of their hands."""
        yield from enumerate(self.lines, start=1)

    def is_followed(self, number: int) -> bool:
        """Tell whether anything was written in a later hand."""
        return any(not entry.is_empty for line in self.lines[number:] for entry in line.entries)


def as_written(game: Game) -> WrittenCard:
    """Return a game as somebody would have written it down without an error."""
    return WrittenCard(
        players=game.players,
        lines=tuple(
            Line(
                cards=row.cards,
                entries=tuple(_entry(cell) for cell in row.cells),
                bids=row.bids,
                trump=row.trump,
                dealer=row.dealer,
                order=game.hand(row.number).order,
            )
            for row in scorecard(game).rows
        ),
        has_scores=True,
    )


def _entry(cell: Cell | None) -> Entry:
    if cell is None:
        return Entry(is_out=True)
    return Entry(cell.bid, cell.taken, cell.total, cell.adjust)
