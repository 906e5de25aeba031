"""The scorecard, folded from the hands: the only place where anything is added up."""

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from enum import StrEnum

from .game import Game, Hand, Play
from .pack import Trump
from .scoring import NOT_COUNTED, House, Outcome, Taken


class HandState(StrEnum):
    """How far a hand has come."""

    WAITING = "waiting"
    BIDDING = "bidding"
    PLAYING = "playing"
    SCORED = "scored"


@dataclass(frozen=True, slots=True)
class Cell:
    """One player's part in one hand; outcome, points and total wait until it is scored."""

    seat: int
    bid: int | None
    taken: Taken | None
    adjust: int
    outcome: Outcome | None = None
    points: int | None = None
    total: int | None = None

    @property
    def is_perfect(self) -> bool:
        """Tell whether the paper card would have a box round it."""
        return self.outcome is Outcome.PERFECT

    @property
    def counted(self) -> int:
        """The tricks that were counted; 0 where none were."""
        return self.taken if isinstance(self.taken, int) else 0

    @property
    def is_uncounted(self) -> bool:
        """Tell whether it is a set that nobody counted."""
        return self.taken is NOT_COUNTED


@dataclass(frozen=True, slots=True)
class Row:
    """One line of the card. `cells` has a place for each seat: None for who sat the hand out.

    `order` has all seats clockwise, as they were in this hand.
    """

    number: int
    cards: int
    dealer: int
    leader: int
    trump: Trump | None
    is_whole_pack: bool
    state: HandState
    bids: int | None
    taken: int | None
    bid_so_far: int
    cells: tuple[Cell | None, ...]
    order: tuple[int, ...]

    @property
    def is_scored(self) -> bool:
        """Tell whether the hand counts."""
        return self.state is HandState.SCORED

    @property
    def to_bid(self) -> int:
        """How many players in the hand have not bid yet."""
        return sum(cell is not None and cell.bid is None for cell in self.cells)

    @property
    def tricks_left(self) -> int:
        """How many tricks nobody has counted yet."""
        return self.cards - sum(cell.counted for cell in self.cells if cell)

    @property
    def over(self) -> int:
        """By how many tricks the bids so far exceed the cards; below 0 when they fall short."""
        return self.bid_so_far - self.cards


@dataclass(frozen=True, slots=True)
class Tally:
    """One player's foot of the card: results by kind, and tricks and bids of scored hands.

    `taken` leaves out the sets that were not counted; `uncounted` says how many they are.
    """

    seat: int
    sets: int = 0
    overtricks: int = 0
    perfects: int = 0
    bids: int = 0
    taken: int = 0
    uncounted: int = 0

    @property
    def hands(self) -> int:
        """The scored hands the player was in."""
        return self.sets + self.overtricks + self.perfects


@dataclass(frozen=True, slots=True)
class Place:
    """Where a player stands; equal totals share a rank, and a player who has left has none."""

    seat: int
    total: int
    rank: int | None


@dataclass(frozen=True, slots=True)
class Scorecard:
    """A game added up: a row a hand, a tally a seat, the standing, and what was skipped.

    `left` has the seats of those who left for good and are not ranked; `leaves` the seat of
    everybody who leaves and is not back, ranked or not, with the number of the hand before.
    """

    rows: tuple[Row, ...]
    tallies: tuple[Tally, ...]
    starts: tuple[int, ...]
    totals: tuple[int, ...]
    standing: tuple[Place, ...]
    over: bool
    skipped: tuple[int, ...]
    left: frozenset[int] = frozenset()
    leaves: tuple[tuple[int, int], ...] = ()

    @property
    def next_hand(self) -> int | None:
        """The number of the hand after the last scored one; None when there is none."""
        after = max((row.number for row in self.rows if row.is_scored), default=0) + 1
        return after if after <= len(self.rows) else None

    @property
    def scored(self) -> int:
        """How many hands count so far."""
        return sum(row.is_scored for row in self.rows)

    @property
    def winners(self) -> tuple[int, ...]:
        """Everybody with the highest total once the game is over, and nobody before."""
        return tuple(place.seat for place in self.standing if self.over and place.rank == 1)


def scorecard(game: Game) -> Scorecard:
    """Return the card of a game: one pass over its hands, in order."""
    totals = [player.start for player in game.players]
    rows = tuple(_row(game, number, totals) for number in range(1, len(game.hands) + 1))
    last = max((row.number for row in rows if row.is_scored), default=0)
    gone = unranked(game, last)
    return Scorecard(
        rows=rows,
        tallies=tuple(_tally(seat, rows) for seat in range(len(game.players))),
        starts=tuple(player.start for player in game.players),
        totals=tuple(totals),
        standing=standing(totals, gone),
        over=game.ended_early or all(row.is_scored for row in rows),
        skipped=tuple(row.number for row in rows[:last] if not row.is_scored),
        left=gone,
        leaves=tuple(
            (seat, player.left_after)
            for seat, player in enumerate(game.players)
            if player.left_after is not None and left_from(game, seat) is not None
        ),
    )


