"""What games say of those who play: counted from scorecards, and nothing of pages or files."""

from .breakdowns import breakdowns
from .character import FEWEST_HANDS, MARGIN, Character, Verdict, verdict
from .hands import HandKind, Role, read_hands
from .periods import Period, periods
from .records import GameOf, duels, records
from .review import Review, review
from .story import Finish, Margin, Story, Way
from .summary import VERSION, Summary, summarise
from .totals import Split, Totals

__all__ = [
    "FEWEST_HANDS",
    "MARGIN",
    "VERSION",
    "Character",
    "Finish",
    "GameOf",
    "HandKind",
    "Margin",
    "Period",
    "Review",
    "Role",
    "Split",
    "Story",
    "Summary",
    "Totals",
    "Verdict",
    "Way",
    "breakdowns",
    "duels",
    "periods",
    "read_hands",
    "records",
    "review",
    "summarise",
    "verdict",
]
