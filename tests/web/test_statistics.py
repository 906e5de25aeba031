"""The book's statistics: the figures as data, the pages, and what may be asked of them."""

import re
from collections.abc import Iterator

import pytest
from flask import Flask
from hypothesis import given
from hypothesis import strategies as st
from sqlalchemy import update

from scorekeeper.app import first_book_link
from scorekeeper.config import Config
from scorekeeper.store.models import PlayerRow
from scorekeeper.web.extensions import writing
from tests.cases import cases
from tests.conftest import BROWSER, Device, Keeper, running
from tests.profiles import tried
from tests.web.counted import data, ids, play_three
from tests.web.test_any_input import values

ROW = re.compile(r'<tr><th scope="row"><a href="/players/\w+[^"]*"><bdi>([^<]+)</bdi>')
SORTS = {
    "": ["Ben", "Ann", "Cy"],
    "games": ["Ben", "Ann", "Cy"],
    "-games": ["Ann", "Cy", "Ben"],
    "name": ["Ann", "Ben", "Cy"],
    "-name": ["Cy", "Ben", "Ann"],
    "wins": ["Ann", "Ben", "Cy"],
    "average": ["Ann", "Cy", "Ben"],
    "-average": ["Ben", "Cy", "Ann"],
    "best": ["Ann", "Ben", "Cy"],
    "place": ["Ann", "Cy", "Ben"],
    "-place": ["Ben", "Ann", "Cy"],
    "hands": ["Ben", "Ann", "Cy"],
    "S": ["Ben", "Ann", "Cy"],
    "O": ["Ann", "Ben", "Cy"],
    "P": ["Cy", "Ann", "Ben"],
    "overbid": ["Ben", "Ann", "Cy"],
    "lost": ["Ben", "Ann", "Cy"],
    "won": ["Ann", "Ben", "Cy"],
    "nonsense": ["Ben", "Ann", "Cy"],
}


@pytest.fixture
def played(keeper: Keeper) -> Keeper:
    return play_three(keeper)


def names(page: str) -> list[str]:
    """Return the players of the first table on a page."""
    found = ROW.findall(page.partition("</table>")[0])
    assert found
    return found


def test_the_figures_as_data(played: Keeper, reader: Device) -> None:
    """Finished games give games, wins and totals; all scored hands give the rest."""
    ann, ben, cy = (data(reader)[name] for name in ("Ann", "Ben", "Cy"))
    assert ann == {
        "games": 1,
        "wins": 1,
        "average": 21.0,
        "best": 21,
        "worst": 21,
        "hands": 3,
        "S": 1,
        "O": 1,
        "P": 1,
        "bids": 4,
        "taken": 4,
        "uncounted": 0,
    }
    assert ben == {
        "games": 2,
        "wins": 1,
        "average": -5.0,
        "best": 10,
        "worst": -20,
        "hands": 4,
        "S": 3,
        "O": 0,
        "P": 1,
        "bids": 5,
        "taken": 1,
        "uncounted": 1,
    }
    assert cy == {
        "games": 1,
        "wins": 1,
        "average": 10.0,
        "best": 10,
        "worst": 10,
        "hands": 2,
        "S": 0,
        "O": 0,
        "P": 2,
        "bids": 2,
        "taken": 2,
        "uncounted": 0,
    }
    assert data(played) == data(reader)


def test_an_empty_book_has_no_players(keeper: Keeper) -> None:
    assert data(keeper) == {}
    assert "No hand has been scored" in keeper.page("/stats")


def test_who_sat_down_is_listed_with_noughts(keeper: Keeper) -> None:
    """A game in which nothing is scored yet gives nothing but its players."""
    keeper.set_up(["Ann", "Ben"])
    assert data(keeper)["Ann"] == {
        "games": 0,
        "wins": 0,
        "average": None,
        "best": None,
        "worst": None,
        **dict.fromkeys(("hands", "S", "O", "P", "bids", "taken", "uncounted"), 0),
    }


def test_what_was_undone_counts_no_more(keeper: Keeper) -> None:
    """Statistics follow a game, whatever becomes of it: corrected, taken back, opened again."""
    game_id = keeper.set_up(["Ann", "Ben"], order="custom", hand_sizes="1")
    keeper.save(game_id, 1, bids=[1, 1], taken=[1, 0])
    assert (data(keeper)["Ann"]["games"], data(keeper)["Ann"]["P"]) == (1, 1)
    keeper.save(game_id, 1, bids=[1, 1], taken=[0, 1])
    assert (data(keeper)["Ann"]["wins"], data(keeper)["Ann"]["S"]) == (0, 1)
    keeper.undo(game_id)
    assert data(keeper)["Ann"]["wins"] == 1
    keeper.undo(game_id)
    assert (data(keeper)["Ann"]["games"], data(keeper)["Ann"]["hands"]) == (0, 0)


