"""Past games: found, deleted, brought back, and those that cannot be read."""

import re

import pytest
from flask import Flask
from sqlalchemy import text

from scorekeeper.web.extensions import writing
from scorekeeper.web.keys import Role
from tests.conftest import BROWSER, SCRIPT, Device, Keeper, link_to

LINE = re.compile(r'<a href="/games/([a-z0-9]{16})">')


def over(keeper: Keeper, *names: str, title: str = "") -> str:
    """Keep a game of one hand that is over, and return its id."""
    game_id = keeper.set_up(names, order="custom", hand_sizes="1", title=title)
    keeper.save(game_id, 1, bids=[1] * len(names), taken=[1, *[0] * (len(names) - 1)])
    return game_id


def listed(device: Device, query: str = "") -> list[str]:
    """Return the ids of the games that the page of past games shows."""
    return LINE.findall(device.page(f"/games{query}"))


def wreck(app: Flask, game_id: str) -> None:
    """Write into a game what no table could have played."""
    with app.app_context(), writing() as store:
        store.execute(text("UPDATE plays SET bid = 99 WHERE game_id = :id"), {"id": game_id})


@pytest.fixture
def game_id(keeper: Keeper) -> str:
    return over(keeper, "Ann", "Ben", title="Friday")


def test_everybody_of_the_book_finds_games(keeper: Keeper, reader: Device, game_id: str) -> None:
    """Under way or over, the latest first; titled games tell who played."""
    other = keeper.set_up(["Cy", "Ann"])
    for device in (keeper, reader):
        assert listed(device) == [other, game_id]
    assert "<bdi>Ann</bdi>, <bdi>Ben</bdi>" in keeper.page("/games?title=fri")


def test_a_search_narrows_the_list(keeper: Keeper, game_id: str) -> None:
    """By player, title and kind; what was asked for stays in the form."""
    other = keeper.set_up(["Cy", "Ann"])
    ann, ben = (player["id"] for player in keeper.document(game_id)["players"])
    assert listed(keeper, f"?player={ben}") == [game_id]
    assert listed(keeper, f"?player={ann}&kind=playing") == [other]
    page = keeper.page(f"/games?player={ben}&title=FRIDAY&kind=over&from=2020-01-01")
    assert LINE.findall(page) == [game_id]
    assert f'<option value="{ben}" selected>Ben</option>' in page
    assert 'value="FRIDAY"' in page
    assert 'value="2020-01-01"' in page
    assert '<option value="over" selected>' in page


@pytest.mark.parametrize(
    ("query", "said"),
    [
        ("?from=tomorrow", "Enter a day"),
        ("?to=2026-02-30", "Enter a day"),
        ("?from=2026-01-02&to=2026-01-01", "The last day is before the first."),
    ],
)
def test_a_day_that_is_none_is_said_at_its_field(keeper: Keeper, query: str, said: str) -> None:
    """Everything else that was entered stays."""
    answer = keeper.get(f"/games{query}&title=Friday")
    page = answer.get_data(as_text=True)
    assert answer.status_code == 422
    assert said in page
    assert 'aria-describedby="' in page
    assert 'value="Friday"' in page


def test_what_is_no_search_finds_everything(keeper: Keeper, game_id: str) -> None:
    """Unknown players, kinds and pages are as good as none."""
    assert listed(keeper, "?player=%F0%9F%82%A1&kind=lost&page=999999&from=") == [game_id]
    assert listed(keeper, "?player=%27&kind=%00&page=-1&to=9999-12-31") == [game_id]
    assert listed(keeper, "?deleted=%00&title=%00") == []
    assert listed(keeper, "?to=0001-01-01") == []


def test_games_come_in_pages(keeper: Keeper) -> None:
    """The links keep what was asked for; nothing is there twice and nothing is lost."""
    made = [over(keeper, "Ann", "Ben", title="Friday & Co") for _ in range(26)]
    first = keeper.page("/games?title=friday+%26")
    assert LINE.findall(first) == made[:0:-1]
    following = re.search(r'rel="next" href="([^"]+)"', first)
    assert following
    second = keeper.page("/games" + following[1].replace("&amp;", "&"))
    assert LINE.findall(second) == made[:1]
    assert "Page 2 of 2" in second
    assert 'rel="next"' not in second


def test_deleting_asks_first(keeper: Keeper) -> None:
    """A page without a script says what will happen; a game under way has a warning."""
    ready, playing = over(keeper, "Ann", "Ben"), keeper.set_up(["Ann", "Ben"])
    assert "This game is not over" not in keeper.page(f"/games/{ready}/delete")
    page = keeper.page(f"/games/{playing}/delete")
    assert "This game is not over" in page
    assert "Delete the game</button>" in page
    assert listed(keeper) == [playing, ready]


def test_a_deleted_game_comes_back(keeper: Keeper, game_id: str) -> None:
    """The page after it has the undo, and so has the list of deleted games."""
    before = keeper.document(game_id)
    answer = keeper.send(f"/games/{game_id}/delete", {}, accept=BROWSER)
    assert answer.status_code == 303
    page = keeper.page(answer.location)
    assert f'action="/games/{game_id}/bring-back"' in page
    assert LINE.findall(page) == []
    assert 'href="/games"' in keeper.page("/")
    assert f'action="/games/{game_id}/bring-back"' in keeper.page("/games/deleted")
    assert keeper.send(f"/games/{game_id}/bring-back", {}, accept=BROWSER).status_code == 303
    after = keeper.document(game_id)
    assert {**after, "revision": 0} == {**before, "revision": 0}
    assert after["revision"] == before["revision"] + 2
    assert "bring-back" not in keeper.page(answer.location)
    assert "No game has been deleted." in keeper.page("/games/deleted")