def hand_state(hand: Hand) -> HandState:
    """Return how far a hand has come."""
    if hand.is_scored:
        return HandState.SCORED
    if hand.is_bid:
        return HandState.PLAYING
    return HandState.BIDDING if hand.is_begun else HandState.WAITING


def standing(totals: Iterable[int], gone: Collection[int] = ()) -> tuple[Place, ...]:
    """Return the places in order of total, then seat; equal totals share a rank (1, 1, 3).

    Those who are gone follow the others, without a rank.
    """
    ordered = sorted(enumerate(totals), key=lambda entry: (entry[0] in gone, -entry[1], entry[0]))
    places: list[Place] = []
    for position, (seat, total) in enumerate(ordered, start=1):
        tied = places and places[-1].total == total
        rank = places[-1].rank if tied else position
        places.append(Place(seat, total, None if seat in gone else rank))
    return tuple(places)


def unranked(game: Game, last: int) -> frozenset[int]:
    """Return the seats of those who have left and so can win no more; `last` is scored last.

    Who is back in a later hand is ranked, and so is who still has a hand to play before they
    leave. In a game that was ended early, as it is when all others left, those in the last
    scored hand are ranked as well.
    """
    seats = range(len(game.players))
    gone = frozenset(seat for seat in seats if _has_left(game, seat, last))
    if game.ended_early:
        gone -= set(game.hand(last).seats) if last else set(seats)
    return gone


def left_from(game: Game, seat: int) -> int | None:
    """Return the number of the last hand of somebody who is to leave after it; else None.

    0 stands for who leaves before the first hand they were in.
    """
    after = game.players[seat].left_after
    if after is None or after >= len(game.hands):
        return None
    numbers = (n for n, hand in enumerate(game.hands, start=1) if seat in hand.seats)
    latest = max(numbers, default=0)
    return latest if latest <= after else None


def _has_left(game: Game, seat: int, last: int) -> bool:
    latest = left_from(game, seat)
    return latest is not None and latest <= last


def _row(game: Game, number: int, totals: list[int]) -> Row:
    """Fold one hand into the running totals, which it moves on."""
    hand = game.hand(number)
    state = hand_state(hand)
    cells: list[Cell | None] = [None] * len(game.players)
    for play in hand.plays:
        cells[play.seat] = cell = _cell(play, game.house, totals[play.seat], hand.is_scored)
        totals[play.seat] = totals[play.seat] if cell.total is None else cell.total
    return Row(
        number=number,
        cards=hand.cards,
        dealer=game.dealers[number - 1],
        leader=game.bidding_order(number)[0],
        trump=hand.turned_up,
        is_whole_pack=hand.is_whole_pack,
        state=state,
        bids=hand.bids if hand.is_bid else None,
        taken=_tricks(hand),
        bid_so_far=hand.bids,
        cells=tuple(cells),
        order=game.orders[number - 1],
    )


def _cell(play: Play, house: House, total: int, is_scored: bool) -> Cell:  # noqa: FBT001 - private
    cell = Cell(play.seat, play.bid, play.taken, play.adjust)
    if not is_scored or play.bid is None or play.taken is None:
        return cell
    score = house.score(play.bid, play.taken)
    running = total + score.points + play.adjust
    return Cell(play.seat, play.bid, play.taken, play.adjust, score.outcome, score.points, running)


def _tricks(hand: Hand) -> int | None:
    """Return the tricks taken, unless one result is missing or was not counted."""
    if any(not isinstance(play.taken, int) for play in hand.plays):
        return None
    return sum(play.counted for play in hand.plays)


def _tally(seat: int, rows: tuple[Row, ...]) -> Tally:
    cells = [cell for row in rows if row.is_scored and (cell := row.cells[seat])]
    outcomes = [cell.outcome for cell in cells]
    return Tally(
        seat=seat,
        sets=outcomes.count(Outcome.SET),
        overtricks=outcomes.count(Outcome.OVERTRICKS),
        perfects=outcomes.count(Outcome.PERFECT),
        bids=sum(cell.bid or 0 for cell in cells),
        taken=sum(cell.taken for cell in cells if isinstance(cell.taken, int)),
        uncounted=sum(cell.is_uncounted for cell in cells),
    )
