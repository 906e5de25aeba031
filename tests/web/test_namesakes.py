"""Two players of one name in one game: told apart by the numbers that the statistics give them."""

import re

from tests.conftest import Keeper


def test_namesakes_have_their_numbers_wherever_a_game_is_shown(keeper: Keeper) -> None:
    """Keypad, card, chart, history, screen readers, print and lists say Anna (1) and Anna (2)."""
    game_id = keeper.set_up(["Anna", "Bob", "Anna"], order="custom", hand_sizes="2,1")
    keeper.save(game_id, 1, [1, 1, 1], [1, 1, 0])
    table = keeper.page(f"/games/{game_id}")
    for number in (1, 2):
        for part in ("bids", "took"):
            assert f"Anna ({number}) {part}" in table
        # Row, flash, card, end, chart, what can still be won, and the menu.
        assert len(re.findall(rf'<bdi class="name apart">.*?\({number}\)', table)) >= 4
        for view in ("history", "across", "people", "scorecard.html", "hands/1"):
            assert f"({number})" in keeper.page(f"/games/{game_id}/{view}"), view
    assert "Anna (1)" in keeper.page("/")
    assert "Anna (2)" in keeper.page("/games")
    assert re.search(r'"called": ?\["Anna \(1\)", ?"Bob", ?"Anna \(2\)"\]', table)


def test_the_numbers_are_those_of_the_scorebook(keeper: Keeper) -> None:
    """Who is Anna (3) in the statistics is so in a game with another Anna, in whatever seat."""
    first = keeper.set_up(["Anna", "Anna", "Anna"])
    ids = [player["id"] for player in keeper.document(first)["players"]]
    game_id = keeper.set_up(["Anna", "Anna"], player_0=ids[2], player_1=ids[0])
    table = keeper.page(f"/games/{game_id}")
    assert re.search(r'"called": ?\["Anna \(3\)", ?"Anna \(1\)"\]', table)
    # Alone at a table she needs no number; and files and forms have the name as it is.
    alone = keeper.page(f"/games/{keeper.set_up(['Anna', 'Bob'])}")
    assert "Anna (" not in alone
    assert [player["name"] for player in keeper.document(game_id)["players"]] == ["Anna", "Anna"]
    assert "Anna," in keeper.page(f"/games/{game_id}.csv")
    assert 'value="Anna"' in keeper.page(f"/games/{game_id}/people")
