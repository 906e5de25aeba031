"""A hand, or a whole table, as plain data: what the history keeps to take a change back by."""

from collections.abc import Mapping
from dataclasses import replace
from datetime import datetime
from typing import Any, TypeAlias

from scorekeeper.rules import NOT_COUNTED, Hand, Play, Player, Trump
from scorekeeper.rules.table import ordered

from .kept import KeptGame, Start
from .players import Person

Snapshot: TypeAlias = dict[str, Any]
Parts: TypeAlias = dict[str, Any]
"""What a change touched, by name: `hands` by number, the whole `table`, who has the `seats`, the
`orders` of the seats round the table, or the `date`.

Earlier versions renamed players in the whole book from within a game, and kept the `names` by
player. Renaming is not the game's any more, so that only the title of such a change is used.
"""


def take(hand: Hand, *, corrected: bool) -> Snapshot:
    """Return a hand as JSON can hold it."""
    return {
        "cards": hand.cards,
        "dealer": hand.dealer,
        "trump": hand.trump and hand.trump.value,
        "order": hand.order and list(hand.order),
        "corrected": corrected,
        "plays": [
            [play.seat, play.bid, "S" if play.taken is NOT_COUNTED else play.taken, play.adjust]
            for play in hand.plays
        ],
    }


def restore(snapshot: Snapshot) -> tuple[Hand, bool]:
    """Return the hand that a snapshot was taken of, and whether it was marked corrected."""
    plays = tuple(
        Play(seat, bid, NOT_COUNTED if taken == "S" else taken, adjust)
        for seat, bid, taken, adjust in snapshot["plays"]
    )
    trump = Trump(snapshot["trump"]) if snapshot["trump"] else None
    order = tuple(snapshot["order"]) if snapshot.get("order") else None
    return Hand(snapshot["cards"], plays, trump, snapshot["dealer"], order), snapshot["corrected"]


def take_table(kept: KeptGame) -> Snapshot:
    """Return all of a game that a table can change, as JSON can hold it."""
    game = kept.game
    return {
        "title": game.title,
        "first_dealer": game.first_dealer,
        "scorekeeper": game.scorekeeper,
        "ended_early": game.ended_early,
        "finale": game.finale,
        "seats": [
            [player_id, player.start]
            for player_id, player in zip(kept.player_ids, game.players, strict=True)
        ],
        "left": [player.left_after for player in game.players],
        "hands": [
            take(hand, corrected=marked)
            for hand, marked in zip(game.hands, kept.corrected, strict=True)
        ],
    }


def take_seats(kept: KeptGame) -> Snapshot:
    """Return the game's title, and the id and name of who was seated where, as JSON can hold it."""
    seated = zip(kept.player_ids, kept.game.players, strict=True)
    return {
        "title": kept.game.title,
        "seats": [[player_id, player.name] for player_id, player in seated],
    }


def take_orders(kept: KeptGame) -> Snapshot:
    """Return the orders of the seats, and the revision of each hand, as JSON can hold them."""
    return {
        "orders": [list(order) for order in kept.game.orders],
        "revisions": list(kept.hand_revisions),
    }


def own_part(parts: Parts) -> Parts:
    """Return what undo may put back: of a renaming in the whole book no more than the title."""
    if "names" in parts:
        return {"names": {**parts["names"], "players": {}}}
    return parts


def take_date(kept: KeptGame) -> Snapshot:
    """Return when a game began, as JSON can hold it."""
    return {"started": kept.started.isoformat(), "has_time": kept.has_time}


def restore_date(date: Snapshot) -> Start:
    """Return when a game began by what a change kept of it."""
    return Start(datetime.fromisoformat(date["started"]), date["has_time"])


def with_parts(kept: KeptGame, parts: Parts, people: Mapping[str, Person]) -> KeptGame:
    """Return a game with the parts that a change kept put in place of what is there now.

    `people` has who those in the seats of an exchange are now.
    """
    if "table" in parts:
        return _with_table(kept, parts["table"])
    if "seats" in parts:
        return _with_seats(kept, parts["seats"], people)
    if "date" in parts:
        start = restore_date(parts["date"])
        return replace(kept, started=start.moment, has_time=start.has_time)
    if "orders" in parts:
        orders = [tuple(order) for order in parts["orders"]["orders"]]
        hands = ordered(kept.game.hands, orders)
        return replace(kept, game=replace(kept.game, hands=hands))
    if "names" in parts:
        return replace(kept, game=replace(kept.game, title=parts["names"]["title"]))
    for number, shot in parts["hands"].items():
        kept = with_hand(kept, int(number), *restore(shot))
    return kept


def with_hand(kept: KeptGame, number: int, hand: Hand, corrected: bool) -> KeptGame:  # noqa: FBT001 - as restored
    """Return a game with one hand and its mark put in place of what is there now."""
    marks = (*kept.corrected[: number - 1], corrected, *kept.corrected[number:])
    return replace(kept, game=kept.game.with_hand(number, hand), corrected=marks)


def _with_seats(kept: KeptGame, seats: Snapshot, people: Mapping[str, Person]) -> KeptGame:
    """Return a game with other players on its seats, under the names they have now."""
    ids = tuple(player_id for player_id, _ in seats["seats"])
    players = tuple(
        replace(player, name=people[player_id].name)
        for player_id, player in zip(ids, kept.game.players, strict=True)
    )
    return replace(
        kept,
        game=replace(kept.game, players=players, title=seats["title"]),
        player_ids=ids,
        merged={own_id: people[own_id].id for own_id in ids if people[own_id].id != own_id},
    )


def _with_table(kept: KeptGame, table: Snapshot) -> KeptGame:
    names = dict(zip(kept.player_ids, (player.name for player in kept.game.players), strict=True))
    hands, marks = zip(*(restore(shot) for shot in table["hands"]), strict=True)
    game = replace(
        kept.game,
        players=tuple(
            Player(names[player_id], start, left)
            for (player_id, start), left in zip(table["seats"], _left(kept, table), strict=True)
        ),
        hands=hands,
        title=table["title"],
        first_dealer=table["first_dealer"],
        scorekeeper=table["scorekeeper"],
        ended_early=table["ended_early"],
        finale=table["finale"],
    )
    player_ids = tuple(player_id for player_id, _ in table["seats"])
    return replace(kept, game=game, player_ids=player_ids, corrected=marks)


def _left(kept: KeptGame, table: Snapshot) -> list[int | None]:
    """Return after which hand each player left; older snapshots do not say, so it stands."""
    if "left" in table:
        return list(table["left"])
    left = dict(
        zip(kept.player_ids, (player.left_after for player in kept.game.players), strict=True)
    )
    return [left.get(player_id) for player_id, _start in table["seats"]]
