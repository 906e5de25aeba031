"""What is said of a player in sentences: how they play, and how they bid."""

from calendar import monthrange
from collections.abc import Mapping
from datetime import date

from babel.dates import format_skeleton
from flask_babel import get_locale
from flask_babel import gettext as _
from markupsafe import Markup

from scorekeeper.statistics import FEWEST_HANDS, MARGIN, Character, Period, Totals, Verdict

from .figures import share, tenths, whole

DECEMBER = 12
EVEN = 0.05
"""By less than so many tricks a hand, bids and tricks are even: it would be written as 0.0."""


def character(name: str, verdict: Verdict, totals: Totals) -> Markup:
    """Return the sentence on somebody's character, with the figures it rests on."""
    sentences = {
        Character.SKILFUL: _(
            "%(name)s is skilful: %(share)s of %(hands)s hands came out perfect, "
            "and %(others)s of those of the others."
        ),
        Character.CAUTIOUS: _(
            "%(name)s is over-cautious: %(share)s of %(hands)s hands ended with overtricks, "
            "and %(others)s of those of the others."
        ),
        Character.GREEDY: _(
            "%(name)s is greedy: %(share)s of %(hands)s hands went set, "
            "and %(others)s of those of the others."
        ),
        Character.BALANCED: _(
            "%(name)s plays a balanced game: of %(hands)s hands no kind of result came up "
            "more often than among the others by %(margin)s of all hands."
        ),
        Character.TOO_FEW: _(
            "Too few hands to tell how %(name)s plays: it takes %(needed)s hands, and as many "
            "of the others; %(name)s has %(hands)s."
        ),
    }
    return Markup(sentences[verdict.character]) % {  # noqa: S704 - our own sentences, and names escaped
        "name": named(name),
        "hands": whole(totals.hands),
        "share": share(verdict.share),
        "others": share(verdict.others),
        "margin": share(MARGIN),
        "needed": whole(FEWEST_HANDS),
    }


def bidding(totals: Totals) -> str:
    """Return the sentence on bids against tricks; nothing without a counted result."""
    overbid = totals.overbid
    if overbid is None:
        return ""
    tricks = tenths(abs(overbid))
    if overbid >= EVEN:
        return _("Bids are %(tricks)s tricks a hand above what is taken.", tricks=tricks)
    if overbid <= -EVEN:
        return _("Bids are %(tricks)s tricks a hand below what is taken.", tricks=tricks)
    return _("Bids and tricks are even.")


def period_name(period: Period) -> str:
    """Return a year, or the month of one."""
    if period.month is None:
        return str(period.year)
    month = date(period.year, period.month, 1)
    return str(format_skeleton("yMMM", month, locale=get_locale() or "en"))


def period_days(period: Period, kept: Mapping[str, str]) -> dict[str, str]:
    """Return the first and the last day of a period as an address asks for them.

    Of the days that were chosen already (`kept`) none is added.
    """
    first = date(period.year, period.month or 1, 1)
    last_month = period.month or DECEMBER
    last = date(period.year, last_month, monthrange(period.year, last_month)[1])
    return {
        "since": max(kept.get("since", ""), first.isoformat()),
        "until": min(kept.get("until", "9"), last.isoformat()),
    }


def named(name: str) -> Markup:
    """Return a name as a sentence on a page holds it, whichever way it is read."""
    return Markup("<bdi>{}</bdi>").format(name)
