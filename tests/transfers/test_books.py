"""A book read back from its file: what is right comes in, what is wrong is told at its place."""

import copy
import json
from datetime import UTC, datetime
from io import BytesIO
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.documents import (
    AbsentError,
    Disagreement,
    DocumentError,
    MisshapenError,
    NoBookError,
    ReadBook,
    RepeatedError,
    UnlikeError,
    read_book,
)
from scorekeeper.web.faults import document_sentence, fault_in_file
from tests.profiles import tried

from .books import ANN, BEN, CY, PLAYERS, book, game, hand, text

law = tried(200)


def read(data: bytes) -> ReadBook:
    return read_book(BytesIO(data))


def refused(**others: object) -> DocumentError | Disagreement:
    """Return the first thing that is wrong with a game in which something is other."""
    found = read(text(game(1), game(2, **others)))
    assert [kept.place for kept in found.games] == [1]
    [wrong] = found.refused
    assert wrong.place == 2
    return wrong.faults[0]


def failure_of(data: bytes) -> DocumentError:
    """Return why a file cannot be read at all."""
    with pytest.raises(DocumentError) as caught:
        read(data)
    return caught.value


def test_a_book_is_read() -> None:
    """Who plays and every game, with what the documents say beyond the rules."""
    players = [
        {**PLAYERS[0], "hidden": True, "known_since": "2020-01-02T03:04:05.000006Z"},
        PLAYERS[1],
        {**PLAYERS[2], "merged_into": ANN},
    ]
    seats = [{"name": "Ann", "id": ANN, "seated_as": CY}, {"name": "Ben", "id": BEN, "start": -5}]
    pen = {"device": "ab12", "name": "linux"}
    found = read(text(game(1), game(2, players=seats, given_up=True, pen=pen), players=players))
    assert found.refused == ()
    assert found.book_id == "aaaaaaaa"
    ann, ben, cy = found.players
    assert (ann.hidden, ben.hidden, cy.merged_into) == (True, False, ANN)
    assert ann.known_since == datetime(2020, 1, 2, 3, 4, 5, 6, UTC)
    plain, special = found.games
    assert (plain.seated, plain.given_up, plain.pen) == ((ANN, BEN), False, None)
    assert (plain.revision, plain.hand_revisions) == (1, (1, 0))
    assert (special.seated, special.given_up) == ((CY, BEN), True)
    assert special.pen == ("ab12", "linux")
    assert special.read.game.players[1].start == -5


def test_the_order_of_the_parts_does_not_matter() -> None:
    """Other programs may sort the names, and the games may come before the players."""
    whole = book(game(1), game(2))
    turned = json.dumps(dict(reversed(whole.items()))).encode()
    assert read(turned) == read(json.dumps(whole).encode())


def test_an_empty_book_is_one() -> None:
    """Nobody has played yet."""
    assert read(text(players=[])) == ReadBook("aaaaaaaa")


REFUSED = [
    ({"hands": [hand(1, 2, (1, 1), (9, 1))]}, "hands[0]"),
    ({"hands": [hand(1, 2, (1, 2), (1, 1))]}, "hands[0]"),
    ({"hands": [hand(2, 2, (1, 1), (1, 1))]}, "hands[0].number"),
    ({"hands": [hand(1, 2, ("1", 1), (1, 1))]}, "hands[0].plays[0].bid"),
    ({"players": [{"name": "Ann"}, {"name": "Ben", "id": BEN}]}, "players[0].id"),
    ({"players": [{"name": "Ann", "id": 7}, {"name": "Ben", "id": BEN}]}, "players[0].id"),
    ({"players": [{"name": "Ann", "id": ANN}] * 2}, "players[1].id"),
    ({"players": [{"name": "Ann", "id": "x"}, {"name": "Ben", "id": BEN}]}, "players[0].id"),
    ({"players": [{"name": "Anna", "id": ANN}, {"name": "Ben", "id": BEN}]}, "players[0].name"),
    ({"revision": -1}, "revision"),
    ({"revision": 10**9}, "revision"),
    ({"revision": "1"}, "revision"),
    ({"revision": 0}, "hands[0].revision"),
    ({"given_up": "no"}, "given_up"),
    ({"pen": {"device": "x" * 33}}, "pen.device"),
    ({"pen": {"device": "x", "name": "\n"}}, "pen.name"),
    ({"pen": 3}, "pen"),
    ({"started": "yesterday"}, "started"),
    ({"title": "x" * 81}, "title"),
]  # fmt: skip


@pytest.mark.parametrize(("others", "path"), REFUSED, ids=str)
def test_a_game_that_is_wrong_is_refused(others: dict[str, Any], path: str) -> None:
    """It is told which value of it is wrong; the games beside it are read."""
    assert refused(**others).path == path


def test_a_game_that_was_altered_is_refused() -> None:
    """A sum that does not follow from the hands gives an alteration away."""
    standing = [{"seat": 0, "total": 11, "rank": 1}, {"seat": 1, "total": 10, "rank": 2}]
    fault = refused(standing=standing)
    assert fault == Disagreement("standing[0].total", 11, 10)


def test_no_game_tells_of_more_faults_than_one_reads() -> None:
    """Where everything is wrong the first few values tell."""
    standing = [{"seat": 1, "total": 7, "rank": 3}, {"seat": 0, "total": 9, "rank": 3}]
    [wrong] = read(text(game(1, standing=standing))).refused
    assert len(wrong.faults) == 3


