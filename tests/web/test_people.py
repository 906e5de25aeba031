"""Around the table: people, seats, names, coming hands and the end, over the wire."""

import re
from collections.abc import Mapping
from itertools import product
from typing import Any

import pytest
from markupsafe import escape
from werkzeug.test import TestResponse

from scorekeeper.documents import BrokenRuleError, read_document
from scorekeeper.rules import House
from scorekeeper.rules.checking import check
from scorekeeper.sheets.errors import CellError, Part
from scorekeeper.sheets.reading import read_card
from scorekeeper.web.keys import Role
from tests.cases import cases
from tests.conftest import BROWSER, SCRIPT, Device, Document, Keeper, link_to

MARKUP = "<script>alert('%s')</script>"
NAMES = {"name-0": "Ann", "name-1": "Ben", "name-2": "Cy"}
LONG = "n" * 41

CHANGES: dict[str, Mapping[str, object]] = {
    "names": {**NAMES, "name-0": "Anna", "title": "Friday"},
    "join": {"name": "Dora", "number": 2, "start": "-15"},
    "leave": {"seat": 1, "number": 2},
    "coming": {"hand_sizes": "5, 4;3 2"},
    "seats": {"order": "2,0,1"},
    "end": {},
}
"""What can be done to the table, by the end of its address, and a form that does it."""

REFUSED: list[tuple[str, Mapping[str, object], set[str]]] = [
    ("names", {}, {"name-0", "name-1", "name-2"}),
    ("names", {**NAMES, "name-1": " "}, {"name-1"}),
    ("names", {**NAMES, "name-1": LONG, "name-2": "a\nb"}, {"name-1", "name-2"}),
    ("names", {**NAMES, "name-1": "a\u2028b"}, {"name-1"}),
    ("names", {**NAMES, "title": "t" * 81}, {"title"}),
    ("join", {}, {"name"}),
    ("join", {"name": LONG}, {"name"}),
    ("join", {"name": "Dora", "number": 0}, {"number"}),
    ("join", {"name": "Dora", "number": 4}, {"number"}),
    ("join", {"name": "Dora", "number": "x"}, {"number"}),
    ("join", {"name": "Dora", "number": "²"}, {"number"}),
    ("join", {"name": "Dora", "start": "1000"}, {"start"}),
    ("join", {"name": "Dora", "start": "1.5"}, {"start"}),
    ("join", {"name": LONG, "number": "-1", "start": "x"}, {"number", "start"}),
    ("leave", {}, {"seat"}),
    ("leave", {"seat": 3}, {"seat"}),
    ("leave", {"seat": "x"}, {"seat"}),
    ("leave", {"seat": "-1"}, {"seat"}),
    ("leave", {"seat": 0, "number": 9}, {"number"}),
    ("leave", {"seat": 0, "number": 0}, {"number"}),
    ("coming", {}, {"hand_sizes"}),
    ("coming", {"hand_sizes": " "}, {"hand_sizes"}),
    ("coming", {"hand_sizes": "0"}, {"hand_sizes"}),
    ("coming", {"hand_sizes": "19"}, {"hand_sizes"}),
    ("coming", {"hand_sizes": "3,x"}, {"hand_sizes"}),
    ("coming", {"hand_sizes": "3,-2"}, {"hand_sizes"}),
    ("coming", {"hand_sizes": "1 " * 61}, {"hand_sizes"}),
    ("seats", {}, {"order"}),
    ("seats", {"order": "0,1"}, {"order"}),
    ("seats", {"order": "0,1,1"}, {"order"}),
    ("seats", {"order": "0,1,3"}, {"order"}),
    ("seats", {"order": "a,b,c"}, {"order"}),
]
"""Forms that cannot be, for a table of three with three hands to come, and what is said where."""

ENTRIES = [
    ("names", {**NAMES, "name-1": MARKUP * 3, "title": MARKUP}),
    ("join", {"name": MARKUP * 3, "start": "+7"}),
    ("join", {"name": "Dora", "start": MARKUP}),
    ("coming", {"hand_sizes": MARKUP}),
    ("seats", {"order": MARKUP}),
]


