"""The book's statistics: the figures as data, the pages, and what may be asked of them."""

import re
from collections.abc import Iterator

import pytest
from flask import Flask
from hypothesis import given, settings
from hypothesis import strategies as st
from sqlalchemy import update

from scorekeeper.app import first_book_link
from scorekeeper.config import Config
from scorekeeper.store import books
from scorekeeper.store.ids import book_of
from scorekeeper.store.models import PlayerRow
from scorekeeper.web import gamelists
from scorekeeper.web.extensions import writing
from scorekeeper.web.keys import Role
from tests.conftest import BROWSER, Device, Keeper, link_to, running
from tests.web.test_any_input import values

Players = dict[str, dict[str, object]]

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
    """Return a keeper of a book with two finished games and one under way.

    Ann wins the first before Ben, 21 to −20; Ben and Cy share the second with 10 and 10; in the
    third, of three, one hand is scored, in which Ben goes set without anybody counting.
    """
    first = keeper.set_up(["Ann", "Ben"], order="custom", hand_sizes="2,1")
    keeper.save(first, 1, bids=[1, 1], taken=[2, 0], trump="spades")
    keeper.save(first, 2, bids=[1, 1], taken=[1, 0])
    second = keeper.set_up(["Cy", "Ben"], order="custom", hand_sizes="2")
    keeper.save(second, 1, bids=[1, 1], taken=[1, 1])
    third = keeper.set_up(["Ann", "Ben", "Cy"], order="custom", hand_sizes="3,2")
    keeper.save(third, 1, bids=[2, 2, 1], taken=[1, "S", 1])
    return keeper


def data(device: Device) -> Players:
    """Return the players of `/stats.json` by name, without their ids."""
    answer = device.get("/stats.json")
    assert answer.status_code == 200
    assert answer.mimetype == "application/json"
    players = answer.get_json()["players"]
    return {p["name"]: {k: v for k, v in p.items() if k not in ("id", "name")} for p in players}


def ids(device: Device) -> dict[str, str]:
    return {p["name"]: p["id"] for p in device.get("/stats.json").get_json()["players"]}


def names(page: str) -> list[str]:
    """Return the players of the first table on a page."""
    found = ROW.findall(page.partition("</table>")[0])
    assert found
    return found


def listed(page: str) -> list[str]:
    """Return the games that a page lists."""
    return re.findall(r'<li><a href="/games/(\w{16})">', page)


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


@pytest.mark.parametrize("sort", SORTS)
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


@pytest.mark.parametrize(
    "wrong", ["since=1999-02-30", "until=yesterday", "players=99", "players=x"]
)
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


# --- a player's page


def test_a_player_s_page_tells_of_them(played: Keeper, reader: Device) -> None:
    """It has the totals, the parts, the records and the others, for whoever reads the book."""
    page = reader.page(f"/players/{ids(played)['Ben']}")
    assert "Too few hands to tell how <bdi>Ben</bdi> plays" in page
    assert "csrf_token" not in page
    text = re.sub(r"(<[^>]+>|\s)+", " ", page)
    assert "Wins 1 Average total −5 Best total 10 Worst total −20 Average place 1.5" in text
    for words in ("By trump", "Spades trump", "Trump not noted", "As dealer", "Low bids"):
        assert words in text
    for other in ("Ann", "Cy"):
        assert f"<bdi>{other}</bdi>" in page
    assert "csrf_token" in played.page(f"/players/{ids(played)['Ben']}")


def test_an_unknown_player_is_nobody(played: Keeper, app: Flask) -> None:
    """A player that is not there, and one of another book, are the same 404."""
    with app.app_context(), writing() as store:
        other_book = books.make_book(store)
    other = Keeper(app).open(link_to(app, other_book, Role.KEEPER))
    other.set_up(["Zoe", "Kim"])
    zoe = ids(other)["Zoe"]
    answers = {
        played.get(path).get_data()
        for own_id in (zoe, book_of(ids(played)["Ann"]) + "22222222")
        for path in (f"/players/{own_id}", f"/players/{own_id}/games", "/no/such/page")
    }
    assert len(answers) == 1
    assert played.get(f"/players/{zoe}").status_code == 404


