"""Two phones change the same hand: both versions are shown, and the one not taken is kept."""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import expect
from sqlalchemy import select

from scorekeeper.store.models import ChangeRow
from scorekeeper.web.extensions import db
from tests.browser.conftest import Bench
from tests.browser.table.conftest import Tables
from tests.browser.table.phone import Phone

OURS, THEIRS = [1, 1, 0, 1], [0, 1, 1, 1]


@pytest.fixture
def met(tables: Tables) -> Iterator[Phone]:
    """Let two phones correct the first hand, each not knowing of the other."""
    mine = tables.new("3,2").key(1, 1, 1, 1, 1, 1, 1).settled()
    theirs = tables.phone(mine.game_id)
    release = mine.hold()
    mine.correct(1).tap_row(2).key(0).tap_row(3).key(1)
    theirs.correct(1).key(0).tap_row(3).key(1).settled()
    release()
    expect(mine.page.get_by_role("alertdialog")).to_be_visible()
    yield mine
    assert theirs.open().settled().document() == mine.document()


def test_both_versions_are_shown(met: Phone) -> None:
    """Player by player, theirs beside mine, and where they differ is marked."""
    dialog = met.page.get_by_role("alertdialog")
    rows = dialog.locator("tbody tr").all_inner_texts()
    assert [row.split() for row in rows[1:]] == [
        ["John", "0/1", "1/1"], ["Margaret", "1/1", "1/1"],
        ["Steve", "1/1", "0/1"], ["Betsy", "1/1", "1/1"],
    ]  # fmt: skip
    differs = [bool(row.get_attribute("class")) for row in dialog.locator("tbody tr").all()]
    assert differs == [False, True, False, True, False]
    expect(met.page.locator("main")).to_have_attribute("data-sync", re.compile("saving|waiting"))
    dialog.get_by_role("button", name="Keep theirs").tap()


@pytest.mark.parametrize(
    ("choice", "taken", "other"),
    [("Keep theirs", THEIRS, OURS), ("Use mine", OURS, THEIRS)],
)
def test_whichever_is_chosen_the_history_has_the_other(
    met: Phone, bench: Bench, choice: str, taken: list[int], other: list[int]
) -> None:
    """The chosen version counts on every phone; the other one is among the changes."""
    met.page.get_by_role("button", name=choice).tap()
    assert met.kept(1)[1] == taken
    assert met.taken == [str(count) for count in taken]
    history = bench.run(_history, bench, met.game_id)
    assert taken in history
    assert other in history


def _history(bench: Bench, game_id: str) -> list[list[int]]:
    """Return the tricks of every version of the first hand that was ever sent."""
    with bench.app.app_context():
        rows = db.session.execute(
            select(ChangeRow.after).where(ChangeRow.game_id == game_id, ChangeRow.number == 1)
        ).scalars()
        shots = [row["hands"]["1"] for row in rows if row]
        db.session.rollback()
    return [[play[2] for play in shot["plays"]] for shot in shots]
