"""The address of an empty card, read: how many play, what order, and whose names stand on it."""

from flask_babel import gettext as _
from wtforms import BooleanField

from scorekeeper.rules import Game, Player, RuleError
from scorekeeper.rules.errors import PlayerCountError
from scorekeeper.rules.pack import FEWEST_PLAYERS, MOST_PLAYERS

from .forms.fields import CountField, TextField
from .forms.setup import OrderedForm
from .sentences import sentence

USUAL_PLAYERS = 4
NO = ("", "0", "false", "no", "off")


class BlankForm(OrderedForm):
    """An empty card to be; every field may be left out."""

    players = CountField()
    names = TextField()
    order = TextField()
    hand_sizes = TextField()
    finale = BooleanField(false_values=(False, *NO))
    style = TextField()
    paper = TextField()

    @property
    def listed(self) -> list[str]:
        """The names in seating order; an empty one is left to the pen."""
        names = [name.strip() for name in self.names.value.split(",")]
        while names and not names[-1]:
            names.pop()
        return names

    @property
    def seats(self) -> int:
        """How many players the card is for."""
        if self.players.count is not None:
            return self.players.count
        return len(self.listed) or USUAL_PLAYERS

    @property
    def unnamed(self) -> frozenset[int]:
        """The seats whose names are left to the pen."""
        names = self.listed
        return frozenset(s for s in range(self.seats) if s >= len(names) or not names[s])

    def game(self) -> Game | None:
        """Return a game without a hand played, or None with an error at each field that has one."""
        self.validate()
        players, sizes = self._players(), self.sizes(self.seats)
        return None if self.messages else self.undealt(players, sizes)

    def _players(self) -> list[Player]:
        names = self.listed
        if not FEWEST_PLAYERS <= self.seats <= MOST_PLAYERS:
            self.refuse("players", sentence(PlayerCountError(self.seats)))
            return []
        if len(names) > self.seats:
            self.refuse("names", _("There are more names than players."))
        players = []
        for seat in range(self.seats):
            name = names[seat] if seat not in self.unnamed else ""
            try:
                players.append(Player(name or str(seat + 1)))
            except RuleError as fault:
                self.refuse("names", sentence(fault))
        return players
