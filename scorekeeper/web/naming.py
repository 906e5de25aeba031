"""Names as a sentence holds them."""

from collections.abc import Sequence

from babel.lists import format_list
from flask_babel import get_locale


def listed(names: Sequence[str]) -> str:
    """Return names as a sentence lists them: a comma between, and "and" before the last."""
    return format_list(names, locale=get_locale() or "en")
