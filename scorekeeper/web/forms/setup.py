"""The form that sets a game up: who sits where, who deals, and what the table agrees on."""

import re
from collections.abc import Sequence
from dataclasses import replace

from flask_babel import gettext as _
from werkzeug.datastructures import MultiDict
from wtforms import BooleanField

from scorekeeper.rules import Game, Hand, House, Order, Player, RuleError, hand_sizes
from scorekeeper.rules.errors import FinaleError, OrderError, PlayerCountError, TitleError
from scorekeeper.rules.game import LONGEST_TITLE, is_plain_text
from scorekeeper.rules.pack import FEWEST_PLAYERS, MOST_PLAYERS
from scorekeeper.web.sentences import sentence

from .alike import AskingForm, NameAt
from .fields import CountField, ErrorsForm, OnceForm, PerSeat, TextField, read_sizes

FIELDS: dict[type[RuleError], str] = {FinaleError: "finale", OrderError: "order"}
NAME_FIELD = re.compile(r"players-[0-9]{1,4}")


class OrderedForm(ErrorsForm):
    """A form with an order of hands: a usual one, or a list of one's own."""

    order: TextField
    hand_sizes: TextField
    finale: BooleanField

    @property
    def chosen_order(self) -> Order:
        """The order that was chosen; high–low–high while none was."""
        chosen = self.order.value
        return Order(chosen) if chosen in set(Order) else Order.HIGH_LOW_HIGH

    def sizes(self, players: int) -> tuple[int, ...]:
        """Return the cards of each hand; none with an error, or for so many as cannot play."""
        is_own = self.chosen_order is Order.CUSTOM
        own = read_sizes(self.hand_sizes.value) if is_own else []
        if self.order.value not in ("", *Order):
            self.refuse("order", _("Choose one of the orders."))
        elif is_own and not own:
            self.refuse("hand_sizes", _("List the cards of each hand, such as 5,4,3,2,1."))
        elif FEWEST_PLAYERS <= players <= MOST_PLAYERS:
            finale = bool(self.finale.data)
            try:
                return hand_sizes(players, self.chosen_order, own=own or (), finale=finale)
            except RuleError as fault:
                self.refuse(FIELDS.get(type(fault), "hand_sizes"), sentence(fault))
        return ()

    def undealt(self, players: Sequence[Player], sizes: Sequence[int]) -> Game:
        """Return the game of these players before its first hand."""
        hands = tuple(Hand.undealt(cards, range(len(players))) for cards in sizes)
        finale = bool(self.finale.data)
        return Game(tuple(players), hands, order=self.chosen_order, finale=finale)


class HouseForm(ErrorsForm):
    """A form with a checkbox for each house rule, named as the rule is."""

    zero_bid = BooleanField()
    hook = BooleanField()

    @property
    def house(self) -> House:
        """The house rules that were ticked."""
        return House.of(lambda rule: bool(self.inputs[rule].data))


class SetupForm(OnceForm, OrderedForm, HouseForm, AskingForm):
    """A game to be; `players-0` and `player-0` stand for each seat, in seating order."""

    players, player = PerSeat(TextField()), PerSeat(TextField())
    title = TextField()
    first_dealer = CountField()
    scorekeeper = CountField()
    order = TextField(default=Order.HIGH_LOW_HIGH.value)
    hand_sizes = TextField()
    finale = BooleanField()
    once = TextField()

    @classmethod
    def read(cls, entered: MultiDict[str, str]) -> "SetupForm":
        """Return the form with what was entered, a name beyond the last seat refused."""
        form = cls(entered)
        beyond = [n for n in entered if NAME_FIELD.fullmatch(n) and n not in form.inputs]
        if any(entered[name].strip() for name in beyond):
            form.refuse("players", sentence(PlayerCountError(MOST_PLAYERS + len(beyond))))
        return form

    @property
    def names(self) -> list[str]:
        """The names in seating order, trailing empty ones left out."""
        names = [field.value for field in self.players]
        while names and not names[-1]:
            names.pop()
        return names

    @property
    def player_ids(self) -> list[str | None]:
        """For each name the id of the player of the book that was meant, if one was given."""
        return [field.value or None for field in self.player.entries[: len(self.names)]]

    def game(self) -> Game | None:
        """Return the game that was set up, or None with an error at each field that has one."""
        self.validate()
        self._seat_whom_they_mean()
        players = self._players()
        sizes = self.sizes(len(self.names))
        self._check_seats(len(self.names))
        if len(self.title.value) > LONGEST_TITLE or not is_plain_text(self.title.value):
            self.refuse("title", sentence(TitleError(self.title.value)))
        if self.messages:
            return None
        return replace(
            self.undealt(players, sizes),
            house=self.house,
            first_dealer=self.first_dealer.count or 0,
            scorekeeper=self.scorekeeper.count,
            title=self.title.value,
        )

    def _seat_whom_they_mean(self) -> None:
        seats = enumerate(zip(self.names, self.player_ids, strict=True))
        names = [NameAt(seat, f"players-{seat}", name, own) for seat, (name, own) in seats]
        for seat, meant in self.meant(names).items():
            self.players[seat].data, self.player[seat].data = meant.name, meant.id

    def _players(self) -> list[Player]:
        players = []
        for seat, name in enumerate(self.names):
            try:
                players.append(Player(name))
            except RuleError as fault:
                gap = _("Nobody sits here: close the gap, or enter a name.")
                self.refuse(f"players-{seat}", sentence(fault) if name else gap)
        if len(self.names) < FEWEST_PLAYERS:
            few = PlayerCountError(len(self.names))
            self.refuse(f"players-{len(self.names)}", sentence(few))
        return players

    def _check_seats(self, players: int) -> None:
        if not self.first_dealer.value:
            self.refuse("first_dealer", _("Choose who deals first: whoever drew the highest card."))
        for field in (self.first_dealer, self.scorekeeper):
            if field.count is not None and field.count >= players:
                self.refuse(field.name, _("Nobody sits there."))
