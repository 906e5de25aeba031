"""The address of an empty card, read: how many play, what order, and whose names stand on it."""

from typing import Any

from flask_babel import gettext as _
from wtforms import BooleanField

from scorekeeper.rules import Game, Hand, Order, Player, RuleError, hand_sizes
from scorekeeper.rules.errors import FinaleError, HandSizeError, OrderError, PlayerCountError
from scorekeeper.rules.pack import FEWEST_PLAYERS, MOST_PLAYERS

from .forms.fields import CountField, ErrorsForm, TextField, read_sizes
from .sentences import sentence

USUAL_PLAYERS = 4
NO = ("", "0", "false", "no", "off")


class BlankForm(ErrorsForm):
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

    @property
    def chosen_order(self) -> Order:
        """The order that was chosen; high–low–high while none was."""
        chosen = self.order.value
        return Order(chosen) if chosen in set(Order) else Order.HIGH_LOW_HIGH

    def game(self) -> Game | None:
        """Return a game without a hand played, or None with an error at each field that has one."""
        self.validate()
        players, sizes = self._players(), self._sizes()
        if self.messages:
            return None
        return Game(
            players=tuple(players),
            hands=tuple(Hand.undealt(cards, range(len(players))) for cards in sizes),
            order=self.chosen_order,
            finale=bool(self.finale.data),
        )

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

    def _sizes(self) -> tuple[int, ...]:
        if self.order.value not in ("", *Order):
            self.refuse("order", _("Choose one of the orders."))
        own = self._own_sizes() if self.chosen_order is Order.CUSTOM else []
        if self.messages:
            return ()
        try:
            return hand_sizes(self.seats, self.chosen_order, own=own, finale=bool(self.finale.data))
        except RuleError as fault:
            self.refuse(_field_of(fault), sentence(fault))
        return ()

    def _own_sizes(self) -> list[int]:
        sizes = read_sizes(self.hand_sizes.value)
        if not sizes:
            self.refuse("hand_sizes", _("List the cards of each hand, such as 5,4,3,2,1."))
        return sizes or []


FIELDS: dict[type[RuleError], str] = {
    FinaleError: "finale",
    HandSizeError: "hand_sizes",
    OrderError: "order",
}


def _field_of(error: Any) -> str:  # noqa: ANN401 - any broken rule of `hand_sizes`
    return FIELDS.get(type(error), "hand_sizes")
