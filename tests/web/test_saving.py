"""Saving a hand: what is stored, what is refused at which field, and which save counts."""

import re
from itertools import product

import pytest

from tests.cases import cases
from tests.conftest import BROWSER, Document, Fields, Keeper, hand_fields

TABLE = ("John", "Margaret", "Steve", "Betsy")
SIZES = "5,4,3,2,1"

STATES: list[tuple[Fields, str]] = [
    ({}, "waiting"),
    ({"trump": "hearts"}, "waiting"),
    ({"adjust-0": "5"}, "waiting"),
    (hand_fields([None, 1]), "bidding"),
    (hand_fields([None, 1], [None, 0]), "bidding"),
    (hand_fields([1, 1, 1, 1]), "playing"),
    (hand_fields([1, 1, 1, 1], [1, 1, 1]), "playing"),
    (hand_fields([1, 1, 1, 1], [2, 1, 1, 1]), "scored"),
    (hand_fields([1, 1, 3, 1], [2, 1, "S", 1]), "scored"),
    (hand_fields([5, 5, 5, 5], ["S", "S", "S", "S"]), "scored"),
    (hand_fields([" 1 ", "01", "1\t", 1], [2, " 1", "1", "01"]), "scored"),
]

REFUSED: list[tuple[Fields, set[str]]] = [
    (hand_fields([0]), {"bid-0"}),
    (hand_fields([6]), {"bid-0"}),
    (hand_fields([6, 0, 1]), {"bid-0", "bid-1"}),
    (hand_fields([], [1]), {"taken-0", "taken"}),
    (hand_fields([], ["S"]), {"taken-0", "taken"}),
    (hand_fields([1], [6]), {"taken-0", "taken"}),
    (hand_fields([1, 1], [3, 3]), {"taken"}),
    (hand_fields([1, 1, 1, 1], [1, 1, 1, 1]), {"taken"}),
    (hand_fields([1, 1, 1, 1], [2, 2, 1, 1]), {"taken"}),
    (hand_fields([2, 1, 1, 1], ["S", 1, 1, 1]), {"taken"}),
    (hand_fields([1, 1, 1, 1], ["S", 2, 1, 1]), {"taken"}),
    (hand_fields([2], ["S 1"]), {"taken-0"}),
    ({"trump": "cups"}, {"trump"}),
    ({"trump": "Spades"}, {"trump"}),
    ({"dealer": "4"}, {"dealer"}),
    ({"dealer": "0", "out-0": "1"}, {"dealer"}),
    ({"out-0": "1", "bid-0": "1"}, {"bid-0"}),
    ({"out-0": "1", "bid-0": "1", "taken-0": "1"}, {"bid-0", "taken-0", "taken"}),
    ({"out-0": "1", "adjust-0": "5"}, {"adjust-0"}),
    ({"out-0": "1", "out-1": "1", "out-2": "1"}, {"out"}),
    ({"bid-4": "1"}, {"bid-4"}),
    ({"bid-4": "1", "taken-99": "1", "adjust--1": "1", "out-x": "1"}, set()),
    ({"cards": "14"}, {"cards"}),
    ({"cards": "0"}, {"cards"}),
    (hand_fields([5], cards="4"), {"bid-0"}),
]
"""Entries that cannot be, and the fields that must be named; an empty set: each that was sent."""

WRONG_NUMBERS = [
    *(
        "-1",
        "0.5",
        "1e1",
        "\u0661",
        "\uff13",
        "²",
        "99999999999",
        "\x00",
        "1\x00",
        "\ud800",
        "9" * 5000,
    ),
    *("one", "+1", "1 1", "0x1", "\u0661\u0662", "½", "−1", "1,", "NaN", "100", "<b>1</b>"),
]

WRONG_POINTS = [
    "0.5",
    "1e1",
    "\u0661",
    "\uff13",
    "²",
    "99999999999",
    "\x00",
    "\ud800",
    "1000",
    "−5",
    "+",
    "--5",
]

