"""The history: what was changed, when, by which device, for everybody at the table to read."""

import re
from collections.abc import Mapping

import pytest
from flask import Flask

from scorekeeper.web.keys import Role
from tests.cases import cases
from tests.conftest import Device, Keeper, hand_fields, link_to

ENTRY = re.compile(r"<li([^>]*)>(.*?)</li>", re.DOTALL)
TAG = re.compile(r"<[^>]+>")

DEVICES = [
    ("Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X)", "iPhone"),
    ("Mozilla/5.0 (iPad; CPU OS 17_0 like Mac OS X)", "iPad"),
    ("Mozilla/5.0 (Linux; Android 14; Pixel 8)", "Android phone"),
    ("Mozilla/5.0 (Windows NT 10.0; Win64; x64)", "Windows computer"),
    ("Mozilla/5.0 (Macintosh; Intel Mac OS X 14_0)", "Mac"),
    ("Mozilla/5.0 (X11; Linux x86_64)", "Linux computer"),
    ("<script>", "device"),
    ("", "device"),
]

STEPS: list[tuple[str, Mapping[str, object], str]] = [
    ("names", {"name-0": "Anna", "name-1": "Ben", "name-2": "Cy"}, "Names changed"),
    ("join", {"name": "Dora"}, "Somebody joined"),
    ("leave", {"seat": 1}, "Somebody left"),
    ("coming", {"hand_sizes": "2"}, "Coming hands changed"),
    ("seats", {"order": "2,1,0"}, "Seats changed"),
    ("end", {}, "Ended early"),
]
"""A change to the table, and how the history calls it."""


@pytest.fixture
def game_id(keeper: Keeper) -> str:
    return new_game(keeper)


def new_game(keeper: Keeper) -> str:
    return keeper.set_up(["Ann", "Ben", "Cy"], order="custom", hand_sizes="3,2,1")


def history(device: Device, game_id: str) -> list[tuple[str, str]]:
    """Return the class and the text of each step, newest first."""
    page = device.page(f"/games/{game_id}/history")
    return [
        (marks.removeprefix(' class="').removesuffix('"'), " ".join(TAG.sub(" ", text).split()))
        for marks, text in ENTRY.findall(page[page.index("<ol") :])
    ]


def change(keeper: Keeper, game_id: str, what: str, fields: Mapping[str, object]) -> None:
    base = keeper.document(game_id)["revision"]
    answer = keeper.send(f"/games/{game_id}/{what}", {"base": base, **fields})
    assert answer.status_code == 200


def test_nothing_has_happened_yet(reader: Device, game_id: str) -> None:
    assert "Nothing has been noted yet" in reader.page(f"/games/{game_id}/history")


def test_everybody_at_the_table_reads_it(
    app: Flask, keeper: Keeper, reader: Device, game_id: str
) -> None:
    """Keepers and readers of book and game see the same steps, newest first."""
    keeper.save(game_id, 1, bids=[1, 2])
    keeper.save(game_id, 1, bids=[2, 3])
    seen = history(keeper, game_id)
    assert [text.startswith("Hand 1 Ann from") for _, text in seen] == [True, True]
    guest = Device(app).open(link_to(app, game_id, Role.READER))
    assert history(reader, game_id) == history(guest, game_id) == seen


def test_a_step_says_who_was_changed_from_what_to_what(keeper: Keeper, game_id: str) -> None:
    """Bids, tricks and points as the card writes them, for those they changed for alone."""
    keeper.save(game_id, 1, bids=[1, 2, 1])
    keeper.save(game_id, 1, bids=[1, 2, 1], taken=[1, None, 1], adjust_2=-5)
    (_, second), (_, first) = history(keeper, game_id)
    for said in ("Ann from –/– to –/1", "Ben from –/– to –/2", "Cy from –/– to –/1"):
        assert said in first
    assert "Ann from –/1 to 1/1" in second
    assert "Cy from –/1 to 1/1 -5" in second
    assert "Ben" not in second
    keeper.save(game_id, 1, bids=[1, 2, 1], taken=[1, None, 1], adjust_2=-5, trump="clubs")
    assert "trump, dealer or cards" in history(keeper, game_id)[0][1]


def test_corrections_and_what_was_taken_back(keeper: Keeper, game_id: str) -> None:
    """A correction is a step like any other; an undone one is marked, and the undo is a step."""
    keeper.save(game_id, 1, bids=[1, 1, 1], taken=[1, 1, 1])
    keeper.save(game_id, 2, bids=[1])
    keeper.save(game_id, 1, bids=[1, 1, 1], taken=[3, 0, 0])
    keeper.undo(game_id)
    seen = history(keeper, game_id)
    assert [marks for marks, _ in seen] == ["", "undone", "", ""]
    assert seen[0][1].startswith("Undo: hand 1 Ann from 3/1 to 1/1")
    assert "taken back" in seen[1][1]