@pytest.fixture
def game_id(keeper: Keeper) -> str:
    return new_game(keeper)


@pytest.fixture
def before(keeper: Keeper, game_id: str) -> Document:
    """Return the document of the game before anything is sent to it."""
    return keeper.document(game_id)


def new_game(keeper: Keeper) -> str:
    return keeper.set_up(["Ann", "Ben", "Cy"], order="custom", hand_sizes="5,4,3")


def send(
    keeper: Keeper,
    game_id: str,
    what: str,
    fields: Mapping[str, object] | None = None,
    *,
    base: object = None,
    accept: str = SCRIPT,
) -> TestResponse:
    """Send a change to the table, from the game as it stands unless `base` is given."""
    base = keeper.document(game_id)["revision"] if base is None else base
    fields = CHANGES[what] if fields is None else fields
    return keeper.send(f"/games/{game_id}/{what}", {"base": base, **fields}, accept=accept)


def change(keeper: Keeper, game_id: str, what: str, **fields: object) -> Document:
    """Make a change to the table and return the document of the game."""
    answer = send(keeper, game_id, what, fields or None)
    assert answer.status_code == 200, answer.get_data(as_text=True)
    document: Document = answer.get_json()
    assert document == keeper.document(game_id)
    return document


def played(document: Document) -> object:
    """Return everything of a document but its revisions."""
    hands = [{k: v for k, v in hand.items() if k != "revision"} for hand in document["hands"]]
    return {**document, "revision": None, "hands": hands}


def seats_of(document: Document) -> list[list[int]]:
    return [[play["seat"] for play in hand["plays"]] for hand in document["hands"]]


# --- what each change does


def test_a_late_player_is_in_the_hands_to_come(keeper: Keeper, game_id: str) -> None:
    """With the points agreed, and blank where the others have played without them."""
    keeper.save(game_id, 1, bids=[1, 2, 3], taken=[1, 2, 2])
    document = change(keeper, game_id, "join")
    assert document["players"][3]["name"] == "Dora"
    assert document["players"][3]["start"] == -15
    assert seats_of(document) == [[0, 1, 2], [0, 1, 2, 3], [0, 1, 2, 3]]
    assert document["standing"][-2:] == [
        {"seat": 3, "total": -15, "rank": 3},
        {"seat": 2, "total": -30, "rank": 4},
    ]


def test_a_late_player_of_a_known_name_is_that_player(keeper: Keeper, game_id: str) -> None:
    """The book's longest-known player of that name who does not sit here yet."""
    elsewhere = keeper.document(keeper.set_up(["Dora", "Ann"]))["players"]
    joined = change(keeper, game_id, "join", name="Dora")["players"]
    assert joined[3]["id"] == elsewhere[0]["id"]
    joined = change(keeper, game_id, "join", name="Ann")["players"]
    assert joined[4]["id"] not in {player["id"] for player in (*elsewhere, *joined[:4])}


def test_who_sits_in_no_game_is_found_last(keeper: Keeper, game_id: str) -> None:
    """A name means somebody who plays rather than somebody longer known whom no list shows."""
    gone = keeper.document(game_id)["players"][0]["id"]
    guest = Keeper(keeper.app).open(link_to(keeper.app, game_id, Role.KEEPER))
    guest.token(f"/games/{game_id}")
    newer = change(guest, game_id, "names", **{**NAMES, "name-1": "Ann"})["players"][1]["id"]
    change(keeper, game_id, "names", **{**NAMES, "name-0": "Dora", "name-1": "Ann"})
    for path in ("/", "/games/new", "/players", "/games", "/stats"):
        assert gone not in keeper.page(path), path
        assert "(2)" not in keeper.page(path), path
    assert keeper.document(keeper.set_up(["Ann", "Eve"]))["players"][0]["id"] == newer
    assert keeper.document(keeper.set_up(["Ann", "Ann"]))["players"][1]["id"] == gone


