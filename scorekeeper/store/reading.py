"""Games read back in the words of the rules: one, or many at once.

A game that breaks the rules is not read. In a list it is left out and counted; asked for alone it
is an error of its own.
"""

import logging
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache, partial
from typing import Any, TypeAlias

from sqlalchemy import Select, select
from sqlalchemy.orm import Session

from scorekeeper.rules import NOT_COUNTED, Game, Hand, House, Order, Play, Player, Trump
from scorekeeper.rules.errors import UnknownSeatError

from .kept import KeptGame, Pen, UnreadableGameError
from .models import GameRow, HandRow, PlayerRow, PlayRow, SeatRow
from .players import GOES_ON_AS, LIVING, namesakes

AT_ONCE = 50
"""Games that are read by the same few queries."""

BROKEN = (ValueError, TypeError, LookupError, ArithmeticError)
"""What values that nobody wrote as we do come to; a broken rule is a `ValueError`."""

Noted: TypeAlias = dict[int, dict[int, Play | None]]
"""Plays by hand and seat; None for who sits the hand out."""

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Shelf:
    """Games of a book in the order asked for, and the ids of those that cannot be read."""

    games: list[KeptGame] = field(default_factory=list)
    unreadable: list[str] = field(default_factory=list)


def read_game(
    session: Session, book_id: str, game_id: str, *, lock: bool = False
) -> KeptGame | None:
    """Return a game, None where there is none or a deleted one, or raise `UnreadableGameError`.

    With `lock` nobody else can change it before the transaction ends.
    """
    try:
        row = session.get(GameRow, (book_id, game_id), with_for_update=lock or None)
        if row is None or row.deleted is not None:
            return None
        [game] = _read(session, book_id, [row])
    except BROKEN as error:
        game = _unreadable(game_id, error)
    if isinstance(game, UnreadableGameError):
        raise game
    return game


def shelf(session: Session, book_id: str, ids: Sequence[str]) -> Shelf:
    """Return the games with these ids, in their order."""
    return _sorted_out(each_game(session, book_id, ids))


def shelf_of(session: Session, book_id: str, rows: Select[GameRow]) -> Shelf:
    """Return the games that a statement selects from a book, in its order."""
    try:
        found = list(session.scalars(rows))
    except BROKEN:  # a value that cannot be fetched: let each be tried alone
        return shelf(session, book_id, list(session.scalars(rows.with_only_columns(GameRow.id))))
    return _sorted_out(_each_of(session, book_id, found))


def _sorted_out(games: Iterable[KeptGame | UnreadableGameError]) -> Shelf:
    found = Shelf()
    for game in games:
        if isinstance(game, KeptGame):
            found.games.append(game)
        else:
            found.unreadable.append(game.id)
    return found


def each_game(
    session: Session, book_id: str, ids: Sequence[str]
) -> Iterator[KeptGame | UnreadableGameError]:
    """Yield the games with these ids, in their order, no more than a few held at a time."""
    for start in range(0, len(ids), AT_ONCE):
        some = ids[start : start + AT_ONCE]
        try:
            rows = _rows(session, book_id, some)
        except BROKEN:  # one of them has a value that cannot even be fetched
            for own_id in some:
                yield from _alone(session, book_id, own_id)
        else:
            yield from _each_of(session, book_id, rows)


def _each_of(
    session: Session, book_id: str, rows: Sequence[GameRow]
) -> Iterator[KeptGame | UnreadableGameError]:
    for start in range(0, len(rows), AT_ONCE):
        some = rows[start : start + AT_ONCE]
        try:
            yield from _read(session, book_id, some)
        except BROKEN:  # as above, of a seat or a hand
            for row in some:
                yield from _alone(session, book_id, row.id)


def _alone(session: Session, book_id: str, own_id: str) -> list[KeptGame | UnreadableGameError]:
    try:
        return _read(session, book_id, _rows(session, book_id, [own_id]))
    except BROKEN as error:
        return [_unreadable(own_id, error)]


def _rows(session: Session, book_id: str, ids: Sequence[str]) -> list[GameRow]:
    rows = session.scalars(select(GameRow).where(GameRow.book_id == book_id, GameRow.id.in_(ids)))
    by_id = {row.id: row for row in rows}
    return [by_id[own_id] for own_id in ids if own_id in by_id]


def _read(
    session: Session, book_id: str, rows: Sequence[GameRow]
) -> list[KeptGame | UnreadableGameError]:
    ids = [row.id for row in rows]
    seats = _seats(session, book_id, ids)
    hands = _hands(session, book_id, ids)
    numbers = _numbers(session, book_id, seats.values())
    games: list[KeptGame | UnreadableGameError] = []
    for row in rows:
        try:
            games.append(_kept(row, seats[row.id], hands[row.id], numbers))
        except BROKEN as error:
            games.append(_unreadable(row.id, error))
    return games


