"""Which game of a book was changed last, by a counter instead of a clock."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None

MOMENT = sa.DateTime(timezone=True)
GAMES = sa.table(
    "games",
    sa.column("book_id", sa.String),
    sa.column("id", sa.String),
    sa.column("started", MOMENT),
    sa.column("last_change", sa.Integer),
)
CHANGES = sa.table("changes", sa.column("game_id", sa.String), sa.column("at", MOMENT))


def upgrade() -> None:
    """Add the column and count the games of each book in the order of their last changes."""
    with op.batch_alter_table("games") as games:
        games.add_column(sa.Column("last_change", sa.Integer, nullable=False, server_default="0"))
    op.create_index("ix_games_book_id_last_change", "games", ["book_id", "last_change"])
    changed = (
        sa.select(CHANGES.c.game_id, sa.func.max(CHANGES.c.at).label("at"))
        .group_by(CHANGES.c.game_id)
        .subquery()
    )
    last = sa.func.coalesce(changed.c.at, GAMES.c.started)
    rows = op.get_bind().execute(
        sa.select(
            GAMES.c.book_id,
            GAMES.c.id,
            sa.func.row_number().over(partition_by=GAMES.c.book_id, order_by=(last, GAMES.c.id)),
        ).outerjoin_from(GAMES, changed, changed.c.game_id == GAMES.c.id)
    )
    counted = [{"book": book, "game": own_id, "count": count} for book, own_id, count in rows]
    if counted:
        op.get_bind().execute(
            sa.update(GAMES)
            .where(GAMES.c.book_id == sa.bindparam("book"), GAMES.c.id == sa.bindparam("game"))
            .values(last_change=sa.bindparam("count")),
            counted,
        )
