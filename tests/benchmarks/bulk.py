"""Fills a book with years of games in seconds, as a demo is filled."""

from collections import Counter
from datetime import UTC, datetime

from sqlalchemy import create_engine
from sqlalchemy.orm import Session

from scorekeeper.demo import demo_games
from scorekeeper.rules import Player
from scorekeeper.store import books, demos
from scorekeeper.store.engine import for_writing, options, prepare

PLAYERS, SEATS = 12, 4
SINCE, UNTIL = datetime(2006, 1, 1, tzinfo=UTC), datetime(2026, 1, 1, tzinfo=UTC)


def fill(database_url: str, *, games: int) -> dict[str, int]:
    """Put so many finished games of 25 hands into the first book; return games by player's id."""
    engine = create_engine(database_url, **options(database_url))
    prepare(engine)
    with Session(for_writing(engine)) as session:
        book_id = books.first_book(session)
        session.commit()
    played = demo_games(
        games=games, players=PLAYERS, since=SINCE, until=UNTIL, seed=games, seats=SEATS
    )
    people = [Player(f"Player {number}") for number in range(1, PLAYERS + 1)]
    demo = demos.prepare(people, played, book_id=book_id)
    with Session(for_writing(engine)) as session:
        demos.fill(session, demo)
        session.commit()
    engine.dispose()
    counts = Counter(own_id for whole in demo.games for own_id in whole.kept.player_ids)
    return {own_id: counts[own_id] for own_id in demo.players}