def test_what_is_no_game_is_refused() -> None:
    """A list in which anything stands."""
    data = text(game(1)).replace(b'"games": [', b'"games": [3, null, [], "x", ')
    found = read(data)
    assert [wrong.place for wrong in found.refused] == [1, 2, 3, 4]
    assert [kept.place for kept in found.games] == [5]


def test_a_refused_game_is_found_in_the_file() -> None:
    """The line that it begins in is told."""
    lines = [json.dumps(each) for each in (game(1), game(2, title="\n"))]
    data = json.dumps(book()).replace('"games": []', f'"games": [\n{lines[0]},\n{lines[1]}\n]')
    [wrong] = read(data.encode()).refused
    assert wrong.line == 3


FAILURES = [
    ({"format": "chess"}, NoBookError, "format"),
    ({"format": None}, NoBookError, "format"),
    ({"version": 2}, NoBookError, "version"),
    ({"version": None}, AbsentError, "version"),
    ({"players": [{"id": ANN}]}, AbsentError, "players[0].name"),
    ({"players": [{"name": "Ann"}]}, AbsentError, "players[0].id"),
    ({"players": [{"name": "", "id": ANN}]}, DocumentError, "players[0].name"),
    ({"players": [{"name": "\ud800", "id": ANN}]}, DocumentError, "players[0].name"),
    ({"players": [3]}, MisshapenError, "players[0]"),
    ({"players": [*PLAYERS, PLAYERS[0]]}, RepeatedError, "players[3].id"),
    ({"players": [{**PLAYERS[0], "hidden": 1}]}, MisshapenError, "players[0].hidden"),
    ({"players": [{**PLAYERS[0], "merged_into": "x"}]}, MisshapenError, "players[0].merged_into"),
    ({"players": [{**PLAYERS[0], "merged_into": ANN}]}, MisshapenError, "players[0].merged_into"),
    ({"players": [{**PLAYERS[0], "known_since": "x"}]}, MisshapenError, "players[0].known_since"),
]  # fmt: skip


@pytest.mark.parametrize(("others", "kind", "path"), FAILURES, ids=str)
def test_what_is_no_book_is_told(
    others: dict[str, Any], kind: type[DocumentError], path: str
) -> None:
    """Where nobody knows who plays, no game can be taken in."""
    fault = failure_of(json.dumps(book(game(1), **others)).encode())
    assert isinstance(fault, kind)
    assert fault.path == path


def test_a_part_that_is_missing_or_twice_is_told() -> None:
    """Two lists of games in one file are one too many."""
    assert isinstance(failure_of(b"{}"), NoBookError)
    assert failure_of(b'{"format": "scorekeeper-book", "players": []}').path == "games"
    twice = text(game(1)).rstrip(b"}\n") + b', "games": []}'
    assert isinstance(failure_of(twice), RepeatedError)


def test_somebody_who_is_two_sits_only_once() -> None:
    """Under the old id and the new one at one table they would be two people."""
    players = [*PLAYERS[:2], {**PLAYERS[2], "merged_into": ANN}]
    seats = [{"name": "Ann", "id": ANN}, {"name": "Ann", "id": ANN, "seated_as": CY}]
    [wrong] = read(text(game(1, players=seats), players=players)).refused
    assert isinstance(wrong.faults[0], RepeatedError)


def test_a_name_that_is_not_the_player_s_tells_both() -> None:
    """What the game says and what the book says."""
    seats = [{"name": "Anna", "id": ANN}, {"name": "Ben", "id": BEN}]
    fault = refused(players=seats)
    assert isinstance(fault, UnlikeError)
    assert (fault.written, fault.right) == ("Anna", "Ann")


def told_of(data: bytes) -> list[str]:
    """Return every sentence that is said of a file, for whatever is wrong with it."""
    try:
        found = read(data)
    except DocumentError as error:
        return [document_sentence(error)]
    faults = [fault for wrong in found.refused for fault in wrong.faults]
    return [fault_in_file(fault) for fault in faults]


@law
@given(st.data())
def test_a_spoilt_file_never_trips_the_reader(data: st.DataObject) -> None:
    """Whatever bytes stand where, a book is read or a fault is told."""
    whole = bytearray(text(game(1), game(2)))
    for _ in range(data.draw(st.integers(1, 4))):
        place = data.draw(st.integers(0, len(whole) - 1))
        whole[place : place + data.draw(st.integers(0, 9))] = data.draw(st.binary(max_size=9))
    assert all(told_of(bytes(whole)))


@law
@given(st.data())
def test_any_value_anywhere_is_read_or_told(data: st.DataObject) -> None:
    """Values of the wrong kind are found wherever they stand."""
    strange: st.SearchStrategy[Any] = st.sampled_from(
        [None, True, -1, 10**30, 0.5, "", "\ud800", [], {}, [[]], "S", 1]
    )
    whole = copy.deepcopy(book(game(1), game(2)))
    place: Any = whole
    for _ in range(data.draw(st.integers(0, 6))):
        keys = list(place) if isinstance(place, dict) else list(range(len(place)))
        if not keys:
            break
        key = data.draw(st.sampled_from(keys))
        if not isinstance(place[key], dict | list):
            break
        place = place[key]
    keys = list(place) if isinstance(place, dict) else list(range(len(place)))
    if keys:
        place[data.draw(st.sampled_from(keys))] = data.draw(strange)
    assert all(told_of(json.dumps(whole).encode()))
