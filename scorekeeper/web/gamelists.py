"""The games behind a figure: which they are, in which order, and what is said over them."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from flask_babel import gettext as _
from flask_babel import ngettext

from scorekeeper.rules import Outcome, Trump
from scorekeeper.statistics import GameOf, HandKind, Role, Split, Summary, read_hands
from scorekeeper.store.statistics import Person

PAGE = 50


@dataclass(frozen=True, slots=True)
class Listed:
    """A game in the list, and how the hands that the figure counts came out in it."""

    game: GameOf
    split: Split


@dataclass(frozen=True, slots=True)
class Figure:
    """What a figure counts: games, or hands of some kind, and which games come first.

    `games` and `hands` tell which count; `order` is what the highest of comes first, the latest
    game otherwise.
    """

    title: str
    games: Callable[[Summary], bool] = lambda summary: bool(summary.hands)
    hands: Callable[[HandKind], bool] = lambda _hand: True
    order: Callable[[Summary], int] | None = None


def figure(word: str, name: str, others: dict[str, Person]) -> Figure:
    """Return the figure of an address; without a right word, the games that are over.

    `name` is the player's; `others` are who they may have played against, by id.
    """
    found = _plain(name).get(word) or _of_hands(word) or _against(word, name, others)
    return found or _plain(name)["games"]


def listed(games: Sequence[GameOf], of: Figure) -> list[Listed]:
    """Return the games that a figure counts."""
    chosen = [game for game in games if of.games(game.summary)]
    if of.order is not None:
        order = of.order
        chosen.sort(key=lambda game: -order(game.summary))
    found = [Listed(game, _split(game.summary, of)) for game in chosen]
    return [each for each in found if each.split.hands or not each.game.summary.hands]


def _split(summary: Summary, of: Figure) -> Split:
    outcomes = [hand.outcome for hand in read_hands(summary.hands) if of.hands(hand)]
    return Split(*map(outcomes.count, Outcome))


def _plain(name: str) -> dict[str, Figure]:
    """Return the figures that an address calls by one word."""
    return {
        "games": Figure(_("Finished games of %(name)s", name=name), _is_over),
        "wins": Figure(_("Games that %(name)s won", name=name), _is_won),
        "best": Figure(
            _("Games of %(name)s, the best first", name=name), _is_over, order=lambda s: s.total
        ),
        "worst": Figure(
            _("Games of %(name)s, the worst first", name=name), _is_over, order=lambda s: -s.total
        ),
        "comeback": Figure(
            _("Games that %(name)s won from behind", name=name),
            lambda summary: summary.comeback > 0,
            order=lambda summary: summary.comeback,
        ),
        "lead": Figure(
            _("Games in which %(name)s lost a lead", name=name),
            lambda summary: summary.lead_lost > 0,
            order=lambda summary: summary.lead_lost,
        ),
        "hands": Figure(_("Games in which %(name)s has scored hands", name=name)),
        "uncounted": Figure(
            _("Games in which tricks of %(name)s were not counted", name=name),
            lambda summary: summary.uncounted > 0,
        ),
        "S": Figure(
            _("Games in which %(name)s went set", name=name),
            lambda summary: summary.sets > 0,
            lambda hand: hand.outcome is Outcome.SET,
        ),
        "O": Figure(
            _("Games in which %(name)s took overtricks", name=name),
            lambda summary: summary.overtricks > 0,
            lambda hand: hand.outcome is Outcome.OVERTRICKS,
        ),
        "P": Figure(
            _("Games in which %(name)s had perfect hands", name=name),
            lambda summary: summary.perfects > 0,
            lambda hand: hand.outcome is Outcome.PERFECT,
        ),
    }


def _of_hands(word: str) -> Figure | None:
    """Return the figure of one line of a breakdown: `cards-13`, `trump-spades`, `bid-high`."""
    kind, _dash, key = word.partition("-")
    if kind == "cards" and key.isascii() and key.isdecimal() and len(key) <= 2:  # noqa: PLR2004 - a number of cards
        return Figure(
            ngettext("Hands of %(num)s card", "Hands of %(num)s cards", int(key)),
            hands=lambda hand: hand.cards == int(key),
        )
    if kind == "trump" and key in TRUMPS:
        return Figure(trump_title(TRUMPS[key]), hands=lambda hand: hand.trump == TRUMPS[key])
    if kind == "role" and key in ROLES:
        return Figure(role_title(ROLES[key]), hands=lambda hand: hand.role is ROLES[key])
    if kind == "bid" and key in HEIGHTS:
        is_high = HEIGHTS[key]
        return Figure(height_title(is_high=is_high), hands=lambda hand: hand.is_high is is_high)
    return None


def _against(word: str, name: str, others: dict[str, Person]) -> Figure | None:
    """Return the figure of the games against somebody: `against-` and an id."""
    other = others.get(word.removeprefix("against-"))
    if other is None:
        return None
    return Figure(
        _("Finished games of %(name)s and %(other)s", name=name, other=other.name),
        lambda summary: any(own_id in summary.against for own_id in other.ids),
    )


TRUMPS = {trump.value: trump for trump in Trump} | {"unknown": None}
ROLES = {"dealer": Role.DEALER, "first": Role.FIRST, "between": Role.BETWEEN}
HEIGHTS = {"high": True, "low": False}


def trump_title(trump: Trump | None) -> str:
    """Return what hands with this trump are called."""
    titles = {
        Trump.SPADES: _("Spades trump"),
        Trump.HEARTS: _("Hearts trump"),
        Trump.DIAMONDS: _("Diamonds trump"),
        Trump.CLUBS: _("Clubs trump"),
        Trump.NONE: _("No trump"),
    }
    return titles[trump] if trump else _("Trump not noted")


def role_title(role: Role) -> str:
    """Return what hands are called in which the player had this part in the bidding."""
    titles = {
        Role.DEALER: _("As dealer, bidding last"),
        Role.FIRST: _("As first bidder"),
        Role.BETWEEN: _("Bidding in between"),
    }
    return titles[role]


def height_title(*, is_high: bool) -> str:
    """Return what hands with such bids are called."""
    return _("High bids") if is_high else _("Low bids")


def _is_over(summary: Summary) -> bool:
    return summary.is_over


def _is_won(summary: Summary) -> bool:
    return summary.is_over and summary.place == 1
