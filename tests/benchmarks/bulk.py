"""Fills a book with years of games in seconds: rows made from the demo's games, all at once."""

from collections.abc import Iterator
from datetime import UTC, datetime
from itertools import islice
from typing import Any

from sqlalchemy import Engine, Table, create_engine, insert
from sqlalchemy.orm import Session

from scorekeeper.demo import PlayedGame, demo_games
from scorekeeper.rules import NOT_COUNTED
from scorekeeper.store import books, summaries
from scorekeeper.store.engine import for_writing, options, prepare
from scorekeeper.store.ids import new_id
from scorekeeper.store.kept import KeptGame
from scorekeeper.store.models import Base, GameRow, HandRow, PlayerRow, PlayRow, SeatRow, SummaryRow

PLAYERS, SEATS = 12, 4
AT_ONCE = 100
SINCE, UNTIL = datetime(2006, 1, 1, tzinfo=UTC), datetime(2026, 1, 1, tzinfo=UTC)

Rows = dict[type[Base], list[dict[str, Any]]]


def fill(database_url: str, *, games: int) -> dict[str, int]:
    """Put so many finished games of 25 hands into the first book; return games by player's id."""
    engine = create_engine(database_url, **options(database_url))
    prepare(engine)
    with Session(for_writing(engine)) as session:
        book_id = books.first_book(session)
        ids = [new_id(book_id) for _ in range(PLAYERS)]
        session.execute(
            insert(PlayerRow),
            [
                {"book_id": book_id, "id": own_id, "name": f"Player {n}", "made": SINCE}
                for n, own_id in enumerate(ids, start=1)
            ],
        )
        session.commit()
    played = demo_games(
        games=games, players=PLAYERS, since=SINCE, until=UNTIL, seed=games, seats=SEATS
    )
    counts = dict.fromkeys(ids, 0)
    for some in _chunks(played):
        _keep(engine, book_id, ids, some)
        for game in some:
            for place in game.who:
                counts[ids[place]] += 1
    engine.dispose()
    return counts


def _chunks(played: Iterator[PlayedGame]) -> Iterator[list[PlayedGame]]:
    while some := list(islice(played, AT_ONCE)):
        yield some


def _keep(engine: Engine, book_id: str, ids: list[str], played: list[PlayedGame]) -> None:
    rows: Rows = {GameRow: [], SeatRow: [], HandRow: [], PlayRow: [], SummaryRow: []}
    for game in played:
        _add(rows, book_id, ids, game)
    with for_writing(engine).begin() as connection:
        for model, values in rows.items():
            table = model.__table__
            assert isinstance(table, Table)
            connection.execute(insert(table), values)


def _add(rows: Rows, book_id: str, ids: list[str], played: PlayedGame) -> None:
    game, here = played.game, {"book_id": book_id, "game_id": new_id(book_id)}
    kept = KeptGame(
        id=here["game_id"],
        book_id=book_id,
        revision=1,
        started=played.started,
        game=game,
        player_ids=tuple(ids[place] for place in played.who),
        hand_revisions=(1,) * len(game.hands),
        corrected=(False,) * len(game.hands),
    )
    rows[GameRow].append(
        {
            "book_id": book_id,
            "id": kept.id,
            "title": game.title,
            "hand_order": game.order.value,
            "finale": False,
            "zero_bid": False,
            "hook": False,
            "ended_early": False,
            "over": True,
            "given_up": False,
            "pen_name": "",
            "revision": 1,
            "generation": 1,
            "first_dealer": game.first_dealer,
            "started": played.started,
            "setup": kept.id,
        }
    )
    rows[SeatRow] += [
        {**here, "seat": seat, "player_id": own_id, "start": 0}
        for seat, own_id in enumerate(kept.player_ids)
    ]
    for number, hand in enumerate(game.hands, start=1):
        rows[HandRow].append(
            {
                **here,
                "number": number,
                "cards": hand.cards,
                "trump": hand.trump and hand.trump.value,
                "revision": 1,
                "corrected": False,
            }
        )
        rows[PlayRow] += [
            {
                **here,
                "number": number,
                "seat": play.seat,
                "bid": play.bid,
                "taken": None if play.taken is NOT_COUNTED else play.taken,
                "uncounted": play.taken is NOT_COUNTED,
                "adjust": 0,
                "sits_out": False,
            }
            for play in hand.plays
        ]
    rows[SummaryRow] += summaries.values(kept)
