"""The same players once more."""

import re

from tests.conftest import Keeper


def _value(page: str, name: str) -> str:
    found = re.search(rf'name="{name}" value="([^"]*)"', page)
    assert found
    return found[1]


def test_the_next_player_deals_first(keeper: Keeper) -> None:
    """The form is filled in with everybody on the same seat, and the deal passes on."""
    game_id = keeper.set_up(
        ["Ann", "Ben", "Cy"],
        first_dealer=1,
        scorekeeper=2,
        order="custom",
        hand_sizes="2,1",
        hook=1,
    )
    players = keeper.document(game_id)["players"]
    page = keeper.page(f"/games/new?again={game_id}")
    for seat, player in enumerate(players):
        assert _value(page, f"players-{seat}") == player["name"]
        assert _value(page, f"player-{seat}") == player["id"]
    assert re.search('name="first_dealer" value="0" checked', page)
    assert re.search('name="scorekeeper" value="2" checked', page)
    assert _value(page, "hand_sizes") == "2,1"


def test_an_unknown_game_is_an_empty_form(keeper: Keeper) -> None:
    """An id that is not in the book fills nothing in, and nothing goes wrong."""
    assert _value(keeper.page("/games/new?again=nothing"), "players-0") == ""
