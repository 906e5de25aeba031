"""A card from paper, held against the rules: bids, tricks, and every sum that was written.

Where tricks were not counted, a bid and the change of its running score tell the result. A
card whose hands could all have been played is a game, whatever its sums say.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TypeAlias

from .errors import BidMissingError, BidRangeError, DealerOutError, HookError, RuleError
from .game import Game, Hand, Play, bid_faults, hand_faults
from .pack import (
    Order,
    check_hand_size,
    check_player_count,
    first_dealer,
    hand_sizes,
    next_dealer,
)
from .scoring import NOT_COUNTED, House, Taken
from .written import Entry, Line, WrittenCard


@dataclass(frozen=True, slots=True)
class RuleFault:
    """A hand that no table could have played."""

    number: int
    rule: RuleError


@dataclass(frozen=True, slots=True)
class BidsFault:
    """A total of bids at the head of a line that is not what the bids add up to."""

    number: int
    written: int
    right: int


@dataclass(frozen=True, slots=True)
class SumFault:
    """A running score that is newly wrong: by `off` points more than the one before it."""

    number: int
    seat: int
    written: int
    right: int
    off: int


@dataclass(frozen=True, slots=True)
class ResultFault:
    """A change of the running score that no result of this bid brings; its tricks are unknown."""

    number: int
    seat: int
    bid: int
    change: int


Fault: TypeAlias = RuleFault | BidsFault | SumFault | ResultFault


@dataclass(frozen=True, slots=True)
class CheckedCard:
    """A card with all its faults, hand by hand. `hands` has None for one that cannot be."""

    card: WrittenCard
    house: House
    faults: tuple[Fault, ...]
    hands: tuple[Hand | None, ...]

    @property
    def is_legal(self) -> bool:
        """Tell whether every hand could have been played, whatever the sums say."""
        return None not in self.hands

    @property
    def still_to_come(self) -> tuple[int, ...]:
        """The hands that a usual order deals after these; none where it deals other ones."""
        return still_to_come(len(self.card.players), self.card.sizes)

    def faults_of(self, number: int) -> tuple[Fault, ...]:
        """Return the faults of one hand."""
        return tuple(fault for fault in self.faults if fault.number == number)

    def game(self, *, title: str = "", coming: Sequence[int] = ()) -> Game | None:
        """Return the game on the card and hands still to come; None while one cannot be."""
        played = [hand for hand in self.hands if hand is not None]
        if len(played) < len(self.hands):
            return None
        seats = range(len(self.card.players))
        hands = (*played, *(Hand.undealt(cards, seats) for cards in coming))
        order, finale = order_of(len(seats), [hand.cards for hand in hands])
        return Game(
            players=self.card.players,
            hands=hands,
            order=order,
            finale=finale,
            house=self.house,
            first_dealer=self.card.first_dealer,
            title=title,
        )


def check(card: WrittenCard, house: House) -> CheckedCard:
    """Return a card with every fault in it, under the rules of this house."""
    columns = [_Column(player.start) for player in card.players]
    last: int | None = None
    order: tuple[int, ...] = tuple(range(len(columns)))
    faults: list[Fault] = []
    hands: list[Hand | None] = []
    for number, line in card.numbered():
        entries = _with_results(card, house, number, columns)
        seats = _in_the_hand(card, entries, columns)
        before, order = order, line.order or order
        among = seats or order
        due = (
            first_dealer(card.first_dealer, order, among)
            if last is None
            else next_dealer(last, order, among)
        )
        dealer = due if line.dealer is None else line.dealer
        broken = [RuleFault(number, rule) for rule in _broken(house, line, entries, seats, dealer)]
        faults.extend(broken)
        if line.bids is not None and line.bids != line.right_bids:
            faults.append(BidsFault(number, line.bids, line.right_bids))
        faults.extend(_sums(house, number, entries, seats, columns))
        hands.append(
            None
            if broken
            else _hand(
                line,
                entries,
                seats,
                dealer=None if dealer == due else dealer,
                order=None if order == before else order,
            )
        )
        last = dealer
    return CheckedCard(card, house, tuple(faults), tuple(hands))


def order_of(players: int, sizes: Sequence[int]) -> tuple[Order, bool]:
    """Return the order that deals just these hands, and whether the last is its finale."""
    dealt = ((order, finale) for order, finale, whole in _orders(players) if whole == tuple(sizes))
    return next(dealt, (Order.CUSTOM, False))


def still_to_come(players: int, sizes: Sequence[int]) -> tuple[int, ...]:
    """Return the hands left of the first order that begins with these; none where none does."""
    begun = len(sizes)
    left = (
        w[begun:] for _, finale, w in _orders(players) if not finale and w[:begun] == tuple(sizes)
    )
    return next(left, ())


def _orders(players: int) -> Iterator[tuple[Order, bool, tuple[int, ...]]]:
    """Yield the orders that so many can play, without and with a finale, and their hands."""
    for order in (Order.HIGH_LOW_HIGH, Order.LOW_HIGH_LOW, Order.LONG):
        for finale in (False, True):
            try:
                yield order, finale, hand_sizes(players, order, finale=finale)
            except RuleError:
                continue


@dataclass(slots=True)
class _Column:
    """One player's running score on the way down: the right total, and how far the paper is off."""

    total: int
    off: int = 0

    @property
    def written(self) -> int:
        """The score as the paper has it."""
        return self.total + self.off

    def move(self, points: int, score: int | None) -> int:
        """Go on by these points; return by how much the score as written is newly off."""
        self.total += points
        if score is None:
            return 0
        before, self.off = self.off, score - self.total
        # Whoever is right again has corrected an error, not made one.
        return self.off - before if self.off else 0

    def adopt(self, score: int) -> None:
        """Take a score as it stands where nothing tells what it should be."""
        self.total = score - self.off


