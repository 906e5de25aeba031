"""Pages of scores ask again when the browser brings them back."""

from scorekeeper.web.keys import Role
from tests.conftest import Keeper, link_to


def test_every_page_of_scores_has_the_script(keeper: Keeper) -> None:
    """All but the table, which follows the game by itself, and pages with a form to fill in."""
    game_id = keeper.set_up(["John", "Margaret"])
    keeper.set_up(["John", "Steve"])
    player_id = keeper.document(game_id)["players"][0]["id"]
    for path in (
        "/",
        "/games",
        "/games/deleted",
        "/players",
        "/stats",
        f"/players/{player_id}",
        f"/players/{player_id}/games",
        f"/games/{game_id}/history",
    ):
        page = keeper.page(path)
        assert "/joined/fresh.js" in page or "/joined/home.js" in page, path


def test_a_list_of_followed_games_has_it_too(keeper: Keeper) -> None:
    """A device with the keys of some games, and no scorebook, has a page that lists them."""
    device = Keeper(keeper.app)
    for names in (["John", "Margaret"], ["Steve", "Betsy"]):
        device.open(link_to(keeper.app, keeper.set_up(names), Role.READER))
    assert "/joined/home.js" in device.page("/")
