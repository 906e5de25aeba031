"""Who gets in: keys of books and games, what a device remembers, and how others are shut out."""

import time
from http.cookies import SimpleCookie
from itertools import product
from pathlib import Path

import pytest
from flask import Flask
from werkzeug.test import TestResponse

from scorekeeper.app import first_book_link
from scorekeeper.store import books
from scorekeeper.store.ids import book_of
from scorekeeper.web.extensions import writing
from scorekeeper.web.keys import Role
from tests.cases import cases
from tests.conftest import BROWSER, Device, Keeper, config_in, link_to, running

NOWHERE = "2222222233333333"
A_YEAR = 365 * 24 * 60 * 60

KEYED = [
    ("GET", "/games/new"),
    ("POST", "/games/new"),
    ("GET", "/links"),
    ("POST", "/links"),
    ("GET", "/games/{id}"),
    ("GET", "/games/{id}.json"),
    ("GET", "/games/{id}/hands/1"),
    ("GET", "/games/{id}/hands/99"),
    ("POST", "/games/{id}/hands/1"),
    ("POST", "/games/{id}/hands/99"),
    ("POST", "/games/{id}/undo"),
    ("GET", "/games/{id}/links"),
    ("POST", "/games/{id}/links"),
    ("GET", "/games/{id}/scorecard.pdf"),
    ("GET", "/games/{id}/scorecard.pdf?style=nothing"),
    ("GET", "/games/{id}/nothing"),
]

BAD_KEYS = ["nothing", "~", "-", "a~b", "abcdefgh-k1~AAAA", "%00", "%ff%fe", "k" * 3000, "ü", "a/b"]

WRITES = [
    "/games/new",
    "/links",
    "/games/{id}/hands/1",
    "/games/{id}/hands/99",
    "/games/{id}/undo",
    "/games/{id}/links",
]

STRENGTHS = [
    ([Role.READER, Role.KEEPER], True),
    ([Role.KEEPER, Role.READER], True),
    ([Role.READER, Role.READER], False),
    ([Role.KEEPER, Role.KEEPER], True),
]
"""The keys a device opens one after another, and whether it may write then."""


@pytest.fixture
def game_id(keeper: Keeper) -> str:
    return keeper.set_up()


@pytest.fixture
def locked_door(stranger: Device) -> TestResponse:
    """Return what a stranger gets where there is nothing."""
    answer = stranger.get("/no/such/page")
    assert answer.status_code == 404
    return answer


@cases("row, accept", product(KEYED, ["text/html", "application/json", "*/*"]))
def test_a_stranger_learns_nothing(
    stranger: Device, game_id: str, locked_door: TestResponse, row: tuple[str, str], accept: str
) -> None:
    """Every keyed address is the same page to a stranger, byte for byte, existing or not."""
    method, path = row
    for own_id in (game_id, book_of(game_id) + "22222222", NOWHERE, "nothing"):
        answer = stranger.client.open(
            path.format(id=own_id), method=method, headers={"Accept": accept}
        )
        assert answer.status_code == 404
        assert answer.data == locked_door.data
        assert _telling_headers(answer) == _telling_headers(locked_door)


@cases("key", BAD_KEYS)
def test_a_bad_key_is_a_missing_page(stranger: Device, locked_door: TestResponse, key: str) -> None:
    """A key that was not signed here opens nothing and is answered like any missing page."""
    answer = stranger.get(f"/key/{key}")
    assert answer.status_code == 404
    assert answer.data == locked_door.data
    assert "Set-Cookie" not in answer.headers


def test_a_key_of_another_instance_opens_nothing(stranger: Device, tmp_path: Path) -> None:
    """Each instance signs with a secret of its own."""
    for elsewhere in running(config_in(tmp_path / "elsewhere")):
        link = first_book_link(elsewhere)
    assert stranger.get(link).status_code == 404


@cases("change", ["role", "book", "generation"])
def test_a_key_cannot_be_bent(app: Flask, book_id: str, stranger: Device, change: str) -> None:
    """A reader's key turned into another one is worth nothing."""
    link = link_to(app, book_id, Role.READER)
    bent = {
        "role": link.replace("-r", "-k"),
        "book": link.replace("/key/", "/key/22222222")[:-8],
        "generation": link.replace("-r1", "-r2"),
    }[change]
    assert bent != link
    assert stranger.get(bent).status_code == 404


def test_the_way_in_is_open_to_all(stranger: Device) -> None:
    """Without any key `/` says how to get in."""
    assert "scorekeeper link" in stranger.page("/")


@cases("reader", [False, True])
def test_a_book_s_key_opens_the_book(app: Flask, book_id: str, *, reader: bool) -> None:
    """A key is opened once; it then leads to an address that does not hold it."""
    device = Device(app)
    answer = device.get(link_to(app, book_id, Role.READER if reader else Role.KEEPER))
    assert (answer.status_code, answer.location) == (303, "/")
    assert device.get("/").status_code == 200


