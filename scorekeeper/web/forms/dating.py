"""When a game began, as a form says it: a day, and a time where anybody knows it."""

import re
from datetime import UTC, date, datetime, time, timedelta

from flask_babel import gettext as _
from flask_babel import to_user_timezone, to_utc

from scorekeeper.store.kept import KeptGame, Start

from .fields import ErrorsForm, TextField, day_of
from .people import TableForm

FIRST_DAY = date(1900, 1, 1)
"""No evening of Bluke was before; what is entered as earlier is a slip."""
TIME = re.compile(r"([01]?[0-9]|2[0-3]):([0-5][0-9])(?::([0-5][0-9]))?")


class DatedForm(ErrorsForm):
    """A form that can say when a game began."""

    date = TextField()
    time = TextField()

    def start(self) -> Start | None:
        """Return when the game began; None with an error at a field, or where nothing was said."""
        if not self.date.value:
            if self.time.value:
                self.refuse("date", _("Enter a day, such as 2026-11-30."))
            return None
        day = day_of(_figures(self.date.value))
        if day is None:
            self.refuse("date", _("Enter a day, such as 2026-11-30."))
            return None
        if not FIRST_DAY <= day <= datetime.now(UTC).date() + timedelta(days=1):
            self.refuse("date", _("A game is dated from 1 January 1900 to tomorrow."))
            return None
        if not self.time.value:
            return Start.on(day)
        clock = TIME.fullmatch(_figures(self.time.value))
        if clock is None:
            self.refuse("time", _("Enter a time of day, such as 19:30."))
            return None
        at = time(int(clock[1]), int(clock[2]), int(clock[3] or 0))
        return Start(to_utc(datetime.combine(day, at)).replace(tzinfo=UTC))

    def show(self, start: Start) -> None:
        """Fill the fields in with when a game began."""
        if start.has_time:
            shown = to_user_timezone(start.moment)
            self.date.data, self.time.data = f"{shown:%Y-%m-%d}", f"{shown:%H:%M}"
        else:
            self.date.data, self.time.data = start.moment.date().isoformat(), ""


class StartedForm(DatedForm, TableForm):
    """Another date for a game that is kept."""

    def change(self, kept: KeptGame) -> Start | None:
        """Return when the game began, or None with errors; fields left as shown change nothing."""
        found, start = self.start(), kept.start
        if not self.date.value:
            self.refuse("date", _("Enter a day, such as 2026-11-30."))
        # The page shows no seconds, so it does not take them away either.
        shown = Start(start.moment.replace(second=0, microsecond=0), start.has_time)
        return start if start.has_time and found == shown else found


def _figures(text: str) -> str:
    """Return a text with the digits of any script as ASCII has them."""
    return "".join(str(int(sign)) if sign.isdecimal() else sign for sign in text)