def test_a_join_that_was_not_taken_leaves_nobody_behind(keeper: Keeper, game_id: str) -> None:
    """A stale change makes no player in the book, though it was a double tap."""
    change(keeper, game_id, "join")
    shown = keeper.page("/").count("Dora")
    assert send(keeper, game_id, "join", base=0).status_code == 409
    assert keeper.page("/").count("Dora") == shown


def test_hands_too_large_are_pointed_out_and_shrunk_on_demand(keeper: Keeper) -> None:
    """The first that does not fit is named with the nearest that does."""
    game_id = keeper.set_up(["Ann", "Ben", "Cy", "Dora"], order="custom", hand_sizes="13,12,9")
    answer = send(keeper, game_id, "join", {"name": "Eve"})
    assert answer.status_code == 422
    said = answer.get_json()["errors"]["fit"]
    assert "13" in said
    assert "10" in said
    document = change(keeper, game_id, "join", name="Eve", fit=1)
    assert document["rules"]["hand_sizes"] == [10, 10, 9]


def test_who_leaves_is_blank_from_then_on(keeper: Keeper, game_id: str) -> None:
    """Their total stands, and the deal passes them over."""
    keeper.save(game_id, 1, bids=[1, 2, 3], taken=[1, 2, 2])
    document = change(keeper, game_id, "leave")
    assert seats_of(document) == [[0, 1, 2], [0, 2], [0, 2]]
    assert [hand["dealer"] for hand in document["hands"]] == [0, 2, 0]
    assert {place["total"] for place in document["standing"]} == {10, 20, -30}


def test_two_must_stay(keeper: Keeper, game_id: str) -> None:
    """What is wrong with the table as a whole is said about the table."""
    change(keeper, game_id, "leave", seat=1)
    answer = send(keeper, game_id, "leave", {"seat": 0})
    assert answer.status_code == 422
    assert set(answer.get_json()["errors"]) == {"table"}


def test_begun_hands_stand_when_the_list_changes(keeper: Keeper, game_id: str) -> None:
    """The list is that of the hands after the last begun one."""
    keeper.save(game_id, 1, bids=[1])
    document = change(keeper, game_id, "coming")
    assert document["rules"]["hand_sizes"] == [5, 5, 4, 3, 2]
    assert document["hands"][0]["revision"] == 1
    assert change(keeper, game_id, "coming", hand_sizes="2")["rules"]["hand_sizes"] == [5, 2]


def test_people_take_their_roles_along(keeper: Keeper) -> None:
    """Who deals first and who keeps the score stay the same people on other seats."""
    game_id = keeper.set_up(["Ann", "Ben", "Cy"], first_dealer=1, scorekeeper=0)
    document = change(keeper, game_id, "seats")
    assert [player["name"] for player in document["players"]] == ["Cy", "Ann", "Ben"]
    assert (document["first_dealer"], document["scorekeeper"]) == (2, 1)
    assert document["hands"][0]["dealer"] == 2


def test_another_order_holds_from_the_first_hand_not_begun(keeper: Keeper) -> None:
    """Seats stay what they were; deal, bidding and the rows on the page go by the order now."""
    game_id = keeper.set_up(["Ann", "Ben", "Cy"], order="custom", hand_sizes="3,3,3,3")
    before = keeper.save(game_id, 1, bids=[1, 2, 1], taken=[1, 1, 1])
    assert before["hands"][0]["order"] == [0, 1, 2]
    now = change(keeper, game_id, "seats", order="1,0,2")
    assert now["players"] == before["players"]
    assert now["hands"][0] == before["hands"][0]
    assert [hand["order"] for hand in now["hands"]] == [[0, 1, 2], *[[1, 0, 2]] * 3]
    assert [hand["dealer"] for hand in now["hands"]] == [0, 2, 1, 0]
    assert [hand["revision"] for hand in now["hands"]] == [1, 2, 2, 2]
    rows = re.findall(r'data-seat="(\d)"', keeper.page(f"/games/{game_id}"))
    assert rows == ["1", "0", "2"]
    # A tap of a page that has not heard of it is taken: its seats are the same.
    saved = keeper.try_save(game_id, 2, {"bid-0": 1, "base": 0})
    assert saved.status_code == 200
    assert saved.get_json()["hands"][1]["order"] == [1, 0, 2]
    assert keeper.try_save(game_id, 2, {"bid-0": 2, "base": 0}).status_code == 409
    history = keeper.page(f"/games/{game_id}/history")
    assert "From hand 2 clockwise: Ben, Ann, Cy" in history
    keeper.undo(game_id)
    assert played(keeper.undo(game_id)) == played(before)


