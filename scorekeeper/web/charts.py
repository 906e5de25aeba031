"""The lines of the running scores, as figures that a drawing only has to connect."""

from dataclasses import dataclass

from scorekeeper.rules import Scorecard

WIDTH, HEIGHT, EDGE = 320, 200, 10


@dataclass(frozen=True, slots=True)
class ChartLines:
    """A line for each seat as `x,y x,y …`, and where the zero line lies."""

    points: tuple[str, ...]
    zero: int
    width: int = WIDTH
    height: int = HEIGHT


def chart_lines(card: Scorecard) -> ChartLines:
    """Return the lines of a card: a step across for each hand, scaled to the scores so far."""
    scores = [_scores(card, seat) for seat in range(len(card.totals))]
    every = [score for line in scores for score in line]
    low, high = min(0, *every), max(0, *every)
    across = (WIDTH - 2 * EDGE) / max(1, len(card.rows))
    down = (HEIGHT - 2 * EDGE) / max(1, high - low)

    def y_of(score: int) -> int:
        return round(EDGE + (high - score) * down)

    return ChartLines(
        points=tuple(
            " ".join(
                f"{round(EDGE + hand * across)},{y_of(score)}" for hand, score in enumerate(line)
            )
            for line in scores
        ),
        zero=y_of(0),
    )


def _scores(card: Scorecard, seat: int) -> list[int]:
    """Return a player's score before the first hand and after each one that counts."""
    scores = [card.starts[seat]]
    for row in card.rows:
        cell = row.cells[seat]
        if row.is_scored:
            scores.append(cell.total if cell and cell.total is not None else scores[-1])
    return scores
