"""The forms of an unruly table: who comes and goes, which hands come, and what all are called."""

from collections.abc import Callable
from dataclasses import replace

from flask_babel import gettext as _
from wtforms import BooleanField

from scorekeeper.rules import Game, Player, RuleError, errors
from scorekeeper.rules.table import (
    first_unbegun,
    joined,
    left,
    reordered,
    reseated,
    with_coming_hands,
)
from scorekeeper.store.kept import KeptGame, Start
from scorekeeper.web.sentences import sentence

from .alike import AskingForm, NameAt
from .fields import CountField, ErrorsForm, PerSeat, PointsField, TextField, read_sizes, revision


class TableForm(ErrorsForm):
    """A change to the table, made from a revision of the game."""

    base = TextField()

    @property
    def base_revision(self) -> int | None:
        """The revision of the game that the change was made from; None for no usable one."""
        return revision(self.base.value)

    def game(self, game: Game) -> Game | None:
        """Return the game with the change made to it, or None with errors."""
        return game

    def change(self, kept: KeptGame) -> Game | Start | None:
        """Return what the form makes of a game that is kept, or None with errors."""
        return self.game(kept.game)

    def changed(
        self, change: Callable[[], Game], *, fields: dict[type[RuleError], str]
    ) -> Game | None:
        """Return the changed game, or None with the rule it breaks said at a field."""
        if self.messages:
            return None
        try:
            return change()
        except RuleError as fault:
            name = next((fields[kind] for kind in type(fault).__mro__ if kind in fields), "table")
            self.refuse(name, sentence(fault))
            return None


class FromHandForm(TableForm):
    """A change that holds from a hand on; from the first that nobody has begun unless it says."""

    number = CountField()

    def from_hand(self, game: Game) -> int:
        """Return the number of the first hand that is changed."""
        return first_unbegun(game) if self.number.count is None else self.number.count


class JoinForm(FromHandForm, AskingForm):
    """Somebody who sits down late: from which hand on, to whose left, with how many points."""

    name = TextField()
    player = TextField()
    after = CountField()
    start = PointsField()
    fit = BooleanField()

    def game(self, game: Game) -> Game | None:
        """Return the game with the new player in it, or None with errors."""
        self.validate()
        seated = [NameAt(seat, "name", at.name) for seat, at in enumerate(game.players)]
        late = NameAt(len(seated), "name", self.name.value, self.player.value or None)
        for meant in self.meant([*seated, late]).values():
            self.name.data, self.player.data = meant.name, meant.id
        number = self.from_hand(game)
        fields = {
            errors.PlayerNameError: "name",
            errors.BegunError: "number",
            errors.NoHandError: "number",
            errors.HandMisfitError: "fit",
            errors.UnknownSeatError: "after",
        }
        return self.changed(
            lambda: joined(
                game,
                Player(self.name.value, self.start.points),
                number=number,
                fit=bool(self.fit.data),
                after=self.after.count,
            ),
            fields=fields,
        )


class LeaveForm(FromHandForm):
    """Somebody who leaves for good, from a hand on."""

    seat = CountField()

    def game(self, game: Game) -> Game | None:
        """Return the game without that player from then on, or None with errors."""
        self.validate()
        if not self.seat.value:
            self.refuse("seat", sentence(errors.UnknownSeatError("", len(game.players))))
        seat, number = self.seat.count or 0, self.from_hand(game)
        fields = {
            errors.UnknownSeatError: "seat",
            errors.BegunError: "number",
            errors.NoHandError: "number",
            errors.SeatError: "seat",
        }
        return self.changed(lambda: left(game, seat, number=number), fields=fields)


class ComingForm(TableForm):
    """The hands still to come, as a list of their cards: add, drop or resize any of them."""

    hand_sizes = TextField()

    def game(self, game: Game) -> Game | None:
        """Return the game with that list of coming hands, or None with errors."""
        self.validate()
        sizes = read_sizes(self.hand_sizes.value)
        if not sizes:
            self.refuse("hand_sizes", _("List the cards of each hand, such as 5,4,3,2,1."))
        return self.changed(
            lambda: with_coming_hands(game, sizes or []), fields={RuleError: "hand_sizes"}
        )


class SeatsForm(TableForm):
    """Another order round the table, clockwise, from the first hand that nobody has begun.

    Before the first hand the players move to other seats: `order` names the old ones. From then
    on each keeps their seat, and only the order of the seats becomes another.
    """

    order = TextField()

    def game(self, game: Game) -> Game | None:
        """Return the game with its players in another order, or None with errors."""
        self.validate()
        number = first_unbegun(game)
        if number > len(game.hands):
            self.refuse("table", _("Every hand is begun already: the order stays as it is."))
        change = reseated if number == 1 else reordered
        return self.changed(lambda: change(game, self.old_seats), fields={RuleError: "order"})

    @property
    def old_seats(self) -> list[int]:
        """The old seats in the new order, as they were entered."""
        return read_sizes(self.order.value) or []


class NamesForm(TableForm, AskingForm):
    """Who sits on each seat, and what the game is called.

    There is a `name-0` for each seat, and a `player-0` with the id of whom it was chosen as.
    """

    name, player = PerSeat(TextField()), PerSeat(TextField())
    title = TextField()

    def game(self, game: Game) -> Game | None:
        """Return the game with these names on its seats and its title, or None with errors."""
        self.validate()
        seats = enumerate(zip(self.name, self.chosen, strict=True))
        names = [NameAt(seat, name.name, name.value, chosen) for seat, (name, chosen) in seats]
        for seat, meant in self.meant(names).items():
            self.name[seat].data, self.player[seat].data = meant.name, meant.id
        players = []
        for seat, player in enumerate(game.players):
            try:
                players.append(replace(player, name=self.name[seat].value))
            except RuleError as fault:
                self.refuse(f"name-{seat}", sentence(fault))
        return self.changed(
            lambda: replace(game, players=tuple(players), title=self.title.value),
            fields={errors.TitleError: "title"},
        )

    @property
    def chosen(self) -> list[str | None]:
        """For each seat the id of the player it was chosen for, None without one."""
        return [field.value or None for field in self.player]
