"""One player's hands of a game in few letters: what statistics ask of each hand, and no more.

A hand is written as `13sd+P`: the cards dealt, the trump (s, h, d, c, n for none, ? for not
noted), the part the player had in it (d dealer, f first bidder, m between), + for a high bid
and - for a low one, and how it came out. Hands with the same letters are counted together, so
that thousands of them are added up by counting words.
"""

from collections.abc import Iterable
from enum import StrEnum
from functools import cache
from typing import NamedTuple

from scorekeeper.rules import Outcome, Row, Trump

TRUMPS = {
    Trump.SPADES: "s",
    Trump.HEARTS: "h",
    Trump.DIAMONDS: "d",
    Trump.CLUBS: "c",
    Trump.NONE: "n",
    None: "?",
}
_TRUMP_OF = {letter: trump for trump, letter in TRUMPS.items()}


class Role(StrEnum):
    """The part of a player in the bidding: who deals bids last, at the dealer's left first."""

    DEALER = "d"
    FIRST = "f"
    BETWEEN = "m"


class HandKind(NamedTuple):
    """What one scored hand was for one player."""

    cards: int
    trump: Trump | None
    role: Role
    is_high: bool
    outcome: Outcome

    def __str__(self) -> str:
        """Write the hand in its letters."""
        height = "+" if self.is_high else "-"
        return f"{self.cards}{TRUMPS[self.trump]}{self.role}{height}{self.outcome}"


def written_hands(rows: Iterable[Row], seat: int) -> str:
    """Return the scored hands of a seat in their letters, in order, a space between."""
    kinds = (_kind(row, seat) for row in rows if row.is_scored)
    return " ".join(str(kind) for kind in kinds if kind is not None)


@cache
def read_hand(letters: str) -> HandKind:
    """Read a hand back from its letters; there are a few thousand kinds at most."""
    return HandKind(
        cards=int(letters[:-4]),
        trump=_TRUMP_OF[letters[-4]],
        role=Role(letters[-3]),
        is_high=letters[-2] == "+",
        outcome=Outcome(letters[-1]),
    )


def read_hands(written: str) -> list[HandKind]:
    """Return the hands that were written in letters."""
    return [read_hand(letters) for letters in written.split()]


def is_high(bid: int, cards: int, players: int) -> bool:
    """Tell whether a bid is a high one: above the fair share of the tricks, rounded up.

    The fair share is cards ÷ players in the hand. Rounded up, because nobody can bid less than
    1: where there are fewer cards than players a bid of 1 is forced, and so not high.
    """
    return bid > -(-cards // players)


def _kind(row: Row, seat: int) -> HandKind | None:
    cell = row.cells[seat]
    if cell is None or cell.bid is None or cell.outcome is None:
        return None
    players = sum(other is not None for other in row.cells)
    role = {row.dealer: Role.DEALER, row.leader: Role.FIRST}.get(seat, Role.BETWEEN)
    high = is_high(cell.bid, row.cards, players)
    return HandKind(row.cards, row.trump, role, high, cell.outcome)
