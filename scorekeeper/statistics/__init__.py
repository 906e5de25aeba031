"""What games say of those who play: counted from scorecards, and nothing of pages or files."""

from .hands import HandKind, Role, read_hands, written_hands
from .summary import VERSION, Summary, summarise

__all__ = [
    "VERSION",
    "HandKind",
    "Role",
    "Summary",
    "read_hands",
    "summarise",
    "written_hands",
]
