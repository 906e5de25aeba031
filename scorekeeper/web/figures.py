"""Figures as the reader's language writes them; a dash for what there is nothing of."""

from flask import Blueprint
from flask_babel import format_decimal, format_percent

NOTHING = "–"
MINUS = "−"


def share(part: float | None) -> str:
    """Return a part of 1 in whole percent."""
    return NOTHING if part is None else str(format_percent(part, "#,##0%"))


def whole(number: float | None) -> str:
    """Return a whole number."""
    return NOTHING if number is None else _signed(format_decimal(round(number), "#,##0"))


def tenths(number: float | None) -> str:
    """Return a number to one decimal."""
    return NOTHING if number is None else _signed(format_decimal(round(number, 1) + 0.0, "#,##0.0"))


def more_or_less(number: float | None) -> str:
    """Return a number to one decimal with its sign, also where it is above nought."""
    if number is None:
        return NOTHING
    form = "+#,##0.0;-#,##0.0" if round(number, 1) else "#,##0.0"
    return _signed(format_decimal(round(number, 1) + 0.0, form))


def points(number: int) -> str:
    """Return points that were won or lost, with their sign."""
    return _signed(format_decimal(number, "+#,##0;-#,##0"))


def register(bp: Blueprint) -> None:
    """Let templates write figures, too."""
    for figure in (share, whole, tenths, more_or_less, points):
        bp.add_app_template_filter(figure)


def _signed(written: str) -> str:
    return str(written).replace("-", MINUS)
