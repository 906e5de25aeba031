"""A player's page, and the games behind each of its figures."""

import re

import pytest
from flask import Flask
from sqlalchemy import update

from scorekeeper.store import books
from scorekeeper.store.ids import book_of
from scorekeeper.store.models import PlayerRow
from scorekeeper.web import gamelists
from scorekeeper.web.extensions import writing
from scorekeeper.web.keys import Role
from tests.cases import cases
from tests.conftest import Device, Keeper, link_to
from tests.web.counted import data, ids, listed, play_three


@pytest.fixture
def played(keeper: Keeper) -> Keeper:
    return play_three(keeper)


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


FIGURES = [
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
]
"""What the games are asked for, the title of their list, and how many there are."""


@cases("of, title, games", FIGURES)
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
