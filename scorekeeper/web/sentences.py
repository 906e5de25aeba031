"""What a broken rule says to the person who broke it, in that person's language."""

from collections.abc import Callable
from typing import Any

from flask_babel import gettext as _
from flask_babel import ngettext

from scorekeeper.rules import RuleError, errors
from scorekeeper.rules.game import LONGEST_NAME, is_plain_text


def sentence(error: RuleError) -> str:
    """Return the sentence for a broken rule."""
    return SENTENCES[type(error)](error)


def field_of(error: RuleError) -> str:
    """Return the name of the hand form's field that a broken rule is about."""
    if isinstance(error, errors.DealerOutError):
        return "dealer"
    if isinstance(error, errors.SeatError):
        return f"{error.part}-{error.seat}"
    return FIELDS.get(type(error), "hand")


FIELDS: dict[type[RuleError], str] = {
    errors.TricksError: "taken",
    errors.TrumpError: "trump",
    errors.HandSizeError: "cards",
    errors.PlayerCountError: "out",
    errors.UnknownSeatError: "dealer",
}


def _tricks(error: errors.TricksError) -> str:
    figures = {"counted": error.counted, "cards": error.cards}
    missing = ngettext(
        "One trick is missing: %(counted)s of %(cards)s are counted.",
        "%(num)s tricks are missing: %(counted)s of %(cards)s are counted.",
        abs(error.off),
        **figures,
    )
    too_many = ngettext(
        "One trick too many: %(counted)s are counted, and there are %(cards)s.",
        "%(num)s tricks too many: %(counted)s are counted, and there are %(cards)s.",
        abs(error.off),
        **figures,
    )
    return str(missing if error.off < 0 else too_many)


def _name(name: str) -> str:
    if not is_plain_text(name):
        return _("A name cannot contain tabs, line breaks or other control characters.")
    if 0 < len(name) <= LONGEST_NAME:
        return _("A name needs a letter, a digit or a sign that can be seen.")
    return _("A name is 1 to 40 characters long.")


def _title(title: str) -> str:
    if not is_plain_text(title):
        return _("A title cannot contain tabs, line breaks or other control characters.")
    return _("A title is at most 80 characters long.")


SENTENCES: dict[type[RuleError], Callable[[Any], str]] = {
    errors.WholeNumberError: lambda _error: _("This must be a whole number."),
    errors.PlayerCountError: lambda error: _(
        "Bluke needs 2 to 15 players; this makes %(players)s.", players=error.players
    ),
    errors.PlayerNameError: lambda error: _name(error.name),
    errors.TitleError: lambda error: _title(error.title),
    errors.UnknownSeatError: lambda _error: _("Nobody sits there."),
    errors.HandSizeError: lambda error: _(
        "With %(players)s players a hand has 1 to %(most)s cards.",
        players=error.players,
        most=error.most,
    ),
    errors.HandCountError: lambda error: _("A game has 1 to %(most)s hands.", most=error.most),
    errors.OrderError: lambda _error: _("The long game is for two or three players."),
    errors.FinaleError: lambda _error: _(
        "The finale deals every card: that works with 6 or 9 players, "
        "and with 2 or 3 at the end of a long game."
    ),
    errors.TrumpError: lambda _error: _("Every card is dealt, so there is no trump in this hand."),
    errors.DealerOutError: lambda _error: _("Who sits the hand out cannot deal it."),
    errors.SeatOutError: lambda _error: _("Sits this hand out: leave this empty."),
    errors.BidRangeError: lambda error: _(
        "A bid here is %(lowest)s to %(highest)s.", lowest=error.lowest, highest=error.highest
    ),
    errors.HookError: lambda error: _(
        "The bids may not add up to %(total)s: the dealer bids something else.", total=error.total
    ),
    errors.BidMissingError: lambda _error: _("Enter the bid first."),
    errors.UncountedZeroError: lambda _error: _("A bid of 0 cannot go set: enter the tricks."),
    errors.TakenRangeError: lambda error: _(
        "There are only %(cards)s tricks in this hand.", cards=error.cards
    ),
    errors.TricksError: _tricks,
    errors.BegunError: lambda error: _(
        "Hand %(number)s is begun already: choose hand %(first)s or a later one.",
        number=error.number,
        first=error.first,
    ),
    errors.NoHandError: lambda error: _("There is no hand %(number)s.", number=error.number),
    errors.HandMisfitError: lambda error: _(
        "With one more player hand %(number)s cannot have %(cards)s cards: %(nearest)s would fit.",
        number=error.number,
        cards=error.cards,
        nearest=error.nearest,
    ),
    errors.SeatingError: lambda _error: _("Each player must have one seat."),
}
