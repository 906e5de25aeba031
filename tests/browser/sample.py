"""The published sample card: who plays, what was bid and taken, and what it must show."""

from dataclasses import dataclass

from tests.browser.conftest import Scribe

NAMES = ("John", "Margaret", "Steve", "Betsy")


@dataclass(frozen=True, slots=True)
class SampleHand:
    """One hand of the sample, in seating order."""

    number: int
    trump: str
    bids: tuple[int, ...]
    taken: tuple[int, ...]
    totals: tuple[int, ...]


HANDS = (
    SampleHand(1, "spades", (3, 3, 2, 5), (4, 0, 4, 5), (31, -30, 22, 50)),
    # As published one trick is missing; Steve, who went set, took it.
    SampleHand(2, "hearts", (2, 4, 5, 3), (1, 2, 4, 5), (11, -70, -28, 82)),
    SampleHand(3, "clubs", (1, 4, 1, 3), (2, 5, 1, 3), (22, -29, -18, 112)),
)
PUBLISHED_TAKEN_2 = (1, 2, 3, 5)
BIDS_OF_CARDS = ("13/13", "14/12", "9/11")
TALLIES = {"S": "1210", "O": "2111", "P": "0012"}


def signed(total: int) -> str:
    """Write a score as the card does."""
    return str(total).replace("-", "−")


def played(keeper: Scribe, hands: int = len(HANDS)) -> str:
    """Set the sample up, play its first hands, and return the game's id."""
    game_id = keeper.set_up(NAMES, first_dealer=0, scorekeeper=1)
    for hand in HANDS[:hands]:
        keeper.save(game_id, hand.number, hand.bids, hand.taken, trump=hand.trump)
    return game_id
