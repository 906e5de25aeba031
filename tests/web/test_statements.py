"""How many statements a page costs: each is a way to the database and back."""

from collections.abc import Iterator
from contextlib import contextmanager

from flask import Flask
from sqlalchemy import event

from scorekeeper.web.extensions import db
from tests.conftest import Keeper

GAMES = 30
HOME, TABLE = 6, 5
"""The most statements for the home page of a scorebook and for the page of a table."""


@contextmanager
def statements(app: Flask) -> Iterator[list[str]]:
    """Collect what is asked of the database; the beginning and the end of a transaction aside."""
    asked: list[str] = []

    def note(_connection: object, _cursor: object, statement: str, *_: object) -> None:
        if not statement.startswith(("BEGIN", "PRAGMA")):
            asked.append(statement)

    with app.app_context():
        engine = db.engine
    event.listen(engine, "before_cursor_execute", note)
    try:
        yield asked
    finally:
        event.remove(engine, "before_cursor_execute", note)


def test_pages_ask_the_database_a_few_times(app: Flask, keeper: Keeper) -> None:
    """However many games a scorebook has, home page and table cost the same few statements."""
    tables = [["Ann", "Ben"], ["Ann", "Anna", "Anna"], ["Ann", "Ben", "Cy"]]
    for number in range(GAMES):
        names = tables[number % 3]
        game_id = keeper.set_up(names, order="custom", hand_sizes="2,1")
        if number % 2:
            keeper.save(game_id, 1, [1] * len(names), [2, 0, 0][: len(names)])
        if number % 5 == 0:
            keeper.save(game_id, 1, [1] * len(names), [2, 0, 0][: len(names)])
            keeper.save(game_id, 2, [1] * len(names), [1, 0, 0][: len(names)])
    for path, most in (("/", HOME), (f"/games/{game_id}", TABLE)):
        keeper.page(path)
        with statements(app) as asked:
            keeper.page(path)
        assert len(asked) <= most, "\n\n".join(asked)
