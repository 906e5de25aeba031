"""Two scorebooks in one instance: no page of one shows anything of the other."""

from flask import Flask

from scorekeeper.web.keys import Role
from tests.conftest import Keeper, link_to, new_book
from tests.web.test_access import ACCESS


def fill(keeper: Keeper, mark: str) -> str:
    """Play a game to its end and begin another, every name with a mark; return the first's id."""
    names = [f"Ann {mark}", f"Ben {mark}"]
    game_id = keeper.set_up(names, order="custom", hand_sizes="1", title=f"Friday {mark}")
    keeper.save(game_id, 1, bids=[1, 1], taken=[1, 0])
    keeper.set_up([*names, f"Cy {mark}"], title=f"Saturday {mark}")
    return game_id


def test_no_page_of_one_scorebook_shows_a_name_of_another(app: Flask) -> None:
    """Each address answers a keeper of one scorebook with its own names alone."""
    marks = ("Quixote", "Zebedee")
    keepers = [Keeper(app).open(link_to(app, new_book(app), Role.KEEPER)) for _ in marks]
    game_ids = [fill(keeper, mark) for keeper, mark in zip(keepers, marks, strict=True)]
    wrong, seen = [], 0
    for keeper, game_id, own, foreign in zip(keepers, game_ids, marks, marks[::-1], strict=True):
        player_id = keeper.document(game_id)["players"][0]["id"]
        for method, pattern in ACCESS:
            if method != "GET" or "/live" in pattern:
                continue
            address = (
                pattern.replace("<own_id:game_id>", game_id)
                .replace("<own_id:player_id>", player_id)
                .replace("<hand:number>", "1")
            )
            with keeper.client.get(address) as answer:
                body = answer.data
            seen += own.encode() in body
            if foreign.encode() in body:
                wrong.append(f"{address} shows {foreign}")
    assert wrong == []
    # Most pages do show names, so the search would have found the others.
    assert seen > 40
