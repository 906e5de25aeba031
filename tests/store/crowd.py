"""A process in which one keeper saves the same hand from many threads at once.

Run as `python -m tests.store.crowd URL BOOK GAME SEAT SAVES`; says how each save ended.
"""

import json
import sys
import threading
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

from sqlalchemy import create_engine
from sqlalchemy.orm import Session

from scorekeeper.store import changes, games
from scorekeeper.store.engine import options, prepare
from scorekeeper.store.history import Device
from scorekeeper.store.kept import StaleError
from scorekeeper.store.writing import writing

STUBBORN = 8
"""So many of a keeper's threads look at the hand and save again until they are taken."""


def main(url: str, book_id: str, game_id: str, seat: int, saves: int) -> dict[str, int]:
    """Save so many values, all from the empty hand, and the first few until they are taken."""
    engine = create_engine(url, **options(url))
    prepare(engine)
    start = threading.Barrier(saves)

    def save(points: int) -> int:
        start.wait(timeout=60)
        refused = 0
        while not _try(points, 0 if refused == 0 else _revision()):
            refused += 1
            if points > STUBBORN:
                break
        return refused

    def _revision() -> int:
        with Session(engine) as session:
            kept = games.load_game(session, book_id, game_id)
        assert kept is not None
        return kept.hand_revision(1)

    def _try(points: int, base: int) -> bool:
        try:
            with writing(engine) as session:
                kept = games.lock_game(session, book_id, game_id)
                assert kept is not None
                hand = kept.game.hand(1)
                plays = [
                    replace(play, adjust=points) if play.seat == seat else play
                    for play in hand.plays
                ]
                new = replace(hand, plays=tuple(plays))
                changes.save_hand(session, kept, 1, new, base=base, device=Device(f"seat {seat}"))
        except StaleError:
            return False
        return True

    with ThreadPoolExecutor(saves) as threads:
        refused = list(threads.map(save, range(1, saves + 1)))
    engine.dispose()
    return {"at_once": refused.count(0), "refused": sum(refused)}


if __name__ == "__main__":
    address, book, game, *numbers = sys.argv[1:]
    sys.stdout.write(json.dumps(main(address, book, game, *map(int, numbers))))
