"""Setting a game up: names, seats, the order of the hands, the rules of the house."""

import re
from html import unescape

from tests.cases import cases
from tests.conftest import BROWSER, Device, Document, Fields, Keeper, setup_fields

NAMES = {
    "plain": "John",
    "with spaces": "  Zoë van der Berg  ",
    "right-to-left": "\u200fשרה",
    "emoji": "👩‍👧‍👦",
    "longest": "W" * 40,
    "HTML": "<script>alert(1)</script>&amp;\"'",
    "formula": "=1+1",
    "template": "{{ 7 * 7 }} %(name)s {0}",
    "Korean": "김하늘",
}

NO_NAMES = {
    "empty": "",
    "only spaces": " \t\u00a0\u3000",
    "zero-width": "\u200b\u200d\ufeff",
    "too long": "W" * 41,
    "far too long": "W" * 200,
    "line break": "Jo\nhn",
    "NUL": "Jo\x00hn",
    "line separator": "Jo\u2028hn",
}

SIZES: list[tuple[int, Fields, list[int]]] = [
    (2, {}, [*range(13, 0, -1), *range(2, 14)]),
    (15, {}, [3, 2, 1, 2, 3]),
    (5, {"order": "low-high-low"}, [*range(1, 11), *range(9, 0, -1)]),
    (3, {"order": "long"}, [*range(13, 0, -1), *range(2, 18)]),
    (2, {"order": "long", "finale": 1}, [*range(13, 0, -1), *range(2, 28)]),
    (6, {"finale": 1}, [8, 7, 6, 5, 4, 3, 2, 1, 2, 3, 4, 5, 6, 7, 8, 9]),
    (9, {"order": "low-high-low", "finale": 1}, [1, 2, 3, 4, 5, 4, 3, 2, 1, 6]),
    (4, {"order": "custom", "hand_sizes": "5,4,3,2,1"}, [5, 4, 3, 2, 1]),
    (4, {"order": "custom", "hand_sizes": " 5 4; 3,\n2 "}, [5, 4, 3, 2]),
    (2, {"order": "custom", "hand_sizes": ",".join(["1"] * 60)}, [1] * 60),
    (2, {"order": "custom", "hand_sizes": "27"}, [27]),
    (6, {"order": "custom", "hand_sizes": "1,2", "finale": 1}, [1, 2, 9]),
    (2, {"order": ""}, [*range(13, 0, -1), *range(2, 14)]),
]

REFUSED: list[tuple[int, Fields, str]] = [
    (0, {}, "players-0"),
    (1, {}, "players-1"),
    (16, {}, "players"),
    (3, {"players-1": ""}, "players-1"),
    (4, {"first_dealer": ""}, "first_dealer"),
    (4, {"first_dealer": 4}, "first_dealer"),
    (4, {"first_dealer": "-1"}, "first_dealer"),
    (4, {"first_dealer": "x"}, "first_dealer"),
    (4, {"scorekeeper": 4}, "scorekeeper"),
    (4, {"scorekeeper": "\u0663"}, "scorekeeper"),
    (4, {"finale": 1}, "finale"),
    (2, {"finale": 1}, "finale"),
    (3, {"finale": 1, "order": "low-high-low"}, "finale"),
    (4, {"order": "long"}, "order"),
    (4, {"order": "backwards"}, "order"),
    (4, {"order": "custom"}, "hand_sizes"),
    (4, {"order": "custom", "hand_sizes": "14"}, "hand_sizes"),
    (4, {"order": "custom", "hand_sizes": "0"}, "hand_sizes"),
    (4, {"order": "custom", "hand_sizes": "5,-4"}, "hand_sizes"),
    (4, {"order": "custom", "hand_sizes": "five"}, "hand_sizes"),
    (4, {"order": "custom", "hand_sizes": "\u0663"}, "hand_sizes"),
    (4, {"order": "custom", "hand_sizes": ",".join(["1"] * 61)}, "hand_sizes"),
    (4, {"order": "custom", "hand_sizes": "9" * 5000}, "hand_sizes"),
    (4, {"title": "W" * 81}, "title"),
    (4, {"title": "Jo\x00hn"}, "title"),
]

