"""The form of one hand: trump, and for each seat bid, tricks, points and whether it sits out."""

import re
from collections.abc import Collection

from flask_babel import gettext as _
from werkzeug.datastructures import MultiDict
from wtforms import BooleanField

from scorekeeper.rules import Game, Hand, Play, RuleError, Trump
from scorekeeper.rules.errors import DealerOutError, SeatOutError, UnknownSeatError
from scorekeeper.rules.game import bid_faults, hand_faults
from scorekeeper.rules.pack import check_hand_size, check_player_count
from scorekeeper.web.sentences import field_of, sentence

from .fields import (
    CountField,
    ErrorsForm,
    PerSeat,
    PointsField,
    TakenField,
    TextField,
    revision,
)

AT_A_SEAT = re.compile(r"(bid|taken|adjust|out)-(.*)", re.DOTALL)


class HandForm(ErrorsForm):
    """What is entered for a hand; `bid-0`, `taken-0`, `adjust-0`, `out-0` stand for each seat."""

    bid, taken = PerSeat(CountField()), PerSeat(TakenField())
    adjust, out = PerSeat(PointsField()), PerSeat(BooleanField())
    trump = TextField()
    dealer = CountField()
    cards = CountField()
    base = TextField()

    @property
    def base_revision(self) -> int | None:
        """The revision of the hand that the entries were made from; None for no usable one."""
        return revision(self.base.value)

    @property
    def has_rare_entries(self) -> bool:
        """Tell whether a dealer was put right, points were given, or somebody sits out."""
        given = [field.value for field in self.adjust]
        return any((self.dealer.value, self.cards.value, *given, *self.out.data))

    def hand(self, game: Game, number: int) -> Hand | None:
        """Return the hand that was entered, or None with an error at each field that has one."""
        self.validate()
        trump = self._trump()
        plays = self._plays()
        if self.messages:
            return None
        stored = game.hand(number)
        cards = stored.cards if self.cards.count is None else self.cards.count
        faults = self._faults(game, cards, plays, trump)
        for fault in faults:
            self.refuse_fault(fault)
        return None if faults else self._agreed(game, number, cards, plays, trump)

    def _agreed(
        self, game: Game, number: int, cards: int, plays: list[Play], trump: Trump | None
    ) -> Hand | None:
        """Return the hand where the whole table can agree to it: the dealer may be hooked."""
        order = game.hand(number).order
        entered = Hand(cards, tuple(plays), trump, self.dealer.count, order)
        try:
            game.with_hand(number, entered)
        except RuleError as fault:
            self.refuse_fault(fault)
            return None
        return entered

    def refuse_fault(self, fault: RuleError) -> None:
        """Say a broken rule at the field it is about."""
        field = field_of(fault)
        self.refuse(field, sentence(fault))
        if field.startswith("taken-"):
            # The counts as a whole cannot be, either: whoever looks there finds it as well.
            self.refuse("taken", sentence(fault))

    def refuse_unknown_seats(self, names: Collection[str]) -> None:
        """Refuse values for seats that are not at this table."""
        for name in names:
            at_a_seat = AT_A_SEAT.fullmatch(name)
            if at_a_seat and name not in self.inputs:
                self.refuse(name, sentence(UnknownSeatError(at_a_seat[2], len(self.out.data))))

    def _trump(self) -> Trump | None:
        if not self.trump.value:
            return None
        try:
            return Trump(self.trump.value)
        except ValueError:
            self.refuse("trump", _("Choose a suit, or no trump."))
            return None

    def _plays(self) -> list[Play]:
        plays = []
        for seat, is_out in enumerate(self.out.data):
            bid, taken, adjust = self.bid[seat], self.taken[seat], self.adjust[seat]
            if is_out:
                for part, field in (("bid", bid), ("taken", taken), ("adjust", adjust)):
                    if field.value:
                        self.refuse_fault(SeatOutError(seat, part))
                continue
            if bid.errors or taken.errors or adjust.errors:
                continue
            try:
                plays.append(Play(seat, bid.count, taken.taken, adjust.points))
            except RuleError as fault:
                self.refuse_fault(fault)
        return plays

    def _faults(
        self, game: Game, cards: int, plays: list[Play], trump: Trump | None
    ) -> list[RuleError]:
        """Return all that is wrong with the entries, before a hand can be made of them."""
        dealer = self.dealer.count
        try:
            check_player_count(len(plays))
            check_hand_size(cards, len(plays))
            if dealer is not None:
                game.check_seat(dealer)
                if self.out[dealer].data:
                    return [DealerOutError(dealer)]
        except RuleError as fault:
            return [fault]
        return [*bid_faults(game.house, cards, plays), *hand_faults(cards, plays, trump)]


def hand_form(
    players: int, entered: MultiDict[str, str] | None = None, **known: object
) -> HandForm:
    """Return the form of a hand for so many players, with what was entered or is known of it."""
    form = HandForm(entered, meta={"seats": players}, data=known)
    if entered is not None:
        form.refuse_unknown_seats([name for name in entered if entered[name].strip()])
    return form
