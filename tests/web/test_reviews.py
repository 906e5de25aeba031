"""What a game's page says after the end, and that nothing of it is there before."""

import re

from flask import Flask

from scorekeeper.web.keys import Role
from tests.cases import cases
from tests.conftest import Device, Keeper, link_to

Hands = list[tuple[list[object], list[object]]]

EVEN: tuple[list[object], list[object]] = ([1, 1], [1, 1])
EVEN_OF_THREE: tuple[list[object], list[object]] = ([1, 1, 1], [1, 1, 1])

STORIES: list[tuple[list[str], Hands, list[str]]] = [
    (
        ["Ann", "Ben"],
        [([2, 1], [2, 0]), ([1, 2], [1, 1]), EVEN],
        [
            "Ann led from the first hand to the last.",
            "Ben came next, 60 points behind.",
            "The lead never changed.",
        ],
    ),
    (
        ["Ann", "Ben"],
        [EVEN] * 3,
        ["Ann and Ben ended level, with 30.", "The lead never changed."],
    ),
    (
        ["Ann", "Ben"],
        [([2, 2], [1, "S"])] * 3,
        ["Ann and Ben ended level, with −60.", "The lead never changed."],
    ),
    (
        ["Ann", "Ben"],
        [([2, 1], [1, 1]), EVEN, ([2, 2], [2, 0])],
        [
            "Ann took the lead only with the last hand.",
            "Ben lacked 10 points: the bid of 2 that was lost in hand 3 cost 20.",
            "The lead changed once.",
        ],
    ),
    (
        ["Ann", "Ben"],
        [([2, 1], [1, 1]), ([1, 2], [2, 0]), ([2, 1], [2, 0])],
        [
            "Ann was 30 points behind after hand 1, and led for good from hand 2 on.",
            "Ben came next, 31 points behind.",
            "The lead changed once.",
        ],
    ),
    (
        ["Ann", "Ben"],
        [EVEN, ([1, 1], [2, 0]), EVEN],
        [
            "Ann took the lead for good in hand 2.",
            "Ben came next, 21 points behind.",
            "The lead never changed.",
        ],
    ),
    (
        ["Ann", "Ben", "Cy"],
        [([1, 1, 1], [2, 1, 0]), EVEN_OF_THREE, EVEN_OF_THREE],
        [
            "Ann led from the first hand to the last.",
            "It was near: Ben came next, 1 point behind.",
            "The lead never changed.",
        ],
    ),
    (
        ["Ann", "Ben", "Cy"],
        [([3, 3, 2], [1, "S", 1])] * 3,
        [
            "Cy led from the first hand to the last.",
            "Even the best total stayed below nought.",
            "The lead never changed.",
        ],
    ),
    (["Ann", "Ben"], [([1, 1], [2, 0])], ["Ben came next, 21 points behind."]),
]
"""Who plays, bids and tricks hand by hand, and what is said of it."""


def play(keeper: Keeper, names: list[str], hands: Hands) -> str:
    """Play a game of hands of two cards, three for three players, and return its id."""
    sizes = ",".join(["2" if len(names) == 2 else "3"] * len(hands))
    game_id = keeper.set_up(names, order="custom", hand_sizes=sizes)
    for number, (bids, taken) in enumerate(hands, start=1):
        keeper.save(game_id, number, bids=bids, taken=taken)
    return game_id


def sentences(page: str) -> list[str]:
    """Return the sentences of a review."""
    told = page.partition("How it went")[2].partition("<table")[0]
    return re.findall(r"<p>(.*?)</p>", told)


@cases("names, hands, said", STORIES)
def test_a_story_is_told_in_sentences(
    keeper: Keeper, reader: Device, names: list[str], hands: Hands, said: list[str]
) -> None:
    """On the table's page and by itself, for whoever reads the game."""
    game_id = play(keeper, names, hands)
    for device in (keeper, reader):
        for path in (f"/games/{game_id}", f"/games/{game_id}/review"):
            assert sentences(device.page(path))[: len(said)] == said


def test_before_the_end_there_is_nothing(keeper: Keeper) -> None:
    """A game under way carries none of it; a correction after the end tells it anew."""
    game_id = keeper.set_up(["Ann", "Ben"], order="custom", hand_sizes="2")
    assert keeper.page(f"/games/{game_id}/review").strip() == ""
    assert "How it went" not in keeper.page(f"/games/{game_id}")
    keeper.save(game_id, 1, bids=[1, 2], taken=[1, 1])
    assert "Ben came next, 30 points behind" in keeper.page(f"/games/{game_id}/review")
    keeper.save(game_id, 1, bids=[1, 2], taken=[0, 2])
    assert "Ann came next, 30 points behind" in keeper.page(f"/games/{game_id}/review")
    keeper.undo(game_id)
    keeper.undo(game_id)
    assert keeper.page(f"/games/{game_id}/review").strip() == ""


def test_a_game_that_ended_before_its_first_score_has_no_story(keeper: Keeper) -> None:
    game_id = keeper.set_up(["Ann", "Ben"])
    keeper.send(f"/games/{game_id}/end", {"base": 0}, page=f"/games/{game_id}")
    assert keeper.document(game_id)["state"] == "over"
    assert keeper.page(f"/games/{game_id}/review").strip() == ""
    assert "How it went" not in keeper.page(f"/games/{game_id}")


def test_each_player_s_judgement_is_told(keeper: Keeper) -> None:
    """S, O and P, the share of perfect hands, and how far off; a set not counted is not off."""
    page = keeper.page(f"/games/{play(keeper, ['Ann', 'Ben'], [([2, 2], [1, 'S']), EVEN])}/review")
    rows = re.findall(r"<tr><th[^>]*>(.*?)</tr>", page)
    told = [re.sub(r"(<[^>]+>\s*)+", " ", row).split() for row in rows]
    assert told[1:3] == [
        ["Ann", "1", "0", "1", "50%", "0.5"],
        ["Ben", "1", "0", "1", "50%", "0.0"],
    ]


def test_the_widest_hands_lead_to_the_hand(keeper: Keeper) -> None:
    game_id = play(keeper, ["Ann", "Ben"], [EVEN, ([2, 1], [2, 0])])
    page = keeper.page(f"/games/{game_id}/review")
    assert f'<a href="/games/{game_id}/hands/2">2</a>' in page
    assert f'<a href="/games/{game_id}/hands/1">' not in page
    text = re.sub(r"(<[^>]+>|\s)+", " ", page)
    assert "2 2 cards Ann +20 Ben −10 30" in text


def test_names_are_text_and_lead_to_whom_one_may_read(keeper: Keeper, app: Flask) -> None:
    """A name is never markup; who has the key of the game alone gets no way into the book."""
    game_id = play(keeper, ["<b>%s", "Ben"], [([2, 1], [2, 0])] * 3)
    page = keeper.page(f"/games/{game_id}/review")
    assert "&lt;b&gt;%s led from the first hand to the last." in page
    assert "<b>" not in page
    player_id = keeper.document(game_id)["players"][0]["id"]
    assert f'<a href="/players/{player_id}"><bdi>&lt;b&gt;%s</bdi></a>' in page
    guest = Device(app).open(link_to(app, game_id, Role.READER))
    page = guest.page(f"/games/{game_id}/review")
    assert "led from the first hand" in page
    assert "/players/" not in page
