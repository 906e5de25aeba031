"""Which games the statistics are of: a time, and how many sat at the table."""

from datetime import UTC, date, datetime, time, timedelta
from typing import Any

from flask_babel import gettext as _
from wtforms import ValidationError

from scorekeeper.rules.pack import FEWEST_PLAYERS, MOST_PLAYERS
from scorekeeper.store.statistics import Chosen

from .fields import CountField, ErrorsForm, TextField

FIRST_YEAR = 1900
"""No evening of Bluke was before; what is entered as earlier is a slip."""


class DayField(TextField):
    """A day as browsers send it, `2026-11-30`, or nothing; `day` is None for nothing."""

    day: date | None = None

    def pre_validate(self, form: Any) -> None:  # noqa: ANN401, ARG002 - WTForms' signature
        """Read the day."""
        if not self.value:
            return
        try:
            day = datetime.strptime(self.value, "%Y-%m-%d").date()  # noqa: DTZ007 - a day alone
        except ValueError:
            raise ValidationError(_("Enter a day, such as 2026-11-30.")) from None
        if day.year < FIRST_YEAR or day == date.max:
            raise ValidationError(_("Enter a day, such as 2026-11-30."))
        self.day = day


class ChoiceForm(ErrorsForm):
    """Games from a day to another, both included, of so many players; all for what is empty."""

    since = DayField()
    until = DayField()
    players = CountField()

    def validate_players(self, field: CountField) -> None:
        """Refuse a number of players that no table has."""
        if field.count is not None and not FEWEST_PLAYERS <= field.count <= MOST_PLAYERS:
            raise ValidationError(
                _(
                    "Bluke is played by %(fewest)s to %(most)s players.",
                    fewest=FEWEST_PLAYERS,
                    most=MOST_PLAYERS,
                )
            )

    @property
    def chosen(self) -> Chosen:
        """Which games to count; what was refused chooses nothing. Days are those of UTC."""
        until = self.until.day
        return Chosen(
            since=_midnight(self.since.day) if self.since.day else None,
            before=_midnight(until + timedelta(days=1)) if until else None,
            players=None if self.players.errors else self.players.count,
        )

    @property
    def kept(self) -> dict[str, str]:
        """What addresses carry on: the choices that hold."""
        choices = {
            "since": self.since.day and self.since.day.isoformat(),
            "until": self.until.day and self.until.day.isoformat(),
            "players": self.chosen.players and str(self.chosen.players),
        }
        return {name: choice for name, choice in choices.items() if choice}


def _midnight(day: date) -> datetime:
    return datetime.combine(day, time(), UTC)
