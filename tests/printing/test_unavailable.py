"""A machine without the libraries that draw."""

import subprocess
import sys

WITHOUT = """
import sys, datetime
sys.modules["weasyprint"] = None
from scorekeeper import printing, rules
hand = rules.Hand.undealt(1, (0, 1))
game = rules.Game((rules.Player("Ann"), rules.Player("Ben")), (hand,))
try:
    printing.scorecard_pdf(printing.Sheet(game, datetime.date(2026, 11, 30)))
except printing.PrintingUnavailableError as error:
    print(error)
"""
LOADED = "import sys, scorekeeper.printing; print({'weasyprint', 'flask'} & set(sys.modules))"


def _said(code: str) -> str:
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    return done.stdout.strip()


def test_a_machine_without_weasyprint_says_that_it_cannot_print() -> None:
    """Where WeasyPrint or Pango is missing, printing is unavailable and says why."""
    assert "weasyprint" in _said(WITHOUT)


def test_the_app_starts_without_loading_weasyprint() -> None:
    """Importing the package loads neither WeasyPrint nor a web framework."""
    assert _said(LOADED) == "set()"
