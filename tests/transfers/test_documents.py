"""The game document read back, and everything that is none."""

import copy
import json
from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.documents import (
    AbsentError,
    BrokenRuleError,
    Disagreement,
    DocumentError,
    Kind,
    MisshapenError,
    NotJsonError,
    OutOfPlaceError,
    parse_document,
    read_document,
)
from scorekeeper.rules import Game, scorecard
from scorekeeper.rules.errors import BidRangeError, HookError, TricksError
from scorekeeper.store.kept import KeptGame
from scorekeeper.web.documents import document
from scorekeeper.web.faults import document_sentence
from tests.golden import DOCUMENTS as GOLDEN
from tests.profiles import tried
from tests.rules.strategies import games

law = tried(60)

anything: st.SearchStrategy[object] = st.recursive(
    st.one_of(
        st.none(), st.booleans(), st.integers(), st.floats(), st.text(), st.sampled_from(["S"])
    ),
    lambda inner: st.one_of(st.lists(inner, max_size=4), st.dictionaries(st.text(), inner)),
    max_leaves=8,
)


def small() -> dict[str, Any]:
    """Return the document of a game of two hands, one of them played."""
    return {
        "title": "Friday",
        "started": "2026-11-30T19:02:11Z",
        "rules": {"order": "custom", "hand_sizes": [2, 1]},
        "players": [{"seat": 0, "name": "Ann", "id": "a"}, {"seat": 1, "name": "Ben"}],
        "first_dealer": 1,
        "hands": [
            {
                "number": 1,
                "cards": 2,
                "trump": "clubs",
                "plays": [
                    {"seat": 0, "bid": 1, "taken": 2, "outcome": "O", "points": 11, "total": 11},
                    {"seat": 1, "bid": 1, "taken": None, "outcome": "S", "total": -10},
                ],
            },
            {"number": 2, "cards": 1},
        ],
    }


def changed(change: Callable[[dict[str, Any]], object]) -> dict[str, Any]:
    """Return the small document with one change made to it."""
    data = small()
    change(data)
    return data


def put(value: object, *keys: str | int) -> dict[str, Any]:
    """Return the small document with a value put in at a place."""
    data = small()
    place: Any = data
    for key in keys[:-1]:
        place = place[key]
    place[keys[-1]] = value
    return data


@pytest.mark.parametrize("data", GOLDEN.values(), ids=GOLDEN)
def test_a_golden_game_is_read_whole(data: dict[str, Any]) -> None:
    """Every golden file is a game, and the fold agrees with every figure in it."""
    read = read_document(data)
    assert read.disagreements == ()
    card = scorecard(read.game)
    for row, hand in zip(card.rows, data["hands"], strict=True):
        written = [play["total"] for play in hand["plays"]]
        assert [cell.total for cell in row.cells if cell] == written


def settled(game: Game) -> Game:
    """Return the game with nothing said of the trump where the whole pack is dealt."""
    hands = (replace(hand, trump=None) if hand.is_whole_pack else hand for hand in game.hands)
    return replace(game, hands=tuple(hands))


@given(games())
@law
def test_what_the_page_writes_is_read_back(game: Game) -> None:
    """The document of any game is read back as that game, and agrees with itself."""
    kept = KeptGame(
        id="g",
        book_id="b",
        revision=3,
        started=datetime(2026, 11, 30, 19, 2, 11, tzinfo=UTC),
        game=game,
        player_ids=tuple(f"p{seat}" for seat in range(len(game.players))),
        hand_revisions=(0,) * len(game.hands),
        corrected=(True, *(False,) * (len(game.hands) - 1)),
    )
    read = parse_document(json.dumps(document(kept)))
    assert scorecard(read.game) == scorecard(game)
    assert settled(read.game) == settled(game)
    assert (read.started, read.game_id, read.player_ids) == (kept.started, "g", kept.player_ids)
    assert read.corrected == {1}
    assert read.disagreements == ()


def test_what_is_left_out_has_its_default() -> None:
    """Names and the cards of a hand are all that a game needs."""
    read = read_document({"players": [{"name": "Ann"}, {"name": "Ben"}], "hands": [{"cards": 3}]})
    assert [hand.cards for hand in read.game.hands] == [3]
    assert read.started is None
    assert read.player_ids == (None, None)


