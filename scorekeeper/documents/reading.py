"""From a document to a game. Only what was entered at the table is taken from it."""

import json
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from datetime import datetime

from scorekeeper.rules import (
    NOT_COUNTED,
    Game,
    Hand,
    House,
    Order,
    Outcome,
    Play,
    Player,
    RuleError,
    Taken,
    Trump,
    hand_sizes,
)
from scorekeeper.rules.errors import UnknownSeatError
from scorekeeper.rules.game import check_order
from scorekeeper.rules.pack import MOST_HANDS, MOST_PLAYERS, first_dealer, next_dealer

from .derived import Disagreement, disagreements
from .errors import AbsentError, BrokenRuleError, NotJsonError, OutOfPlaceError
from .looking import At


@dataclass(frozen=True, slots=True)
class ReadGame:
    """A game out of a document, with what the rules do not know of it.

    Ids are those of the place it came from, None where the document names none. `corrected`
    holds the numbers of the hands that were changed after a later one was begun.
    """

    game: Game
    started: datetime | None = None
    has_time: bool = True
    game_id: str | None = None
    player_ids: tuple[str | None, ...] = ()
    corrected: frozenset[int] = field(default_factory=frozenset)
    disagreements: tuple[Disagreement, ...] = ()


def parse_document(text: str) -> ReadGame:
    """Return the game in a document's text, or raise a `DocumentError`."""
    try:
        data = json.loads(text)
    except json.JSONDecodeError as error:
        raise NotJsonError(error.lineno) from error
    except (ValueError, RecursionError) as error:  # figures or brackets beyond all measure
        raise NotJsonError(1) from error
    return read_document(data)


def read_document(data: object) -> ReadGame:
    """Return the game of a document, or raise a `DocumentError` that says where it fails.

    `data` is what a JSON reader makes of the text. What is derived and what has a default may
    be left out, as in the golden files; derived values that are wrong are pointed out.
    """
    document = At("", data).object()
    seats = document["players"].entries(most=MOST_PLAYERS)
    hands = document["hands"].entries(most=MOST_HANDS)
    game = _game(document, seats, hands)
    return ReadGame(
        game=game,
        started=document["started"].moment(),
        has_time=document["time_known"].is_left_out or document["time_known"].flag(),
        game_id=document["id"].own_id(),
        player_ids=tuple(seat["id"].own_id() for seat in seats),
        corrected=frozenset(n for n, hand in enumerate(hands, start=1) if hand["corrected"].flag()),
        disagreements=disagreements(game, data),
    )


@contextmanager
def _by_the_rules(path: str) -> Iterator[None]:
    """Say of a rule that is broken where in the document it was."""
    try:
        yield
    except RuleError as fault:
        raise BrokenRuleError(path, fault) from fault


def _game(document: At, seats: Sequence[At], hands: Sequence[At]) -> Game:
    table = _table(document, seats, hands)
    if hands:
        return _played(table, hands)
    sizes = _sizes(document["rules"], len(table.players))
    seated = range(len(table.players))
    return replace(table, hands=tuple(Hand.undealt(cards, seated) for cards in sizes))


def _table(document: At, seats: Sequence[At], hands: Sequence[At]) -> Game:
    """Return what the table agreed before the first deal, with a hand that stands for any."""
    rules = document["rules"].object(optional=True)
    players = tuple(_player(seat, number) for number, seat in enumerate(seats))
    first_dealer = document["first_dealer"]
    if first_dealer.is_left_out and hands:
        first_dealer = hands[0]["dealer"]
    with _by_the_rules("players"):
        table = Game(players, (Hand.undealt(1, range(len(players))),))
    with _by_the_rules(first_dealer.path):
        table = replace(table, first_dealer=first_dealer.whole() or 0)
    with _by_the_rules("scorekeeper"):
        table = replace(table, scorekeeper=document["scorekeeper"].whole())
    with _by_the_rules("title"):
        table = replace(table, title=document["title"].text() or "")
    return replace(
        table,
        order=rules["order"].choice(Order) or Order.CUSTOM,
        finale=rules["finale"].flag(),
        house=House.of(lambda rule: rules[rule].flag()),
        ended_early=document["ended_early"].flag(),
    )


