"""How a test says that a rule refuses something."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, cast

import pytest

from scorekeeper.rules import RuleError

NO_WHOLE_NUMBERS: tuple[object, ...] = (0.5, -1, True, "3")


@contextmanager
def refused(rule: type[RuleError], **figures: Any) -> Iterator[None]:  # noqa: ANN401 - any field
    """Expect exactly this rule to be broken, and its error to carry exactly these figures."""
    with pytest.raises(rule) as caught:
        yield
    assert type(caught.value) is rule
    assert vars(caught.value) == figures


def as_number(value: object) -> int:
    """Pass off as a number what the types would not let through."""
    return cast("int", value)
