"""The card as a PDF, for whoever may look."""

import pytest
from flask import Flask

from scorekeeper.web.keys import Role
from tests.cases import cases
from tests.conftest import Device, Keeper, link_to

WRONG = [
    "style=fancy",
    "style=",
    "style=Creative",
    "paper=a3",
    "paper=",
    "style=creative&paper=%00",
    "style=%ff",
]


@pytest.fixture
def path(keeper: Keeper) -> str:
    game_id = keeper.set_up(
        ["Ștefan", "김하늘"], title='At the "lake"/1', order="custom", hand_sizes="2,1"
    )
    keeper.save(game_id, 1, bids=[1, 1], taken=[1, 1], trump="clubs")
    return f"/games/{game_id}/scorecard.pdf"


def test_keeper_and_reader_may_print(keeper: Keeper, reader: Device, path: str) -> None:
    """Whoever may see the game gets the same card."""
    answers = [device.get(path) for device in (keeper, reader)]
    for answer in answers:
        assert answer.status_code == 200
        assert answer.mimetype == "application/pdf"
        assert answer.data.startswith(b"%PDF-")
        assert answer.cache_control.private
    assert answers[0].data == answers[1].data


def test_the_file_is_named_after_the_game(keeper: Keeper, path: str) -> None:
    """The name of the file holds title and day, and nothing that a disk would refuse."""
    name = keeper.get(path).headers["Content-Disposition"]
    assert name.startswith('inline; filename="Bluke scorecard ')
    assert "; filename*=UTF-8''Bluke%20scorecard%20" in name
    assert name.endswith("%20At%20the%20%20lake%20%201.pdf")


def test_a_korean_title_names_the_file_in_korean(keeper: Keeper) -> None:
    """Letters of any script get into the name, and an old reader still gets one it can read."""
    game_id = keeper.set_up(title="금요일 모임")
    name = keeper.get(f"/games/{game_id}/scorecard.pdf").headers["Content-Disposition"]
    assert name.endswith("%EA%B8%88%EC%9A%94%EC%9D%BC%20%EB%AA%A8%EC%9E%84.pdf")
    assert name.isascii()


def test_a_card_is_printed_once_for_each_state(keeper: Keeper, path: str) -> None:
    """The same card again is the same bytes; after a change it is another."""
    first = keeper.get(path).data
    assert keeper.get(path).data == first
    keeper.save(path.split("/")[2], 2, bids=[1, 1], taken=[1, 0])
    assert keeper.get(path).data != first


def test_paper_and_style_can_be_chosen(keeper: Keeper, path: str) -> None:
    """Another paper is another sheet; the usual one may be named."""
    usual = keeper.get(path).data
    assert keeper.get(f"{path}?style=creative&paper=a4").data == usual
    for query in ("paper=letter", "style=plain", "style=plain&paper=letter"):
        other = keeper.get(f"{path}?{query}")
        assert other.status_code == 200
        assert other.data != usual


@cases("query", WRONG)
def test_a_card_that_cannot_be_had_is_missing(keeper: Keeper, path: str, query: str) -> None:
    """An unknown style or paper is 404."""
    assert keeper.get(f"{path}?{query}").status_code == 404


def test_a_stranger_prints_nothing(app: Flask, stranger: Device, keeper: Keeper, path: str) -> None:
    """Without a key there is no card, and the key of another game opens none either."""
    assert stranger.get(path).status_code == 404
    other = keeper.set_up()
    guest = Device(app).open(link_to(app, other, Role.KEEPER))
    assert guest.get(path).status_code == 404