def test_a_late_player_sits_between_two(keeper: Keeper, game_id: str) -> None:
    """The next seat is theirs, and their place in the order; without one it is the last."""
    keeper.save(game_id, 1, bids=[1, 2, 3], taken=[1, 2, 2])
    page = keeper.page(f"/games/{game_id}/people")
    assert '<option value="0">Ann and Ben</option>' in page
    assert '<option value="2" selected>Cy and Ann</option>' in page
    document = change(keeper, game_id, "join", name="Dora", after=0)
    assert document["players"][3]["name"] == "Dora"
    assert [hand["order"] for hand in document["hands"]] == [
        [0, 1, 2, 3],
        [0, 3, 1, 2],
        [0, 3, 1, 2],
    ]
    again = keeper.page(f"/games/new?again={game_id}")
    seated = re.findall(r'name="players-\d" value="(\w+)"', again)
    assert seated == ["Ann", "Dora", "Ben", "Cy"]
    keeper.undo(game_id)
    assert change(keeper, game_id, "join")["hands"][2]["order"] == [0, 1, 2, 3]


def test_the_order_stays_once_every_hand_is_begun(keeper: Keeper, game_id: str) -> None:
    """Then it is said where everybody sees it: the form is not there any more."""
    keeper.save(game_id, 3, bids=[1])
    for accept in (SCRIPT, BROWSER):
        answer = send(keeper, game_id, "seats", accept=accept)
        assert answer.status_code == 422, accept
        assert "Every hand is begun already" in answer.get_data(as_text=True), accept


def test_an_order_that_is_none_is_refused_while_the_game_goes_on(
    keeper: Keeper, game_id: str
) -> None:
    """A seat twice, missing or unknown, or no number: said at the field, and nothing changes."""
    before = keeper.save(game_id, 1, bids=[1])
    for order in ("", "0,1", "0,1,1", "0,1,3", "a,b,c", "0,1,2,3", "-1,0,1"):
        answer = send(keeper, game_id, "seats", {"order": order})
        assert answer.status_code == 422, order
        assert set(answer.get_json()["errors"]) == {"order"}, order
    for after in ("3", "x", "-1"):
        answer = send(keeper, game_id, "join", {"name": "Dora", "after": after})
        assert answer.status_code == 422, after
        assert set(answer.get_json()["errors"]) == {"after"}, after
    assert keeper.document(game_id) == before


def test_an_order_goes_out_and_comes_in_again(keeper: Keeper, game_id: str) -> None:
    """In the document, the scorebook's file and the table for a spreadsheet."""
    keeper.save(game_id, 1, bids=[1, 2, 3], taken=[1, 2, 2])
    document = change(keeper, game_id, "seats", order="1,0,2")
    assert read_document(document).game.orders == ((0, 1, 2), (1, 0, 2), (1, 0, 2))
    table = keeper.get(f"/games/{game_id}.csv").get_data().decode("utf-8-sig")
    written = check(read_card(table), House())
    assert [hand and hand.order for hand in written.hands] == [None, (1, 0, 2), None]
    with pytest.raises(CellError) as caught:
        read_card(table.replace("2 1 3", "2 2 3"))
    assert caught.value.part is Part.ORDER
    [game] = keeper.get("/book.json").get_json()["games"]
    assert [hand["order"] for hand in game["hands"]] == [[0, 1, 2], [1, 0, 2], [1, 0, 2]]
    document["hands"][1]["order"] = [1, 1, 2]
    with pytest.raises(BrokenRuleError) as broken:
        read_document(document)
    assert broken.value.path == "hands[1].order"