POINTS = [("5", 5), ("+10", 10), ("-999", -999), (" 0 ", 0), ("007", 7), ("", 0)]

HANDS_THAT_ARE_NOT = [
    "0",
    "6",
    "99",
    "100",
    "-1",
    "1.0",
    "01",
    "\u0663",
    "x",
    "9" * 5000,
    "%00",
    "²",
]

LATER_SAVES: list[tuple[Fields, int]] = [
    (hand_fields([1], base=0), 200),  # the same again
    (hand_fields([1], base=99), 200),
    (hand_fields([1], base=""), 200),
    (hand_fields([2], base=1), 200),
    (hand_fields([2], base=" 1 "), 200),
    (hand_fields([2], base=0), 409),
    (hand_fields([2], base=2), 409),
    (hand_fields([2], base=""), 409),
    (hand_fields([2], base="x"), 409),
    (hand_fields([2], base="9" * 30), 409),
    (hand_fields([2], base="\x00"), 409),
    (hand_fields([], base=0), 409),
]
"""What is sent after a first save of a bid of 1, and the answer."""


@pytest.fixture
def game_id(keeper: Keeper) -> str:
    return new_game(keeper)


def new_game(keeper: Keeper) -> str:
    return keeper.set_up(TABLE, order="custom", hand_sizes=SIZES)


@pytest.fixture
def before(keeper: Keeper, game_id: str) -> Document:
    """Return the document of the game before anything is sent to it."""
    return keeper.document(game_id)


def plays(document: Document, number: int = 1) -> list[Document]:
    found: list[Document] = document["hands"][number - 1]["plays"]
    return found


def values(document: Document, name: str, number: int = 1) -> list[object]:
    return [play[name] for play in plays(document, number)]


@cases("fields, state", STATES)
def test_a_hand_is_stored_as_far_as_it_is_filled(
    keeper: Keeper, fields: Fields, state: str
) -> None:
    """A part-filled hand is stored as it stands, and scored once everything is in."""
    game_id = new_game(keeper)
    document = keeper.save_fields(game_id, 1, fields)
    assert document["hands"][0]["state"] == state
    assert keeper.document(game_id) == document


def test_totals_appear_when_a_hand_is_scored(keeper: Keeper, game_id: str) -> None:
    """Outcome, points and total are null until the hand is scored; then all of them are there."""
    document = keeper.save(game_id, 1, bids=[1, 2, 3, 1], taken=[2, 2, 1])
    assert values(document, "points") == values(document, "total") == [None] * 4
    assert (document["hands"][0]["bids"], document["hands"][0]["taken"]) == (7, None)
    document = keeper.save(game_id, 1, bids=[1, 2, 3, 1], taken=[2, 2, 1, 0])
    assert values(document, "outcome") == ["O", "P", "S", "S"]
    assert values(document, "total") == [11, 20, -30, -10]
    assert document["hands"][0]["taken"] == 5


def test_a_set_that_nobody_counted(keeper: Keeper, game_id: str) -> None:
    """`S` is a result without a count: it scores, and leaves the tricks of the hand unknown."""
    document = keeper.save(game_id, 1, bids=[3, 1, 1, 1], taken=["S", 2, 1, 1])
    assert plays(document)[0] == {
        "seat": 0, "bid": 3, "taken": None, "outcome": "S", "points": -30, "adjust": 0, "total": -30
    }  # fmt: skip
    assert document["hands"][0]["taken"] is None
    assert document["tallies"][0]["uncounted"] == 1


@cases("fields, named", REFUSED)
def test_what_cannot_be_is_refused_at_its_field(
    keeper: Keeper, game_id: str, before: Document, fields: Fields, named: set[str]
) -> None:
    """The message stands at the field it is about, and nothing is stored."""
    errors = keeper.refuse(game_id, 1, {"base": 0, **fields})
    assert (named or set(fields)) <= set(errors)
    assert all(errors.values())
    assert keeper.document(game_id) == before


