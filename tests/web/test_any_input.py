"""No input makes the server fail, and what is refused leaves no trace."""

from collections.abc import Iterator

import pytest
from flask import Flask
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.app import first_book_link
from scorekeeper.config import Config
from tests.conftest import BROWSER, SCRIPT, Keeper, running
from tests.profiles import tried

law = tried(60)

SAVED, REFUSED = {200, 303}, {400, 409, 422}

HAND_NAMES = [
    *(f"{part}-{seat}" for part in ("bid", "taken", "adjust", "out") for seat in range(3)),
    *(
        "bid-3",
        "taken--1",
        "adjust-\u0663",
        "out-",
        "trump",
        "dealer",
        "cards",
        "base",
        "csrf_token",
    ),
]
SETUP_NAMES = [
    *(f"{part}-{seat}" for part in ("players", "player") for seat in (0, 1, 2, 14, 15)),
    *("title", "first_dealer", "scorekeeper", "order", "hand_sizes", "finale", "zero_bid", "hook"),
    *("once", "players-", "players-\u0663", "players-00", "csrf_token"),
]
LIKELY = [
    *(
        "",
        " ",
        "0",
        "1",
        "2",
        "3",
        "S",
        "s",
        "-1",
        "0.5",
        "1e1",
        "\u0661",
        "\uff13",
        "²",
        "99999999999",
        "27",
    ),
    *("\x00", "\ud800", "none", "spades", "long", "custom", "5,4,3", "1" * 5000, "<b>", "%s", "{}"),
]

anything = st.text(st.characters(), max_size=20)
values = st.one_of(st.sampled_from(LIKELY), anything)
accepts = st.sampled_from((SCRIPT, BROWSER, "*/*", ""))


def forms(names: list[str]) -> st.SearchStrategy[list[tuple[str, str]]]:
    """Return forms of likely and unlikely fields, some of them more than once."""
    return st.lists(st.tuples(st.one_of(st.sampled_from(names), anything), values), max_size=12)


@pytest.fixture(scope="module")
def app(shared_config: Config) -> Iterator[Flask]:
    """One app for all examples."""
    yield from running(shared_config)


@pytest.fixture(scope="module")
def keeper(app: Flask) -> Keeper:
    return Keeper(app).open(first_book_link(app))


@pytest.fixture(scope="module")
def game_id(keeper: Keeper) -> str:
    """One game for all examples: two hands are played, one is begun."""
    game_id = keeper.set_up(["A", "B", "C"], order="custom", hand_sizes="3,2,2,18")
    keeper.save(game_id, 1, bids=[1, 1, 1], taken=[1, 1, 1])
    keeper.save(game_id, 3, bids=[1])
    return game_id


@law
@given(fields=forms(HAND_NAMES), number=st.integers(1, 4), accept=accepts, fresh=st.booleans())
def test_any_hand_is_saved_or_refused(
    keeper: Keeper,
    game_id: str,
    fields: list[tuple[str, str]],
    number: int,
    accept: str,
    *,
    fresh: bool,
) -> None:
    """Whatever is sent as a hand is stored or refused, and refused it changes nothing."""
    before = keeper.document(game_id)
    base = [("base", str(before["hands"][number - 1]["revision"]))] if fresh else []
    sent = [("csrf_token", keeper.token()), *base, *fields]
    answer = keeper.post(f"/games/{game_id}/hands/{number}", sent, accept=accept)
    _check(keeper, game_id, before, answer.status_code)


@law
@given(fields=forms(["base", "csrf_token"]), accept=accepts)
def test_any_undo_is_done_or_refused(
    keeper: Keeper, game_id: str, fields: list[tuple[str, str]], accept: str
) -> None:
    """Whatever is sent as an undo takes one change back or none."""
    before = keeper.document(game_id)
    sent = [("csrf_token", keeper.token()), *fields]
    answer = keeper.post(f"/games/{game_id}/undo", sent, accept=accept)
    _check(keeper, game_id, before, answer.status_code)


@law
@given(fields=forms(SETUP_NAMES), accept=accepts, likely=st.booleans())
def test_any_set_up_is_a_game_or_refused(
    keeper: Keeper, fields: list[tuple[str, str]], accept: str, *, likely: bool
) -> None:
    """Whatever is sent to set a game up leads to a game that can be seen, or to a message."""
    table = [("players-0", "A"), ("players-1", "B"), ("first_dealer", "0")] if likely else []
    sent = [("csrf_token", keeper.token()), *table, *fields]
    answer = keeper.post("/games/new", sent, accept=accept)
    assert answer.status_code in {303, 422}
    if answer.status_code == 303:
        assert keeper.get(answer.location).status_code == 200
    elif accept != BROWSER:
        assert answer.get_json()["errors"]


@pytest.mark.parametrize(
    ("content_type", "body"),
    [
        ("application/json", b'{"bid-0": 1}'),
        ("text/plain", b"bid-0=1"),
        ("multipart/form-data", b"bid-0=1"),
        ("multipart/form-data; boundary=x", b"--x\r\nnothing"),
        ("multipart/form-data; boundary=\xff", b"--\xff--"),
        ("application/x-www-form-urlencoded", b"&&==&%zz=%ff&\xff\xfe=\x00"),
        ("application/x-www-form-urlencoded; charset=utf-7", b"bid-0=1"),
        ("application/x-www-form-urlencoded", b"&".join([b"bid-0=1"] * 5000)),
    ],
)
def test_a_body_that_is_no_form_changes_nothing(
    keeper: Keeper, game_id: str, content_type: str, body: bytes
) -> None:
    """A request that cannot be read as a form of ours is refused, token in the header or not."""
    before = keeper.document(game_id)
    for headers in ({}, {"X-CSRFToken": keeper.token()}):
        for path in (f"/games/{game_id}/hands/2", f"/games/{game_id}/undo", "/games/new"):
            answer = keeper.client.post(path, data=body, content_type=content_type, headers=headers)
            assert answer.status_code in {200, 303, *REFUSED}
            assert keeper.document(game_id) == before


def _check(keeper: Keeper, game_id: str, before: object, status: int) -> None:
    """Expect what was taken to be seen on its page, and what was refused to leave no trace."""
    assert status in SAVED | REFUSED
    after = keeper.document(game_id)
    if status in REFUSED:
        assert after == before
    assert keeper.get(f"/games/{game_id}").status_code == 200