@cases("sort", SORTS)
def test_players_are_sorted_by_what_is_asked_for(played: Keeper, sort: str) -> None:
    """Each head of a column sorts by it, and once more the other way round."""
    assert names(played.page(f"/stats?sort={sort}")) == SORTS[sort]


def test_a_head_says_how_it_sorts_and_leads_to_the_other_way(played: Keeper) -> None:
    page = played.page("/stats?sort=wins")
    assert '<th scope="col" aria-sort="descending"><a href="/stats?sort=-wins">' in page
    assert '<th scope="col" aria-sort="none"><a href="/stats?sort=place">' in page
    page = played.page("/stats?sort=-wins")
    assert '<th scope="col" aria-sort="ascending"><a href="/stats?sort=wins">' in page


def test_games_are_chosen_by_time_and_players(played: Keeper) -> None:
    """Both ends of the time are included; what does not fit is not counted."""
    today = _day(played)
    assert names(played.page("/stats?players=3")) == ["Ann", "Ben", "Cy"]
    assert names(played.page("/stats?players=2")) == ["Ben", "Ann", "Cy"]
    assert names(played.page(f"/stats?since={today}&until={today}")) == ["Ben", "Ann", "Cy"]
    for nothing in ("players=4", "until=1999-12-31", "since=2999-01-01"):
        assert "No hand has been scored" in played.page(f"/stats?{nothing}")
    assert f'href="/players/{ids(played)["Ann"]}?players=3"' in played.page("/stats?players=3")


@cases("wrong", ["since=1999-02-30", "until=yesterday", "players=99", "players=x"])
def test_a_bad_choice_is_said_at_its_field(played: Keeper, wrong: str) -> None:
    """What is wrong chooses nothing, keeps its place and says so."""
    name, _, value = wrong.partition("=")
    ann = ids(played)["Ann"]
    for path in ("/stats", f"/players/{ann}", f"/players/{ann}/games"):
        answer = played.get(f"{path}?{wrong}")
        page = answer.get_data(as_text=True)
        assert answer.status_code == 422
        assert f'id="{name}-error"' in page
        assert f'value="{value}"' in page
        assert "Ann" in page


def test_a_hidden_player_is_shown_when_asked_for(played: Keeper, app: Flask) -> None:
    """Hidden players are on no list, but their figures are not lost."""
    cy = ids(played)["Cy"]
    with app.app_context(), writing() as store:
        store.execute(update(PlayerRow).where(PlayerRow.id == cy).values(hidden=True))
    page = played.page("/stats")
    assert names(page) == ["Ben", "Ann"]
    assert "Show hidden players" in page
    assert "Cy" in names(played.page("/stats?hidden=1"))
    assert "Cy" in data(played)


# --- whatever is asked


@pytest.fixture(scope="module")
def world(shared_config: Config) -> Iterator[tuple[Keeper, str]]:
    """One book for all examples."""
    for app in running(shared_config):
        keeper = Keeper(app).open(first_book_link(app))
        game_id = keeper.set_up(["Ann", "Ben"], order="custom", hand_sizes="2,1")
        keeper.save(game_id, 1, bids=[1, 1], taken=[2, 0])
        yield keeper, ids(keeper)["Ann"]


@tried(80)
@given(
    asked=st.dictionaries(
        st.sampled_from(("since", "until", "players", "sort", "of", "page", "hidden")), values
    ),
    which=st.sampled_from(("/stats", "/stats.json", "/players/{}", "/players/{}/games")),
)
def test_anything_may_be_asked(
    world: tuple[Keeper, str], asked: dict[str, str], which: str
) -> None:
    """Whatever stands in the address, there is a page, or a message at a field."""
    keeper, ann = world
    sent = {name: value.encode("utf-8", "surrogatepass") for name, value in asked.items()}
    answer = keeper.client.get(which.format(ann), query_string=sent, headers={"Accept": BROWSER})
    assert answer.status_code in (200, 422)


def _day(device: Device) -> str:
    """Return the day on which the games of a book began."""
    game_ids = re.findall(r"/games/(\w{16})", device.page("/"))
    return str(device.document(game_ids[0])["started"])[:10]
