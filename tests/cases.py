"""Tables of cases that one test goes through, where each case needs nothing set up of its own."""

import inspect
from collections.abc import Callable, Iterable
from functools import wraps
from typing import TypeAlias

import pytest

Test: TypeAlias = Callable[..., None]
SHOWN = 200
"""How much of a case a failure shows: some are thousands of characters long."""


def cases(names: str, table: Iterable[object]) -> Callable[[Test], Test]:
    """Call a test for each row of a table, and fail with the name of every row that went wrong.

    The fixtures are set up once for all rows. A test that changes something makes it itself.
    """
    parts = [name.strip() for name in names.split(",")]
    rows = [row if isinstance(row, tuple) and len(parts) > 1 else (row,) for row in table]
    assert rows, "a table without a row proves nothing"

    def through_all(test: Test) -> Test:
        @wraps(test)
        def wrapper(**fixtures: object) -> None:
            wrong: list[tuple[str, BaseException]] = []
            for row in rows:
                given = dict(zip(parts, row, strict=True))
                try:
                    test(**fixtures, **given)
                except (Exception, pytest.fail.Exception) as error:  # noqa: BLE001 - told below
                    called = ", ".join(f"{k}={ascii(v)[:SHOWN]}" for k, v in given.items())
                    wrong.append((called, error))
            if wrong:
                told = "\n".join(f"{name}: {type(e).__name__}: {e}" for name, e in wrong)
                raise AssertionError(f"{len(wrong)} of {len(rows)} cases:\n{told}") from wrong[0][1]

        signature = inspect.signature(test)
        kept = [each for name, each in signature.parameters.items() if name not in parts]
        assert len(kept) + len(parts) == len(signature.parameters), f"{parts} are no arguments"
        wrapper.__dict__["__signature__"] = signature.replace(parameters=kept)
        return wrapper

    return through_all
