"""A whole book out: as one file to keep or to move, and all its hands for a spreadsheet."""

from collections.abc import Callable, Iterator
from datetime import UTC, datetime

from flask import Blueprint, Response
from flask.typing import ResponseReturnValue
from flask_babel import gettext as _
from sqlalchemy.orm import Session

from scorekeeper.sheets import HandHeadings, hands_heading, hands_of
from scorekeeper.store.kept import KeptGame
from scorekeeper.store.reading import each_game
from scorekeeper.store.searching import all_games

from .access import of_book
from .bookfiles import book_lines
from .downloads import name_file
from .extensions import db
from .keys import Role
from .transfers import delimiter_here

bp = Blueprint("moving", __name__)


@bp.get("/book.json")
@of_book(Role.KEEPER)
def as_file(book_id: str) -> ResponseReturnValue:
    """Send the whole book as one file, game by game."""
    return _sent(lambda store: book_lines(store, book_id), "application/json", "json")


@bp.get("/book.csv")
@of_book(Role.READER)
def as_table(book_id: str) -> ResponseReturnValue:
    """Send all hands of the book as one table, game by game."""
    delimiter = delimiter_here()
    heading = hands_heading(_headings(), delimiter=delimiter)

    def lines(store: Session) -> Iterator[str]:
        yield heading
        for kept in each_game(store, book_id, all_games(store, book_id)):
            if isinstance(kept, KeptGame):
                yield hands_of(kept.game, game_id=kept.id, started=kept.began, delimiter=delimiter)

    return _sent(lines, "text/csv; charset=utf-8", "csv")


def _sent(lines: Callable[[Session], Iterator[str]], kind: str, ending: str) -> Response:
    """Send a file while it is made: a large book need not fit into memory.

    What it is made from is one moment of the book, read over a connection of its own.
    """
    engine = db.engine
    # The connection that let the device in is given back: this may take a while.
    db.session.rollback()

    def body() -> Iterator[str]:
        with Session(engine) as store:
            yield from lines(store)

    response = Response(body(), content_type=kind)
    name_file(response, f"Bluke {datetime.now(UTC).date().isoformat()}.{ending}")
    response.cache_control.private = True
    response.cache_control.no_cache = True
    return response


def _headings() -> HandHeadings:
    return HandHeadings(
        game=_("Game"),
        title=_("Title"),
        started=_("Started"),
        hand=_("Hand"),
        cards=_("Cards"),
        trump=_("Trump"),
        dealer=_("Dealer"),
        seat=_("Seat"),
        player=_("Player"),
        bid=_("Bid"),
        taken=_("Taken"),
        result=_("Result"),
        points=_("Points"),
        adjust=_("Given or taken"),
        total=_("Score"),
        # Translators: Heading of a column with the numbers of the seats, as “1 3 2 4”.
        order=_("Seats clockwise"),
    )