def _with_results(
    card: WrittenCard, house: House, number: int, columns: Sequence[_Column]
) -> tuple[Entry, ...]:
    """Return a line's entries with the results that the scores, or the other counts, tell."""
    line = card.lines[number - 1]
    entries = tuple(
        _told_by_score(house, line.cards, entry, column)
        for entry, column in zip(line.entries, columns, strict=True)
    )
    if card.has_scores or not card.is_followed(number):
        return entries
    return _with_sets(line.cards, entries)


def _told_by_score(house: House, cards: int, entry: Entry, column: _Column) -> Entry:
    if entry.bid is None or entry.taken is not None or entry.score is None:
        return entry
    change = entry.score - column.written - entry.adjust
    return replace(entry, taken=_result(house, cards, entry.bid, change))


def _result(house: House, cards: int, bid: int, points: int) -> Taken | None:
    """Return the result of a bid that brings so many points; None where none does."""
    if bid > 0 and house.score(bid, NOT_COUNTED).points == points:
        return NOT_COUNTED
    counts = range(bid, cards + 1)
    return next((taken for taken in counts if house.score(bid, taken).points == points), None)


def _with_sets(cards: int, entries: tuple[Entry, ...]) -> tuple[Entry, ...]:
    """Return the entries of a hand on a card without scores with the uncounted ones as sets.

    Beside counted tricks, a bid that has none written went set, where the cards allow it.
    """
    if all(entry.taken is None for entry in entries):
        return entries
    filled = tuple(
        replace(entry, taken=NOT_COUNTED) if entry.bid and entry.taken is None else entry
        for entry in entries
    )
    plays = [
        Play(seat, entry.bid, entry.taken)
        for seat, entry in enumerate(filled)
        if entry.bid or (entry.bid == 0 and entry.taken is not NOT_COUNTED)
    ]
    return entries if any(hand_faults(cards, plays)) else filled


def _in_the_hand(
    card: WrittenCard, entries: Sequence[Entry], columns: Sequence[_Column]
) -> tuple[int, ...]:
    """Return who is in a hand: not who is marked as out, nor who has nothing in a scored one."""
    bidders = [entry for entry in entries if entry.bid is not None]
    is_scored = (
        any(entry.score is not None for entry in bidders)
        if card.has_scores
        else bool(bidders) and all(entry.is_settled for entry in bidders)
    )
    return tuple(
        seat
        for seat, (entry, column) in enumerate(zip(entries, columns, strict=True))
        if not entry.is_out
        and not (
            is_scored
            and entry.is_empty
            and not entry.adjust
            and entry.score in (None, column.written)
        )
    )


def _broken(
    house: House, line: Line, entries: Sequence[Entry], seats: Sequence[int], dealer: int
) -> Iterator[RuleError]:
    """Yield the rules that a hand breaks."""
    try:
        check_player_count(len(seats))
        check_hand_size(line.cards, len(seats))
    except RuleError as fault:
        yield fault
        return
    if dealer not in seats:
        yield DealerOutError(dealer)
    plays: list[Play] = []
    for seat in seats:
        entry = entries[seat]
        if entry.bid is None and entry.score is not None:
            yield BidMissingError(seat)
        try:
            plays.append(Play(seat, entry.bid, entry.taken, entry.adjust))
        except RuleError as fault:
            yield fault
    bids = list(bid_faults(house, line.cards, plays))
    yield from bids
    if len(plays) == len(seats):
        # A bid beyond the cards breaks the house's rule and the pack's; it is said once.
        faults = hand_faults(line.cards, plays, line.trump)
        yield from (fault for fault in faults if not (bids and isinstance(fault, BidRangeError)))
        total = sum(play.bid or 0 for play in plays)
        if all(play.bid is not None for play in plays) and total in house.forbidden_totals(
            line.cards
        ):
            yield HookError(dealer, entries[dealer].bid or 0, total)


def _sums(
    house: House,
    number: int,
    entries: Sequence[Entry],
    seats: Sequence[int],
    columns: Sequence[_Column],
) -> Iterator[Fault]:
    """Yield the running scores that are newly wrong, and move every column on."""
    is_scored = all(entries[seat].is_settled for seat in seats)
    for seat, (entry, column) in enumerate(zip(entries, columns, strict=True)):
        is_in = seat in seats
        if is_in and not entry.is_settled:
            if entry.score is not None:
                if entry.bid is not None:
                    yield ResultFault(number, seat, entry.bid, entry.score - column.written)
                column.adopt(entry.score)
            continue
        if is_in and not is_scored and entry.score is None:
            continue
        off = column.move(_points(house, entry) if is_in else 0, entry.score)
        if off and entry.score is not None:
            yield SumFault(number, seat, entry.score, column.total, off)


def _points(house: House, entry: Entry) -> int:
    if entry.bid is None or entry.taken is None:
        return 0
    return house.score(entry.bid, entry.taken).points + entry.adjust


def _hand(
    line: Line,
    entries: Sequence[Entry],
    seats: Sequence[int],
    *,
    dealer: int | None,
    order: tuple[int, ...] | None,
) -> Hand:
    plays = (
        Play(seat, entries[seat].bid, entries[seat].taken, entries[seat].adjust) for seat in seats
    )
    return Hand(line.cards, tuple(plays), line.trump, dealer, order)
