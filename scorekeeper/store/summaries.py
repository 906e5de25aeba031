"""The summaries of games: written in the transaction that changes what they say."""

from contextlib import suppress
from dataclasses import asdict
from typing import Any

from sqlalchemy import delete, insert, select, update
from sqlalchemy.orm import Session

from scorekeeper.rules.scorecard import unranked
from scorekeeper.statistics import VERSION, summarise

from .games import lock_game
from .history import of
from .kept import KeptGame, UnreadableGameError
from .models import BookRow, GameRow, SummaryRow


def follow(session: Session, old: KeptGame, new: KeptGame) -> None:
    """Keep a changed game's summaries in step; a change that scores nothing costs nothing."""
    if _said(old) != _said(new):
        write(session, new)


def write(session: Session, kept: KeptGame) -> None:
    """Put the summaries of a game in place of those it had."""
    session.execute(delete(SummaryRow).where(*of(kept, SummaryRow)))
    if rows := values(kept):
        session.execute(insert(SummaryRow), rows)


def values(kept: KeptGame) -> list[dict[str, Any]]:
    """Return what is stored of a game's summaries, a row a seat."""
    return [
        {
            "book_id": kept.book_id,
            "game_id": kept.id,
            "started": kept.started,
            **asdict(summary),
        }
        for summary in summarise(kept.game, kept.card, kept.player_ids)
    ]


def games_to_count(session: Session) -> list[tuple[str, str]]:
    """Return book and id of every game there is, book by book."""
    rows = session.execute(
        select(GameRow.book_id, GameRow.id).order_by(GameRow.book_id, GameRow.id)
    )
    return [(book_id, game_id) for book_id, game_id in rows]


def recount(session: Session, book_id: str, game_id: str) -> None:
    """Make the summaries of one game anew from its hands."""
    with suppress(UnreadableGameError):  # there is nothing in it that could be counted
        kept = lock_game(session, book_id, game_id)
        if kept is not None:
            write(session, kept)


def recount_outdated(session: Session) -> None:
    """Make the summaries of every book anew that another version made, or none."""
    outdated = set(session.scalars(select(BookRow.id).where(BookRow.summed != VERSION)))
    if not outdated:
        return
    for book_id, game_id in games_to_count(session):
        if book_id in outdated:
            recount(session, book_id, game_id)
            session.expunge_all()  # a book of years need not fit into memory
    session.execute(update(BookRow).where(BookRow.id.in_(outdated)).values(summed=VERSION))


def _said(kept: KeptGame) -> tuple[object, ...]:
    """Return all that a game's summaries are made from."""
    game = kept.game
    scored = [
        (number, hand, game.dealers[number - 1])
        for number, hand in enumerate(game.hands, start=1)
        if hand.is_scored
    ]
    is_over = game.ended_early or len(scored) == len(game.hands)
    starts = tuple(player.start for player in game.players)
    last = max((number for number, *_ in scored), default=0)
    return kept.started, kept.player_ids, starts, is_over, scored, unranked(game, last)
