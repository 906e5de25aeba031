"""`scorekeeper recount`: the statistics made anew, whatever became of them."""

import pytest
from sqlalchemy import delete, update

from scorekeeper.app import create_app, first_book_link
from scorekeeper.cli import main
from scorekeeper.config import Config
from scorekeeper.store.models import SummaryRow
from scorekeeper.store.schema import upgrade
from scorekeeper.web.extensions import db, writing
from tests.conftest import Keeper


def test_a_recount_makes_the_statistics_anew(
    config: Config, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Figures that were lost or are wrong come right, and a second time changes nothing."""
    monkeypatch.setenv("SCOREKEEPER_INSTANCE", str(config.instance))
    monkeypatch.setenv("SCOREKEEPER_DATABASE_URL", config.database_url)
    upgrade(config.database_url)
    app = create_app(config)
    keeper = Keeper(app).open(first_book_link(app))
    for _ in range(2):
        game_id = keeper.set_up(["Ann", "Ben"], order="custom", hand_sizes="1")
        keeper.save(game_id, 1, bids=[1, 1], taken=[1, 0])
    right = keeper.get("/stats.json").get_json()
    assert right["players"][0]["hands"] == 2
    with app.app_context(), writing() as store:
        store.execute(delete(SummaryRow).where(SummaryRow.game_id == game_id))
        store.execute(update(SummaryRow).values(sets=7))
    assert keeper.get("/stats.json").get_json() != right
    for _ in range(2):
        assert main(["recount"]) == 0
        assert capsys.readouterr().out == "2 games were counted anew.\n"
        assert keeper.get("/stats.json").get_json() == right
    with app.app_context():
        db.engine.dispose()
