"""The players of a book: renamed, hidden, merged and told apart."""

import re

import pytest
from flask import Flask

from scorekeeper.web.keys import Role
from tests.cases import cases
from tests.conftest import BROWSER, Device, Document, Keeper, link_to

LISTED = re.compile(r'<li id="([a-z0-9]{16})">')


def names(document: Document) -> list[str]:
    return [player["name"] for player in document["players"]]


def ids(document: Document) -> list[str]:
    return [player["id"] for player in document["players"]]


def act(keeper: Keeper, player_id: str, what: str, **fields: object) -> str:
    """Send one of the forms of the page, and return the page that follows."""
    answer = keeper.send(f"/players/{player_id}/{what}", fields, accept=BROWSER)
    assert answer.status_code == 303, answer.text
    return keeper.page(answer.location)


@pytest.fixture
def tables(keeper: Keeper) -> tuple[str, str]:
    """Set two games up: Jon with Ann, and John with Ben."""
    return keeper.set_up(["Jon", "Ann"]), keeper.set_up(["John", "Ben"])


@pytest.fixture
def jon(keeper: Keeper, tables: tuple[str, str]) -> str:
    return ids(keeper.document(tables[0]))[0]


@pytest.fixture
def john(keeper: Keeper, tables: tuple[str, str]) -> str:
    return ids(keeper.document(tables[1]))[0]


def test_everybody_is_listed(keeper: Keeper, reader: Device, jon: str) -> None:
    """By name, with the games they played; a reader finds nothing to change."""
    page = keeper.page("/players")
    assert page.index(">Ann<") < page.index(">Ben<") < page.index(">John<") < page.index(">Jon<")
    assert "1 game · last on" in page
    assert f'action="/players/{jon}/name"' in page
    seen = reader.page("/players")
    assert LISTED.findall(seen) == LISTED.findall(page)
    main = seen.partition("<main")[2].partition("</main>")[0]
    assert LISTED.findall(main) == LISTED.findall(page)
    assert "<form" not in main


def test_a_player_is_renamed_everywhere(keeper: Keeper, tables: tuple[str, str], jon: str) -> None:
    """Every game shows the new name, and is another revision for it."""
    before = keeper.document(tables[0])
    other = keeper.document(tables[1])
    assert "Jon is now called Jonny." in act(keeper, jon, "name", name="  Jonny ")
    after = keeper.document(tables[0])
    assert names(after) == ["Jonny", "Ann"]
    assert after["revision"] == before["revision"] + 1
    assert keeper.document(tables[1]) == other
    act(keeper, jon, "name", name="Jonny")
    assert keeper.document(tables[0]) == after


@cases("name", ["", " ", "x" * 41, "\u200b", "a\nb"])
def test_a_name_that_is_none_is_refused(
    keeper: Keeper, tables: tuple[str, str], jon: str, name: str
) -> None:
    """At its field, which stays open with what was entered."""
    answer = keeper.send(f"/players/{jon}/name", {"name": name}, accept=BROWSER)
    assert answer.status_code == 422
    assert 'id="name-error"' in answer.text
    assert '<details class="more" open>' in answer.text
    answer = keeper.send(f"/players/{jon}/name", {"name": name})
    assert list(answer.get_json()["errors"]) == ["name"]
    assert names(keeper.document(tables[0])) == ["Jon", "Ann"]


def test_a_hidden_player_is_not_suggested(keeper: Keeper, reader: Device, jon: str) -> None:
    """Neither on the home nor where a game is set up; a keeper finds them to show again."""
    suggested = {"/": f'href="/players/{jon}"', "/games/new": f'data-player="{jon}"'}
    for path, shown in suggested.items():
        assert shown in keeper.page(path), path
    act(keeper, jon, "hide")
    for path, shown in suggested.items():
        assert shown not in keeper.page(path), path
    assert jon in LISTED.findall(keeper.page("/players").partition("Hidden")[2])
    assert jon not in LISTED.findall(reader.page("/players"))
    act(keeper, jon, "hide", again=1)
    assert f'data-player="{jon}"' in keeper.page("/games/new")


def test_a_merger_is_shown_before_it_is_made(keeper: Keeper, jon: str, john: str) -> None:
    """Who it could be, who it cannot be and why, and what it would mean."""
    page = keeper.page(f"/players/{jon}/merge")
    assert "sat at one table with them 1 time" in page
    assert len(re.findall(r'name="into" value="[a-z0-9]+" required', page)) == 2
    page = keeper.page(f"/players/{jon}/merge?into={john}")
    assert "Jon, with 1 game so far, is called John in it from now on." in page
    assert "John then has 2 games in the statistics." in page
    assert "They are the same person</button>" in page
    assert names(keeper.document(keeper.set_up(["Jon", "Ann"]))) == ["Jon", "Ann"]