def _player(seat: At, number: int) -> Player:
    _check_place(seat["seat"], number)
    name = seat["name"].text()
    if name is None:
        raise AbsentError(seat["name"].path)
    with _by_the_rules(seat["name"].path):
        player = Player(name)
    with _by_the_rules(seat["start"].path):
        player = replace(player, start=seat["start"].whole() or 0)
    with _by_the_rules(seat["left_after"].path):
        return replace(player, left_after=seat["left_after"].whole())


def _sizes(rules: At, players: int) -> tuple[int, ...]:
    """Return the cards of the hands of a game that has none yet."""
    order = rules["order"].choice(Order)
    if rules["hand_sizes"].is_left_out and order is None:
        raise AbsentError("hands")
    listed = tuple(size.needed() for size in rules["hand_sizes"].values(most=MOST_HANDS))
    with _by_the_rules("rules.hand_sizes" if listed else "rules.order"):
        if listed:
            return hand_sizes(players, Order.CUSTOM, own=listed)
        return hand_sizes(players, order or Order.CUSTOM, finale=rules["finale"].flag())


def _played(table: Game, places: Sequence[At]) -> Game:
    """Return the game with its hands, or say which of them the table could not have played."""
    hands: list[Hand] = []
    last: int | None = None
    order = tuple(range(len(table.players)))
    for number, at in enumerate(places, start=1):
        _check_place(at["number"], number)
        before, order = order, _order(at["order"], len(table.players)) or order
        noted = _noted(at, len(table.players))
        due = _due(table, last, order, tuple(play.seat for play in noted))
        hands.append(_hand(at, noted, due, order=None if order == before else order))
        last = due if hands[-1].dealer is None else hands[-1].dealer
    try:
        return replace(table, hands=tuple(hands))
    except RuleError:
        for number, at in enumerate(places, start=1):
            with _by_the_rules(at.path):
                replace(table, hands=tuple(hands[:number]))
        raise


def _order(at: At, players: int) -> tuple[int, ...] | None:
    """Return all seats clockwise, where a hand tells them."""
    if at.is_left_out:
        return None
    order = tuple(seat.needed() for seat in at.values(most=MOST_PLAYERS))
    with _by_the_rules(at.path):
        check_order(order, players)
    return order


def _noted(at: At, players: int) -> tuple[Play, ...]:
    """Return what was noted of a hand; nothing, of everybody, where it does not say."""
    if at["plays"].is_left_out:
        return tuple(Play(seat) for seat in range(players))
    return tuple(_play(play, players) for play in at["plays"].entries(most=MOST_PLAYERS))


def _hand(at: At, noted: tuple[Play, ...], due: int, *, order: tuple[int, ...] | None) -> Hand:
    """Return a hand; its dealer counts as put right where somebody else was `due`."""
    cards, dealer = at["cards"].needed(), at["dealer"].whole()
    put_right = at["dealer_put_right"]
    if not put_right.flag() and (not put_right.is_left_out or dealer == due):
        dealer = None
    with _by_the_rules(at.path):
        return Hand(cards, noted, at["trump"].choice(Trump), dealer, order)


def _due(table: Game, last: int | None, order: Sequence[int], seats: Sequence[int]) -> int:
    """Return who deals in turn; nobody is in a hand that cannot be."""
    among = seats or order
    if last is None:
        return first_dealer(table.first_dealer, order, among)
    return next_dealer(last if last in order else table.first_dealer, order, among)


def _play(at: At, players: int) -> Play:
    seat = at["seat"].needed()
    if not 0 <= seat < players:
        raise BrokenRuleError(at["seat"].path, UnknownSeatError(seat, players))
    bid, adjust = at["bid"].whole(), at["adjust"].whole() or 0
    with _by_the_rules(at.path):
        return Play(seat, bid, _taken(at), adjust)


def _taken(at: At) -> Taken | None:
    outcome = at["outcome"].choice(Outcome)
    taken = at["taken"].whole()
    return NOT_COUNTED if taken is None and outcome is Outcome.SET else taken


def _check_place(at: At, due: int) -> None:
    found = at.whole()
    if found is not None and found != due:
        raise OutOfPlaceError(at.path, found, due)
