"""Writes down a small scorebook as this version keeps it, for the tests of later versions.

`python -m tests.upgrades.record` makes `schema-<revision>.json` for the newest migration: every
row as it lies in SQLite, and the documents of the games. Do that before a migration is added,
with the version that is about to become the one before.
"""

import json
import sqlite3
import tempfile
from contextlib import closing
from pathlib import Path
from typing import Any

from scorekeeper.app import first_book_link
from tests.conftest import Keeper, config_in, running

HERE = Path(__file__).parent
NAMES = ["Ann", "Ștefan", "김민수"]


def main() -> None:
    """Play, and write down what is kept."""
    with tempfile.TemporaryDirectory() as folder:
        config = config_in(Path(folder))
        for app in running(config):
            keeper = Keeper(app).open(first_book_link(app))
            documents = [keeper.document(game_id) for game_id in _play(keeper)]
        with closing(sqlite3.connect(Path(folder) / "scorekeeper.sqlite3")) as database:
            tables = _rows(database)
    [[revision]] = tables["alembic_version"]["rows"]
    parts = [f'"documents": {_lines(documents)}']
    for name, table in tables.items():
        columns, rows = _line(table["columns"]), _lines(table["rows"])
        parts.append(f'"{name}": {{"columns": {columns}, "rows": {rows}}}')
    written = "{" + ",\n".join(parts) + "}\n"
    (HERE / f"schema-{revision}.json").write_text(written, encoding="utf-8")


def _play(keeper: Keeper) -> list[str]:
    """Play games with every kind of row in them, and return their ids."""
    corrected = keeper.set_up(NAMES, order="custom", hand_sizes="3,2,4,1", zero_bid="1")
    _save(keeper, corrected, 1, "1 1 2", "1 S 2", trump="hearts")
    _save(keeper, corrected, 2, "1 1 0", "0 1 1", **{"adjust-1": "-40"})
    _save(keeper, corrected, 1, "1 1 2", "2 S 1", trump="spades")
    _save(keeper, corrected, 3, "2 _ _")
    keeper.undo(corrected)
    _save(keeper, corrected, 3, "3 _ _", dealer=0)
    assert keeper.try_save(corrected, 3, {"bid-0": 1, "base": 0}).status_code == 409
    over = keeper.set_up(NAMES[:2], order="custom", hand_sizes="2,1", title="Friday", hook="1")
    _save(keeper, over, 1, "1 2", "1 1", trump="none")
    _save(keeper, over, 2, "1 1", "1 0")
    unbegun = keeper.set_up([*NAMES, "Dora", "Emil", "Fay"], finale="1", scorekeeper=2)
    uneven = keeper.set_up(NAMES, order="custom", hand_sizes="5,5")
    for act, fields in (
        ("join", {"name": "Gus", "number": 2, "start": "-15"}),
        ("leave", {"seat": 1, "number": 2}),
        (
            "names",
            {f"name-{n}": name for n, name in enumerate([*NAMES, "Gus G."])} | {"title": "x"},
        ),
        ("end", {}),
        ("pen", {}),
    ):
        # Of what a version does not know yet, it keeps nothing either.
        base = keeper.document(uneven)["revision"]
        keeper.send(f"/games/{uneven}/{act}", {"base": base, **fields})
    return [corrected, over, unbegun, uneven]


def _save(
    keeper: Keeper, game_id: str, number: int, bids: str, taken: str = "", **others: object
) -> None:
    """Save a hand from figures in seat order, `_` for an empty field."""
    fields = {f"bid-{seat}": bid.strip("_") for seat, bid in enumerate(bids.split())}
    fields |= {f"taken-{seat}": took for seat, took in enumerate(taken.split())}
    answer = keeper.try_save(game_id, number, {**fields, **others})
    assert answer.status_code == 200, answer.get_data(as_text=True)


def _rows(database: sqlite3.Connection) -> dict[str, dict[str, Any]]:
    names = database.execute("SELECT name FROM sqlite_master WHERE type = 'table'").fetchall()
    found = {}
    for (name,) in names:
        rows = database.execute(f'SELECT * FROM "{name}"')  # noqa: S608 - as the schema has it
        found[name] = {"columns": [each[0] for each in rows.description], "rows": list(rows)}
    return found


def _lines(rows: list[Any]) -> str:
    """Write a row a line, so that a difference can be read."""
    return "[" + ",\n".join(map(_line, rows)) + "]"


def _line(row: object) -> str:
    return json.dumps(row, ensure_ascii=False)


if __name__ == "__main__":
    main()
