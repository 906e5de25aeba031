"""Writes what changed between two states of a game, and no more."""

from collections.abc import Collection
from dataclasses import replace
from typing import Any

from sqlalchemy import delete, insert, update
from sqlalchemy.orm import Session

from scorekeeper.rules import NOT_COUNTED, Hand

from . import summaries
from .change_counter import next_change
from .history import of
from .kept import KeptGame
from .models import GameRow, HandRow, PlayRow, SeatRow


def put(session: Session, old: KeptGame, new: KeptGame, *, is_exchange: bool = False) -> KeptGame:
    """Write a changed game, renew the revision of each hand the change reaches, and return it.

    `new` is `old` with another game, other players or other marks. In an exchange somebody else
    sits on a seat with all that was noted there, so that every hand is as it was.
    """
    revision = old.revision + 1
    reached = _reached(old, new, reseated=not is_exchange and old.player_ids != new.player_ids)
    old_revisions = dict(enumerate(old.hand_revisions, start=1))
    numbers = range(1, len(new.game.hands) + 1)
    changed = replace(
        new,
        revision=revision,
        hand_revisions=tuple(revision if n in reached else old_revisions[n] for n in numbers),
    )
    if _seats(old) != _seats(new):
        _put_seats(session, new)
    _drop_hands(session, old, beyond=len(new.game.hands))
    for number in sorted(reached):
        _put_hand(session, old, changed, number)
    _put_game(session, changed)
    summaries.follow(session, old, changed)
    return changed


def _reached(old: KeptGame, new: KeptGame, *, reseated: bool) -> Collection[int]:
    """Return the numbers of the hands that are others now: values, dealer, or who sits where."""
    # Another seat at the table concerns every hand: who does not sit there yet is out of it.
    before = _dealt(old)
    return {
        number
        for number, dealt in enumerate(_dealt(new), start=1)
        if reseated
        or number > len(before)
        or dealt != before[number - 1]
        or new.corrected[number - 1] != old.corrected[number - 1]
    }


def _dealt(kept: KeptGame) -> list[tuple[Hand, int, tuple[int, ...]]]:
    return list(zip(kept.game.hands, kept.game.dealers, kept.game.orders, strict=True))


def _seats(kept: KeptGame) -> list[tuple[str, int, int | None]]:
    return [
        (player_id, player.start, player.left_after)
        for player_id, player in zip(kept.player_ids, kept.game.players, strict=True)
    ]


def _put_seats(session: Session, new: KeptGame) -> None:
    session.execute(delete(SeatRow).where(*of(new, SeatRow)))
    here = {"book_id": new.book_id, "game_id": new.id}
    session.execute(
        insert(SeatRow),
        [
            {**here, "seat": seat, "player_id": player_id, "start": start, "left_after": left}
            for seat, (player_id, start, left) in enumerate(_seats(new))
        ],
    )


def _drop_hands(session: Session, old: KeptGame, *, beyond: int) -> None:
    if len(old.game.hands) > beyond:
        session.execute(delete(PlayRow).where(*of(old, PlayRow), PlayRow.number > beyond))
        session.execute(delete(HandRow).where(*of(old, HandRow), HandRow.number > beyond))


def _put_hand(session: Session, old: KeptGame, new: KeptGame, number: int) -> None:
    hand = new.game.hand(number)
    values = {
        "cards": hand.cards,
        "dealer": hand.dealer,
        "trump": hand.trump,
        "seat_order": written_order(hand),
        "corrected": new.corrected[number - 1],
        "revision": new.hand_revision(number),
    }
    here = {"book_id": new.book_id, "game_id": new.id, "number": number}
    if number > len(old.game.hands):
        session.execute(insert(HandRow).values(**here, **values))
    else:
        this_hand = (*of(new, HandRow), HandRow.number == number)
        session.execute(update(HandRow).where(*this_hand).values(**values))
        session.execute(delete(PlayRow).where(*of(new, PlayRow), PlayRow.number == number))
    seats = range(len(new.game.players))
    rows = [{**here, **row} for seat in seats if (row := play_values(hand, seat)) is not None]
    if rows:
        session.execute(insert(PlayRow), rows)


def written_order(hand: Hand) -> str | None:
    """Return the seats clockwise as they are stored; None where they are as in the hand before."""
    return None if hand.order is None else ",".join(map(str, hand.order))


def play_values(hand: Hand, seat: int) -> dict[str, Any] | None:
    """Return what is stored of a seat's part in a hand; None when nothing is noted."""
    play = next((play for play in hand.plays if play.seat == seat), None)
    if play is not None and play.is_blank and not play.adjust:
        return None
    return {
        "seat": seat,
        "bid": play and play.bid,
        "taken": play.taken if play and play.taken is not NOT_COUNTED else None,
        "uncounted": play is not None and play.taken is NOT_COUNTED,
        "adjust": play.adjust if play else 0,
        "sits_out": play is None,
    }


def _put_game(session: Session, kept: KeptGame) -> None:
    game = kept.game
    session.execute(
        update(GameRow)
        .where(GameRow.book_id == kept.book_id, GameRow.id == kept.id)
        .values(
            revision=kept.revision,
            over=kept.card.over,
            title=game.title,
            finale=game.finale,
            first_dealer=game.first_dealer,
            scorekeeper=game.scorekeeper,
            ended_early=game.ended_early,
            started=kept.started,
            has_time=kept.has_time,
            last_change=next_change(kept.book_id),
        )
    )
