"""Many devices at once: one game for a double tap, one winner of a race, nothing lost."""

import re
import threading
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import TypeVar

import pytest
from flask import Flask

from scorekeeper.app import first_book_link
from scorekeeper.store import books
from scorekeeper.web.extensions import writing
from scorekeeper.web.keys import Role
from tests.conftest import Device, Keeper, hand_fields, link_to

pytestmark = pytest.mark.own_app

AT_ONCE = 8
CROWD = 90
"""More than the database has connections for."""

Result = TypeVar("Result")


def at_once(acts: Sequence[Callable[[], Result]]) -> list[Result]:
    """Start these together, each in a thread of its own, and return what each of them returns."""
    start = threading.Barrier(len(acts))

    def begin(act: Callable[[], Result]) -> Result:
        start.wait(timeout=30)
        return act()

    with ThreadPoolExecutor(len(acts)) as threads:
        return list(threads.map(begin, acts))


def keepers(app: Flask, count: int) -> list[Keeper]:
    """Return so many devices that keep the score, each with its token at hand."""
    link = first_book_link(app)
    devices = [Keeper(app).open(link) for _ in range(count)]
    for device in devices:
        device.token()
    return devices


def test_a_double_tap_at_the_same_moment_is_one_game(app: Flask, keeper: Keeper) -> None:
    """The same form sent by eight threads at once leads all of them to one game."""
    once = keeper.one_time_value()

    taps = [partial(device.set_up, once=once) for device in keepers(app, AT_ONCE)]
    game_ids = set(at_once(taps))
    assert len(game_ids) == 1
    assert set(re.findall(r'href="/games/(\w{16})"', keeper.page("/"))) == game_ids


def test_of_two_versions_one_is_taken(app: Flask, keeper: Keeper) -> None:
    """Different values saved at once from the same hand: one 200, the others 409, none lost."""
    game_id = keeper.set_up()

    def save(device: Keeper, bid: int) -> tuple[int, int]:
        answer = device.try_save(game_id, 1, hand_fields([bid], base=0))
        return answer.status_code, answer.get_json()["hands"][0]["plays"][0]["bid"]

    devices = enumerate(keepers(app, AT_ONCE), start=1)
    answers = at_once([partial(save, device, bid) for bid, device in devices])
    assert sorted(status for status, _ in answers) == [200] + [409] * (AT_ONCE - 1)
    stored = keeper.document(game_id)["hands"][0]["plays"][0]["bid"]
    assert {bid for _, bid in answers} == {stored}
    assert answers[stored - 1] == (200, stored)


def test_the_same_save_at_once_has_the_effect_of_one(app: Flask, keeper: Keeper) -> None:
    """A save that is sent by eight threads is answered 200 eight times and raises one revision."""
    game_id = keeper.set_up()

    def save(device: Keeper) -> int:
        return device.try_save(game_id, 1, hand_fields([1, 2], base=0)).status_code

    answers = at_once([partial(save, device) for device in keepers(app, AT_ONCE)])
    assert set(answers) == {200}
    assert keeper.document(game_id)["revision"] == 1


def test_the_same_undo_at_once_takes_one_change_back(app: Flask, keeper: Keeper) -> None:
    """An undo that is sent by eight threads is answered 200 eight times."""
    game_id = keeper.set_up()
    keeper.save(game_id, 1, bids=[1])
    keeper.save(game_id, 1, bids=[2])

    def undo(device: Keeper) -> int:
        return device.try_undo(game_id, base=2).status_code

    assert set(at_once([partial(undo, device) for device in keepers(app, AT_ONCE)])) == {200}
    document = keeper.document(game_id)
    assert document["revision"] == 3
    assert document["hands"][0]["plays"][0]["bid"] == 1


def test_hands_saved_at_once_are_all_kept(app: Flask, keeper: Keeper) -> None:
    """Eight devices, each with a hand of its own, do not stand in each other's way."""
    game_id = keeper.set_up()

    def save(device: Keeper, number: int) -> object:
        return device.save(game_id, number, bids=[1, 1], base=0)["revision"]

    devices = enumerate(keepers(app, AT_ONCE), start=1)
    answers = at_once([partial(save, device, number) for number, device in devices])
    assert set(answers) == set(range(1, AT_ONCE + 1))
    states = [hand["state"] for hand in keeper.document(game_id)["hands"]]
    assert states[:AT_ONCE] == ["playing"] * AT_ONCE


@pytest.mark.parametrize(
    "accept", ["application/json", pytest.param("text/html", marks=pytest.mark.slow)]
)
def test_a_crowd_waits_its_turn(app: Flask, keeper: Keeper, accept: str) -> None:
    """More savers at once than there are connections are all answered, none with a failure."""
    devices = keepers(app, CROWD)
    game_ids = [keeper.set_up() for _ in range(3)]

    def save(device: Keeper, place: int) -> int:
        fields = hand_fields([1 + place % 2], base=0)
        path = game_ids[place % 3], 1 + place // 3 % 10
        return device.try_save(*path, fields, accept=accept).status_code

    places = enumerate(devices)
    answers = at_once([partial(save, device, place) for place, device in places])
    assert set(answers) <= {200, 303, 409}


