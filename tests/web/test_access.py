"""Every address the app has, and what each kind of device gets there: one table, none left out."""

import re
from collections.abc import Iterator, Mapping
from functools import cached_property
from itertools import product

import pytest
from flask import Flask

from scorekeeper.config import Config
from scorekeeper.store import books
from scorekeeper.web.extensions import writing
from scorekeeper.web.keys import Role
from tests.cases import cases
from tests.conftest import BROWSER, SCRIPT, TOKEN, Keeper, link_to, running, setup_fields

WHO = (
    "stranger",
    "reader of another game",
    "reader of the game",
    "reader of the book",
    "keeper of the game",
    "keeper of the book",
    "keeper of another book",
)
SEES, GOES, BAD, NEVER, NO, WRONG = 200, 303, 400, 403, 404, 422

OPEN = (SEES,) * 7
LOOK = (NO, NO, SEES, SEES, SEES, SEES, NO)
KEEP = (NO, NO, NO, NO, SEES, SEES, NO)
WRITE = (NO, NO, NEVER, NEVER, GOES, GOES, NO)

ACCESS: dict[tuple[str, str], tuple[int, ...]] = {
    ("GET", "/healthz"): OPEN,
    ("GET", "/sw.js"): OPEN,
    ("GET", "/manifest.webmanifest"): OPEN,
    ("GET", "/rules"): OPEN,
    ("GET", "/language/<code>"): (GOES,) * 7,
    ("GET", "/static/<tree>/<path:filename>"): OPEN,
    ("GET", "/static/<tree>/joined/<name>"): (NO,) * 7,
    ("GET", "/key/<key>"): (GOES,) * 7,
    ("GET", "/"): (SEES, GOES, GOES, SEES, GOES, SEES, SEES),
    ("GET", "/resume"): (NO, *(GOES,) * 6),
    ("GET", "/games/new"): (NO, NO, NO, NO, NO, SEES, SEES),
    ("POST", "/games/new"): (NO, NO, NO, NEVER, NO, GOES, GOES),
    ("GET", "/links"): (NO, NO, NO, NO, NO, SEES, SEES),
    ("POST", "/links"): (NO, NO, NO, NEVER, NO, GOES, GOES),
    ("GET", "/blank"): (NO, *(SEES,) * 6),
    ("GET", "/blank.pdf"): (NO, *(SEES,) * 6),
    ("GET", "/import"): (NO, NO, NO, NO, NO, SEES, SEES),
    ("POST", "/import"): (NO, NO, NO, NEVER, NO, WRONG, WRONG),
    ("GET", "/games"): (NO, NO, NO, SEES, NO, SEES, SEES),
    ("GET", "/stats"): (NO, NO, NO, SEES, NO, SEES, SEES),
    ("GET", "/stats.json"): (NO, NO, NO, SEES, NO, SEES, SEES),
    ("GET", "/players/<own_id:player_id>"): (NO, NO, NO, SEES, NO, SEES, NO),
    ("GET", "/players/<own_id:player_id>/games"): (NO, NO, NO, SEES, NO, SEES, NO),
    ("GET", "/players"): (NO, NO, NO, SEES, NO, SEES, SEES),
    ("GET", "/players/<own_id:player_id>/merge"): (NO, NO, NO, NO, NO, SEES, NO),
    ("POST", "/players/<own_id:player_id>/name"): (NO, NO, NO, NEVER, NO, GOES, NO),
    ("POST", "/players/<own_id:player_id>/hide"): (NO, NO, NO, NEVER, NO, GOES, NO),
    ("POST", "/players/<own_id:player_id>/merge"): (NO, NO, NO, NEVER, NO, WRONG, NO),
    ("POST", "/players/<own_id:player_id>/part"): (NO, NO, NO, NEVER, NO, GOES, NO),
    ("POST", "/demo/leave"): (NO,) * 7,
    ("GET", "/book.json"): (NO, NO, NO, NO, NO, SEES, SEES),
    ("GET", "/book.csv"): (NO, NO, NO, SEES, NO, SEES, SEES),
    ("GET", "/games/deleted"): (NO, NO, NO, NO, NO, SEES, SEES),
    ("GET", "/games/<own_id:game_id>/delete"): (NO, NO, NO, NO, NO, SEES, NO),
    ("POST", "/games/<own_id:game_id>/delete"): (NO, NO, NO, NEVER, NO, GOES, NO),
    ("POST", "/games/<own_id:game_id>/bring-back"): (NO, NO, NO, NEVER, NO, GOES, NO),
    ("GET", "/games/<own_id:game_id>"): LOOK,
    ("GET", "/games/<own_id:game_id>.csv"): LOOK,
    ("GET", "/games/<own_id:game_id>/print"): LOOK,
    ("GET", "/games/<own_id:game_id>/scorecard.html"): LOOK,
    ("GET", "/games/<own_id:game_id>.json"): LOOK,
    ("GET", "/games/<own_id:game_id>/across"): LOOK,
    ("GET", "/games/<own_id:game_id>/hands/<hand:number>"): LOOK,
    ("GET", "/games/<own_id:game_id>/history"): LOOK,
    ("GET", "/games/<own_id:game_id>/corrections"): LOOK,
    ("GET", "/games/<own_id:game_id>/review"): LOOK,
    ("GET", "/games/<own_id:game_id>/live"): LOOK,
    ("GET", "/games/<own_id:game_id>/scorecard.pdf"): LOOK,
    ("GET", "/games/<own_id:game_id>/links"): KEEP,
    ("GET", "/games/<own_id:game_id>/people"): KEEP,
    ("GET", "/games/<own_id:game_id>/token"): KEEP,
    ("GET", "/games/<own_id:game_id>/others"): KEEP,
    ("POST", "/games/<own_id:game_id>/coming"): WRITE,
    ("POST", "/games/<own_id:game_id>/end"): WRITE,
    ("POST", "/games/<own_id:game_id>/give-up"): WRITE,
    ("POST", "/games/<own_id:game_id>/hands/<hand:number>"): WRITE,
    ("POST", "/games/<own_id:game_id>/join"): WRITE,
    ("POST", "/games/<own_id:game_id>/leave"): WRITE,
    ("POST", "/games/<own_id:game_id>/links"): WRITE,
    ("POST", "/games/<own_id:game_id>/names"): WRITE,
    ("POST", "/games/<own_id:game_id>/pen"): WRITE,
    ("POST", "/games/<own_id:game_id>/seats"): WRITE,
    ("POST", "/games/<own_id:game_id>/started"): WRITE,
    ("POST", "/games/<own_id:game_id>/undo"): WRITE,
}
"""What each of `WHO` is answered at each address, a right form being sent where one is taken."""

