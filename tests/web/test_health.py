"""What holds for every page, and whether the app can work at all."""

import pytest
from flask.testing import FlaskClient

from scorekeeper.store.schema import scripts
from tests.cases import cases
from tests.conftest import Keeper

HEADERS = {
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
}

WRONG_METHODS = [
    ("GET", "/games/{id}/undo"),
    ("POST", "/games/{id}"),
    ("POST", "/games/{id}.json"),
    ("DELETE", "/games/{id}/hands/1"),
    ("PUT", "/games/new"),
    ("POST", "/"),
    ("POST", "/key/nothing"),
]


@pytest.fixture
def game_id(keeper: Keeper) -> str:
    return keeper.set_up()


def test_the_app_is_well_while_its_database_answers(client: FlaskClient) -> None:
    """Anyone may ask whether the app is well, and learns which schema it has and nothing more."""
    answer = client.get("/healthz")
    assert answer.status_code == 200
    assert answer.get_json() == {"database": "ok", "schema": scripts().get_current_head()}


@cases("path", ["/", "/games/new", "/games/{id}", "/links", "/nothing"])
def test_every_page_closes_the_doors(keeper: Keeper, game_id: str, path: str) -> None:
    """No page runs scripts of others, is framed by others, or stays in a shared cache."""
    answer = keeper.get(path.format(id=game_id))
    policy = answer.headers["Content-Security-Policy"]
    assert "frame-ancestors 'none'" in policy
    assert "unsafe" not in policy
    assert HEADERS.items() <= dict(answer.headers).items()
    assert answer.cache_control.private


@cases("method, path", WRONG_METHODS)
def test_an_address_takes_its_own_methods_only(
    keeper: Keeper, game_id: str, method: str, path: str
) -> None:
    """Another method is 405, said on a page or in JSON."""
    path = path.format(id=game_id)
    for accept in ("text/html", "application/json"):
        answer = keeper.client.open(path, method=method, headers={"Accept": accept})
        assert answer.status_code == 405
        assert answer.mimetype == accept


def test_looking_changes_nothing(keeper: Keeper) -> None:
    """No GET changes a game."""
    game_id = keeper.set_up()
    before = keeper.document(game_id)
    for path in ("", "/hands/1", "/hands/2?bid-0=1&base=0", "/links", ".json", "/scorecard.pdf"):
        assert keeper.get(f"/games/{game_id}{path}").status_code == 200
    assert keeper.document(game_id) == before