def test_another_name_is_another_player_in_this_game_alone(keeper: Keeper, game_id: str) -> None:
    """Whoever sat there keeps name and games; hands and other games are as they were."""
    also = keeper.set_up(["Cy", "Ann"])
    elsewhere = keeper.document(also)
    before = keeper.save(game_id, 1, bids=[1, 2, 3], taken=[1, 2, 2])
    document = change(keeper, game_id, "names")
    assert [player["name"] for player in document["players"]] == ["Anna", "Ben", "Cy"]
    ids = [player["id"] for player in document["players"]]
    assert ids[0] not in [player["id"] for player in before["players"]]
    assert ids[1:] == [player["id"] for player in before["players"][1:]]
    assert document["hands"] == before["hands"]
    assert document["revision"] == before["revision"] + 1
    assert keeper.document(also) == elsewhere
    assert played(keeper.undo(game_id)) == played(before)
    assert keeper.document(also) == elsewhere


def test_a_seat_goes_over_with_all_its_figures(keeper: Keeper) -> None:
    """The statistics of both players are those of the games they sit in then."""
    game_id = keeper.set_up(["Opa Jan", "Ben"], order="custom", hand_sizes="1")
    opa = keeper.document(keeper.set_up(["Opa", "Ben"]))["players"][0]["id"]
    opa_jan = keeper.save(game_id, 1, bids=[1, 1], taken=[1, 0])["players"][0]["id"]

    def games() -> dict[str, int]:
        stats = keeper.get("/stats.json", accept="application/json").get_json()
        return {player["id"]: player["games"] for player in stats["players"]}

    before = games()
    assert before[opa_jan] == 1
    names = {"name-0": "Opa", "name-1": "Ben"}
    assert change(keeper, game_id, "names", **names)["players"][0]["id"] == opa
    assert games() == {**{k: v for k, v in before.items() if k != opa_jan}, opa: 1}
    assert "Opa Jan" not in keeper.page("/players") + keeper.page("/games/new")
    keeper.undo(game_id)
    assert games() == before
    assert "Opa Jan" in keeper.page("/players")


def test_a_player_of_the_list_is_the_one_who_sits_down(keeper: Keeper, game_id: str) -> None:
    """Of two with one name the chosen one; an id beside another name says nothing."""
    first, second = (keeper.document(keeper.set_up(["Kim", "Kim"]))["players"][n] for n in (0, 1))
    fields = {**NAMES, "name-0": "Kim", "player-0": second["id"]}
    assert change(keeper, game_id, "names", **fields)["players"][0]["id"] == second["id"]
    fields = {**fields, "player-0": first["id"]}
    assert change(keeper, game_id, "names", **fields)["players"][0]["id"] == first["id"]
    joined = change(keeper, game_id, "join", name="Kim", player=second["id"])["players"]
    assert joined[3]["id"] == second["id"]
    fields = {"name-0": "Lee", "name-1": "Ben", "name-2": "Cy", "name-3": "Kim"}
    players = change(keeper, game_id, "names", **fields, **{"player-0": first["id"]})["players"]
    assert players[0]["name"] == "Lee"
    assert players[0]["id"] not in {first["id"], second["id"]}


def test_nobody_sits_on_two_seats(keeper: Keeper, game_id: str) -> None:
    """Who was chosen twice, or sits there already, is refused at the field; nothing is changed."""
    kim = keeper.document(keeper.set_up(["Kim", "Lee"]))["players"][0]["id"]
    ben = keeper.document(game_id)["players"][1]["id"]
    twice = {"name-0": "Kim", "player-0": kim, "name-1": "Kim", "player-1": kim, "name-2": "Cy"}
    for what, fields, at in (
        ("names", twice, "name-1"),
        ("names", {**NAMES, "name-0": "Ben", "player-0": ben}, "name-0"),
        ("join", {"name": "Ben", "player": ben}, "name"),
    ):
        before = keeper.document(game_id)
        answer = send(keeper, game_id, what, fields)
        assert answer.status_code == 422, at
        assert set(answer.get_json()["errors"]) == {at}
        page = send(keeper, game_id, what, fields, accept=BROWSER)
        assert page.status_code == 422, at
        assert str(escape(answer.get_json()["errors"][at])) in page.text
        assert keeper.document(game_id) == before