NAMES = {"name-0": "John", "name-1": "Margaret", "name-2": "Cy", "title": "Friday"}

FIELDS: dict[str, Mapping[str, object]] = {
    "/games/new": setup_fields(["Steve", "Betsy"]),
    "/games/<own_id:game_id>/coming": {"hand_sizes": "3"},
    "/games/<own_id:game_id>/hands/<hand:number>": {"bid-0": 2, "base": 0},
    "/games/<own_id:game_id>/join": {"name": "Zoe", "fit": 1},
    "/games/<own_id:game_id>/leave": {"seat": 0},
    "/players/<own_id:player_id>/name": {"name": "Jo"},
    "/games/<own_id:game_id>/names": {**NAMES, "name-0": "Jo"},
    "/games/<own_id:game_id>/started": {"date": "2019-03-01"},
    "/games/<own_id:game_id>/seats": {"order": "2,1,0"},
}
"""What is sent, besides the token and the revision of the game."""

OF_A_GAME = [row for row, answers in ACCESS.items() if answers in (LOOK, KEEP, WRITE)]
WRITES = [row for row in ACCESS if row[0] == "POST"]
LOOKS = [row for row in ACCESS if row[0] == "GET"]
LEAVES_A_MARK = ("/key/<key>", "/language/<code>")
"""Where even a look changes what the device is from then on."""
OTHERS = ("stranger", "reader of another game", "keeper of another book")
NOWHERE = "2222222233333333"


