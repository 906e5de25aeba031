"""Every change must come from a page of ours: the token of forms."""

from itertools import product

import pytest

from scorekeeper.app import first_book_link
from tests.cases import cases
from tests.conftest import BROWSER, FORM, SCRIPT, TOKEN, Document, Fields, Keeper

WRITES: list[tuple[str, Fields]] = [
    ("/games/new", {"players-0": "Steve", "players-1": "Betsy", "first_dealer": 0}),
    ("/links", {}),
    ("/games/{id}/hands/1", {"base": 0, "bid-0": 1}),
    ("/games/{id}/undo", {"base": 0}),
    ("/games/{id}/links", {}),
]

PAGES = ["/", "/games/new", "/links", "/games/{id}", "/games/{id}/hands/2", "/games/{id}/links"]


@pytest.fixture
def game_id(keeper: Keeper) -> str:
    return keeper.set_up()


@pytest.fixture
def before(keeper: Keeper, game_id: str) -> Document:
    """Return the document of the game before anything is sent to it."""
    return keeper.document(game_id)


@cases("path", PAGES)
def test_every_keeper_s_page_holds_the_token(keeper: Keeper, game_id: str, path: str) -> None:
    """The token is found on every page that a keeper sees, and is the same on each."""
    found = TOKEN.search(keeper.page(path.format(id=game_id)))
    assert found
    assert found[1].split(".")[0] == keeper.token().split(".")[0]


@cases("write, wrong", product(WRITES, [{}, {"csrf_token": ""}, {"csrf_token": "nothing"}]))
def test_without_the_token_nothing_is_changed(
    keeper: Keeper, game_id: str, before: Document, write: tuple[str, Fields], wrong: Fields
) -> None:
    """A missing token and a wrong one are 400, said on a page or in JSON."""
    path, fields = write
    for accept in (SCRIPT, BROWSER):
        answer = keeper.post(path.format(id=game_id), {**fields, **wrong}, accept=accept)
        assert answer.status_code == 400
        assert (answer.mimetype == "text/html") is (accept == BROWSER)
    assert keeper.document(game_id) == before


def test_a_token_is_good_on_its_own_device(keeper: Keeper, game_id: str, before: Document) -> None:
    """The token of another keeper's device is 400, too."""
    foreign = Keeper(keeper.app).open(first_book_link(keeper.app)).token()
    for path, fields in WRITES:
        sent = {**fields, "csrf_token": foreign}
        assert keeper.post(path.format(id=game_id), sent).status_code == 400, path
        assert keeper.document(game_id) == before, path


def test_the_token_may_come_as_a_header(keeper: Keeper, game_id: str) -> None:
    """A script sends the token as `X-CSRFToken`."""
    path = f"/games/{game_id}/hands/1"
    for token, status in ((keeper.token(), 200), ("nothing", 400), ("", 400)):
        answer = keeper.client.post(
            path,
            data="bid-0=1&base=0",
            content_type=FORM,
            headers={"Accept": SCRIPT, "X-CSRFToken": token},
        )
        assert answer.status_code == status


def test_the_token_outlives_a_new_key(keeper: Keeper, game_id: str) -> None:
    """A page that was open while another link was opened can still save."""
    token = keeper.token()
    keeper.open(first_book_link(keeper.app, reader=True))
    answer = keeper.post(f"/games/{game_id}/hands/1", {"csrf_token": token, "base": 0, "bid-0": 1})
    assert answer.status_code == 200
