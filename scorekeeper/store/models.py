"""The tables. Each has its book first in its key: a book is the unit that could be moved."""

from datetime import UTC, datetime
from typing import Any

from sqlalchemy import (
    JSON,
    DateTime,
    ForeignKeyConstraint,
    Index,
    MetaData,
    String,
    Text,
    TypeDecorator,
)
from sqlalchemy.engine import Dialect
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column

BookId = String(8)
OwnId = String(16)


class Utc(TypeDecorator[datetime]):
    """A moment in UTC, the same on engines that keep time zones and on those that do not."""

    impl = DateTime(timezone=True)
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> datetime | None:  # noqa: ARG002 - as declared
        """Store the moment in UTC; a naive one is refused rather than guessed at."""
        if value is None:
            return None
        if value.tzinfo is None:
            raise ValueError(value)
        return value.astimezone(UTC)

    def process_result_value(self, value: datetime | None, dialect: Dialect) -> datetime | None:  # noqa: ARG002 - as declared
        """Return the moment in UTC, whatever the engine made of it."""
        if value is None:
            return None
        return value.replace(tzinfo=UTC) if value.tzinfo is None else value.astimezone(UTC)


class Base(DeclarativeBase):
    """The one family of tables; constraints have names, so that migrations can find them."""

    metadata = MetaData(
        naming_convention={
            "ix": "ix_%(table_name)s_%(column_0_N_name)s",
            "uq": "uq_%(table_name)s_%(column_0_N_name)s",
            "fk": "fk_%(table_name)s_%(referred_table_name)s",
            "pk": "pk_%(table_name)s",
        }
    )
    type_annotation_map = {datetime: Utc, dict[str, Any]: JSON}  # noqa: RUF012 - declared by SQLAlchemy


class BookRow(Base):
    """A scorebook. Raising its generation shuts out every key handed out before.

    `summed` is the version of the statistics that its summaries were made by. What is in a `demo`
    nobody ever played.
    """

    __tablename__ = "books"

    id: Mapped[str] = mapped_column(BookId, primary_key=True)
    generation: Mapped[int] = mapped_column(default=1)
    made: Mapped[datetime]
    summed: Mapped[int] = mapped_column(default=0)
    demo: Mapped[bool] = mapped_column(default=False)


class PlayerRow(Base):
    """Somebody who plays in a book; two may have the same name.

    Who turned out to be somebody else is `merged_into` that player, who is merged into nobody;
    the seats keep the one who was seated, so that a merger can be taken back.
    """

    __tablename__ = "players"
    __table_args__ = (
        ForeignKeyConstraint(["book_id"], ["books.id"]),
        ForeignKeyConstraint(["book_id", "merged_into"], ["players.book_id", "players.id"]),
    )

    book_id: Mapped[str] = mapped_column(BookId, primary_key=True)
    id: Mapped[str] = mapped_column(OwnId, primary_key=True)
    name: Mapped[str] = mapped_column(String(40))
    made: Mapped[datetime]
    hidden: Mapped[bool] = mapped_column(default=False)
    merged_into: Mapped[str | None] = mapped_column(OwnId)


class GameRow(Base):
    """What a table agreed before the first deal, and how many times the game has changed.

    `over` follows the fold of the hands, so that lists need not fold every game. A game that
    was given up or deleted is on no list; a deleted one is in no statistics either. `pen` is
    the device that was handed the pen last. `setup` recognises the same form sent twice.
    `started` is noon UTC of a day where nobody knows the time: such a game has no `has_time`.
    `last_change` counts the changes of the whole book: the game changed last has the highest.
    Clocks go wrong, so no order of play is taken from a time.
    """

    __tablename__ = "games"
    __table_args__ = (
        ForeignKeyConstraint(["book_id"], ["books.id"]),
        Index("uq_games_book_id_setup", "book_id", "setup", unique=True),
        Index("ix_games_book_id_over_started", "book_id", "over", "started"),
        Index("ix_games_book_id_last_change", "book_id", "last_change"),
    )

    book_id: Mapped[str] = mapped_column(BookId, primary_key=True)
    id: Mapped[str] = mapped_column(OwnId, primary_key=True)
    title: Mapped[str] = mapped_column(String(80))
    order: Mapped[str] = mapped_column("hand_order", String(16))
    finale: Mapped[bool]
    zero_bid: Mapped[bool]
    hook: Mapped[bool]
    first_dealer: Mapped[int]
    scorekeeper: Mapped[int | None]
    ended_early: Mapped[bool]
    over: Mapped[bool]
    given_up: Mapped[bool]
    pen: Mapped[str | None] = mapped_column(String(32))
    pen_name: Mapped[str] = mapped_column(String(40), default="")
    revision: Mapped[int]
    generation: Mapped[int] = mapped_column(default=1)
    started: Mapped[datetime]
    has_time: Mapped[bool] = mapped_column(default=True)
    deleted: Mapped[datetime | None]
    setup: Mapped[str] = mapped_column(String(64))
    last_change: Mapped[int] = mapped_column(default=0)


