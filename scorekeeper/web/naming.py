"""Names as a sentence holds them, and as a row or a column shows them."""

from collections.abc import Sequence

from babel.lists import format_list
from flask_babel import get_locale
from markupsafe import Markup

from scorekeeper.namesakes import told_apart


def listed(names: Sequence[str]) -> str:
    """Return names as a sentence lists them: a comma between, and "and" before the last."""
    return format_list(names, locale=get_locale() or "en")


def shown(names: Sequence[str]) -> list[Markup]:
    """Return the names of one game for rows and columns that may be too narrow for them.

    What is cut is the beginning of a name and its rest, never what tells it from the others.
    """
    return [
        Markup(
            '<bdi class="name apart"><span>{}</span><span>{}</span><span>{}</span></bdi>'
        ).format(*parts)
        if parts.telling
        else Markup('<bdi class="name">{}</bdi>').format(parts.start)
        for parts in told_apart(tuple(names))
    ]
