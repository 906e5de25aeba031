"""Every hand of a game as rows of one long table: a row for each player in each hand."""

import csv
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from io import StringIO

from scorekeeper.rules import Game, scorecard

from . import cells


@dataclass(frozen=True, slots=True)
class HandHeadings:
    """The words over the columns, in the reader's language and in their order."""

    game: str = "Game"
    title: str = "Title"
    started: str = "Started"
    hand: str = "Hand"
    cards: str = "Cards"
    trump: str = "Trump"
    dealer: str = "Dealer"
    seat: str = "Seat"
    player: str = "Player"
    bid: str = "Bid"
    taken: str = "Taken"
    result: str = "Result"
    points: str = "Points"
    adjust: str = "Given or taken"
    total: str = "Score"
    order: str = "Seats clockwise"


def hands_heading(words: HandHeadings, *, delimiter: str) -> str:
    """Return the heading of the table, with the mark by which a spreadsheet knows UTF-8."""
    columns = [getattr(words, name) for name in HandHeadings.__slots__]
    return "\ufeff" + _lines([columns], delimiter)


def hands_of(game: Game, *, game_id: str, started: date, delimiter: str) -> str:
    """Return the rows of a game's hands, those that nobody has begun left out.

    `started` is a moment in UTC, or a day alone where nobody knows the time.

    A set whose tricks nobody counted has an S for them; what a hand is not scored for is empty.
    The order of the seats stands in the rows of games that were seated in another one.
    """
    about = [game_id, cells.harmless(game.title), cells.moment_text(started)]
    return _lines(([*about, *row] for row in _rows(game)), delimiter)


def _rows(game: Game) -> Iterator[list[object]]:
    names = [cells.harmless(player.name) for player in game.players]
    is_reordered = any(hand.order is not None for hand in game.hands)
    for row in scorecard(game).rows:
        if not game.hand(row.number).is_begun:
            continue
        trump = row.trump.value if row.trump else ""
        hand = [row.number, row.cards, trump, names[row.dealer]]
        for cell in row.cells:
            if cell is None:
                continue
            taken = "S" if cell.is_uncounted else cell.taken
            played = [cell.bid, taken, cell.outcome and cell.outcome.value, cell.points]
            scored = [*played, cell.adjust or None, cell.total]
            figures = ["" if value is None else value for value in scored]
            order = cells.written_order(row.order) if is_reordered else ""
            yield [*hand, cell.seat + 1, names[cell.seat], *figures, order]


def _lines(rows: Iterator[list[object]] | list[list[object]], delimiter: str) -> str:
    text = StringIO()
    csv.writer(text, delimiter=delimiter, lineterminator="\r\n").writerows(rows)
    return text.getvalue()
