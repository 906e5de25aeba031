"""What games say of those who play: counted from scorecards, and nothing of pages or files."""

from .breakdowns import Breakdowns, breakdowns
from .character import FEWEST_HANDS, MARGIN, Character, Verdict, verdict
from .hands import HandKind, Role, read_hands, written_hands
from .periods import Period, periods
from .records import Duel, GameOf, Record, Records, duels, records
from .review import Judgement, Review, Swing, review
from .story import Course, Finish, Margin, Story, Way
from .summary import VERSION, Summary, summarise
from .totals import Split, Totals

__all__ = [
    "FEWEST_HANDS",
    "MARGIN",
    "VERSION",
    "Breakdowns",
    "Character",
    "Course",
    "Duel",
    "Finish",
    "GameOf",
    "HandKind",
    "Judgement",
    "Margin",
    "Period",
    "Record",
    "Records",
    "Review",
    "Role",
    "Split",
    "Story",
    "Summary",
    "Swing",
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
    "written_hands",
]
