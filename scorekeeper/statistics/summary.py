"""What one game gives each of its players: a summary, small enough to keep for every game."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby

from scorekeeper.rules import Cell, Game, Outcome, Scorecard

from .hands import written_hands

VERSION = 2
"""Raised whenever a summary comes to say something else, so that kept ones are made anew."""


@dataclass(frozen=True, slots=True)
class Summary:
    """What a game gives the player on one seat.

    The first figures are of the whole game and mean something once it is over: `total` and
    `place` as in the standing, where equal totals share a place, 0 for who left for good, and
    `players` seats at the table. `comeback` is the most points that somebody who won was behind
    the leader after any scored hand, `lead_lost` the most that somebody who did not win was ahead
    of everybody else.

    The others are of the player's scored hands: results by kind, `bids` and `taken` as plain
    sums with the sets not counted (`uncounted`) taking part in `bids` alone; `counted_bids` are
    the bids of counted results, to hold `taken` against. `set_points` is what sets cost, 10 a
    trick bid, and `over_points` what the tricks beyond the bids brought, one each. `run_of_sets`
    and `run_of_perfects` are the most in a row; a hand sat out does not end a run. `hands` has
    the hands themselves, see `statistics.hands`.

    `against` has the id of every other player of a game that is over, followed by + where this
    player ended with more points, - with fewer, = with as many; a space between. Who left for
    good is held against nobody.
    """

    player_id: str
    seat: int
    players: int
    is_over: bool
    total: int
    place: int
    comeback: int
    lead_lost: int
    sets: int
    overtricks: int
    perfects: int
    bids: int
    taken: int
    uncounted: int
    counted_bids: int
    set_points: int
    over_points: int
    run_of_sets: int
    run_of_perfects: int
    hands: str
    against: str


def summarise(game: Game, card: Scorecard, player_ids: Sequence[str]) -> tuple[Summary, ...]:
    """Return what a game gives each seat; nothing as long as there is nothing to say of it.

    `player_ids` names who sits on each seat.
    """
    if not card.over and not card.scored:
        return ()
    places = {place.seat: place.rank for place in card.standing}
    behind, ahead = _gaps(card)
    return tuple(
        Summary(
            player_id=player_ids[tally.seat],
            seat=tally.seat,
            players=len(game.players),
            is_over=card.over,
            total=card.totals[tally.seat],
            place=places[tally.seat] or 0,
            comeback=behind[tally.seat] if tally.seat in card.winners else 0,
            lead_lost=ahead[tally.seat] if card.over and places[tally.seat] not in (1, None) else 0,
            sets=tally.sets,
            overtricks=tally.overtricks,
            perfects=tally.perfects,
            bids=tally.bids,
            taken=tally.taken,
            uncounted=tally.uncounted,
            hands=written_hands(card.rows, tally.seat),
            against=_against(card, tally.seat, player_ids) if card.over else "",
            **_of_hands(game, _cells(card, tally.seat)),
        )
        for tally in card.tallies
    )


def in_the_running(card: Scorecard) -> Iterator[tuple[int, dict[int, int]]]:
    """Yield after each scored hand its number, and the totals of those who have played by then.

    Who has yet to join neither leads nor trails, nor does who left for good.
    """
    totals: dict[int, int] = {}
    for row in card.rows:
        if not row.is_scored:
            continue
        totals |= {
            cell.seat: cell.total
            for cell in row.cells
            if cell and cell.total is not None and cell.seat not in card.left
        }
        if totals:
            yield row.number, dict(totals)


def _gaps(card: Scorecard) -> tuple[list[int], list[int]]:
    """Return for each seat by how much it was behind the leader, and ahead of all others, at most.

    Measured after each scored hand; 0 for who never was.
    """
    behind, ahead = [0] * len(card.totals), [0] * len(card.totals)
    for _number, totals in in_the_running(card):
        first, *others = sorted(totals.values(), reverse=True)
        second = others[0] if others else first
        for seat, total in totals.items():
            behind[seat] = max(behind[seat], first - total)
            if total == first:
                ahead[seat] = max(ahead[seat], first - second)
    return behind, ahead


def _against(card: Scorecard, seat: int, player_ids: Sequence[str]) -> str:
    if seat in card.left:
        return ""
    own = card.totals[seat]
    return " ".join(
        f"{player_ids[other]}{'+' if own > total else '-' if own < total else '='}"
        for other, total in enumerate(card.totals)
        if other != seat and other not in card.left
    )


def _cells(card: Scorecard, seat: int) -> list[Cell]:
    cells = (row.cells[seat] for row in card.rows if row.is_scored)
    return [cell for cell in cells if cell is not None]


def _of_hands(game: Game, cells: Iterable[Cell]) -> dict[str, int]:
    """Return the figures that the card's foot does not have."""
    cells = list(cells)
    outcomes = [cell.outcome for cell in cells]
    over = [cell for cell in cells if cell.outcome is Outcome.OVERTRICKS]
    return {
        "counted_bids": sum(cell.bid or 0 for cell in cells if not cell.is_uncounted),
        "set_points": -sum(cell.points or 0 for cell in cells if cell.outcome is Outcome.SET),
        "over_points": sum(
            (cell.points or 0) - game.house.score(cell.bid or 0, cell.bid or 0).points
            for cell in over
        ),
        "run_of_sets": _longest_run(outcomes, Outcome.SET),
        "run_of_perfects": _longest_run(outcomes, Outcome.PERFECT),
    }


def _longest_run(outcomes: Iterable[Outcome | None], wanted: Outcome) -> int:
    runs = (len(list(run)) for outcome, run in groupby(outcomes) if outcome is wanted)
    return max(runs, default=0)