def _seats(session: Session, book_id: str, ids: Sequence[str]) -> dict[str, list[Any]]:
    """Return of each game who was seated, from and until when, and who that is now."""
    rows = session.execute(
        select(
            SeatRow.game_id,
            SeatRow.player_id,
            SeatRow.start,
            SeatRow.left_after,
            LIVING.id.label("living"),
            LIVING.name,
        )
        .join(
            PlayerRow,
            (PlayerRow.book_id == SeatRow.book_id) & (PlayerRow.id == SeatRow.player_id),
        )
        .join(LIVING, GOES_ON_AS)
        .where(SeatRow.book_id == book_id, SeatRow.game_id.in_(ids))
        .order_by(SeatRow.game_id, SeatRow.seat)
    )
    return _by_game(rows)


def _hands(session: Session, book_id: str, ids: Sequence[str]) -> dict[str, list[Any]]:
    """Return of each game a row for each hand and seat noted in it; one for an empty hand."""
    rows = session.execute(
        select(
            HandRow.game_id,
            HandRow.number,
            HandRow.cards,
            HandRow.dealer,
            HandRow.trump,
            HandRow.seat_order,
            HandRow.revision,
            HandRow.corrected,
            PlayRow.seat,
            PlayRow.bid,
            PlayRow.taken,
            PlayRow.uncounted,
            PlayRow.adjust,
            PlayRow.sits_out,
        )
        .outerjoin(
            PlayRow,
            (PlayRow.book_id == HandRow.book_id)
            & (PlayRow.game_id == HandRow.game_id)
            & (PlayRow.number == HandRow.number),
        )
        .where(HandRow.book_id == book_id, HandRow.game_id.in_(ids))
        .order_by(HandRow.game_id, HandRow.number)
    )
    return _by_game(rows)


def _by_game(rows: Any) -> dict[str, list[Any]]:  # noqa: ANN401 - rows of any columns
    found: dict[str, list[Any]] = defaultdict(list)
    for row in rows:
        found[row.game_id].append(row)
    return found


def _kept(
    row: GameRow, seats: Sequence[Any], noted: Sequence[Any], numbers: Mapping[str, int]
) -> KeptGame:
    plays = _plays(noted)
    hands = list({hand.number: hand for hand in noted}.values())
    game = Game(
        players=tuple(Player(seat.name, seat.start, seat.left_after) for seat in seats),
        hands=tuple(
            Hand(
                hand.cards,
                _hand_plays(len(seats), plays[hand.number]),
                Trump(hand.trump) if hand.trump else None,
                hand.dealer,
                _order(hand.seat_order),
            )
            for hand in hands
        ),
        order=Order(row.order),
        finale=row.finale,
        house=House.of(partial(getattr, row)),
        first_dealer=row.first_dealer,
        scorekeeper=row.scorekeeper,
        title=row.title,
        ended_early=row.ended_early,
    )
    return KeptGame(
        id=row.id,
        book_id=row.book_id,
        revision=row.revision,
        started=row.started,
        game=game,
        player_ids=tuple(seat.player_id for seat in seats),
        hand_revisions=tuple(hand.revision for hand in hands),
        corrected=tuple(hand.corrected for hand in hands),
        given_up=row.given_up,
        pen=Pen(row.pen, row.pen_name) if row.pen else None,
        has_time=row.has_time,
        merged={seat.player_id: seat.living for seat in seats if seat.living != seat.player_id},
        numbers=_numbers_of(seats, numbers),
    )


def _numbers(session: Session, book_id: str, tables: Iterable[Sequence[Any]]) -> Mapping[str, int]:
    """Return the numbers of all players whose name is there twice at one of these tables."""
    alike = {name for seats in tables for name in _alike(seats)}
    return namesakes(session, book_id, alike) if alike else {}


def _numbers_of(seats: Sequence[Any], numbers: Mapping[str, int]) -> tuple[int, ...]:
    """Return the number of each player of a table where two share a name."""
    return tuple(numbers.get(seat.living, 0) for seat in seats) if _alike(seats) else ()


def _alike(seats: Sequence[Any]) -> list[str]:
    names = Counter(seat.name for seat in seats)
    return [name for name, times in names.items() if times > 1]


def _order(written: str | None) -> tuple[int, ...] | None:
    return tuple(map(int, written.split(","))) if written is not None else None


def _plays(noted: Sequence[Any]) -> Noted:
    plays: Noted = defaultdict(dict)
    for row in noted:
        if row.seat is not None:
            result = NOT_COUNTED if row.uncounted else row.taken
            play = Play(row.seat, row.bid, result, row.adjust)
            plays[row.number][row.seat] = None if row.sits_out else play
    return plays


def _hand_plays(seats: int, noted: dict[int, Play | None]) -> tuple[Play, ...]:
    if strangers := noted.keys() - range(seats):
        raise UnknownSeatError(strangers, seats)
    plays = (noted[seat] if seat in noted else Play(seat) for seat in range(seats))
    return tuple(play for play in plays if play is not None)


def _unreadable(game_id: str, reason: Exception) -> UnreadableGameError:
    _tell_host(game_id, repr(reason))
    return UnreadableGameError(game_id, reason)


@lru_cache(maxsize=1000)
def _tell_host(game_id: str, reason: str) -> None:
    """Write into the log what is wrong with a game, once, and not with every list it is not on."""
    log.error("Game %s cannot be read: %s", game_id, reason)
