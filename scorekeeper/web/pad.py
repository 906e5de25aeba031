"""What the keypad needs to know, worked out by the rules, so that its script holds none.

Three tables carry every rule of the house: points by bid and result, legal bids by cards,
and totals forbidden to the last bidder. The rest is seating and the size of the pack.
"""

from collections.abc import Callable
from typing import Any

from flask import url_for
from flask_babel import get_translations
from flask_babel import gettext as _

from scorekeeper.rules import NOT_COUNTED, Game, House
from scorekeeper.rules.game import tricks_unseen
from scorekeeper.rules.pack import (
    FEWEST_PLAYERS,
    PACK,
    bidding_order,
    deals_whole_pack,
    most_cards,
)
from scorekeeper.rules.scorecard import left_from
from scorekeeper.rules.stakes import LAST_HANDS, extremes
from scorekeeper.store import history
from scorekeeper.store.kept import KeptGame

from .access import device
from .devices import kinds_of_device
from .documents import document

STEPS_AT_HAND = 12
"""How many steps back the page can go with no network; the server knows them all."""

GAPS = {
    **{name: f"{{{name}}}" for name in ("name", "names", "number", "reason", "time")},
    **{name: f"{{{name}}}" for name in ("bids", "cards", "over", "under", "rank", "points")},
}
"""What stands in a sentence where the script fills something in."""


def page_data(kept: KeptGame, recent: history.Recent | None) -> dict[str, Any]:
    """Return all that a page needs to follow a game by itself, and a keeper's to keep it.

    A keeper's gets the recent changes: the way back, and which device it is on.
    """
    keeping = {} if recent is None else _keeping(recent)
    return {
        "document": document(kept),
        "called": kept.called,
        **keeping,
        "rules": {**rule_tables(kept.game), "left_from": left_hands(kept)},
        "addresses": {
            "hands": url_for("games.table", game_id=kept.id) + "/hands/",
            "undo": url_for("games.undo", game_id=kept.id),
            "document": url_for("games.as_document", game_id=kept.id),
            "live": url_for("live.follow", game_id=kept.id),
            "token": url_for("links.token", game_id=kept.id),
            "pen": url_for("pens.take", game_id=kept.id),
            "others": url_for("pens.others", game_id=kept.id),
            "corrections": url_for("histories.corrected", game_id=kept.id),
            "review": url_for("reviews.show", game_id=kept.id),
        },
        "words": words(),
    }


def _keeping(recent: history.Recent) -> dict[str, Any]:
    return {
        "steps": [{"number": number, "was": was} for number, was in recent.hands],
        "more_steps": recent.has_more,
        "device": device().id,
    }


