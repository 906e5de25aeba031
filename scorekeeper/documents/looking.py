"""A way to look into data of unknown shape that knows where it is and never trips."""

from dataclasses import dataclass
from datetime import UTC, datetime
from enum import StrEnum
from typing import Final, TypeVar

from .errors import AbsentError, DocumentError, Kind, MisshapenError

Choice = TypeVar("Choice", bound=StrEnum)

MISSING: Final = object()
LONGEST_ID: Final = 100


@dataclass(frozen=True, slots=True)
class At:
    """A value and the path to it. It returns what it is asked for, or raises `DocumentError`.

    A value that is not there, or null, counts as left out: None, or the default.
    """

    path: str
    value: object

    def __getitem__(self, key: str) -> "At":
        """Look at what an object names; in anything else nothing is there."""
        value = self.value.get(key, MISSING) if isinstance(self.value, dict) else MISSING
        return At(f"{self.path}.{key}" if self.path else key, value)

    @property
    def is_left_out(self) -> bool:
        """Tell whether nothing is there."""
        return self.value is MISSING or self.value is None

    def object(self, *, optional: bool = False) -> "At":
        """Return the place itself when an object is there."""
        if not isinstance(self.value, dict) and not (optional and self.is_left_out):
            raise self._misshapen(Kind.OBJECT)
        return self

    def values(self, *, most: int) -> list["At"]:
        """Return what is in a list; of too much, one more than there may be."""
        if self.is_left_out:
            return []
        if not isinstance(self.value, list):
            raise self._misshapen(Kind.LIST)
        some = self.value[: most + 1]
        return [At(f"{self.path}[{place}]", value) for place, value in enumerate(some)]

    def entries(self, *, most: int) -> list["At"]:
        """Return what is in a list of objects; of too much, one more than there may be."""
        return [value.object() for value in self.values(most=most)]

    def whole(self) -> int | None:
        """Return a whole number of either sign."""
        if self.is_left_out:
            return None
        if type(self.value) is not int:
            raise self._misshapen(Kind.WHOLE_NUMBER)
        return self.value

    def needed(self) -> int:
        """Return a whole number that must be there."""
        number = self.whole()
        if number is None:
            raise AbsentError(self.path)
        return number

    def text(self) -> str | None:
        """Return a text."""
        if self.is_left_out:
            return None
        if not isinstance(self.value, str):
            raise self._misshapen(Kind.TEXT)
        return self.value

    def flag(self) -> bool:
        """Return a yes or no; what is left out is no."""
        if self.is_left_out:
            return False
        if not isinstance(self.value, bool):
            raise self._misshapen(Kind.YES_OR_NO)
        return self.value

    def choice(self, choices: type[Choice]) -> Choice | None:
        """Return one of the choices."""
        text = self.text()
        if text is None:
            return None
        if text not in set(choices):
            raise self._misshapen(Kind.CHOICE)
        return choices(text)

    def moment(self) -> datetime | None:
        """Return a moment in UTC; one that names no zone is taken to be in it."""
        text = self.text()
        if text is None:
            return None
        try:
            moment = datetime.fromisoformat(text)
            return moment.replace(tzinfo=moment.tzinfo or UTC).astimezone(UTC)
        except (ValueError, OverflowError) as error:
            raise self._misshapen(Kind.MOMENT) from error

    def own_id(self) -> str | None:
        """Return an id; what could be none of ours is nobody's."""
        is_usable = isinstance(self.value, str) and len(self.value) <= LONGEST_ID
        return str(self.value) if is_usable else None

    def _misshapen(self, kind: Kind) -> DocumentError:
        if self.value is MISSING:
            return AbsentError(self.path)
        return MisshapenError(self.path, kind, self.value)
