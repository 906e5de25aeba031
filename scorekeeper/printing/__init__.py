"""The printed scorecard: a game in, one page of PDF out. Nothing here knows of the web."""

from .filing import card_file_name
from .fonts import missing_scripts, script_name
from .page import measures, proof
from .pdf import PrintingUnavailableError, scorecard_pdf
from .press import Press, PrintingBusyError, print_card, warm_up
from .printer import Printer
from .sheet import Paper, Sheet, Style

__all__ = [
    "Paper",
    "Press",
    "Printer",
    "PrintingBusyError",
    "PrintingUnavailableError",
    "Sheet",
    "Style",
    "card_file_name",
    "measures",
    "missing_scripts",
    "print_card",
    "proof",
    "scorecard_pdf",
    "script_name",
    "warm_up",
]