@pytest.fixture(scope="module")
def app(shared_config: Config) -> Iterator[Flask]:
    """One app for the whole table; each row sets games of its own up in it."""
    yield from running(shared_config)


class House:
    """A game in a book with another game in it, another book, and a device of each kind."""

    def __init__(self, app: Flask) -> None:
        self.app = app
        with app.app_context(), writing() as session:
            self.book, self.other_book = books.make_book(session), books.make_book(session)
        keeper = Keeper(app).open(link_to(app, self.book, Role.KEEPER))
        self.game_id = keeper.set_up(["John", "Margaret", "Cy"])
        self.keeper = keeper
        # There is a step to be undone.
        self.before = keeper.send(f"/games/{self.game_id}/names", {**NAMES, "base": 0}).get_json()
        self.player_id = self.before["players"][0]["id"]
        self._known: dict[str, Keeper] = {}
        self._doors: dict[tuple[str, str, str], bytes] = {}

    @cached_property
    def other_game(self) -> str:
        return self.keeper.set_up()

    def device(self, who: str) -> Keeper:
        """Return a device that opened the one link that makes it what it is."""
        device = Keeper(self.app)
        return device if who == "stranger" else device.open(link_to(self.app, *self._opened(who)))

    def known(self, who: str) -> Keeper:
        """Return the same device each time, for requests that leave nothing behind on it."""
        if who not in self._known:
            self._known[who] = self.device(who)
        return self._known[who]

    def locked_door(self, who: str, method: str, accept: str) -> bytes:
        """Return the page that a device gets where there is no address at all."""
        asked = (who, method, accept)
        if asked not in self._doors:
            client = self.known(who).client
            answer = client.open("/no/such/page", method=method, headers={"Accept": accept})
            assert answer.status_code == NO
            self._doors[asked] = answer.data
        return self._doors[asked]

    def is_untouched(self) -> bool:
        """Return whether the game is as it was when the house was made."""
        return bool(self.keeper.document(self.game_id) == self.before)

    def _opened(self, who: str) -> tuple[str, Role]:
        role, _, what = who.partition(" of ")
        if what == "another game":
            return self.other_game, Role[role.upper()]
        opened = {"the game": self.game_id, "the book": self.book, "another book": self.other_book}
        return opened[what], Role[role.upper()]

    def address(self, pattern: str, game_id: str = "") -> str:
        """Fill an address in, with the game of the house unless another is named."""
        return (
            pattern.replace("<own_id:game_id>", game_id or self.game_id)
            .replace("<own_id:player_id>", self.player_id)
            .replace("<hand:number>", "1")
            .replace("<code>", "ko")
            .replace("<tree>/<path:filename>", "any/js/sw.js")
            .replace("<tree>/joined/<name>", "any/joined/nothing.css")
            .replace("/key/<key>", link_to(self.app, self.game_id, Role.READER))
        )

    def token(self, device: Keeper) -> str:
        """Return a token of the device's own; a device that keeps nothing has none."""
        answer = device.get(f"/games/{self.game_id}/token")
        if answer.status_code == SEES:
            return str(answer.get_json()["csrf_token"])
        found = TOKEN.search(device.get("/games/new").get_data(as_text=True))
        return found[1] if found else ""

    def ask(self, device: Keeper, method: str, pattern: str, *, token: str | None = None) -> int:
        """Ask for an address, or send it what it takes, and return the status."""
        address = self.address(pattern)
        if method == "GET":
            with device.client.get(address, headers={"Accept": BROWSER}) as answer:
                return answer.status_code
        token = self.token(device) if token is None else token
        fields = {"csrf_token": token, "base": 1, **FIELDS.get(pattern, {})}
        return device.post(address, fields, accept=BROWSER).status_code