def test_two_are_merged_and_parted(
    keeper: Keeper, tables: tuple[str, str], jon: str, john: str
) -> None:
    """Games, suggestions and addresses follow, and come back."""
    before = keeper.document(tables[0])
    page = act(keeper, jon, "merge", into=john)
    assert "Jon is now John." in page
    assert "also <bdi>" not in page
    assert "also Jon, 1 game" in page
    now = keeper.document(tables[0])
    assert now["players"][0] == {
        "seat": 0,
        "name": "John",
        "id": john,
        "start": 0,
        "seated_as": jon,
    }
    assert now["revision"] == before["revision"] + 1
    assert f'data-player="{jon}"' not in keeper.page("/games/new")
    assert keeper.get(f"/players/{jon}").location == f"/players/{john}"
    assert keeper.get(f"/players/{jon}/merge").status_code == 404
    assert keeper.send(f"/players/{jon}/name", {"name": "x"}).status_code == 404
    stats = keeper.get("/stats.json").get_json()["players"]
    assert jon not in [player["id"] for player in stats]
    assert "Jon is somebody of their own again." in act(keeper, jon, "part")
    assert keeper.document(tables[0]) == {**before, "revision": before["revision"] + 2}


def test_the_same_players_play_again_under_their_new_names(
    keeper: Keeper, tables: tuple[str, str], jon: str, john: str
) -> None:
    """Playing again seats who goes on, not who was merged."""
    act(keeper, jon, "merge", into=john)
    page = keeper.page(f"/games/new?again={tables[0]}")
    assert f'name="player-0" value="{john}"' in page
    assert 'name="players-0" value="John"' in page


def test_a_merger_that_cannot_be_is_refused(
    keeper: Keeper, tables: tuple[str, str], jon: str, john: str
) -> None:
    """With whom somebody sat at a table, a stranger, oneself, or nobody."""
    ann = ids(keeper.document(tables[0]))[1]
    stranger = keeper.document(tables[0])["id"][:8] + "23456789"
    for into in (ann, jon, stranger, "", "x", "\x00", "\ud800"):
        answer = keeper.send(f"/players/{jon}/merge", {"into": into}, accept=BROWSER)
        assert answer.status_code == 422
        assert "These two cannot be one person." in answer.text
        assert keeper.send(f"/players/{jon}/merge", {"into": into}).status_code == 422
    assert "These two cannot be" in keeper.page(f"/players/{jon}/merge?into={ann}")
    act(keeper, jon, "merge", into=john)
    assert keeper.send(f"/players/{jon}/merge", {"into": john}).status_code == 404


def test_a_player_of_another_book_is_out_of_reach(keeper: Keeper, jon: str) -> None:
    """Nobody is found by an id of another book, or by one that nobody has."""
    nobody = jon[:8] + "23456789"
    for player_id in (nobody, "2222222233333333"):
        for what in ("name", "hide", "merge", "part"):
            answer = keeper.send(f"/players/{player_id}/{what}", {"name": "x"})
            assert answer.status_code == 404, what
        assert keeper.get(f"/players/{player_id}/merge").status_code == 404


def test_namesakes_are_told_apart(keeper: Keeper) -> None:
    """Wherever one is picked: in the list, where a game is set up, and where games are found."""
    game_id = keeper.set_up(["Kim", "Kim", "Ann"])
    first, second, _ann = ids(keeper.document(game_id))
    page = keeper.page("/players")
    assert "<bdi>Kim</bdi> <small>(1)</small>" in page
    assert "<bdi>Kim</bdi> <small>(2)</small>" in page
    chips = keeper.page("/games/new")
    for number, own_id in ((1, first), (2, second)):
        chip = f'data-player="{own_id}" aria-pressed="false"><bdi>Kim</bdi> <small>({number})'
        assert chip in chips
        assert f'<option value="{own_id}">Kim ({number}: 1 game)</option>' in keeper.page("/games")


def test_names_are_text_wherever_they_go(keeper: Keeper) -> None:
    """Markup in a name is no markup."""
    game_id = keeper.set_up(["<b>Bo</b>", "Ann"])
    bo, _ann = ids(keeper.document(game_id))
    for path in ("/players", f"/players/{bo}/merge", "/games"):
        page = keeper.page(path)
        assert "<b>Bo" not in page
        assert "&lt;b&gt;Bo" in page


def test_a_keeper_of_one_game_changes_no_player(
    app: Flask, tables: tuple[str, str], jon: str
) -> None:
    """Who sits at its table is theirs to change, the people of the scorebook are not."""
    guest = Keeper(app).open(link_to(app, tables[0], Role.KEEPER))
    token = guest.token(f"/games/{tables[0]}")
    for what in ("name", "hide", "merge", "part"):
        fields = {"csrf_token": token, "name": "x"}
        assert guest.post(f"/players/{jon}/{what}", fields).status_code == 404
    assert guest.get("/players").status_code == 404
