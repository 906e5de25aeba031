"""Players of one game are told apart, also where their names are cut."""

from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.namesakes import numbered, told_apart
from scorekeeper.printing import Sheet
from scorekeeper.printing.names import shortened
from scorekeeper.printing.page import page

from .printed import DAY, own_list

TABLES = (
    ("Alexander", "Alexandra", "Alex"),
    ("Christopher Smith", "Christopher Jones", "Christopher Johnson"),
    ("Anna Maria Schmidt", "Anna Lena Schmidt", "Anna Maria Schulz"),
    ("Anna Müller (grandmother)", "Anna Möller (grandmother)"),
    ("Maximilian", "Maximilian Schmidt", "Maximilian Schmidtbauer"),
    tuple(f"Donaudampfschifffahrtsgesellschaft {seat}" for seat in range(1, 16)),
    numbered(["Anna Maria van der Berg-Oosterhuis"] * 3),
    ("남궁민수와황보지우와선우은숙", "남궁민수와황보지우와선우은주"),
    ("Нұрсұлтан Жұмағалиұлы", "Нұрсұлтан Жұмағалиқызы"),
)


def test_who_shares_a_name_has_a_number() -> None:
    """Only names that occur twice have numbers: those given, else by place."""
    assert numbered(["Anna", "Bob", "Anna"]) == ("Anna (1)", "Bob", "Anna (2)")
    assert numbered(["Anna", "Bob", "Anna"], [3, 0, 1]) == ("Anna (3)", "Bob", "Anna (1)")


@pytest.mark.parametrize("names", TABLES)
def test_what_is_never_cut_tells_names_apart(names: tuple[str, ...]) -> None:
    """However much is cut of the beginnings and of the rests, no two names are left alike."""
    kept = [parts.telling or parts.start for parts in told_apart(names)]
    for one, other in combinations(kept, 2):
        assert one != other


@pytest.mark.parametrize("names", TABLES)
def test_names_cut_on_paper_differ(names: tuple[str, ...]) -> None:
    """At every width of a column in which anything of the beginning is left."""
    for width in range(14, 60, 3):
        cut = [
            shortened(name, width, 7, 1, parts)
            for name, parts in zip(names, told_apart(names), strict=True)
        ]
        assert len(set(cut)) == len(names), (width, cut)


@given(names=st.lists(st.text(max_size=12), max_size=5))
def test_the_parts_make_up_the_name(names: list[str]) -> None:
    """Nothing is lost or doubled, whatever the names."""
    assert ["".join(parts) for parts in told_apart(tuple(names))] == names


def test_namesakes_are_told_apart_on_paper() -> None:
    """At the head of the card, in the standing, and where somebody keeps the score."""
    sheet = Sheet(own_list(["Anna", "Anna", "Bob"], [2, 1]), DAY)
    # Anna (1) keeps the score, too.
    assert [page(sheet).count(f"Anna ({number})") for number in (1, 2)] == [3, 2]
    given = Sheet(sheet.game, DAY, names=("Anna (4)", "Anna (2)", "Bob"))
    assert "Anna (4)" in page(given)
