"""Names that nearly are those of known players: the page asks whose they are."""

import re
from html import unescape

from flask import Flask

from scorekeeper.web.keys import Role
from tests.cases import cases
from tests.conftest import BROWSER, Document, Keeper, link_to, setup_fields

CARD = "Cards,{},Bob\n2,1,1\n1,1,1\n"
QUESTION = "Anna has played before. Is this the same player?"


def ids_of(keeper: Keeper, game_id: str) -> list[str]:
    """Return who sits in a game, in seat order."""
    return [player["id"] for player in keeper.document(game_id)["players"]]


def names_of(document: Document) -> list[str]:
    """Return the names in seat order."""
    return [player["name"] for player in document["players"]]


def answers_on(page: str, seat: int) -> dict[str, bool]:
    """Return the answers that a page offers about a seat, and whether each is chosen."""
    found = re.findall(rf'<input type="radio" name="same-{seat}" value="([^"]*)"( checked)?', page)
    return {value: bool(chosen) for value, chosen in found}


@cases("name", ["anna", "ANNA", "\uff21nna", "\u00c1nna", "annA\u0301"])
def test_a_name_unlike_in_case_width_or_accents_alone_is_asked_about(
    keeper: Keeper, name: str
) -> None:
    """The game is not set up; the page keeps all that was entered, and offers both answers."""
    keeper.set_up(["Anna", "Bob"])
    fields = setup_fields([name, "Eve"], title="Monday", first_dealer=1, hook="1")
    assert keeper.try_set_up(fields).get_json() == {"errors": {"players-0": QUESTION}}
    answer = keeper.try_set_up(fields, accept=BROWSER)
    page = unescape(answer.get_data(as_text=True))
    assert answer.status_code == 422
    assert QUESTION in page
    assert answers_on(page, 0) == {"yes": False, "no": False}
    assert answers_on(page, 1) == {}
    assert 'value="Monday"' in page
    assert re.search(r'name="first_dealer" value="1" checked', page)
    assert re.search(r'name="hook" value="1" checked', page)


def test_the_same_player_is_seated_under_the_name_they_have(keeper: Keeper) -> None:
    """With `yes` the game is the known player's, and no second player is made."""
    first = keeper.set_up(["Anna", "Bob"])
    second = keeper.set_up(["Eve", "anna"], same_1="yes", asked_1="anna")
    assert names_of(keeper.document(second)) == ["Eve", "Anna"]
    assert ids_of(keeper, second)[1] == ids_of(keeper, first)[0]


def test_another_player_is_another(keeper: Keeper) -> None:
    """With `no` somebody new has the name as it was entered, and is not asked about again."""
    keeper.set_up(["Anna", "Bob"])
    second = keeper.set_up(["anna", "Bob"], same_0="no")
    assert names_of(keeper.document(second)) == ["anna", "Bob"]
    third = keeper.set_up(["anna", "Bob"])
    assert ids_of(keeper, third) == ids_of(keeper, second)


def test_a_player_who_was_chosen_is_not_asked_about(keeper: Keeper) -> None:
    """With an id it is clear who is meant."""
    first = ids_of(keeper, keeper.set_up(["Anna", "Bob"]))
    keeper.set_up(["anna", "Bob"], same_0="no")
    again = keeper.set_up(["Anna", "Bob"], player_0=first[0])
    assert ids_of(keeper, again) == first


def test_a_name_that_is_known_exactly_is_not_asked_about(keeper: Keeper) -> None:
    """Where both spellings are known, each is whose it is; so is a name of this same form."""
    keeper.set_up(["Anna", "Bob"])
    keeper.set_up(["anna", "Bob"], same_0="no")
    keeper.set_up(["Anna", "anna"])
    assert names_of(keeper.document(keeper.set_up(["Anna", "ANNA"], same_1="no")))[1] == "ANNA"


def test_an_answer_holds_for_the_name_it_was_given_about(keeper: Keeper) -> None:
    """Who changes the name after the question is asked about the new one."""
    keeper.set_up(["Anna", "Bob"])
    fields = setup_fields(["Bób", "Eve"], same_0="no", asked_0="anna")
    assert set(keeper.try_set_up(fields).get_json()["errors"]) == {"players-0"}


def test_an_answer_is_kept_while_something_else_is_wrong(keeper: Keeper) -> None:
    """The page that comes back for another reason has the answer chosen."""
    keeper.set_up(["Anna", "Bob"])
    fields = setup_fields(["anna", "Eve"], same_0="no", asked_0="anna", title="x" * 81)
    page = keeper.try_set_up(fields, accept=BROWSER).get_data(as_text=True)
    assert answers_on(page, 0) == {"yes": False, "no": True}
    fields = setup_fields(["anna", "Eve"], same_0="yes", asked_0="anna", title="x" * 81)
    page = keeper.try_set_up(fields, accept=BROWSER).get_data(as_text=True)
    assert re.search(r'name="players-0" value="Anna"', page)