def test_two_who_exchange_their_names_exchange_their_seats(keeper: Keeper, game_id: str) -> None:
    """With the scorebook's key nobody new is made for a name that was at the table."""
    ids = [player["id"] for player in keeper.document(game_id)["players"]]
    fields = {"name-0": "Ben", "name-1": "Ann", "name-2": "Cy"}
    players = change(keeper, game_id, "names", **fields)["players"]
    assert [player["id"] for player in players] == [ids[1], ids[0], ids[2]]


def test_the_key_of_one_game_reaches_nothing_beyond_it(keeper: Keeper, game_id: str) -> None:
    """Whatever it writes, every other game, every player and every figure is as it was.

    It is shown nobody of the scorebook, and learns nothing of them: a name is always somebody
    new, and an id says nothing.
    """
    also = keeper.set_up(["Ann", "Dora"], order="custom", hand_sizes="1")
    elsewhere = keeper.save(also, 1, bids=[1, 1], taken=[1, 0])
    dora = elsewhere["players"][1]["id"]
    here = keeper.document(game_id)
    known = keeper.get("/book.json").get_json()["players"]
    guest = Keeper(keeper.app).open(link_to(keeper.app, game_id, Role.KEEPER))
    page = guest.page(f"/games/{game_id}/people")
    assert not {"Dora", "datalist", "data-known", "/players"} & set(re.findall(r"[\w/-]+", page))
    guest.token(f"/games/{game_id}")
    for what in ("names", "seats", "join", "leave", "coming", "end"):
        chosen = {"name-0": "Dora", "player-0": dora, "player": dora}
        change(guest, game_id, what, **{**CHANGES[what], **chosen})
    guest.send(f"/games/{game_id}/give-up", {})
    players = keeper.get("/book.json").get_json()["players"]
    assert [player for player in players if player in known] == known
    added = [player for player in players if player not in known]
    assert [player["name"] for player in added] == ["Dora", "Dora"]
    seated = {player["id"] for player in keeper.document(game_id)["players"]}
    assert {player["id"] for player in added} <= seated
    for _ in range(6):
        guest.undo(game_id)
    assert keeper.document(game_id)["players"] == here["players"]
    assert keeper.document(also) == elsewhere


def test_a_game_is_ended_early_and_opened_again(keeper: Keeper, game_id: str) -> None:
    """The document says that it was ended, and what was scored counts."""
    keeper.save(game_id, 1, bids=[1, 2, 3], taken=[1, 2, 2])
    document = change(keeper, game_id, "end")
    assert (document["state"], document["ended_early"]) == ("over", True)
    document = change(keeper, game_id, "end", again=1)
    assert (document["state"], document["ended_early"]) == ("playing", False)
    assert document["revision"] == 3


def test_a_game_given_up_is_on_no_list(keeper: Keeper, reader: Device, game_id: str) -> None:
    """Its address still opens it, it can be put back, and twice has the effect of once."""
    path = f"/games/{game_id}/give-up"
    for _ in range(2):
        answer = keeper.send(path, {}, accept=BROWSER)
        assert (answer.status_code, answer.location) == (303, "/")
    assert game_id not in reader.page("/")
    assert reader.document(game_id)["revision"] == 1
    answer = keeper.send(path, {"again": 1}, accept=BROWSER)
    assert (answer.status_code, answer.location) == (303, f"/games/{game_id}")
    assert game_id in reader.page("/")
    assert keeper.send(path, {}).get_json() == keeper.document(game_id)


# --- what holds for every change


@cases("what", CHANGES)
def test_a_plain_form_is_answered_with_a_page(keeper: Keeper, what: str) -> None:
    """A browser is sent back to the page, or to the table when the game is over."""
    game_id = new_game(keeper)
    answer = send(keeper, game_id, what, accept=BROWSER)
    place = f"/games/{game_id}" + ("" if what == "end" else "/people")
    assert (answer.status_code, answer.location) == (303, place)
    assert keeper.get(answer.location).status_code == 200
    assert keeper.document(game_id)["revision"] == 1


