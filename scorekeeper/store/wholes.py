"""Games kept whole, as they stood elsewhere: many rows at a time, and no step by step."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any

from sqlalchemy import insert, select
from sqlalchemy.orm import Session

from scorekeeper.rules import Game

from . import summaries
from .change_counter import next_change
from .kept import KeptGame
from .models import Base, GameRow, HandRow, PlayRow, SeatRow, SummaryRow
from .putting import play_values, written_order

AT_ONCE = 50
"""Games that are written by the same few statements."""


@dataclass(frozen=True, slots=True)
class WholeGame:
    """A game with all that is kept of it beside its hands, added up before anything is locked."""

    kept: KeptGame
    is_over: bool
    summaries: list[dict[str, Any]]

    @classmethod
    def of(cls, kept: KeptGame) -> "WholeGame":
        """Return a game ready to be kept; where the whole pack is dealt, no trump is noted."""
        kept = replace(kept, game=settled(kept.game))
        rows, is_over = summaries.values(kept), kept.card.over
        # A copy has no card yet: of thousands of games they would fill the memory.
        return cls(replace(kept), is_over, rows)


def settled(game: Game) -> Game:
    """Return a game as it is kept: a hand that deals the whole pack has no trump to note."""
    hands = tuple(replace(hand, trump=None) if hand.is_whole_pack else hand for hand in game.hands)
    return game if hands == game.hands else replace(game, hands=hands)


def keep_whole(session: Session, games: Iterable[WholeGame]) -> Iterator[int]:
    """Keep games under their own ids, which must be free; yield after each few how many they are.

    All are of one book, in the order they were changed last; their players are in it already.
    """
    some: list[WholeGame] = []
    for game in games:
        some.append(game)
        if len(some) == AT_ONCE:
            yield _keep(session, some)
            some = []
    if some:
        yield _keep(session, some)


def _keep(session: Session, games: Sequence[WholeGame]) -> int:
    kept = [game.kept for game in games]
    first = session.scalars(select(next_change(kept[0].book_id))).one()
    _insert(session, GameRow, [_game(game, count) for count, game in enumerate(games, start=first)])
    _insert(session, SeatRow, [row for each in kept for row in _seats(each)])
    _insert(session, HandRow, [row for each in kept for row in _hands(each)])
    _insert(session, PlayRow, [row for each in kept for row in _plays(each)])
    _insert(session, SummaryRow, [row for game in games for row in game.summaries])
    return len(games)


def _insert(session: Session, model: type[Base], rows: list[dict[str, Any]]) -> None:
    if rows:
        # Into the table itself: the mapper's way with so many rows takes twice as long.
        table = Base.metadata.tables[model.__tablename__]
        session.connection().execute(insert(table), rows)


def _game(whole: WholeGame, last_change: int) -> dict[str, Any]:
    kept, game = whole.kept, whole.kept.game
    return {
        "book_id": kept.book_id,
        "id": kept.id,
        "title": game.title,
        "hand_order": game.order.value,
        "finale": game.finale,
        **asdict(game.house),
        "first_dealer": game.first_dealer,
        "scorekeeper": game.scorekeeper,
        "ended_early": game.ended_early,
        "over": whole.is_over,
        "given_up": kept.given_up,
        "pen": kept.pen and kept.pen.device,
        "pen_name": kept.pen.name if kept.pen else "",
        "revision": kept.revision,
        "generation": 1,
        "started": kept.started,
        "has_time": kept.has_time,
        "deleted": None,
        # No form ever has this: a game that came in whole is recognised by its id.
        "setup": f"whole {kept.id}",
        "last_change": last_change,
    }


def _seats(kept: KeptGame) -> Iterable[dict[str, Any]]:
    for seat, (player_id, player) in enumerate(
        zip(kept.player_ids, kept.game.players, strict=True)
    ):
        here = {"book_id": kept.book_id, "game_id": kept.id, "seat": seat}
        yield {
            **here,
            "player_id": player_id,
            "start": player.start,
            "left_after": player.left_after,
        }


def _hands(kept: KeptGame) -> Iterable[dict[str, Any]]:
    for number, hand in enumerate(kept.game.hands, start=1):
        yield {
            "book_id": kept.book_id,
            "game_id": kept.id,
            "number": number,
            "cards": hand.cards,
            "dealer": hand.dealer,
            "trump": hand.trump and hand.trump.value,
            "seat_order": written_order(hand),
            "revision": kept.hand_revision(number),
            "corrected": kept.corrected[number - 1],
        }


def _plays(kept: KeptGame) -> Iterable[dict[str, Any]]:
    for number, hand in enumerate(kept.game.hands, start=1):
        here = {"book_id": kept.book_id, "game_id": kept.id, "number": number}
        for seat in range(len(kept.game.players)):
            row = play_values(hand, seat)
            if row is not None:
                yield {**here, **row}
