"""A server that is killed while keepers save: every answered save is there after the next start."""

import random
import time
from collections.abc import Sequence

import pytest
from flask import Flask

from scorekeeper.documents import read_document
from tests.conftest import Keeper
from tests.web.phones import Phone, Server, has_one_history

# Never beside another test that counts seconds.
pytestmark = pytest.mark.xdist_group("alone")

TABLES = 20
SAVES = 100
"""Saves between two kills, on average."""


def test_every_answered_save_outlives_the_server(
    request: pytest.FixtureRequest, server: Server, app: Flask, keeper: Keeper
) -> None:
    """Killed among the saves of twenty tables, time and again, it loses none and doubles none.

    `--kills 20` is the long version of it.
    """
    sizes = ",".join(["3"] * 30)
    game_ids = [keeper.set_up(order="custom", hand_sizes=sizes) for _ in range(TABLES)]
    phones = [Phone(server, keeper, game_id) for game_id in game_ids]
    kills = request.config.getoption("--kills")
    for _ in range(kills or (3 if request.config.getoption("--everything") else 1)):
        _save_until_killed(server, phones)
        server.start()
        for phone in phones:
            _check(phone)
    assert all(has_one_history(app, game_id) for game_id in game_ids)


def test_a_server_killed_at_rest_has_everything(server: Server, keeper: Keeper) -> None:
    """A kill between saves loses nothing either, and the device need not open its link again."""
    game_id = keeper.set_up()
    document = keeper.save(game_id, 1, bids=[12, 2], taken=["S", 2])
    phone = Phone(server, keeper, game_id)
    server.kill()
    server.start()
    assert phone.document() == document


def _save_until_killed(server: Server, phones: Sequence[Phone]) -> None:
    """Let all save at once, and kill the server after some number of saves."""
    enough = sum(phone.answered for phone in phones) + random.randrange(20, 2 * SAVES - 20)  # noqa: S311 - any will do
    give_up = time.monotonic() + 60
    for phone in phones:
        phone.start()
    while sum(phone.answered for phone in phones) < enough and time.monotonic() < give_up:
        time.sleep(0.001)
    server.kill()
    for phone in phones:
        phone.join()
        assert phone.refused == []


def _check(phone: Phone) -> None:
    """See that the game stands as it was last answered, or one whole save further."""
    found = phone.document()
    assert read_document(found).disagreements == ()
    assert found["revision"] - phone.answered in {0, 1}
    if found["revision"] == phone.answered:
        assert found == phone.seen
    if phone.waiting:
        # As the page does: the save that was not answered, unchanged. It counts once.
        answered = phone.answered
        phone.send()
        assert phone.answered == answered + 1
        assert phone.document() == phone.seen