@cases("path", WRITES)
def test_a_reader_may_not_write(reader: Device, game_id: str, path: str) -> None:
    """A reader's change is 403, whether or not it could have been made."""
    assert reader.post(path.format(id=game_id), {}).status_code == 403
    assert reader.post(path.format(id=game_id), {}, accept=BROWSER).status_code == 403


def test_a_reader_sees_the_game_and_no_form(reader: Device, game_id: str) -> None:
    """A reader's pages offer nothing that they may not do."""
    for page in ("/", f"/games/{game_id}", f"/games/{game_id}/hands/2"):
        text = reader.page(page)
        assert "<form" not in text
        assert "csrf_token" not in text


def test_a_game_s_key_opens_that_game_alone(app: Flask, keeper: Keeper, game_id: str) -> None:
    """A device with the key of one game sees neither the book nor its other games."""
    other = keeper.set_up()
    device = Keeper(app)
    answer = device.get(link_to(app, game_id, Role.KEEPER))
    assert (answer.status_code, answer.location) == (303, f"/games/{game_id}")
    assert device.save(game_id, 1, bids=[1])["revision"] == 1
    for path in ("/games/new", "/links", f"/games/{other}", f"/games/{other}.json"):
        assert device.get(path).status_code == 404


def test_a_game_s_reader_may_not_write(app: Flask, game_id: str) -> None:
    """The reader's key of one game lets look at it, and 403 is the answer to a change."""
    device = Device(app).open(link_to(app, game_id, Role.READER))
    assert device.document(game_id)["revision"] == 0
    assert device.post(f"/games/{game_id}/undo", {}).status_code == 403


@cases("opened, of_the_game", product(STRENGTHS, [False, True]))
def test_a_weaker_key_replaces_no_stronger_one(
    app: Flask, game_id: str, opened: tuple[list[Role], bool], *, of_the_game: bool
) -> None:
    """A device may what the strongest key it opened lets it, in whatever order they came."""
    (roles, may_write), device = opened, Keeper(app)
    for role in roles:
        device.open(link_to(app, game_id if of_the_game else book_of(game_id), role))
    assert ("csrf_token" in device.page(f"/games/{game_id}")) is may_write


@cases("book_first", [False, True])
def test_the_stronger_of_book_and_game_counts(
    app: Flask, keeper: Keeper, *, book_first: bool
) -> None:
    """A reader of the book who is keeper of one game writes in that game, and starts no other."""
    game_id = keeper.set_up()
    links = [
        link_to(app, book_of(game_id), Role.READER),
        link_to(app, game_id, Role.KEEPER),
    ]
    device = Keeper(app)
    for link in links if book_first else reversed(links):
        device.open(link)
    assert device.save(game_id, 1, bids=[1])["revision"] == 1
    assert device.get("/games/new").status_code == 404


def test_a_device_with_one_game_is_sent_to_it(app: Flask, game_id: str) -> None:
    """`/` leads a device that holds one game only to that game."""
    device = Device(app).open(link_to(app, game_id, Role.READER))
    answer = device.get("/")
    assert (answer.status_code, answer.location) == (303, f"/games/{game_id}")


def test_a_device_with_two_games_chooses(app: Flask, keeper: Keeper, game_id: str) -> None:
    """`/` lists the games of a device that holds several and no book."""
    other = keeper.set_up(["Steve", "Betsy"])
    device = Device(app)
    for own_id in (game_id, other):
        device.open(link_to(app, own_id, Role.READER))
    assert all(f"/games/{own_id}" in device.page("/") for own_id in (game_id, other))


def test_the_book_stays_home_after_a_game_was_opened(keeper: Keeper, game_id: str) -> None:
    """Who holds a book sees it at `/`, though the key opened last was a game's."""
    keeper.open(link_to(keeper.app, game_id, Role.READER))
    assert "Scorebook" in keeper.page("/")
    assert keeper.get("/games/new").status_code == 200


def test_home_is_the_book_opened_last(app: Flask) -> None:
    """Of several books `/` shows the one opened last, also when it was opened before."""
    with app.app_context(), writing() as session:
        first, second = books.make_book(session), books.make_book(session)
    device = Keeper(app)
    for own_id in (first, second):
        device.open(link_to(app, own_id, Role.KEEPER))
    in_second = device.set_up()
    assert book_of(in_second) == second
    device.open(link_to(app, first, Role.READER))
    assert in_second not in device.page("/")
    in_first = device.set_up()
    assert book_of(in_first) == first
    device.open(link_to(app, in_second, Role.READER))
    assert in_first in device.page("/")


def test_a_device_keeps_all_it_opened(app: Flask, keeper: Keeper) -> None:
    """A hundred keys fit into the cookie, and the first still opens its game."""
    game_ids = [keeper.set_up() for _ in range(3)]
    with app.app_context(), writing() as session:
        own_ids = [books.make_book(session) for _ in range(97)]
    device = Device(app)
    for own_id in (*game_ids, *own_ids):
        answer = device.get(link_to(app, own_id, Role.READER))
        assert len(answer.headers["Set-Cookie"]) < 4093
    assert device.document(game_ids[0])["id"] == game_ids[0]