TABLE = tuple(f"Player {seat}" for seat in range(15))


def names_of(document: Document) -> list[str]:
    return [player["name"] for player in document["players"]]


@cases("players, fields, sizes", SIZES)
def test_the_order_makes_the_hands(
    keeper: Keeper, players: int, fields: Fields, sizes: list[int]
) -> None:
    """Players, order, own list and finale decide the cards of every hand."""
    document = keeper.document(keeper.set_up(TABLE[:players], **fields))
    assert document["rules"]["hand_sizes"] == sizes
    assert [hand["cards"] for hand in document["hands"]] == sizes
    assert document["rules"]["order"] == (fields.get("order") or "high-low-high")
    assert document["rules"]["finale"] is ("finale" in fields)


def test_a_new_game_has_everything_but_play(keeper: Keeper) -> None:
    """Title, house rules, dealer and scorekeeper are those of the form; nothing is played yet."""
    game_id = keeper.set_up(
        ["John", "Margaret", "Steve"],
        first_dealer=2,
        scorekeeper=1,
        title=" At the lake ",
        zero_bid=1,
        hook=1,
    )
    document = keeper.document(game_id)
    assert document["id"] == game_id
    assert document["title"] == "At the lake"
    assert document["first_dealer"] == 2
    assert document["scorekeeper"] == 1
    assert document["rules"]["zero_bid"] is document["rules"]["hook"] is True
    assert document["state"] == "playing"
    assert document["ended_early"] is False
    assert document["revision"] == 0
    assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ", document["started"])
    assert {hand["state"] for hand in document["hands"]} == {"waiting"}
    assert [hand["dealer"] for hand in document["hands"][:4]] == [2, 0, 1, 2]
    assert {player["start"] for player in document["players"]} == {0}


@cases("name", NAMES.values())
def test_any_name_is_kept_and_shown_as_text(keeper: Keeper, name: str) -> None:
    """A name is trimmed, kept as it is and never taken for markup."""
    game_id = keeper.set_up([name, "Margaret"], title=name)
    assert names_of(keeper.document(game_id)) == [name.strip(), "Margaret"]
    for page in (f"/games/{game_id}", "/", "/games/new", f"/games/{game_id}/hands/2"):
        text = keeper.page(page)
        assert name.strip() in unescape(text)
        assert "<script>alert" not in text


WRONG_NAMES = [
    ("x" * 41, "1 to 40 characters"),
    ("\u0301" * 40, "that can be seen"),
    ("\u200b", "that can be seen"),
    ("An\tna", "tabs"),
    ("An\nna", "tabs"),
    ("\u0301" * 41, "1 to 40 characters"),
]


@cases("name", NO_NAMES.values())
def test_a_name_that_cannot_be_read_is_refused(keeper: Keeper, name: str) -> None:
    """A name is 1 to 40 characters that can be seen on a card; the message is at its seat."""
    answer = keeper.try_set_up(setup_fields([name, "Margaret"]))
    assert answer.status_code == 422
    assert set(answer.get_json()["errors"]) == {"players-0"}


@cases("name, said", WRONG_NAMES)
def test_a_wrong_name_is_told_what_is_wrong_with_it(keeper: Keeper, name: str, said: str) -> None:
    """Not every wrong name is too long or too short."""
    answer = keeper.try_set_up(setup_fields(["Ann", name]))
    assert said in answer.get_json()["errors"]["players-1"]


def test_a_wrong_title_is_told_what_is_wrong_with_it(keeper: Keeper) -> None:
    """A title is too long, or has what no card can show."""
    for title, said in (("x" * 81, "80 characters"), ("a\tb", "tabs"), ("a\x07b", "tabs")):
        answer = keeper.try_set_up(setup_fields(["Ann", "Bob"], title=title))
        assert said in answer.get_json()["errors"]["title"], title