def test_a_game_without_hands_gets_those_of_its_order() -> None:
    """An order, or a list of hands, is enough for a game that has not begun."""
    players = [{"name": "Ann"}, {"name": "Ben"}]
    ordered = read_document({"players": players, "rules": {"order": "low-high-low"}})
    assert len(ordered.game.hands) == 25
    listed = read_document({"players": players, "rules": {"hand_sizes": [2, 1]}})
    assert [hand.cards for hand in listed.game.hands] == [2, 1]


def test_what_the_rules_do_not_know_comes_along() -> None:
    """When it was played and by which players of the book is kept beside the game."""
    read = read_document(small())
    assert read.started == datetime(2026, 11, 30, 19, 2, 11, tzinfo=UTC)
    assert read.player_ids == ("a", None)
    assert read.game.title == "Friday"
    assert read.game.dealers == (1, 0)


def test_a_dealer_out_of_turn_was_put_right() -> None:
    """A dealer who was not due is one the table chose; the rotation goes on from there."""
    data = put(0, "hands", 0, "dealer")
    assert [hand.dealer for hand in read_document(data).game.hands] == [0, None]
    assert read_document(put(1, "hands", 0, "dealer")).game.hands[0].dealer is None


def test_derived_values_that_are_wrong_are_pointed_out() -> None:
    """A total that is not the sum, and a state that is not so, are said with what is right."""
    data = put(12, "hands", 0, "plays", 0, "total") | {"state": "over"}
    assert read_document(data).disagreements == (
        Disagreement("state", "over", "playing"),
        Disagreement("hands[0].plays[0].total", 12, 11),
    )


def test_a_derived_value_is_of_its_kind() -> None:
    """A whole number written as a fraction is not what the page writes, though it equals it."""
    wrong = put(11.0, "hands", 0, "plays", 0, "total")
    (found,) = read_document(wrong).disagreements
    assert found.path == "hands[0].plays[0].total"


MISSHAPEN: list[tuple[object, str, Kind]] = [
    ([], "", Kind.OBJECT),
    (None, "", Kind.OBJECT),
    (put({}, "players"), "players", Kind.LIST),
    (put(3, "players", 0), "players[0]", Kind.OBJECT),
    (put(3, "players", 0, "name"), "players[0].name", Kind.TEXT),
    (put(True, "first_dealer"), "first_dealer", Kind.WHOLE_NUMBER),  # noqa: FBT003 - a value
    (put("2", "hands", 0, "cards"), "hands[0].cards", Kind.WHOLE_NUMBER),
    (put(1.0, "hands", 0, "plays", 1, "bid"), "hands[0].plays[1].bid", Kind.WHOLE_NUMBER),
    (put("♠", "hands", 0, "trump"), "hands[0].trump", Kind.CHOICE),
    (put("X", "hands", 0, "plays", 1, "outcome"), "hands[0].plays[1].outcome", Kind.CHOICE),
    (put("yes", "rules", "hook"), "rules.hook", Kind.YES_OR_NO),
    (put([], "rules"), "rules", Kind.OBJECT),
    (put("yesterday", "started"), "started", Kind.MOMENT),
    (put("0001-01-01T00:00:00+14:00", "started"), "started", Kind.MOMENT),
]


@pytest.mark.parametrize(("data", "path", "kind"), MISSHAPEN)
def test_a_value_of_another_kind_is_named(data: object, path: str, kind: Kind) -> None:
    """Whatever is no text, number or choice where one is due is said with its place."""
    with pytest.raises(MisshapenError) as caught:
        read_document(data)
    assert (caught.value.path, caught.value.kind) == (path, kind)


@pytest.mark.parametrize(
    ("data", "path"),
    [
        ({"players": [{"name": "Ann"}, {"name": "Ben"}]}, "hands"),
        (changed(lambda data: data["players"][1].pop("name")), "players[1].name"),
        (changed(lambda data: data["hands"][1].pop("cards")), "hands[1].cards"),
        (changed(lambda data: data["hands"][0]["plays"][1].pop("seat")), "hands[0].plays[1].seat"),
    ],
)
def test_a_value_that_is_needed_is_missed(data: object, path: str) -> None:
    """What a game cannot do without is named by its place."""
    with pytest.raises(AbsentError) as caught:
        read_document(data)
    assert caught.value.path == path