def test_renewing_shuts_every_other_device_out_at_once(
    app: Flask, book_id: str, keeper: Keeper, reader: Device, game_id: str
) -> None:
    """New keys of a book make all old ones worthless, but for the device that asked."""
    of_the_game = Device(app).open(link_to(app, game_id, Role.KEEPER))
    old_links = [link_to(app, book_id, Role.KEEPER), link_to(app, game_id, Role.READER)]
    assert keeper.send("/links", {}).status_code == 303
    assert keeper.save(game_id, 1, bids=[1])["revision"] == 1
    for device in (reader, of_the_game):
        assert device.get(f"/games/{game_id}").status_code == 404
        assert "scorekeeper link" in device.page("/")
    assert all(reader.get(link).status_code == 404 for link in old_links)
    reader.open(link_to(app, book_id, Role.READER))
    assert reader.document(game_id)["revision"] == 1


def test_renewing_a_game_leaves_the_book_open(
    app: Flask, keeper: Keeper, reader: Device, game_id: str
) -> None:
    """New keys of one game shut out who came by that game's key alone."""
    other = keeper.set_up()
    renewing = Keeper(app).open(link_to(app, game_id, Role.KEEPER))
    guest = Device(app).open(link_to(app, game_id, Role.KEEPER))
    guest.open(link_to(app, other, Role.READER))
    path = f"/games/{game_id}"
    assert renewing.send(f"{path}/links", {}, page=path).status_code == 303
    assert guest.get(path).status_code == 404
    assert guest.document(other)["id"] == other
    assert renewing.save(game_id, 1, bids=[1])["revision"] == 1
    assert reader.document(game_id)["revision"] == 1


def test_a_new_weaker_key_counts_when_the_stronger_is_worthless(
    app: Flask, book_id: str, keeper: Keeper, game_id: str
) -> None:
    """After a renewal, a former keeper who is given the reader's link becomes a reader."""
    former = Keeper(app).open(link_to(app, book_id, Role.KEEPER))
    keeper.send("/links", {})
    former.open(link_to(app, book_id, Role.READER))
    assert former.document(game_id)["revision"] == 0
    assert former.get("/games/new").status_code == 404


def test_the_links_page_shows_both_links(app: Flask, keeper: Keeper, game_id: str) -> None:
    """A keeper can show the links into the book, and into one game, with whole addresses."""
    for page, own_id in (("/links", book_of(game_id)), (f"/games/{game_id}/links", game_id)):
        text = keeper.page(page)
        for role in Role:
            assert f'href="http://localhost{link_to(app, own_id, role)}"' in text


def test_the_cookie_lasts_a_year_and_is_out_of_reach(app: Flask, book_id: str) -> None:
    """The cookie is permanent, closed to scripts, sent to this site only, and of this instance."""
    answer = Device(app).get(link_to(app, book_id, Role.KEEPER))
    (name, cookie) = next(iter(SimpleCookie(answer.headers["Set-Cookie"]).items()))
    assert name == app.config["SESSION_COOKIE_NAME"]
    assert name.startswith("scorekeeper_")
    assert cookie["httponly"]
    assert cookie["samesite"] == "Lax"
    assert not cookie["secure"]
    expires = time.mktime(time.strptime(cookie["expires"], "%a, %d %b %Y %H:%M:%S GMT"))
    assert abs(expires - time.mktime(time.gmtime()) - A_YEAR) < 3700


def test_over_https_the_cookie_stays_there(app: Flask, book_id: str) -> None:
    """A cookie that was handed out over HTTPS is never sent in the clear."""
    answer = app.test_client().get(link_to(app, book_id, Role.KEEPER), base_url="https://localhost")
    assert "; Secure" in answer.headers["Set-Cookie"]


def test_two_instances_have_two_cookies(app: Flask, tmp_path: Path) -> None:
    """Cookies ignore ports, so each instance has a name of its own, the same after a restart."""
    folder = tmp_path / "elsewhere"
    names = [
        elsewhere.config["SESSION_COOKIE_NAME"]
        for _ in range(2)
        for elsewhere in running(config_in(folder))
    ]
    assert names[0] == names[1] != app.config["SESSION_COOKIE_NAME"]


def test_the_cookie_is_renewed_on_use(keeper: Keeper) -> None:
    """The year begins anew on each day of use, and the cookie is left alone in between."""
    keeper.get("/")
    assert "Set-Cookie" not in keeper.get("/").headers
    with keeper.client.session_transaction() as session:
        session["day"] = "2026-01-01"
    answer = keeper.get("/")
    assert "Expires=" in answer.headers["Set-Cookie"]
    assert "Set-Cookie" not in keeper.get("/").headers


def test_a_stranger_is_given_no_cookie(stranger: Device) -> None:
    """Nothing is kept on a device that opened nothing."""
    for path in ("/", "/games/new", "/key/nothing"):
        assert "Set-Cookie" not in stranger.get(path).headers


def _telling_headers(answer: TestResponse) -> dict[str, str]:
    """Return the headers but for those that are another for each request, whatever it asks for."""
    by_chance = ("Date", "X-Request-ID")
    return {name: value for name, value in answer.headers.items() if name not in by_chance}
