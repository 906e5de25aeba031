"""A game as a table: numbers stay numbers, and no name becomes a formula."""

import csv
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import date
from io import StringIO
from typing import TypeVar

from scorekeeper.rules import Cell, Game, Row, Scorecard, scorecard

from . import cells

Value = TypeVar("Value")


@dataclass(frozen=True, slots=True)
class Headings:
    """The words over the columns, in the reader's language."""

    hand: str = "Hand"
    cards: str = "Cards"
    dealer: str = "Dealer"
    trump: str = "Trump"
    taken: str = "Taken"
    score: str = "Score"
    started: str = "Started"
    order: str = "Seats clockwise"


def write_card(
    game: Game, headings: Headings, *, delimiter: str, started: date | None = None
) -> bytes:
    """Return a game's card as CSV, in UTF-8 with the mark by which a spreadsheet knows it.

    A game whose players start from points opens with a hand 0 that holds them. Where points
    were given or taken, somebody sits out a hand that is not scored yet, or somebody left for
    good, a column for each player follows at the end: the points, or a dash, and in the last
    line `×3` for a player who left after hand 3. Where the table was seated in another order, a
    column has the seats clockwise, numbered from 1 as their columns stand. The last column of all
    says in its first line when the game began, where that is given: a moment in UTC, or a day
    alone.
    """
    text = StringIO()
    writer = csv.writer(text, delimiter=delimiter, lineterminator="\r\n")
    card = scorecard(game)
    extra = _needs_more(game, card)
    is_reordered = any(hand.order is not None for hand in game.hands)
    when = [] if started is None else [cells.moment_text(started)]
    at_the_end = [f"{headings.order} {cells.AROUND}"] * is_reordered + [headings.started] * len(
        when
    )
    writer.writerow([*_heading(game, headings, extra=extra), *at_the_end])
    if any(card.starts):
        starts = (("", "", start) for start in card.starts)
        left_empty = [""] * (len(card.starts) * extra + is_reordered)
        writer.writerow([0, "", "", "", *_flat(starts), *left_empty, *when])
        when = [""] * len(when)
    names = _dealer_names(game)
    for row in card.rows:
        plays = (_play(cell) for cell in row.cells)
        more = [_more(cell, row) for cell in row.cells] if extra else []
        if row is card.rows[-1] and extra:
            more = [_leaving(cell, game.players[seat].left_after) for seat, cell in enumerate(more)]
        trump = row.trump.value if row.trump else ""
        dealer = names[row.dealer]
        order = [cells.written_order(row.order)] * is_reordered
        writer.writerow([row.number, row.cards, dealer, trump, *_flat(plays), *more, *order, *when])
        when = [""] * len(when)
    return text.getvalue().encode("utf-8-sig")


def _heading(game: Game, words: Headings, *, extra: bool) -> list[str]:
    names = [cells.harmless(player.name) for player in game.players]
    over_plays = _flat((name, words.taken, words.score) for name in names)
    over_more = [f"{name} ±" for name in names] if extra else []
    return [words.hand, words.cards, words.dealer, words.trump, *over_plays, *over_more]


def _dealer_names(game: Game) -> list[str]:
    """Return what stands for each dealer: the name, or numbers from 1 where names repeat."""
    names = [player.name for player in game.players]
    if len(set(names)) == len(names):
        return [cells.harmless(name) for name in names]
    return [str(seat + 1) for seat in range(len(names))]


def _play(cell: Cell | None) -> tuple[object, object, object]:
    if cell is None:
        return "", "", ""
    taken = "S" if cell.is_uncounted else _or_empty(cell.taken)
    return _or_empty(cell.bid), taken, _or_empty(cell.total)


def _more(cell: Cell | None, row: Row) -> object:
    if cell is None:
        return "" if row.is_scored else cells.OUT
    return cell.adjust or ""


def _leaving(cell: object, left_after: int | None) -> object:
    """Return a cell of the last line, with the hand after which the player left, if they did."""
    return cell if left_after is None else f"{cell} {cells.LEFT}{left_after}".strip()


def _needs_more(game: Game, card: Scorecard) -> bool:
    """Tell whether the columns of the card alone would not give the game back."""
    given = any(play.adjust for hand in game.hands for play in hand.plays)
    out = any(None in row.cells and not row.is_scored for row in card.rows)
    return given or out or any(player.left_after is not None for player in game.players)


def _flat(groups: Iterable[Iterable[Value]]) -> Iterator[Value]:
    return (value for group in groups for value in group)


def _or_empty(value: object) -> object:
    return "" if value is None else value
