"""Many who change the same at once: one history, in which every step follows from the last."""

import json
import subprocess
import sys
import threading
from pathlib import Path

import pytest
from sqlalchemy import Engine
from sqlalchemy.exc import TimeoutError as NoConnectionError

from scorekeeper.rules import Game, Hand, Player
from scorekeeper.store import snapshots
from scorekeeper.store import writing as module
from scorekeeper.store.history import HAND, REFUSED
from scorekeeper.store.writing import writing
from tests.store.conftest import Book
from tests.store.crowd import STUBBORN

ROOT = Path(__file__).parents[2]
KEEPERS, SAVES = 2, 50


def test_a_hundred_saves_of_one_hand_make_one_history(
    engine: Engine, book: Book, database_url: str
) -> None:
    """Two processes save a hand from fifty threads each; what is kept is one line of changes."""
    seats = range(KEEPERS)
    game = Game(
        players=tuple(Player(f"P{seat}") for seat in seats), hands=(Hand.undealt(1, seats),)
    )
    game_id = book.set_up(game)
    engine.dispose()  # the others need connections, too
    crowd = [
        subprocess.Popen(
            [sys.executable, "-m", "tests.store.crowd", database_url, book.id, game_id,
             str(seat), str(SAVES)],
            cwd=ROOT,
            stdout=subprocess.PIPE,
        )
        for seat in seats
    ]  # fmt: skip
    answers: list[dict[str, int]] = [
        json.loads(process.communicate(timeout=240)[0]) for process in crowd
    ]
    assert sum(answer["at_once"] for answer in answers) == 1
    assert sum(answer["refused"] for answer in answers) >= KEEPERS * SAVES - 1
    steps = book.history(game_id)
    assert [step.step for step in steps] == list(range(1, len(steps) + 1))
    assert {step.kind for step in steps} == {HAND, REFUSED}
    taken = [step for step in steps if step.kind == HAND]
    assert KEEPERS * STUBBORN <= len(taken) <= KEEPERS * STUBBORN + 1
    assert [step.revision for step in taken] == list(range(1, len(taken) + 1))
    assert [step.before for step in taken[1:]] == [step.after for step in taken[:-1]]
    kept = book.load(game_id)
    last = snapshots.take(kept.game.hand(1), corrected=False)
    assert (taken[-1].after, kept.revision) == ({"hands": {"1": last}}, len(taken))


@pytest.mark.only_on("sqlite")
def test_a_turn_is_not_waited_for_for_ever(engine: Engine, monkeypatch: pytest.MonkeyPatch) -> None:
    """Who lost patience holds nobody up who came later."""
    done = threading.Event()

    def write_later() -> None:
        with writing(engine):
            done.set()

    with writing(engine):
        monkeypatch.setattr(module, "PATIENCE", 0.01)
        with pytest.raises(NoConnectionError), writing(engine):
            pass
        monkeypatch.undo()
        later = threading.Thread(target=write_later)
        later.start()
        assert not done.wait(0.05)
    later.join(timeout=5)
    assert done.is_set()
