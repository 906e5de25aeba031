"""What can be wrong with a game of Bluke: one error for each rule, carrying figures, not prose.

The sentence a player reads is made where it is shown, in the language of whoever reads it.
"""

from dataclasses import dataclass


class RuleError(ValueError):
    """A rule of Bluke was broken; the subclass says which one."""

    def __str__(self) -> str:
        """Name the rule and quote the offending figures, for logs and tests."""
        return repr(self)


class SeatError(RuleError):
    """A rule was broken at one seat; `part` is what was entered there."""

    seat: int
    part: str


@dataclass(eq=False)
class WholeNumberError(RuleError):
    """Bluke counts in whole numbers: there is no half a trick and no bid of −1."""

    what: str
    value: object


@dataclass(eq=False)
class PlayerCountError(RuleError):
    """Bluke is played by 2 to 15 players."""

    players: int


@dataclass(eq=False)
class PlayerNameError(RuleError):
    """A name is 1 to 40 characters and no control characters."""

    name: str


@dataclass(eq=False)
class TitleError(RuleError):
    """A title is at most 80 characters and no control characters."""

    title: str


@dataclass(eq=False)
class UnknownSeatError(RuleError):
    """Seats are numbered from 0, clockwise; this one is not at the table."""

    seat: object
    players: int


@dataclass(eq=False)
class HandSizeError(RuleError):
    """A hand deals at least one card each and no more cards than the pack holds."""

    cards: int
    players: int
    most: int


@dataclass(eq=False)
class HandCountError(RuleError):
    """A game has at least one hand and at most sixty."""

    hands: int
    most: int


@dataclass(eq=False)
class OrderError(RuleError):
    """The long game is for two or three players."""

    order: str
    players: int


@dataclass(eq=False)
class FinaleError(RuleError):
    """The no-trump finale needs a number of players that divides the whole pack."""

    order: str
    players: int


@dataclass(eq=False)
class TrumpError(RuleError):
    """A hand that deals the whole pack leaves no card to turn up for trump."""

    cards: int
    players: int


@dataclass(eq=False)
class DealerOutError(SeatError):
    """Who sits a hand out does not deal it."""

    seat: int
    part: str = "dealer"


@dataclass(eq=False)
class SeatOutError(SeatError):
    """Who sits a hand out bids nothing and takes nothing."""

    seat: int
    part: str


@dataclass(eq=False)
class BidRangeError(SeatError):
    """A bid is from one (or none, where the house allows it) to the number of cards dealt."""

    seat: int
    bid: int
    lowest: int
    highest: int
    part: str = "bid"


@dataclass(eq=False)
class HookError(SeatError):
    """The dealer's bid may not bring the bids to a total that the house forbids."""

    seat: int
    bid: int
    total: int
    part: str = "bid"


@dataclass(eq=False)
class BidMissingError(SeatError):
    """A result without its bid scores nothing."""

    seat: int
    part: str = "taken"


@dataclass(eq=False)
class UncountedZeroError(SeatError):
    """A bid of none cannot go set."""

    seat: int
    part: str = "taken"


@dataclass(eq=False)
class TakenRangeError(SeatError):
    """Nobody takes more tricks than there are cards in a hand."""

    seat: int
    taken: int
    cards: int
    part: str = "taken"


@dataclass(eq=False)
class TricksError(RuleError):
    """The tricks of a hand add up to its cards; `off` below 0 are missing, above 0 too many."""

    cards: int
    counted: int
    off: int


@dataclass(eq=False)
class BegunError(RuleError):
    """Only hands that nobody has begun can still be changed; `first` is the first of them."""

    number: int
    first: int


@dataclass(eq=False)
class NoHandError(RuleError):
    """The game has no hand of this number."""

    number: int
    hands: int


@dataclass(eq=False)
class HandMisfitError(RuleError):
    """A coming hand would not fit the pack any more; `nearest` would."""

    number: int
    cards: int
    nearest: int


@dataclass(eq=False)
class SeatingError(RuleError):
    """An order of seats names each player once."""

    order: tuple[int, ...]
    players: int
