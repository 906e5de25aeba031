"""Words and dates in the reader's language."""

import pytest
from markupsafe import Markup

from scorekeeper.printing.words import words

from .printed import DAY, GOLDEN, printed


@pytest.mark.parametrize("language", ["en", "xx", "", "tlh-Latn", "../../etc", "a" * 80])
def test_a_language_without_a_catalogue_is_english(language: str) -> None:
    """An unknown language gives a whole English card, not a mixture."""
    assert words(language).language == "en"
    assert words(language).date(DAY) == "30 November 2026"


def test_names_are_listed_as_in_a_sentence() -> None:
    """Two names are joined by a word, more by commas too."""
    assert words("en").both(map(Markup.escape, ("Ann", "Ben"))) == "Ann and Ben"


def test_a_card_prints_in_any_language() -> None:
    """Whatever language a reader asks for, a card comes."""
    assert printed(GOLDEN["sample-three-hands"], language="xx")
