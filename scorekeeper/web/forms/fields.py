"""Fields whose bad input keeps its place and says what is wrong with it."""

import hashlib
import re
import secrets
import unicodedata
from datetime import date, datetime
from itertools import chain, repeat
from typing import Any

from flask_babel import gettext, ngettext
from flask_babel import gettext as _
from wtforms import FieldList, Form, StringField, ValidationError
from wtforms.utils import unset_value

from scorekeeper.rules import NOT_COUNTED, Taken
from scorekeeper.rules.pack import MOST_PLAYERS

COUNT = re.compile(r"[0-9]{1,2}")
SEPARATORS = re.compile(r"[\s,;]+")
REVISION = re.compile(r"[0-9]{1,9}")
POINTS = re.compile(r"[+-]?[0-9]{1,3}")


def revision(text: str) -> int | None:
    """Return the revision that a form was made from; None where it names no usable one."""
    text = text.strip()
    return int(text) if REVISION.fullmatch(text) else None


def read_sizes(text: str) -> list[int] | None:
    """Return the numbers of a list such as `5,4,3`; None where one of them is none."""
    listed = [part for part in SEPARATORS.split(text) if part]
    return [int(part) for part in listed] if all(map(COUNT.fullmatch, listed)) else None


def day_of(text: str) -> date | None:
    """Return the day that a text such as `2026-11-30` names; None where it names none."""
    try:
        return datetime.strptime(text, "%Y-%m-%d").date()  # noqa: DTZ007 - a day alone
    except ValueError:
        return None


class TextField(StringField):
    """Text with the spaces around it taken off. `value` is never None."""

    @property
    def value(self) -> str:
        """What was entered; one letter is one letter, however the keyboard composed it."""
        return unicodedata.normalize("NFC", self.data or "").strip()


class CountField(TextField):
    """A number of one or two digits, or nothing; `count` is None for nothing."""

    count: int | None = None

    def pre_validate(self, form: Any) -> None:  # noqa: ANN401, ARG002 - WTForms' signature
        """Read the number; anything but one or two ASCII digits is refused."""
        if not self.value:
            return
        if not COUNT.fullmatch(self.value):
            raise ValidationError(_("Enter a number of one or two digits."))
        self.count = int(self.value)


class DayField(TextField):
    """A day as browsers send it, `2026-11-30`, or nothing; `day` is None for nothing."""

    day: date | None = None

    def pre_validate(self, form: Any) -> None:  # noqa: ANN401, ARG002 - WTForms' signature
        """Read the day; anything but a day of the calendar is refused."""
        self.day = day_of(self.value)
        if self.value and self.day is None:
            raise ValidationError(_("Enter a day, such as 2026-11-30."))


class PointsField(TextField):
    """Points with a sign or without one; nothing is 0."""

    points: int = 0

    def pre_validate(self, form: Any) -> None:  # noqa: ANN401, ARG002 - WTForms' signature
        """Read the points; at most three ASCII digits."""
        if not self.value:
            return
        if not POINTS.fullmatch(self.value):
            raise ValidationError(_("Enter points of at most three digits, such as 10 or -5."))
        self.points = int(self.value)


class TakenField(TextField):
    """The tricks taken, or `S` for a set that was not counted.

    The page offers the number and the `S` as two controls of one name, so either may come.
    """

    taken: Taken | None = None

    def process_formdata(self, valuelist: list[Any]) -> None:
        """Keep what was entered, in whichever control."""
        self.data = " ".join(value.strip() for value in valuelist if value.strip())

    @property
    def is_set(self) -> bool:
        """Tell whether the set was marked as not counted."""
        return "S" in self.value.split()

    @property
    def counted(self) -> str:
        """The number as it was entered, without the mark."""
        return " ".join(part for part in self.value.split() if part != "S")

    def pre_validate(self, form: Any) -> None:  # noqa: ANN401, ARG002 - WTForms' signature
        """Read the number or the mark; both at once are refused."""
        if self.value == "S":
            self.taken = NOT_COUNTED
        elif COUNT.fullmatch(self.value):
            self.taken = int(self.value)
        elif self.value:
            raise ValidationError(
                _("Enter a number of one or two digits, or S for a set not counted.")
            )


class OwnWords:
    """WTForms' way to ask for a translation, led to the app's own catalogues.

    WTForms brings none in Kazakh, and would choose the language by itself.
    """

    gettext = staticmethod(gettext)
    ngettext = staticmethod(ngettext)


class PerSeat(FieldList):  # type: ignore[type-arg]  # WTForms' own class takes none
    """A field for each of `meta.seats` seats: `bid-0`, `bid-1`, and so on.

    A plain `FieldList` has as many as were sent, and numbers them anew where one is missing.
    """

    def process(self, formdata: Any, data: Any = (), extra_filters: Any = None) -> None:  # noqa: ANN401, ARG002 - WTForms' signature
        """Read what was entered for each seat, or take what is known of it."""
        self.entries = []
        known = chain(data or (), repeat(unset_value))
        for seat in range(self.meta.seats):
            self._add_entry(formdata, next(known), index=seat)  # type: ignore[attr-defined]  # its types leave it out


class ErrorsForm(Form):
    """A form that gathers the first error of each field, and errors that are of no one field.

    `inputs` are its fields by their names in the page, those of each seat one by one.
    """

    class Meta:
        """What WTForms asks a form about itself."""

        seats = MOST_PLAYERS

        def get_translations(self, form: Form) -> OwnWords:  # noqa: ARG002 - WTForms' signature
            """Return what says a message of WTForms' own in the reader's language."""
            return OwnWords()

    def __init__(self, *args: Any, **kwargs: Any) -> None:  # noqa: ANN401 - WTForms' signature
        """Start without errors."""
        super().__init__(*args, **kwargs)
        self.messages: dict[str, str] = {}
        fields = (getattr(field, "entries", [field]) for field in self)
        self.inputs: dict[str, Any] = {field.name: field for field in chain.from_iterable(fields)}

    def refuse(self, name: str, message: str) -> None:
        """Note an error at a field; the first one at a field is the one that is said."""
        self.messages.setdefault(name, message)

    def validate(self, extra_validators: Any = None) -> bool:  # noqa: ANN401 - WTForms' signature
        """Let every field read what was entered, and note what it says against that."""
        super().validate(extra_validators)
        for name, field in self.inputs.items():
            for error in field.errors[:1]:
                self.refuse(name, str(error))
        return not self.messages


class OnceForm(ErrorsForm):
    """A form that may be sent twice and counts once."""

    once: TextField

    def fingerprint(self) -> str:
        """Return what tells this filled-in form from any other: sent twice, it is one game."""
        one_time = self.once.value or secrets.token_hex(16)
        entries = [(name, str(field.data)) for name, field in self.inputs.items()]
        return hashlib.sha256(repr((one_time, entries)).encode(errors="replace")).hexdigest()