@cases("what", CHANGES)
def test_a_change_raises_the_revision_and_undo_takes_it_back(keeper: Keeper, what: str) -> None:
    """One change is one step, for the game key's keeper as for the book's."""
    game_id = new_game(keeper)
    guest = Keeper(keeper.app).open(link_to(keeper.app, game_id, Role.KEEPER))
    guest.token(f"/games/{game_id}")
    before = keeper.document(game_id)
    document = change(guest, game_id, what)
    assert document["revision"] == 1
    assert played(document) != played(before)
    assert played(keeper.undo(game_id)) == played(before)
    assert keeper.try_undo(game_id).status_code == 409


def test_undo_walks_back_through_all(keeper: Keeper, game_id: str) -> None:
    """Every change to the table, and hands between them, one step at a time to the start."""
    states = [keeper.document(game_id)]
    states += [change(keeper, game_id, what) for what in ("seats", "names")]
    states.append(keeper.save(game_id, 1, bids=[1, 2, 3], taken=[1, 2, 2]))
    states += [change(keeper, game_id, what) for what in ("join", "leave", "coming")]
    states.append(keeper.save(game_id, 3, bids=[1, None, 1, 2], out_1=1, cards=6, adjust_3=-5))
    states.append(change(keeper, game_id, "end"))
    states.append(change(keeper, game_id, "end", again=1))
    for before in reversed(states[:-1]):
        now = keeper.undo(game_id)
        assert played(now) == played(before)
        assert all(hand["revision"] <= now["revision"] for hand in now["hands"])
    assert keeper.document(game_id)["revision"] == 2 * (len(states) - 1)


@pytest.fixture
def trump_noted(keeper: Keeper, game_id: str) -> Document:
    """Return the document after a change, which is revision 1."""
    return keeper.save(game_id, 3, trump="hearts")


@cases("what, base", product(CHANGES, ["", "0", "2", "x", "-1", "\x00", "9" * 30]))
def test_an_old_base_is_refused(
    keeper: Keeper, game_id: str, trump_noted: Document, what: str, base: str
) -> None:
    """Something else was saved meanwhile: 409 with the document, and nothing is changed."""
    answer = send(keeper, game_id, what, base=base)
    assert answer.status_code == 409
    assert answer.get_json() == trump_noted
    assert send(keeper, game_id, what, base=base, accept=BROWSER).status_code == 409
    assert keeper.document(game_id) == trump_noted


@cases("what", ["names", "leave", "coming", "seats", "end"])
def test_what_is_so_already_is_no_change(keeper: Keeper, what: str) -> None:
    """The same values again are answered 200 whatever they were made from."""
    game_id = new_game(keeper)
    document = change(keeper, game_id, what)
    if what == "seats":
        document = change(keeper, game_id, "seats", order="0,1,2")
    fields = {"order": "0,1,2"} if what == "seats" else None
    answer = send(keeper, game_id, what, fields, base=0)
    assert answer.status_code == 200
    assert answer.get_json() == document


@cases("what, fields, said", REFUSED)
def test_what_cannot_be_is_said_at_its_field(
    keeper: Keeper,
    game_id: str,
    before: Document,
    what: str,
    fields: Mapping[str, object],
    said: set[str],
) -> None:
    """422 with a message for each field, to a script and on the page, and nothing is changed."""
    answer = send(keeper, game_id, what, fields, base=0)
    assert answer.status_code == 422
    errors = answer.get_json()["errors"]
    assert set(errors) == said
    page = send(keeper, game_id, what, fields, base=0, accept=BROWSER)
    assert page.status_code == 422
    text = page.get_data(as_text=True)
    assert all(str(escape(message)) in text for message in errors.values())
    assert keeper.document(game_id) == before


@cases("what, fields", ENTRIES)
def test_a_browser_keeps_what_was_entered(
    keeper: Keeper, game_id: str, what: str, fields: Mapping[str, object]
) -> None:
    """Refused entries stand in their places on the page, as text and not as markup."""
    answer = send(keeper, game_id, what, fields, accept=BROWSER)
    text = answer.get_data(as_text=True)
    assert answer.status_code == 422
    assert MARKUP not in text
    for entered in fields.values():
        assert f'value="{escape(str(entered))}"' in text


