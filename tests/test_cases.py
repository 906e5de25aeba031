"""The tables of cases that tests go through: nothing that fails in one is lost."""

import pytest

from tests.cases import cases


def test_every_row_that_fails_is_named() -> None:
    """The rows after a failure are gone through as well, and each that fails is told."""
    seen = []

    @cases("number, word", [(1, "one"), (2, "two"), (3, "three"), (4, "four")])
    def even(*, number: int, word: str) -> None:
        seen.append(word)
        assert number % 2 == 0
        with pytest.raises(ValueError, match="two"):
            raise ValueError(word)

    with pytest.raises(AssertionError) as failure:
        even()
    assert seen == ["one", "two", "three", "four"]
    told = str(failure.value)
    assert told.startswith("3 of 4 cases:")
    assert [f"word={word!r}" in told for word in seen] == [True, False, True, True]


def test_rows_that_hold_pass() -> None:
    """A single name takes each row as it is, a tuple too."""
    seen = []

    @cases("row", [(1, 2), "x"])
    def keep(*, row: object) -> None:
        seen.append(row)

    keep()
    assert seen == [(1, 2), "x"]


def test_an_empty_table_is_refused() -> None:
    """A test that would go through nothing cannot be written."""
    with pytest.raises(AssertionError, match="proves nothing"):
        cases("row", [])


def test_a_table_of_something_else_is_refused() -> None:
    """Names that are no arguments of the test are told."""
    with pytest.raises(AssertionError, match="are no arguments"):

        @cases("other", [1])
        def one(*, number: int) -> None:
            """Take something else."""