def test_a_refused_version_is_shown(app: Flask, book_id: str, keeper: Keeper, game_id: str) -> None:
    """What was not taken stands there, against what stands in the game."""
    keeper.save(game_id, 1, bids=[1])
    late = Keeper(app).open(link_to(app, book_id, Role.KEEPER))
    assert late.try_save(game_id, 1, hand_fields([3], base=0)).status_code == 409
    marks, text = history(keeper, game_id)[0]
    assert marks == "refused"
    assert text.startswith("Hand 1, not taken: another device was first Ann from –/1 to –/3")


def test_a_refused_version_of_a_hand_that_is_gone(keeper: Keeper, game_id: str) -> None:
    """The history can be read after the hand was dropped from the list."""
    keeper.save(game_id, 3, trump="clubs")
    assert keeper.try_save(game_id, 3, hand_fields([1], base=0)).status_code == 409
    change(keeper, game_id, "coming", {"hand_sizes": "3"})
    assert "Ann from –/– to –/1" in history(keeper, game_id)[1][1]


@cases("what, fields, called", STEPS)
def test_changes_to_the_table_are_steps(
    keeper: Keeper, what: str, fields: Mapping[str, object], called: str
) -> None:
    """Each is called by what it did, and its undo as an undo of the table."""
    game_id = new_game(keeper)
    change(keeper, game_id, what, fields)
    assert called in history(keeper, game_id)[0][1]
    keeper.undo(game_id)
    (_, undo), (marks, _) = history(keeper, game_id)
    assert undo.startswith("Undo: the table")
    assert marks == "undone"


def test_an_exchange_is_told(keeper: Keeper, game_id: str) -> None:
    """Who sits there instead of whom; each step goes by who sat there then."""
    keeper.save(game_id, 1, bids=[1])
    change(keeper, game_id, *STEPS[0][:2])
    keeper.save(game_id, 1, bids=[2])
    (_, after), (_, exchanged), (_, before) = history(keeper, game_id)
    assert "Anna instead of Ann" in exchanged
    assert "Ben" not in exchanged
    assert "Ann from" in before
    assert "Anna from" in after
    keeper.undo(game_id)
    keeper.undo(game_id)
    assert "Ann instead of Anna" in history(keeper, game_id)[0][1]


def test_the_history_of_a_game_tells_no_later_name(keeper: Keeper, game_id: str) -> None:
    """Who sits here no more goes by the name they had: today's is none of this game's."""
    ann = keeper.document(game_id)["players"][0]["id"]
    change(keeper, game_id, *STEPS[0][:2])
    keeper.send(f"/players/{ann}/name", {"name": "Esmeralda"})
    assert "Anna instead of Ann" in history(keeper, game_id)[0][1]
    assert "Esmeralda" not in keeper.page(f"/games/{game_id}/history")


def test_a_step_names_who_sat_there_then(keeper: Keeper, game_id: str) -> None:
    """A change of seats does not put what was noted before it down to somebody else."""
    keeper.save(game_id, 1, adjust_0=10)
    change(keeper, game_id, "seats", {"order": "2,1,0"})
    keeper.save(game_id, 1, adjust_2=10, adjust_1=-5)
    (_, after), _, (_, before) = history(keeper, game_id)
    assert "Ann from –/– to –/– +10" in before
    assert "Cy" not in before
    assert "Ben from –/– to –/– -5" in after
    assert "Ann" not in after


@cases("agent, called", DEVICES)
def test_a_step_names_the_device(keeper: Keeper, agent: str, called: str) -> None:
    """By its kind and a mark that tells it from another of its kind."""
    game_id = new_game(keeper)
    keeper.client.environ_base["HTTP_USER_AGENT"] = agent
    keeper.save(game_id, 1, bids=[1])
    text = history(keeper, game_id)[0][1]
    assert re.search(rf"· {called} [0-9a-f]{{3}}$", text)


def test_two_devices_are_two(app: Flask, book_id: str, keeper: Keeper, game_id: str) -> None:
    """Steps of one device bear the same mark, those of another a different one."""
    other = Keeper(app).open(link_to(app, book_id, Role.KEEPER))
    for number, device in enumerate((keeper, other, keeper), start=1):
        device.save(game_id, number, bids=[1])
    third, second, first = (text.split()[-1] for _, text in history(keeper, game_id))
    assert first == third
    assert first != second


def test_names_are_text(keeper: Keeper) -> None:
    """No name is markup on the page of the history."""
    game_id = keeper.set_up(["<b>Ann</b>", "Ben"])
    keeper.save(game_id, 1, bids=[1])
    change(keeper, game_id, "names", {"name-0": "<i>Ann", "name-1": "Ben"})
    page = keeper.page(f"/games/{game_id}/history")
    assert "&lt;i&gt;Ann" in page
    assert "<b>Ann" not in page
    assert "<i>Ann" not in page