def test_names_are_text_on_the_page(keeper: Keeper) -> None:
    """Whatever players and game are called, a page shows it and runs none of it."""
    game_id = keeper.set_up(["<b>Ann</b>", '"Ben'], title="<u>Friday")
    text = keeper.page(f"/games/{game_id}/people")
    for shown in ("&lt;b&gt;Ann&lt;/b&gt;", "&#34;Ben", "&lt;u&gt;Friday"):
        assert shown in text
    for markup in ("<b>Ann", '"Ben', "<u>"):
        assert markup not in text


def test_the_page_offers_what_can_be_done(keeper: Keeper, game_id: str) -> None:
    """Seats until the first hand, people and hands until the last, and the end until it is over."""
    text = keeper.page(f"/games/{game_id}/people")
    for what in (*CHANGES, "give-up"):
        assert f'action="/games/{game_id}/{what}"' in text
    keeper.save(game_id, 1, bids=[1])
    assert "from hand 2 on" in keeper.page(f"/games/{game_id}/people")
    keeper.save(game_id, 3, bids=[1])
    text = keeper.page(f"/games/{game_id}/people")
    for what in ("seats", "join", "leave"):
        assert f'action="/games/{game_id}/{what}"' not in text
    change(keeper, game_id, "end")
    assert 'name="again"' in keeper.page(f"/games/{game_id}/people")


@cases("what", [*CHANGES, "give-up", "pen"])
def test_a_reader_changes_nothing(
    reader: Device, game_id: str, before: Document, what: str
) -> None:
    """403 for whoever may only look, whether or not it could have been done."""
    for accept in (SCRIPT, BROWSER):
        answer = reader.post(f"/games/{game_id}/{what}", CHANGES.get(what, {}), accept=accept)
        assert answer.status_code == 403
    assert reader.document(game_id) == before


def test_who_leaves_with_the_most_points_does_not_win(keeper: Keeper) -> None:
    """They keep their score, without a rank or a win; cards say after which hand they left."""
    game_id = keeper.set_up(["Ann", "Ben", "Cleo"], order="custom", hand_sizes="2,1")
    keeper.save(game_id, 1, bids=[2, 1, 1], taken=[2, 0, 0])
    leave(keeper, game_id, seat=0, number=2)
    document = keeper.save(game_id, 2, bids=[None, 1, 1], taken=[None, 1, 0], out_0="1")
    assert document["state"] == "over"
    assert document["standing"] == [
        {"seat": 1, "total": 0, "rank": 1},
        {"seat": 2, "total": -20, "rank": 2},
        {"seat": 0, "total": 20, "rank": None},
    ]
    assert document["players"][0]["left_after"] == 1
    page = keeper.page(f"/games/{game_id}")
    assert "Ben wins" in page
    assert "<bdi>Ann</bdi> left after hand 1." in page
    paper = keeper.page(f"/games/{game_id}/scorecard.html")
    assert "<bdi>Ann</bdi> left after hand 1." in paper
    assert "×1" in keeper.page(f"/games/{game_id}.csv")
    assert "Ben won with 0" in keeper.page("/")
    people = {each["name"]: each for each in told(keeper, "/stats.json")["players"]}
    assert [people[name]["wins"] for name in ("Ann", "Ben", "Cleo")] == [0, 1, 0]
    keeper.undo(game_id)
    undone = keeper.undo(game_id)
    assert "left_after" not in undone["players"][0]
    assert undone["standing"][0] == {"seat": 0, "total": 20, "rank": 1}


def leave(keeper: Keeper, game_id: str, *, seat: int, number: int) -> None:
    """Let somebody go for good from a hand on."""
    fields = {"base": keeper.document(game_id)["revision"], "seat": seat, "number": number}
    assert keeper.send(f"/games/{game_id}/leave", fields).status_code == 200


def told(keeper: Keeper, path: str) -> dict[str, Any]:
    """Return what an address says to a program."""
    found: dict[str, Any] = keeper.get(path, accept="application/json").get_json()
    return found