def rule_tables(game: Game) -> dict[str, Any]:
    """Return the rules of this table as data, for every hand that its players could be dealt."""
    players, house = len(game.players), game.house
    most = most_in_a_hand(game)
    sizes = range(1, most + 1)
    return {
        "points": [
            [_points(house, bid, taken) for taken in range(most + 1)] for bid in range(most + 1)
        ],
        "uncounted": [_uncounted(house, bid) for bid in range(most + 1)],
        "unseen": [tricks_unseen(bid) for bid in range(most + 1)],
        "legal": [[]] + [list(house.legal_bids(cards)) for cards in sizes],
        "forbidden": [[]] + [list(house.forbidden_totals(cards)) for cards in sizes],
        "extremes": [[0, 0]] + [list(extremes(house, cards)) for cards in sizes],
        "last_hands": LAST_HANDS,
        "around": [
            list(bidding_order(seat, range(players), range(players))) for seat in range(players)
        ],
        "most_cards": {seats: most_cards(seats) for seats in range(FEWEST_PLAYERS, players + 1)},
        "whole_pack": {
            seats: PACK // seats
            for seats in range(FEWEST_PLAYERS, players + 1)
            if deals_whole_pack(PACK // seats, seats)
        },
    }


def left_hands(kept: KeptGame) -> list[int | None]:
    """Return for each seat after which scored hand it has no rank; None for those who stay."""
    seats = range(len(kept.game.players))
    return [left_from(kept.game, seat) for seat in seats]


def most_in_a_hand(game: Game) -> int:
    """Return the most cards that any hand of this table could be made to deal."""
    return max(most_cards(len(hand.plays)) for hand in game.hands)


def words() -> dict[str, Any]:
    """Return the sentences that the script fills in, numbered ones in each form of plural."""
    return {
        **in_each_form(_with_number, PACK),
        # Translators: Heard with the field that takes Ann's bid: “Ann bids”.
        "bids": _("%(name)s bids", **GAPS),
        # Translators: Heard with the field that takes Ann's tricks: “Ann took”.
        "took": _("%(name)s took", **GAPS),
        "deals": _("%(name)s deals", **GAPS),
        # Translators: Small, beside the name of the player who deals this hand.
        "deals_tag": _("deals"),
        # Translators: Small, beside the name of the player who plays the first card.
        "leads_tag": _("leads"),
        # Translators: Small, beside a player's name, for the second in which keys do nothing:
        # another device has just moved the cursor here.
        "held_tag": _("changed elsewhere"),
        "hand": _("Hand %(number)s", **GAPS),
        # Translators: Beside the sign of the suit that is trump: “♠ trump”.
        "trump": _("trump"),
        # Translators: “9 bid of 13”: the bids so far, and the cards each player has. Short.
        "bid_of": _("%(bids)s bid of %(cards)s", **GAPS),
        # Translators: Table line: bids add up to more than the cards. “15 bid for 13: 2 over”.
        "over": _("%(bids)s bid for %(cards)s: %(over)s over", **GAPS),
        "under": _("%(bids)s bid for %(cards)s: %(under)s under", **GAPS),
        "even": _("%(bids)s bid for %(cards)s: just even", **GAPS),
        "hand_gone": _(
            "Hand %(number)s is not dealt any more: another device changed the list.",
            **GAPS,
        ),
        "misfit": _("That does not fit the bids and tricks that are in already."),
        "counted": _("all tricks counted"),
        "corrected": _("Correction: it is saved as soon as the tricks agree."),
        "back": _("Back to hand %(number)s", **GAPS),
        "leave": _("The correction does not agree with the cards yet. Drop it?"),
        # Translators: In place of the rank of a player who left the game for good. Short.
        "has_left": _("has left"),
        # Translators: Place, and points behind the first: “2 · −14”. Mostly stays as it is.
        "behind": _("%(rank)s · −%(points)s", **GAPS),
        "saved": _("Saved"),
        "saving": _("Saving"),
        "waiting": _("Kept on this phone until the server answers"),
        # Translators: Beside the keypad, where only an open page can send the taps. Short.
        "keep_open": _("On this phone only: keep this page open"),
        "loose": _("This browser keeps nothing: leave the page open until all is saved"),
        # Translators: A quiet line over the table; the time is that of a clock, such as “21:14”.
        "silent": _("No news from the server since %(time)s", **GAPS),
        "locked_out": _(
            "This device may no longer write. Open the keeper's link again; nothing is lost."
        ),
        "refused": _("The server refused hand %(number)s: %(reason)s", **GAPS),
        "undo_late": _("Another device saved something meanwhile. Look, then undo again."),
        # Translators: The name is that of a device, such as “iPhone 3f2”.
        "has_pen": _("%(name)s keeps the score", **GAPS),
        "devices": kinds_of_device(),
        "game_over": _("The game is over"),
        "wins": _("%(name)s wins", **GAPS),
        "shared": _("%(names)s share the win", **GAPS),
        "misdeal": _("Clear this hand and deal it again?"),
        "awake_help": _(
            "This browser cannot keep the screen on here: set a longer screen time-out."
        ),
        "awake_refused": _("The browser refused just now, perhaps to save the battery."),
        "suits": {
            "spades": _("spades"),
            "hearts": _("hearts"),
            "diamonds": _("diamonds"),
            "clubs": _("clubs"),
            "none": _("no trump"),
        },
    }


def _points(house: House, bid: int, taken: int) -> list[Any]:
    score = house.score(bid, taken)
    return [score.outcome.value, score.points]


def _uncounted(house: House, bid: int) -> list[Any] | None:
    """Return what a set that nobody counted scores; a bid of none cannot go set."""
    if bid == 0:
        return None
    score = house.score(bid, NOT_COUNTED)
    return [score.outcome.value, score.points]


def in_each_form(say: Callable[[int], dict[str, str]], numbers: int) -> dict[str, Any]:
    """Return sentences in each form of plural, and under `plural` which form a number takes.

    `say` returns the sentences for a number, with a gap for it. A language has one to three
    forms; a sentence for each number would weigh a kilobyte.
    """
    said = [say(number) for number in range(numbers)]
    forms = [form for index, form in enumerate(said) if form not in said[:index]]
    return {
        "plural": "".join(str(forms.index(form)) for form in said),
        **{name: [form[name] for form in forms] for name in said[0]},
    }


def _with_number(number: int) -> dict[str, str]:
    """Return each sentence with a number in it as this number needs it, with a gap for it."""
    ngettext = get_translations().ngettext
    said = {
        "to_bid": ngettext("%(num)s still to bid", "%(num)s still to bid", number),
        "left": ngettext("%(num)s trick left", "%(num)s tricks left", number),
        "missing": ngettext("%(num)s trick missing", "%(num)s tricks missing", number),
        "too_many": ngettext("%(num)s trick too many", "%(num)s tricks too many", number),
        "deal": ngettext(
            "Deal %(num)s card each. The turned-up card is trump; a Bluke means none.",
            "Deal %(num)s cards each. The turned-up card is trump; a Bluke means none.",
            number,
        ),
        # Translators: Under a large figure, on a small picture of a card: “13 cards”.
        "cards": ngettext("card", "cards", number),
    }
    return {name: sentence % {"num": "{num}"} for name, sentence in said.items()}