@cases("field, number", product(["bid-0", "taken-0", "dealer", "cards"], WRONG_NUMBERS))
def test_a_number_is_one_or_two_digits(
    keeper: Keeper, game_id: str, before: Document, field: str, number: str
) -> None:
    """Anything but one or two ASCII digits is refused where it was entered."""
    errors = keeper.refuse(game_id, 1, {"base": 0, "bid-0": "1", field: number})
    assert field in errors
    assert keeper.document(game_id) == before


@cases("points", WRONG_POINTS)
def test_points_are_at_most_three_digits(keeper: Keeper, game_id: str, points: str) -> None:
    """Points are a whole number with or without a sign."""
    assert set(keeper.refuse(game_id, 1, {"base": 0, "adjust-0": points})) == {"adjust-0"}


@cases("entered, points", POINTS)
def test_points_given_and_taken(keeper: Keeper, entered: str, points: int) -> None:
    """Points count in the total once the hand is scored, and not in what the hand is worth."""
    document = keeper.save(new_game(keeper), 1, [1, 1, 1, 1], [2, 1, 1, 1], adjust_0=entered)
    first = plays(document)[0]
    assert (first["points"], first["adjust"], first["total"]) == (11, points, 11 + points)


@cases("number", HANDS_THAT_ARE_NOT)
def test_a_hand_beyond_the_game_is_missing(keeper: Keeper, game_id: str, number: str) -> None:
    """There is no hand 0, none after the last, and none with another name."""
    path = f"/games/{game_id}/hands/{number}"
    assert keeper.send(path, {"base": 0}).status_code == 404
    assert keeper.get(path).status_code == 404


def test_a_refused_form_keeps_its_entries(keeper: Keeper, game_id: str) -> None:
    """In a browser the table comes back with what was entered, and the message at its field."""
    fields = hand_fields(["x<y", 2], ["", "99"], trump="clubs", adjust_1="many")
    answer = keeper.try_save(game_id, 1, fields, accept=BROWSER)
    assert answer.status_code == 422
    assert answer.mimetype == "text/html"
    text = answer.get_data(as_text=True)
    shown = {"bid-0": "x&lt;y", "bid-1": "2", "taken-1": "99", "adjust-1": "many"}
    for name, value in shown.items():
        assert re.search(f'name="{name}" value="{value}"', text)
    assert re.search('value="clubs"[^>]* checked', text)
    assert 'id="bid-0-error"' in text
    assert 'id="adjust-1-error"' in text


def test_a_plain_form_is_answered_with_the_table(keeper: Keeper, game_id: str) -> None:
    """Without asking for JSON a save is answered with a 303 to the table."""
    for accept in (BROWSER, "*/*"):
        answer = keeper.try_save(game_id, 1, hand_fields([1]), accept=accept)
        assert (answer.status_code, answer.location) == (303, f"/games/{game_id}")


def test_a_script_is_answered_with_the_document(keeper: Keeper, game_id: str) -> None:
    """With `Accept: application/json` a save is answered with the game as it stands."""
    answer = keeper.try_save(game_id, 1, hand_fields([1]))
    assert answer.status_code == 200
    assert answer.get_json() == keeper.document(game_id)


def test_a_refusal_without_a_browser_is_json(keeper: Keeper, game_id: str) -> None:
    """Who does not ask for a page is told the errors by field."""
    for accept in ("application/json", "*/*"):
        answer = keeper.try_save(game_id, 1, hand_fields([9]), accept=accept)
        assert answer.status_code == 422
        assert set(answer.get_json()) == {"errors"}