def test_a_merged_player_s_page_is_the_other_s(played: Keeper, app: Flask) -> None:
    """The page leads to who goes on, with what was asked for; figures are of both."""
    known = ids(played)
    with app.app_context(), writing() as store:
        store.execute(
            update(PlayerRow).where(PlayerRow.id == known["Cy"]).values(merged_into=known["Ann"])
        )
    for more in ("", "/games"):
        answer = played.get(f"/players/{known['Cy']}{more}?players=2&of=wins&player_id=x&%ff=%ff")
        assert answer.status_code == 302
        assert answer.location.startswith(f"/players/{known['Ann']}{more}?players=2&of=wins")
        assert played.get(answer.location).status_code == 200
    assert data(played)["Ann"]["games"] == 2
    assert "Cy" not in data(played)


# --- the games behind the figures


@pytest.mark.parametrize(
    ("of", "title", "games"),
    [
        ("", "Finished games of Ben", 2),
        ("games", "Finished games of Ben", 2),
        ("nonsense", "Finished games of Ben", 2),
        ("wins", "Games that Ben won", 1),
        ("best", "the best first", 2),
        ("worst", "the worst first", 2),
        ("hands", "scored hands", 3),
        ("S", "went set", 2),
        ("O", "overtricks", 0),
        ("P", "perfect", 1),
        ("uncounted", "not counted", 1),
        ("comeback", "from behind", 0),
        ("lead", "lost a lead", 0),
        ("cards-2", "Hands of 2 cards", 2),
        ("cards-9", "Hands of 9 cards", 0),
        ("cards-٣", "Finished games", 2),
        ("trump-spades", "Spades trump", 1),
        ("trump-unknown", "not noted", 3),
        ("role-dealer", "As dealer", 1),
        ("role-first", "As first bidder", 3),
        ("bid-high", "High bids", 1),
        ("bid-low", "Low bids", 2),
        ("against-Ann", "Finished games of Ben and Ann", 1),
    ],
)
def test_every_figure_leads_to_its_games(played: Keeper, of: str, title: str, games: int) -> None:
    """The list has just the games that the figure counts, each leading to its card."""
    known = ids(played)
    of = of.replace("Ann", known["Ann"])
    page = played.page(f"/players/{known['Ben']}/games?of={of}")
    assert title in re.search(r"<h1[^>]*>(.*?)</h1>", page)[1]  # type: ignore[index]  # there is a title
    assert len(listed(page)) == games


def test_a_long_list_has_pages(played: Keeper, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each game is on one page; a page that is not there is the nearest that is."""
    monkeypatch.setattr(gamelists, "PAGE", 2)
    path = f"/players/{ids(played)['Ben']}/games?of=hands"
    first, second = (listed(played.page(f"{path}&page={page}")) for page in (1, 2))
    assert (len(first), len(second)) == (2, 1)
    assert len({*first, *second}) == 3
    assert "page=2" in played.page(path)
    assert '<ol class="sheet lines" start="3">' in played.page(f"{path}&page=2")
    for number, games in (("99", second), ("-5", first), ("x", first), ("9" * 5000, first)):
        assert listed(played.page(f"{path}&page={number}")) == games


# --- whatever is asked


@pytest.fixture(scope="module")
def world(shared_config: Config) -> Iterator[tuple[Keeper, str]]:
    """One book for all examples."""
    for app in running(shared_config):
        keeper = Keeper(app).open(first_book_link(app))
        game_id = keeper.set_up(["Ann", "Ben"], order="custom", hand_sizes="2,1")
        keeper.save(game_id, 1, bids=[1, 1], taken=[2, 0])
        yield keeper, ids(keeper)["Ann"]


@settings(deadline=None, max_examples=80)
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
