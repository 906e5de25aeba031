"""Printing: whether a card comes out at all, and which names would be boxes on it."""

from collections import defaultdict
from collections.abc import Iterator

from flask_babel import get_locale
from flask_babel import gettext as _

from scorekeeper.config import Config
from scorekeeper.printing import (
    Paper,
    PrintingUnavailableError,
    Sheet,
    Style,
    missing_scripts,
    scorecard_pdf,
    script_name,
)
from scorekeeper.rules import Game, Hand, Player

from .finding import Finding, noted, well, wrong

CARD = Game(players=(Player("Ann"), Player("Ben")), hands=(Hand.undealt(1, range(2)),))


def examine(config: Config) -> Iterator[Finding]:
    """Print a card, and throw it away."""
    try:
        scorecard_pdf(Sheet(CARD, None, config.language, Style.CREATIVE, Paper.A4))
    except PrintingUnavailableError as error:
        yield wrong(_("This machine cannot print cards yet: %(reason)s", reason=error))
        return
    yield well(_("Cards can be printed."))
    missing: dict[str, list[str]] = defaultdict(list)
    for script, package in missing_scripts():
        missing[package].append(script_name(script, get_locale()))
    for package, scripts in missing.items():
        yield noted(
            _(
                "Names in these scripts are printed as boxes: %(scripts)s. %(package)s has them.",
                scripts=", ".join(scripts),
                package=package,
            )
        )