class SeatRow(Base):
    """Who sits where in a game, the points they start from, and the hand after which they left."""

    __tablename__ = "seats"
    __table_args__ = (
        ForeignKeyConstraint(["book_id", "game_id"], ["games.book_id", "games.id"]),
        ForeignKeyConstraint(["book_id", "player_id"], ["players.book_id", "players.id"]),
        Index("ix_seats_book_id_player_id", "book_id", "player_id"),
    )

    book_id: Mapped[str] = mapped_column(BookId, primary_key=True)
    game_id: Mapped[str] = mapped_column(OwnId, primary_key=True)
    seat: Mapped[int] = mapped_column(primary_key=True)
    player_id: Mapped[str] = mapped_column(OwnId)
    start: Mapped[int]
    left_after: Mapped[int | None]


class HandRow(Base):
    """One deal. `dealer` is set only where the table put the rotation right.

    `seat_order` has all seats clockwise, as `0,2,1`, where the table was seated in another order
    from this hand on.
    """

    __tablename__ = "hands"
    __table_args__ = (ForeignKeyConstraint(["book_id", "game_id"], ["games.book_id", "games.id"]),)

    book_id: Mapped[str] = mapped_column(BookId, primary_key=True)
    game_id: Mapped[str] = mapped_column(OwnId, primary_key=True)
    number: Mapped[int] = mapped_column(primary_key=True)
    cards: Mapped[int]
    dealer: Mapped[int | None]
    trump: Mapped[str | None] = mapped_column(String(8))
    seat_order: Mapped[str | None] = mapped_column(String(40))
    revision: Mapped[int]
    corrected: Mapped[bool]


class PlayRow(Base):
    """What one seat bid and took; a seat in the hand with nothing noted yet has no row."""

    __tablename__ = "plays"
    __table_args__ = (
        ForeignKeyConstraint(
            ["book_id", "game_id", "number"], ["hands.book_id", "hands.game_id", "hands.number"]
        ),
    )

    book_id: Mapped[str] = mapped_column(BookId, primary_key=True)
    game_id: Mapped[str] = mapped_column(OwnId, primary_key=True)
    number: Mapped[int] = mapped_column(primary_key=True)
    seat: Mapped[int] = mapped_column(primary_key=True)
    bid: Mapped[int | None]
    taken: Mapped[int | None]
    uncounted: Mapped[bool]
    adjust: Mapped[int]
    sits_out: Mapped[bool]


class ChangeRow(Base):
    """One step in a game's history, with what it replaced, so that it can be taken back.

    `before` and `after` hold the parts that changed, by name: `{"hands": {"3": {…}}}`.
    A refused save is kept too, with no part in the game. `undone` is the revision at which
    the step was taken back.
    """

    __tablename__ = "changes"
    __table_args__ = (ForeignKeyConstraint(["book_id", "game_id"], ["games.book_id", "games.id"]),)

    book_id: Mapped[str] = mapped_column(BookId, primary_key=True)
    game_id: Mapped[str] = mapped_column(OwnId, primary_key=True)
    step: Mapped[int] = mapped_column(primary_key=True)
    kind: Mapped[str] = mapped_column(String(16))
    revision: Mapped[int]
    base: Mapped[int | None]
    number: Mapped[int | None]
    before: Mapped[dict[str, Any] | None]
    after: Mapped[dict[str, Any] | None]
    undone: Mapped[int | None]
    device: Mapped[str] = mapped_column(String(32))
    device_name: Mapped[str] = mapped_column(String(40))
    at: Mapped[datetime]


class SummaryRow(Base):
    """What a game gives the player on one seat: `statistics.Summary`, kept beside the game.

    Derived from the hands by `summaries` alone, in the transaction that changes them. Games in
    which nothing has been scored have none, unless they are over. A player's rows lie together,
    without a second look-up on SQLite: reading a book's statistics is reading them in order.
    """

    __tablename__ = "summaries"
    __table_args__ = (
        ForeignKeyConstraint(["book_id", "game_id"], ["games.book_id", "games.id"]),
        ForeignKeyConstraint(["book_id", "player_id"], ["players.book_id", "players.id"]),
        Index("ix_summaries_book_id_game_id", "book_id", "game_id"),
        {"sqlite_with_rowid": False},
    )

    book_id: Mapped[str] = mapped_column(BookId, primary_key=True)
    player_id: Mapped[str] = mapped_column(OwnId, primary_key=True)
    game_id: Mapped[str] = mapped_column(OwnId, primary_key=True)
    seat: Mapped[int] = mapped_column(primary_key=True)
    started: Mapped[datetime]
    is_over: Mapped[bool]
    players: Mapped[int]
    total: Mapped[int]
    place: Mapped[int]
    comeback: Mapped[int]
    lead_lost: Mapped[int]
    sets: Mapped[int]
    overtricks: Mapped[int]
    perfects: Mapped[int]
    bids: Mapped[int]
    taken: Mapped[int]
    uncounted: Mapped[int]
    counted_bids: Mapped[int]
    set_points: Mapped[int]
    over_points: Mapped[int]
    run_of_sets: Mapped[int]
    run_of_perfects: Mapped[int]
    hands: Mapped[str] = mapped_column(Text)
    against: Mapped[str] = mapped_column(Text)
