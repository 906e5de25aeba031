"""The catalogues in the tree: each is whole and fits the source, or says that it is being made."""

import pytest
from babel.messages.catalog import Catalog

from scorekeeper.config import LANGUAGES
from translating.catalogues import SOURCE, extract, languages, path_of, read
from translating.checks import mistakes, problems


@pytest.fixture(scope="module")
def template() -> Catalog:
    return extract()


def test_every_language_has_a_catalogue() -> None:
    """What can be chosen can be read; English is what the code speaks."""
    assert {*languages(), SOURCE} == set(LANGUAGES)


@pytest.mark.parametrize("language", languages())
def test_a_catalogue_breaks_no_page(language: str) -> None:
    """Whatever is translated has the placeholders and tags of its original."""
    assert mistakes(read(path_of(language).read_bytes(), language)) == []


@pytest.mark.parametrize("language", languages())
def test_a_finished_catalogue_lacks_nothing(language: str, template: Catalog) -> None:
    """Nothing is missing, fuzzy or unused; one whose head is marked as fuzzy is being made."""
    if not read(path_of(language).read_bytes(), language).fuzzy:
        assert problems(language, template) == []
