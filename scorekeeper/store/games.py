"""Games: set one up, read it back in the words of the rules, list those of a book."""

from collections.abc import Collection, Sequence
from dataclasses import asdict
from datetime import UTC, datetime

from sqlalchemy import ColumnElement, Select, or_, select, update
from sqlalchemy.orm import Session

from scorekeeper.rules import Game

from .change_counter import next_change
from .ids import book_of, new_id
from .kept import KeptGame, Pen
from .models import BookRow, GameRow, HandRow, SeatRow
from .players import player_for, who_are
from .reading import Shelf, read_game, shelf_of


def set_up(
    session: Session, book_id: str, game: Game, *, player_ids: Sequence[str | None], setup: str
) -> str:
    """Keep a new game and return its id.

    `player_ids` names the player of the book on each seat. Without one a name means the
    longest-known player of that name who is not already seated, else somebody new.
    `setup` tells one filled-in form from another: the same one again is the same game.
    """
    # The same form twice at once: the second waits here, then finds the game of the first.
    session.get_one(BookRow, book_id, with_for_update=True)
    known = session.scalar(
        select(GameRow.id).where(GameRow.book_id == book_id, GameRow.setup == setup)
    )
    if known is not None:
        return known
    seated = _seat(session, book_id, game, player_ids)
    row = _game_row(book_id, game, setup)
    row.last_change = session.scalars(select(next_change(book_id))).one()
    session.add(row)
    session.flush()
    here = {"book_id": book_id, "game_id": row.id}
    session.add_all(
        SeatRow(
            **here,
            seat=seat,
            player_id=player_id,
            start=game.players[seat].start,
            left_after=game.players[seat].left_after,
        )
        for seat, player_id in enumerate(seated)
    )
    session.add_all(
        HandRow(**here, number=number, cards=hand.cards, revision=0, corrected=False)
        for number, hand in enumerate(game.hands, start=1)
    )
    session.flush()
    return row.id


def load_game(session: Session, book_id: str, game_id: str) -> KeptGame | None:
    """Return a game as it stands, or None when the book has no such game.

    A deleted game is as good as none. Raises `UnreadableGameError` for one that breaks the rules.
    """
    return read_game(session, book_id, game_id)


def lock_game(session: Session, book_id: str, game_id: str) -> KeptGame | None:
    """Return a game that nobody else can change before this transaction ends, as `load_game`."""
    return read_game(session, book_id, game_id, lock=True)


def revision_of(session: Session, book_id: str, game_id: str) -> int | None:
    """Return how many times a game has changed, or None when the book has no such game."""
    return session.scalar(
        select(GameRow.revision).where(
            GameRow.book_id == book_id, GameRow.id == game_id, GameRow.deleted.is_(None)
        )
    )


def states_of(session: Session, ids: Collection[str]) -> dict[str, tuple[int, str]]:
    """Return revision and key generation of games, whichever books they are in.

    With a game's deletion its keys are worthless, and so its generation is another.
    """
    rows = session.execute(
        select(
            GameRow.id, GameRow.revision, BookRow.generation, GameRow.generation, GameRow.deleted
        )
        .join(BookRow, BookRow.id == GameRow.book_id)
        .where(GameRow.book_id.in_({book_of(own_id) for own_id in ids}), GameRow.id.in_(ids))
    )
    return {
        own_id: (revision, "deleted" if deleted else f"{book}.{game}")
        for own_id, revision, book, game, deleted in rows
    }


def give_up(session: Session, kept: KeptGame, *, given_up: bool = True) -> None:
    """Take a game off the lists of its book, or put it back; nothing of it is lost."""
    if kept.given_up != given_up:
        session.execute(
            update(GameRow)
            .where(GameRow.book_id == kept.book_id, GameRow.id == kept.id)
            .values(given_up=given_up, revision=kept.revision + 1)
        )


def take_pen(session: Session, kept: KeptGame, pen: Pen) -> None:
    """Name the device that keeps the score from now on: a courtesy, nobody is locked out."""
    if kept.pen != pen:
        session.execute(
            update(GameRow)
            .where(GameRow.book_id == kept.book_id, GameRow.id == kept.id)
            .values(pen=pen.device, pen_name=pen.name, revision=kept.revision + 1)
        )


def games_under_way(session: Session, book_id: str) -> Shelf:
    """Return the games of a book that are not over, the one changed last first."""
    return shelf_of(session, book_id, _changed_last(book_id, GameRow.over.is_(False)))


def finished_games(session: Session, book_id: str, *, most: int) -> Shelf:
    """Return games of a book that are over, the one changed last first."""
    return shelf_of(session, book_id, _changed_last(book_id, GameRow.over.is_(True)).limit(most))


def games_at_home(session: Session, book_id: str, *, most: int) -> Shelf:
    """Return the games under way and the latest that are over, the one changed last first."""
    latest = _changed_last(book_id, GameRow.over.is_(True)).limit(most)
    is_one = or_(GameRow.over.is_(False), GameRow.id.in_(latest.with_only_columns(GameRow.id)))
    return shelf_of(session, book_id, _changed_last(book_id, is_one))


def _changed_last(book_id: str, *which: ColumnElement[bool]) -> Select[GameRow]:
    """Select games that are on the lists of a book, the one changed last first."""
    return (
        select(GameRow)
        .where(
            GameRow.book_id == book_id,
            GameRow.given_up.is_(False),
            GameRow.deleted.is_(None),
            *which,
        )
        .order_by(GameRow.last_change.desc(), GameRow.id)
    )


def _seat(
    session: Session, book_id: str, game: Game, player_ids: Sequence[str | None]
) -> list[str]:
    """Return the id of the player on each seat, making those the book does not know yet."""
    known = who_are(session, book_id, [player_id for player_id in player_ids if player_id])
    # An id stands for the name that was shown with it: another name is somebody else.
    meant = [
        known[player_id].id if player_id in known and known[player_id].name == player.name else None
        for player_id, player in zip(player_ids, game.players, strict=True)
    ]
    chosen = [
        None if player_id in meant[:seat] else player_id for seat, player_id in enumerate(meant)
    ]
    seated = {player_id for player_id in chosen if player_id is not None}
    ids: list[str] = []
    for player, player_id in zip(game.players, chosen, strict=True):
        ids.append(player_id or player_for(session, book_id, player.name, seated=seated))
        seated.add(ids[-1])
    return ids


def _game_row(book_id: str, game: Game, setup: str) -> GameRow:
    return GameRow(
        book_id=book_id,
        id=new_id(book_id),
        title=game.title,
        order=game.order.value,
        finale=game.finale,
        **asdict(game.house),
        first_dealer=game.first_dealer,
        scorekeeper=game.scorekeeper,
        ended_early=game.ended_early,
        over=False,
        revision=0,
        given_up=False,
        started=datetime.now(UTC),
        setup=setup,
    )