def test_one_player_is_not_seated_twice_by_an_answer(keeper: Keeper) -> None:
    """Two spellings that are both said to be one player's are refused at the second."""
    keeper.set_up(["Anna", "Bob"])
    fields = setup_fields(["anna", "ANNA"], same_0="yes", same_1="yes")
    assert set(keeper.try_set_up(fields).get_json()["errors"]) == {"players-1"}


@cases("answer", ["maybe", "", "YES", "\x00", "9" * 500])
def test_an_answer_that_is_none_is_asked_for_again(keeper: Keeper, answer: str) -> None:
    """Anything but yes and no is no answer."""
    keeper.set_up(["Anna", "Bob"])
    fields = setup_fields(["anna", "Eve"], same_0=answer)
    assert set(keeper.try_set_up(fields).get_json()["errors"]) == {"players-0"}


def test_a_late_joiner_is_asked_about(keeper: Keeper) -> None:
    """As at set-up; the seat is the next that is free."""
    first = keeper.set_up(["Anna", "Bob"])
    game_id = keeper.set_up(["Eve", "Bob"])
    path, page = f"/games/{game_id}/join", f"/games/{game_id}/people"
    fields = {"name": "anna", "base": 0, "start": "7"}
    asked = keeper.send(path, fields, page=page)
    assert (asked.status_code, asked.get_json()["errors"]) == (422, {"name": QUESTION})
    text = keeper.send(path, fields, accept=BROWSER, page=page).get_data(as_text=True)
    assert answers_on(text, 2) == {"yes": False, "no": False}
    assert re.search(r'name="start" value="7"', text)
    assert keeper.send(path, {**fields, "same-2": "yes"}, page=page).status_code == 200
    assert ids_of(keeper, game_id)[2] == ids_of(keeper, first)[0]


def test_a_name_for_another_seat_is_asked_about(keeper: Keeper) -> None:
    """Exchanging who sits on a seat follows the same rule; names that stay are not asked about."""
    first = keeper.set_up(["Anna", "Bob"])
    game_id = keeper.set_up(["Eve", "Bob"])
    path, page = f"/games/{game_id}/names", f"/games/{game_id}/people"
    fields = {"name-0": "anna", "name-1": "Bob", "base": 0}
    asked = keeper.send(path, fields, page=page)
    assert (asked.status_code, asked.get_json()["errors"]) == (422, {"name-0": QUESTION})
    assert keeper.send(path, {**fields, "same-0": "yes"}, page=page).status_code == 200
    assert ids_of(keeper, game_id)[0] == ids_of(keeper, first)[0]
    undone = keeper.undo(game_id)
    fields["base"] = undone["revision"]
    assert keeper.send(path, {**fields, "same-0": "no"}, page=page).status_code == 200
    assert names_of(keeper.document(game_id)) == ["anna", "Bob"]


def test_the_key_of_one_game_hears_of_nobody(app: Flask, keeper: Keeper) -> None:
    """Who may see one game only is not told that a name is known: it is somebody new."""
    first = keeper.set_up(["Anna", "Bob"])
    game_id = keeper.set_up(["Eve", "Bob"])
    page = f"/games/{game_id}/people"
    guest = Keeper(app).open(link_to(app, game_id, Role.KEEPER))
    joined = guest.send(f"/games/{game_id}/join", {"name": "anna", "base": 0}, page=page)
    assert joined.status_code == 200
    assert names_of(joined.get_json())[2] == "anna"
    assert ids_of(keeper, game_id)[2] != ids_of(keeper, first)[0]


def test_a_card_that_comes_in_is_asked_about(keeper: Keeper) -> None:
    """The card as it was read shows the question; without an answer it is not kept."""
    first = keeper.set_up(["Anna", "Bob"])
    card = {"card": CARD.format("anna"), "title": "From paper"}
    read = keeper.send("/import", card, accept=BROWSER, page="/import")
    assert read.status_code == 200
    assert answers_on(read.get_data(as_text=True), 0) == {"yes": False, "no": False}
    asked = keeper.send("/import", {**card, "keep": "1"}, page="/import")
    assert (asked.status_code, asked.get_json()["errors"]) == (422, {"players-0": QUESTION})
    page = keeper.send("/import", {**card, "keep": "1"}, accept=BROWSER, page="/import")
    assert 'value="From paper"' in page.get_data(as_text=True)
    kept = keeper.send("/import", {**card, "keep": "1", "same-0": "yes"}, page="/import")
    assert kept.status_code == 303
    assert ids_of(keeper, kept.location.rpartition("/")[2]) == ids_of(keeper, first)