BROKEN: list[tuple[object, str, type | None]] = [
    (put(3, "hands", 0, "plays", 0, "bid"), "hands[0]", BidRangeError),
    (put(1, "hands", 0, "plays", 0, "taken"), "hands[0]", TricksError),
    (small() | {"rules": {"hook": True}}, "hands[0]", HookError),
    (put(5, "hands", 0, "plays", 0, "seat"), "hands[0].plays[0].seat", None),
    (put(-1, "hands", 0, "plays", 0, "bid"), "hands[0].plays[0]", None),
    (put("", "players", 0, "name"), "players[0].name", None),
    (put(5000, "players", 0, "start"), "players[0].start", None),
    (put([{"name": "Ann"}], "players"), "players", None),
    (put(7, "first_dealer"), "first_dealer", None),
    (put(7, "scorekeeper"), "scorekeeper", None),
    (put("x" * 81, "title"), "title", None),
    (put(28, "hands", 1, "cards"), "hands[1]", None),
    (put([], "hands", 1, "plays"), "hands[1]", None),
    (put([{"cards": 1}] * 500, "hands"), "hands[60]", None),
    ({"players": [{"name": "A"}] * 500}, "players", None),
    (put([], "hands") | {"rules": {"order": "long", "finale": True, "hand_sizes": [28]}},
     "rules.hand_sizes", None),
]  # fmt: skip


@pytest.mark.parametrize(("data", "path", "rule"), BROKEN)
def test_a_broken_rule_is_said_with_its_place(data: object, path: str, rule: type | None) -> None:
    """What no table could have played comes with the hand or the player it is about."""
    with pytest.raises(BrokenRuleError) as caught:
        read_document(data)
    assert caught.value.path == path
    assert rule is None or type(caught.value.rule) is rule


@pytest.mark.parametrize(
    ("data", "path"),
    [
        (put(2, "hands", 0, "number"), "hands[0].number"),
        (put(1, "players", 0, "seat"), "players[0].seat"),
    ],
)
def test_hands_and_players_stand_in_order(data: object, path: str) -> None:
    """A hand or a player under another number than its place is refused, not guessed at."""
    with pytest.raises(OutOfPlaceError) as caught:
        read_document(data)
    assert caught.value.path == path


@pytest.mark.parametrize(
    ("text", "line"),
    [("", 1), ("{\n\n,", 3), ("[" * 100_000, 1), ("9" * 5000, 1), ('{"a":', 1)],
)
def test_text_that_is_no_json_is_said_with_its_line(text: str, line: int) -> None:
    """Whatever the text, it comes to one kind of error, also past what a reader can count to."""
    with pytest.raises(NotJsonError) as caught:
        parse_document(text)
    assert caught.value.line == line


@st.composite
def mangled(draw: st.DrawFn) -> object:
    """Return the small document with something else in one or two of its places."""
    data: Any = copy.deepcopy(small())
    for _ in range(draw(st.integers(1, 2))):
        place = data
        while True:
            keys = list(place) if isinstance(place, dict) else list(range(len(place)))
            if not keys:
                break
            key = draw(st.sampled_from(keys))
            if not isinstance(place[key], dict | list) or draw(st.booleans()):
                place[key] = draw(anything)
                break
            place = place[key]
    return data


@given(st.one_of(anything, mangled()))
@tried(200)
def test_no_data_leads_to_another_error(data: object) -> None:
    """Anything at all is a game that can be scored, or a fault that is told with its place."""
    found = read_or_fault(data)
    if isinstance(found, DocumentError):
        told = document_sentence(found)
        assert told
        assert found.path in told
    else:
        assert len(scorecard(found).rows) == len(found.hands)


def read_or_fault(data: object) -> Game | DocumentError:
    try:
        return read_document(data).game
    except DocumentError as error:
        return error
