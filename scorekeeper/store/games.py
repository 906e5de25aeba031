"""Games: set one up, read it back in the words of the rules, list those of a book."""

from collections import defaultdict
from collections.abc import Collection, Sequence
from datetime import UTC, datetime

from sqlalchemy import select, update
from sqlalchemy.orm import Session

from scorekeeper.rules import NOT_COUNTED, Game, Hand, House, Order, Play, Player, Trump

from .ids import book_of, new_id
from .kept import KeptGame, Pen
from .models import BookRow, GameRow, HandRow, PlayerRow, PlayRow, SeatRow
from .players import names_of, player_for


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
    session.add(row)
    session.flush()
    here = {"book_id": book_id, "game_id": row.id}
    session.add_all(
        SeatRow(**here, seat=seat, player_id=player_id, start=game.players[seat].start)
        for seat, player_id in enumerate(seated)
    )
    session.add_all(
        HandRow(**here, number=number, cards=hand.cards, revision=0, corrected=False)
        for number, hand in enumerate(game.hands, start=1)
    )
    session.flush()
    return row.id


def load_game(session: Session, book_id: str, game_id: str) -> KeptGame | None:
    """Return a game as it stands, or None when the book has no such game."""
    row = session.get(GameRow, (book_id, game_id))
    return None if row is None else _kept(session, row)


def lock_game(session: Session, book_id: str, game_id: str) -> KeptGame | None:
    """Return a game that nobody else can change before this transaction ends."""
    row = session.get(GameRow, (book_id, game_id), with_for_update=True)
    return None if row is None else _kept(session, row)


def revision_of(session: Session, book_id: str, game_id: str) -> int | None:
    """Return how many times a game has changed, or None when the book has no such game."""
    return session.scalar(
        select(GameRow.revision).where(GameRow.book_id == book_id, GameRow.id == game_id)
    )


def states_of(session: Session, ids: Collection[str]) -> dict[str, tuple[int, str]]:
    """Return revision and key generation of games, whichever books they are in."""
    rows = session.execute(
        select(GameRow.id, GameRow.revision, BookRow.generation, GameRow.generation)
        .join(BookRow, BookRow.id == GameRow.book_id)
        .where(GameRow.book_id.in_({book_of(own_id) for own_id in ids}), GameRow.id.in_(ids))
    )
    return {own_id: (revision, f"{book}.{game}") for own_id, revision, book, game in rows}


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


def games_under_way(session: Session, book_id: str) -> list[KeptGame]:
    """Return the games of a book that are not over, the latest first."""
    return _games(session, book_id, over=False, most=None)


def finished_games(session: Session, book_id: str, *, most: int) -> list[KeptGame]:
    """Return the latest games of a book that are over, the latest first."""
    return _games(session, book_id, over=True, most=most)


def _games(session: Session, book_id: str, *, over: bool, most: int | None) -> list[KeptGame]:
    rows = session.scalars(
        select(GameRow)
        .where(
            GameRow.book_id == book_id,
            GameRow.over.is_(over),
            GameRow.given_up.is_(False),
            GameRow.deleted.is_(None),
        )
        .order_by(GameRow.started.desc(), GameRow.id)
        .limit(most)
    )
    return [_kept(session, row) for row in rows]


def _kept(session: Session, row: GameRow) -> KeptGame:
    seats = session.execute(
        select(SeatRow.player_id, SeatRow.start, PlayerRow.name)
        .join(
            PlayerRow,
            (PlayerRow.book_id == SeatRow.book_id) & (PlayerRow.id == SeatRow.player_id),
        )
        .where(SeatRow.book_id == row.book_id, SeatRow.game_id == row.id)
        .order_by(SeatRow.seat)
    ).all()
    hands = session.execute(
        select(
            HandRow.number,
            HandRow.cards,
            HandRow.dealer,
            HandRow.trump,
            HandRow.revision,
            HandRow.corrected,
        )
        .where(HandRow.book_id == row.book_id, HandRow.game_id == row.id)
        .order_by(HandRow.number)
    ).all()
    plays = _plays(session, row)
    game = Game(
        players=tuple(Player(name, start) for _, start, name in seats),
        hands=tuple(
            Hand(
                cards,
                _hand_plays(len(seats), plays[number]),
                Trump(trump) if trump else None,
                dealer,
            )
            for number, cards, dealer, trump, _, _ in hands
        ),
        order=Order(row.order),
        finale=row.finale,
        house=House(zero_bid=row.zero_bid, hook=row.hook),
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
    )


def _plays(session: Session, row: GameRow) -> dict[int, dict[int, Play | None]]:
    """Return the noted plays by hand and seat; None for who sits the hand out."""
    noted: dict[int, dict[int, Play | None]] = defaultdict(dict)
    for number, seat, bid, taken, uncounted, adjust, sits_out in session.execute(
        select(
            PlayRow.number,
            PlayRow.seat,
            PlayRow.bid,
            PlayRow.taken,
            PlayRow.uncounted,
            PlayRow.adjust,
            PlayRow.sits_out,
        ).where(PlayRow.book_id == row.book_id, PlayRow.game_id == row.id)
    ):
        result = NOT_COUNTED if uncounted else taken
        noted[number][seat] = None if sits_out else Play(seat, bid, result, adjust)
    return noted


def _hand_plays(seats: int, noted: dict[int, Play | None]) -> tuple[Play, ...]:
    plays = (noted[seat] if seat in noted else Play(seat) for seat in range(seats))
    return tuple(play for play in plays if play is not None)


def _seat(
    session: Session, book_id: str, game: Game, player_ids: Sequence[str | None]
) -> list[str]:
    """Return the id of the player on each seat, making those the book does not know yet."""
    names = names_of(session, book_id, [player_id for player_id in player_ids if player_id])
    # An id stands for the name that was shown with it: another name is somebody else.
    meant = [
        player_id if player_id and names.get(player_id) == player.name else None
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
        zero_bid=game.house.zero_bid,
        hook=game.house.hook,
        first_dealer=game.first_dealer,
        scorekeeper=game.scorekeeper,
        ended_early=game.ended_early,
        over=False,
        revision=0,
        given_up=False,
        started=datetime.now(UTC),
        setup=setup,
    )
