"""The printed scorecard: a game in, one page of PDF out. Nothing here knows of the web."""

from .pdf import PrintingUnavailableError, scorecard_pdf, warm_up
from .press import Press, PrintingBusyError, print_card
from .sheet import Paper, Sheet, Style

__all__ = [
    "Paper",
    "Press",
    "PrintingBusyError",
    "PrintingUnavailableError",
    "Sheet",
    "Style",
    "print_card",
    "scorecard_pdf",
    "warm_up",
]