def test_the_save_replaces_the_whole_hand(keeper: Keeper, game_id: str) -> None:
    """A field that does not come is empty, whatever was stored."""
    keeper.save(game_id, 1, bids=[1, 1, 1, 1], trump="clubs", adjust_3=5, dealer=2)
    document = keeper.save(game_id, 1, bid_2=4)
    hand = document["hands"][0]
    assert (hand["trump"], hand["dealer"]) == (None, 0)
    assert values(document, "bid") == [None, None, 4, None]
    assert values(document, "adjust") == [0, 0, 0, 0]


def test_a_misdeal_is_a_save_of_nothing(keeper: Keeper, game_id: str) -> None:
    """With everything empty the hand is as it was before the deal."""
    before = keeper.document(game_id)["hands"][0]
    keeper.save(game_id, 1, bids=[1, 2], taken=[3], trump="none", out_3=1, dealer=1)
    after = keeper.save(game_id, 1)["hands"][0]
    assert after == {**before, "revision": 2}


@cases("accept, later", product(["application/json", BROWSER], LATER_SAVES))
def test_a_save_from_an_old_hand_does_not_overwrite(
    keeper: Keeper, accept: str, later: tuple[Fields, int]
) -> None:
    """Other values from another state are 409 and change nothing; equal values are no conflict."""
    game_id, (fields, status) = new_game(keeper), later
    before = keeper.save(game_id, 1, bids=[1], base=0)
    answer = keeper.try_save(game_id, 1, fields, accept=accept)
    assert answer.status_code == (303 if (status, accept) == (200, BROWSER) else status)
    if status == 409:
        assert keeper.document(game_id) == before
        if accept != BROWSER:
            assert answer.get_json() == before
            assert "ETag" not in answer.headers


def test_a_missing_base_is_an_old_one(keeper: Keeper, game_id: str) -> None:
    """Without a `base` nothing is known of what was seen, not even for a hand never changed."""
    path = f"/games/{game_id}/hands/1"
    assert keeper.send(path, {"bid-0": 1}).status_code == 409
    assert keeper.send(path, {}).status_code == 200
    assert keeper.document(game_id)["revision"] == 0


def test_a_conflict_shows_both_versions(keeper: Keeper, game_id: str) -> None:
    """In a browser the refused entries stay in the form, ready to be saved over the new state."""
    keeper.save(game_id, 1, bids=[1, 1])
    answer = keeper.try_save(game_id, 1, hand_fields([3, 4], base=0), accept=BROWSER)
    text = answer.get_data(as_text=True)
    assert answer.status_code == 409
    for name, value in (("bid-0", 3), ("bid-1", 4), ("base", 1)):
        assert f'name="{name}" value="{value}"' in text
    document = keeper.save(game_id, 1, bids=[3, 4], base=1)
    assert values(document, "bid") == [3, 4, None, None]


def test_the_same_request_twice_has_the_effect_of_one(keeper: Keeper, game_id: str) -> None:
    """A save that is sent again changes neither values nor revision."""
    first = keeper.save(game_id, 1, bids=[1, 2], base=0)
    assert keeper.save(game_id, 1, bids=[1, 2], base=0) == first
    assert first["revision"] == first["hands"][0]["revision"] == 1


def test_a_later_hand_may_come_first(keeper: Keeper, game_id: str) -> None:
    """Totals run over scored hands only, in whatever order they were filled."""
    document = keeper.save(game_id, 3, bids=[1, 1, 1, 1], taken=[0, 1, 1, 1])
    assert document["hands"][2]["state"] == "scored"
    assert values(document, "total", 3) == [-10, 10, 10, 10]
    document = keeper.save(game_id, 1, bids=[1, 1, 1, 1], taken=[2, 1, 1, 1])
    assert values(document, "total", 3) == [1, 20, 20, 20]
    assert [place["rank"] for place in document["standing"]] == [1, 1, 1, 4]


