"""Which games the statistics are of: a time, and how many sat at the table."""

from datetime import UTC, date, datetime, time, timedelta

from flask_babel import gettext as _
from wtforms import ValidationError

from scorekeeper.rules.pack import FEWEST_PLAYERS, MOST_PLAYERS
from scorekeeper.store.statistics import Chosen

from .dating import FIRST_DAY
from .fields import CountField, DayField, ErrorsForm


class ChoiceForm(ErrorsForm):
    """Games from a day to another, both included, of so many players; all for what is empty."""

    since = DayField()
    until = DayField()
    players = CountField()

    def validate_since(self, field: DayField) -> None:
        """Refuse a day on which nobody played, and the one after which there is none."""
        if field.day is not None and not FIRST_DAY <= field.day < date.max:
            field.day = None
            raise ValidationError(_("Enter a day, such as 2026-11-30."))

    validate_until = validate_since

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
