"""Players who left for good, marked at their seats."""

from collections import defaultdict

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None

GAMES = sa.table(
    "games",
    sa.column("book_id", sa.String),
    sa.column("id", sa.String),
    sa.column("over", sa.Boolean),
)
SEATS = sa.table(
    "seats",
    sa.column("book_id", sa.String),
    sa.column("game_id", sa.String),
    sa.column("seat", sa.Integer),
    sa.column("left_after", sa.Integer),
)
HANDS = sa.table("hands", sa.column("game_id", sa.String), sa.column("number", sa.Integer))
PLAYS = sa.table(
    "plays",
    sa.column("book_id", sa.String),
    sa.column("game_id", sa.String),
    sa.column("number", sa.Integer),
    sa.column("seat", sa.Integer),
    sa.column("sits_out", sa.Boolean),
)
CHANGES = sa.table(
    "changes",
    sa.column("game_id", sa.String),
    sa.column("kind", sa.String),
    sa.column("undone", sa.Integer),
)


def upgrade() -> None:
    """Add the column; who has no seat from some hand to the end counts as having left.

    Of a game that goes on only where the history knows that somebody left: the others sit out.
    """
    with op.batch_alter_table("seats") as seats:
        seats.add_column(sa.Column("left_after", sa.Integer, nullable=True))
    database = op.get_bind()
    hands: dict[str, int] = dict(
        database.execute(
            sa.select(HANDS.c.game_id, sa.func.max(HANDS.c.number)).group_by(HANDS.c.game_id)
        ).all()
    )
    left = sa.select(CHANGES.c.game_id).where(CHANGES.c.kind == "left", CHANGES.c.undone.is_(None))
    counted = sa.or_(GAMES.c.over.is_(True), GAMES.c.id.in_(left))
    out: dict[tuple[str, str, int], set[int]] = defaultdict(set)
    rows = database.execute(
        sa.select(PLAYS.c.book_id, PLAYS.c.game_id, PLAYS.c.seat, PLAYS.c.number)
        .join(GAMES, sa.and_(GAMES.c.book_id == PLAYS.c.book_id, GAMES.c.id == PLAYS.c.game_id))
        .where(PLAYS.c.sits_out.is_(True), counted)
    )
    for book, game, seat, number in rows:
        out[book, game, seat].add(number)
    found = []
    for (book, game, seat), numbers in out.items():
        after = hands[game]
        while after in numbers:
            after -= 1
        if after < hands[game]:
            found.append({"book": book, "game": game, "at": seat, "after": after})
    if found:
        database.execute(
            sa.update(SEATS)
            .where(
                SEATS.c.book_id == sa.bindparam("book"),
                SEATS.c.game_id == sa.bindparam("game"),
                SEATS.c.seat == sa.bindparam("at"),
            )
            .values(left_after=sa.bindparam("after")),
            found,
        )