def test_a_change_after_the_next_hand_was_begun_is_marked(keeper: Keeper, game_id: str) -> None:
    """A hand is `corrected` when it was changed after a later hand was begun."""
    keeper.save(game_id, 1, bids=[1, 1, 1, 1], taken=[2, 1, 1, 1])
    keeper.save(game_id, 2, bids=[1])
    document = keeper.save(game_id, 1, bids=[1, 1, 1, 1], taken=[1, 2, 1, 1])
    assert [hand["corrected"] for hand in document["hands"]] == [True, *[False] * 4]


def test_the_last_hand_ends_the_game(keeper: Keeper) -> None:
    """A game is over when every hand is scored, and goes on when one is taken back."""
    game_id = keeper.set_up(order="custom", hand_sizes="1,1")
    keeper.save(game_id, 2, bids=[1, 1], taken=[1, 0])
    assert keeper.document(game_id)["state"] == "playing"
    assert keeper.save(game_id, 1, bids=[1, 1], taken=[1, 0])["state"] == "over"
    assert keeper.save(game_id, 1)["state"] == "playing"


@cases("last", range(4))
def test_the_hook(keeper: Keeper, last: int) -> None:
    """With the hook the bids may not add up to the cards; the dealer's bid is the one refused."""
    game_id = keeper.set_up(TABLE, first_dealer=last, order="custom", hand_sizes="5", hook=1)
    assert set(keeper.refuse(game_id, 1, hand_fields([2, 1, 1, 1]))) == {f"bid-{last}"}
    assert keeper.save(game_id, 1, bids=[2, 2, 1])["revision"] == 1
    assert keeper.save(game_id, 1, bids=[2, 2, 1, 1])["hands"][0]["state"] == "playing"


def test_the_hook_follows_a_dealer_put_right(keeper: Keeper) -> None:
    """The hook is on whoever deals in the end."""
    game_id = keeper.set_up(TABLE, order="custom", hand_sizes="5", hook=1)
    assert set(keeper.refuse(game_id, 1, hand_fields([2, 1, 1, 1], dealer=2))) == {"bid-2"}


def test_a_bid_of_none(keeper: Keeper) -> None:
    """Where the house allows it, 0 is a bid: kept it is perfect, and it cannot go set uncounted."""
    game_id = keeper.set_up(order="custom", hand_sizes="2,2", zero_bid=1)
    document = keeper.save(game_id, 1, bids=[0, 1], taken=[0, 2])
    assert values(document, "outcome") == ["P", "O"]
    assert values(document, "points") == [0, 11]
    document = keeper.save(game_id, 2, bids=[0, 1], taken=[1, 1])
    assert values(document, "points", 2) == [1, 10]
    errors = keeper.refuse(game_id, 2, hand_fields([0, 1], ["S", 2]))
    assert {"taken-0", "taken"} <= set(errors)


@cases("trump", ["spades", "hearts", "diamonds", "clubs"])
def test_the_whole_pack_has_no_trump(keeper: Keeper, trump: str) -> None:
    """Where every card is dealt there is no trump from the start, and none can be noted."""
    game_id = keeper.set_up(["A", "B", "C", "D", "E", "F"], order="custom", hand_sizes="9")
    assert keeper.document(game_id)["hands"][0]["trump"] == "none"
    assert set(keeper.refuse(game_id, 1, {"trump": trump})) == {"trump"}
    for entered in ("none", ""):
        assert keeper.save(game_id, 1, trump=entered)["revision"] == 0


def test_the_whole_pack_counts_the_seats_in_the_hand(keeper: Keeper) -> None:
    """With one of seven sitting out, nine cards each are the whole pack."""
    game_id = keeper.set_up([f"P{seat}" for seat in range(7)], order="custom", hand_sizes="7")
    dealt = {"out-3": 1, "cards": 9}
    assert set(keeper.refuse(game_id, 1, {**dealt, "trump": "clubs"})) == {"trump"}
    assert keeper.save_fields(game_id, 1, dealt)["hands"][0]["trump"] == "none"