def test_trailing_empty_names_are_left_out(keeper: Keeper) -> None:
    """The seats of the form that stay empty at the end are no seats of the table."""
    assert names_of(keeper.document(keeper.set_up(["A", "B", "", " ", ""]))) == ["A", "B"]


@cases("players, fields, field", REFUSED)
def test_what_cannot_be_played_is_refused_at_its_field(
    keeper: Keeper, players: int, fields: Fields, field: str
) -> None:
    """The message stands at the field that is wrong, and no game is made."""
    names = [f"Player {seat}" for seat in range(players)]
    answer = keeper.try_set_up({**setup_fields(names), **fields})
    assert answer.status_code == 422
    errors = answer.get_json()["errors"]
    assert field in errors
    assert all(errors.values())
    assert "/games/" not in keeper.page("/").replace("/games/new", "")


def test_a_refused_form_keeps_its_entries(keeper: Keeper) -> None:
    """In a browser the form comes back with everything that was entered, and the message."""
    entries = {"title": "At the <lake>", "order": "long", "hand_sizes": "5,4", "once": "the same"}
    names = ["John", "Margaret", "", "Steve & Betsy"]
    answer = keeper.try_set_up(setup_fields(names, hook=1, **entries), accept=BROWSER)
    assert answer.status_code == 422
    assert answer.mimetype == "text/html"
    text = answer.get_data(as_text=True)
    shown = ("John", "Margaret", "Steve &amp; Betsy", "At the &lt;lake&gt;", "5,4", "the same")
    for value in shown:
        assert f'value="{value}"' in text
    for checked in ('name="order" value="long"', 'name="hook" value="1"'):
        assert re.search(f"{checked}[^>]* checked", text)
    assert 'aria-invalid="true" aria-describedby="players-2-error"' in text


def test_names_may_repeat(keeper: Keeper) -> None:
    """Two of one name are two players, and each of them is found again."""
    first = keeper.document(keeper.set_up(["Ann", "Ann"]))["players"]
    again = keeper.document(keeper.set_up(["Ann", "Ann"]))["players"]
    assert [player["id"] for player in first] == [player["id"] for player in again]
    assert first[0]["id"] != first[1]["id"]


def test_an_id_says_which_player_is_meant(keeper: Keeper) -> None:
    """`player-0` seats that player of the book."""
    second = keeper.document(keeper.set_up(["Ann", "Ann"]))["players"][1]["id"]
    again = keeper.document(keeper.set_up(["Ann", "Ben"], player_0=second))
    assert again["players"][0]["id"] == second


@cases("wrong", ["nobody", "\x00", "\ud800", "9" * 5000, "' OR 1=1"])
def test_an_id_of_nobody_counts_as_none(keeper: Keeper, wrong: str) -> None:
    """An id that the book does not know leaves the name to say who is meant."""
    ann = keeper.document(keeper.set_up(["Ann", "Ben"]))["players"][0]["id"]
    again = keeper.document(keeper.set_up(["Ann", "Ben"], player_0=wrong))
    assert again["players"][0]["id"] == ann


def test_a_double_tap_is_one_game(keeper: Keeper) -> None:
    """The same form sent again leads to the same game; a fresh page makes another."""
    once = keeper.one_time_value()
    first = keeper.set_up(["John", "Margaret"], once=once)
    assert keeper.set_up(["John", "Margaret"], once=once) == first
    assert keeper.set_up(["John", "Margaret"], once=keeper.one_time_value()) != first


def test_a_page_that_is_used_again_for_others_is_another_game(keeper: Keeper) -> None:
    """Going back in the browser and changing a name sets another game up."""
    once = keeper.one_time_value()
    first = keeper.set_up(["John", "Margaret"], once=once)
    assert keeper.set_up(["John", "Betsy"], once=once) != first


def test_a_new_game_stands_on_the_home_page(keeper: Keeper, reader: Device) -> None:
    """Games under way are a tap away, for who keeps the score and who follows it."""
    game_id = keeper.set_up()
    assert all(f'href="/games/{game_id}"' in device.page("/") for device in (keeper, reader))