def test_renames_and_exchanges_that_cross_are_all_kept(app: Flask, keeper: Keeper) -> None:
    """One keeper renames a player in every game, one exchanges another in one of the games."""
    game_ids = [keeper.set_up(["Ann", "Ben"]) for _ in range(2)]
    ann = keeper.document(game_ids[0])["players"][0]["id"]
    renamer, exchanger = keepers(app, 2)

    def rename(name: str) -> set[int]:
        return {renamer.send(f"/players/{ann}/name", {"name": name}).status_code}

    def exchange(name: str) -> set[int]:
        answers: set[int] = set()
        while answers.isdisjoint({200, 500, 503}):
            document = exchanger.document(game_ids[0])
            here = document["players"][0]
            # The id is that of who sits there, whatever they are called by now.
            fields = {"name-0": here["name"], "player-0": here["id"], "name-1": name}
            fields["base"] = document["revision"]
            path = f"/games/{game_ids[0]}/names"
            answers.add(exchanger.send(path, fields).status_code)
        return answers

    for turn in range(8):
        acts = [partial(rename, f"A{turn}"), partial(exchange, f"B{turn}")]
        assert set().union(*at_once(acts)) <= {200, 303, 409}
        players = [keeper.document(game_id)["players"] for game_id in game_ids]
        assert [player["name"] for player in players[0]] == [f"A{turn}", f"B{turn}"]
        assert [player["name"] for player in players[1]] == [f"A{turn}", "Ben"]
        assert players[0][0]["id"] == players[1][0]["id"] == ann


def test_readers_are_answered_while_keepers_save(app: Flask, keeper: Keeper) -> None:
    """A document is always one that stood at some moment: its figures agree with each other."""
    game_id = keeper.set_up(order="custom", hand_sizes="1")
    reader = Device(app).open(first_book_link(app, reader=True))

    def keep_changing() -> bool:
        for winner in (0, 1) * 10:
            keeper.save(game_id, 1, bids=[1, 1], taken=[1 - winner, winner])
        return True

    def keep_reading() -> bool:
        return all(_agrees(reader.document(game_id)) for _ in range(40))

    assert all(at_once([keep_changing, keep_reading]))


def _agrees(document: dict[str, list[dict[str, object]]]) -> bool:
    plays = document["hands"][0]["plays"]
    assert isinstance(plays, list)
    totals = {play["seat"]: play["total"] or 0 for play in plays}
    return totals == {place["seat"]: place["total"] for place in document["standing"]}


def test_players_exchanged_at_once_at_two_tables(app: Flask, keeper: Keeper) -> None:
    """A name that is new to the book is made once: at each table the same player sits down."""
    games = [keeper.set_up(["Ann", "Ben"]) for _ in range(2)]
    devices = keepers(app, AT_ONCE)

    def exchange(device: Keeper, number: int) -> int:
        game_id = games[number % 2]
        for _ in range(AT_ONCE):
            base = device.document(game_id)["revision"]
            fields = {"base": base, "name-0": "Cy", "name-1": "Ben"}
            status = device.send(f"/games/{game_id}/names", fields).status_code
            if status != 409:
                return status
        return 409

    statuses = at_once([partial(exchange, device, n) for n, device in enumerate(devices)])
    assert set(statuses) == {200}
    players = [keeper.document(game_id)["players"] for game_id in games]
    assert players[0] == players[1]
    assert [player["name"] for player in players[0]] == ["Cy", "Ben"]


def test_merged_and_seated_at_once(app: Flask, keeper: Keeper) -> None:
    """While two are made one, the other sits down: they never sit at one table twice."""
    first = keeper.set_up(["Jon", "Ann"])
    jon = keeper.document(first)["players"][0]["id"]
    john = keeper.document(keeper.set_up(["John", "Ben"]))["players"][0]["id"]
    merger, joiner = keepers(app, 2)

    def merge() -> int:
        return merger.send(f"/players/{jon}/merge", {"into": john}).status_code

    def join() -> int:
        fields = {"name": "John", "base": 0, "fit": 1}
        return joiner.send(f"/games/{first}/join", fields).status_code

    statuses = at_once([merge, join])
    assert statuses in ([303, 200], [422, 200], [303, 409])
    ids = [player["id"] for player in keeper.document(first)["players"]]
    assert len(set(ids)) == len(ids)


def test_a_book_brought_in_twice_at_once_is_there_once(app: Flask, keeper: Keeper) -> None:
    """Two who send the same file make no game twice."""
    with app.app_context(), writing() as store:
        other = books.make_book(store)
    keeper.set_up(["Ann", "Ben"])
    file = keeper.get("/book.json").get_data(as_text=True)
    link = link_to(app, other, Role.KEEPER)
    devices = [Keeper(app).open(link) for _ in range(4)]
    for device in devices:
        device.token()

    def bring(device: Keeper) -> int:
        answer = device.send("/import", {"card": file, "keep": 1}, page="/import")
        return int(answer.get_json()["new"])

    assert sorted(at_once([partial(bring, device) for device in devices])) == [0, 0, 0, 1]
    assert len(devices[0].get("/book.json").get_json()["games"]) == 1