def test_who_sits_out_is_not_in_the_hand(keeper: Keeper, game_id: str) -> None:
    """A seat that sits out has no play, keeps its total, and the others share the tricks."""
    keeper.save(game_id, 1, bids=[1, 1, 1, 1], taken=[2, 1, 1, 1])
    document = keeper.save(game_id, 2, bids=[2, None, 1, 1], taken=[2, None, 1, 1], out_1=1)
    assert values(document, "seat", 2) == [0, 2, 3]
    assert document["hands"][1]["state"] == "scored"
    document = keeper.save(game_id, 3, bids=[1, 1, 1, 1], taken=[1, 1, 1, 0])
    assert plays(document, 3)[1]["total"] == 20
    assert document["tallies"][1]["P"] == 2


def test_the_deal_passes_over_who_sits_out(keeper: Keeper, game_id: str) -> None:
    """The dealer is the next seat, to the left of the last, that is in the hand."""
    document = keeper.save(game_id, 2, out_1=1)
    assert [hand["dealer"] for hand in document["hands"]] == [0, 2, 3, 0, 1]


def test_the_rotation_goes_on_from_a_dealer_put_right(keeper: Keeper, game_id: str) -> None:
    """A dealer given overrides, and those after it follow on its left, as new revisions."""
    document = keeper.save(game_id, 2, dealer=3)
    assert [hand["dealer"] for hand in document["hands"]] == [0, 3, 0, 1, 2]
    assert [hand["revision"] for hand in document["hands"]] == [0, 1, 1, 1, 1]
    document = keeper.save(game_id, 4, dealer=1)
    assert [hand["dealer"] for hand in document["hands"]] == [0, 3, 0, 1, 2]
    assert [hand["revision"] for hand in document["hands"]] == [0, 1, 1, 2, 1]


def test_a_page_from_before_a_new_dealer_is_out_of_date(keeper: Keeper, game_id: str) -> None:
    """Who bids last has changed with the dealer, so entries made before are not taken unseen."""
    keeper.save(game_id, 1, dealer=2)
    assert keeper.try_save(game_id, 2, hand_fields([1], base=0)).status_code == 409


def test_a_hand_may_be_given_other_cards(keeper: Keeper, game_id: str) -> None:
    """`cards` resizes the hand; a save without it leaves the cards as they are."""
    document = keeper.save(game_id, 1, bids=[8, 1, 1, 1], cards=8)
    assert document["rules"]["hand_sizes"] == [8, 4, 3, 2, 1]
    document = keeper.save(game_id, 1, bids=[8, 2, 1, 1])
    assert document["hands"][0]["cards"] == 8
    assert keeper.undo(game_id)["hands"][0]["cards"] == 8
    assert keeper.undo(game_id)["rules"]["hand_sizes"] == [5, 4, 3, 2, 1]


def test_the_two_controls_of_a_result_are_one_field(keeper: Keeper, game_id: str) -> None:
    """The number and the `S` of a plain form share a name; an empty number leaves the `S`."""
    token = ("csrf_token", keeper.token())
    sent = [token, ("base", 0), ("bid-0", 2), ("taken-0", ""), ("taken-0", "S")]
    document = keeper.post(f"/games/{game_id}/hands/1", sent).get_json()
    assert plays(document)[0]["outcome"] == "S"


def test_an_empty_field_of_an_unknown_seat_is_no_harm(keeper: Keeper, game_id: str) -> None:
    """Only a value for a seat that is not there is refused."""
    assert keeper.save(game_id, 1, bids=[1], bid_9=" ", unknown="x")["revision"] == 1


def test_too_much_at_once_is_refused(keeper: Keeper, game_id: str) -> None:
    """A request of more than a megabyte is 413, and nothing is changed."""
    answer = keeper.try_save(game_id, 1, {"bid-0": "1" * 1_100_000})
    assert answer.status_code == 413
    assert keeper.document(game_id)["revision"] == 0