@pytest.fixture
def house(app: Flask) -> House:
    return House(app)


def test_no_address_is_left_out(app: Flask) -> None:
    """An address that is not in the table has not been thought about."""
    there = {
        (method, rule.rule)
        for rule in app.url_map.iter_rules()
        for method in (rule.methods or set()) - {"HEAD", "OPTIONS"}
    }
    assert there == set(ACCESS)


@cases("method, pattern", LOOKS)
def test_each_device_sees_what_it_may(house: House, method: str, pattern: str) -> None:
    """Readers look, and whoever holds another key holds none."""
    device = house.device if pattern in LEAVES_A_MARK else house.known
    answers = {who: house.ask(device(who), method, pattern) for who in WHO}
    assert answers == dict(zip(WHO, ACCESS[method, pattern], strict=True))
    assert house.is_untouched()


@cases("method, pattern", WRITES)
def test_each_device_changes_what_it_may(house: House, method: str, pattern: str) -> None:
    """Keepers write; whoever may not is told so, and has changed nothing."""
    answers = {}
    for who, expected in zip(WHO, ACCESS[method, pattern], strict=True):
        # What can be done is done in a house of its own, once each.
        one = House(house.app) if expected == GOES else house
        answers[who] = one.ask(one.known(who), method, pattern)
    assert answers == dict(zip(WHO, ACCESS[method, pattern], strict=True))
    assert house.is_untouched()


@cases("who, row", product(OTHERS, OF_A_GAME))
def test_who_holds_no_key_learns_nothing(house: House, who: str, row: tuple[str, str]) -> None:
    """A game that is there is the same page as one that is not, and as no address at all."""
    method, pattern = row
    device = house.known(who)
    for accept in (BROWSER, SCRIPT):
        for address in (house.address(pattern), house.address(pattern, NOWHERE)):
            answer = device.client.open(address, method=method, headers={"Accept": accept})
            assert answer.status_code == NO
            assert answer.data == house.locked_door(who, method, accept)
    assert house.locked_door(who, method, BROWSER) == house.locked_door(who, method, SCRIPT)


@cases("pattern", [pattern for _, pattern in LOOKS])
def test_every_page_carries_the_policies(house: House, pattern: str) -> None:
    """No answer is sniffed at, no page framed or given a script in line, no cookie read by one."""
    device = house.device("keeper of the book") if pattern in LEAVES_A_MARK else house.keeper
    with device.client.get(house.address(pattern), headers={"Accept": BROWSER}) as answer:
        assert answer.headers["X-Content-Type-Options"] == "nosniff"
        if answer.mimetype == "text/html":
            policy = answer.headers["Content-Security-Policy"]
            assert re.match(r"default-src '(self|none)';", policy)
            assert "frame-ancestors" in policy
            assert "unsafe" not in policy
            assert answer.headers["Referrer-Policy"] == "same-origin"
            assert "camera=()" in answer.headers["Permissions-Policy"]
        cookies = answer.headers.getlist("Set-Cookie")
        assert bool(cookies) is (pattern in LEAVES_A_MARK)
        for cookie in cookies:
            assert "HttpOnly" in cookie
            assert "SameSite=Lax" in cookie


@cases("who, row", product(["keeper of the game", "keeper of the book"], WRITES))
def test_a_form_of_another_page_is_refused(house: House, who: str, row: tuple[str, str]) -> None:
    """Without the device's own token a change is 400, and leaves no trace."""
    method, pattern = row
    if ACCESS[row][WHO.index(who)] == NO:
        return
    of_another = house.keeper.token()
    for token in ("", "x", of_another):
        assert house.ask(house.known(who), method, pattern, token=token) == BAD
    assert house.is_untouched()