def addresses(app: Flask, game_id: str) -> list[str]:
    """Return every address at which something of a game can be seen."""
    patterns = [rule.rule for rule in app.url_map.iter_rules() if "GET" in (rule.methods or set())]
    found = [
        pattern.replace("<own_id:game_id>", game_id).replace("<hand:number>", "1")
        for pattern in patterns
        if "<own_id:game_id>" in pattern
    ]
    assert f"/games/{game_id}.json" in found
    return found


def test_every_address_of_a_deleted_game_is_gone(
    app: Flask, keeper: Keeper, reader: Device, stranger: Device, game_id: str
) -> None:
    """404 for everybody; who holds a key is told why, the keeper with the way back."""
    guest = Device(app).open(link_to(app, game_id, Role.KEEPER))
    keeper.send(f"/games/{game_id}/delete", {})
    for path in addresses(app, game_id):
        pages = {
            device: device.get(path, accept=BROWSER) for device in (keeper, reader, guest, stranger)
        }
        assert {answer.status_code for answer in pages.values()} == {404}, path
        told = {device for device, page in pages.items() if "This game was deleted" in page.text}
        assert stranger not in told
        if not path.endswith("/delete"):
            assert told == {keeper, reader, guest}, path
            assert "/bring-back" in pages[keeper].text
            assert "/bring-back" not in pages[guest].text


def test_nothing_is_written_into_a_deleted_game(keeper: Keeper, game_id: str) -> None:
    """Taps that were still on their way are refused as if there was no such game."""
    fields = {"base": 1, "bid-0": 1}
    keeper.token()
    keeper.send(f"/games/{game_id}/delete", {})
    assert keeper.try_save(game_id, 1, fields).status_code == 404
    assert keeper.try_undo(game_id, base=1).status_code == 404


def test_its_links_open_nothing(app: Flask, keeper: Keeper, game_id: str) -> None:
    """A key of a deleted game is as good as none, until the game is back."""
    link = link_to(app, game_id, Role.READER)
    keeper.send(f"/games/{game_id}/delete", {})
    assert Device(app).get(link).status_code == 404
    keeper.send(f"/games/{game_id}/bring-back", {})
    assert Device(app).get(link).status_code == 303


def test_a_keeper_of_the_game_alone_does_not_delete_it(
    app: Flask, keeper: Keeper, game_id: str
) -> None:
    """Deleting is a matter of the book: whoever was only handed the pen learns of no such page."""
    guest = Keeper(app).open(link_to(app, game_id, Role.KEEPER))
    assert guest.get(f"/games/{game_id}/delete").status_code == 404
    token = guest.token(f"/games/{game_id}")
    assert guest.post(f"/games/{game_id}/delete", {"csrf_token": token}).status_code == 404
    assert listed(keeper) == [game_id]
    assert "Delete the game" in keeper.page(f"/games/{game_id}/people")
    assert "Delete the game" not in guest.page(f"/games/{game_id}/people")


def test_a_wrecked_game_is_left_out_of_the_lists(app: Flask, keeper: Keeper, game_id: str) -> None:
    """Home and the past games show the others, and say in a line that one is missing."""
    wrong = over(keeper, "Cy", "Dora")
    wreck(app, wrong)
    for path in ("/", "/games"):
        page = keeper.page(path)
        assert "1 game cannot be read." in page
        assert LINE.findall(page).count(wrong) == 1  # in that line alone
        assert game_id in LINE.findall(page)


def test_a_wrecked_game_says_so(app: Flask, keeper: Keeper, game_id: str) -> None:
    """Whatever is asked of it: a clear page, a plain answer for a script, and no failure."""
    wreck(app, game_id)
    for path in addresses(app, game_id):
        if path.endswith(("/live", "/links", "/token", "/delete")):
            continue
        answer = keeper.get(path, accept=BROWSER)
        assert answer.status_code == 409, path
        assert "This game cannot be read" in answer.text
        assert game_id in answer.text
    assert keeper.get(f"/games/{game_id}.json", accept=SCRIPT).get_json() == {
        "error": "This game cannot be read."
    }
    answer = keeper.send(f"/games/{game_id}/undo", {"base": 1})
    assert answer.status_code == 409


def test_a_wrecked_game_can_be_deleted(app: Flask, keeper: Keeper, game_id: str) -> None:
    """So that the line about it goes away; it is among the deleted ones, and comes back."""
    wreck(app, game_id)
    assert "A game that cannot be read" in keeper.page(f"/games/{game_id}/delete")
    keeper.send(f"/games/{game_id}/delete", {})
    assert "cannot be read" not in keeper.page("/")
    assert "A game that cannot be read" in keeper.page("/games/deleted")
    keeper.send(f"/games/{game_id}/bring-back", {})
    assert "1 game cannot be read." in keeper.page("/")


def test_a_device_with_two_games_sees_the_one_that_can_be_read(
    app: Flask, keeper: Keeper, game_id: str
) -> None:
    """Its list of games it follows leaves the other out, too."""
    wrong = over(keeper, "Cy", "Dora")
    guest = Device(app)
    for each in (game_id, wrong):
        guest.open(link_to(app, each, Role.READER))
    wreck(app, wrong)
    page = guest.page("/")
    assert "1 game cannot be read." in page
    assert game_id in LINE.findall(page)


def test_an_ended_game_opens_again_where_it_ended(keeper: Keeper) -> None:
    """The table of a game ended early has the button; no other has."""
    game_id = keeper.set_up(["Ann", "Ben"])
    assert "Open the game again" not in keeper.page(f"/games/{game_id}")
    keeper.send(f"/games/{game_id}/end", {"base": 0}, accept=BROWSER)
    assert "Open the game again" in keeper.page(f"/games/{game_id}")
