"""The words of a card in the reader's language, without a web request to ask for one."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date
from functools import lru_cache
from gettext import NullTranslations

from babel import Locale, UnknownLocaleError
from babel.dates import format_date
from babel.lists import format_list
from babel.support import Translations
from markupsafe import Markup

from scorekeeper.files import TRANSLATIONS

SOURCE = "en"
"""The language the sentences are written in, and of a reader whose own has no catalogue."""


@dataclass(frozen=True)
class Words:
    """One language: its catalogue, and how it writes dates and lists."""

    language: str
    locale: Locale
    catalogue: NullTranslations

    def date(self, day: date) -> str:
        """Return the day as a letter would have it: 30 November 2026."""
        return format_date(day, "d MMMM y" if self.language == SOURCE else "long", self.locale)

    def both(self, names: Iterable[Markup]) -> Markup:
        """Return the names as a list in a sentence: Ann, Ben and Cy."""
        return Markup(format_list(list(names), locale=self.locale))  # noqa: S704 - escaped names


@lru_cache(maxsize=32)
def words(language: str) -> Words:
    """Return the words of a language; English where there is no catalogue of it."""
    locale = _locale(language)
    if locale is not None and str(locale) != SOURCE:
        catalogue = Translations.load(TRANSLATIONS, [str(locale), locale.language])
        if isinstance(catalogue, Translations):
            return Words(language, locale, catalogue)
    return Words(SOURCE, Locale(SOURCE), NullTranslations())


def _locale(language: str) -> Locale | None:
    try:
        return Locale.parse(language.replace("-", "_"))
    except (ValueError, UnknownLocaleError):
        return None
