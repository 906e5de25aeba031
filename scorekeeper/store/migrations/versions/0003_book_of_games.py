"""Players hidden or merged, games deleted, and what each game gives each player."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None

BOOK, OWN = sa.String(8), sa.String(16)
MOMENT = sa.DateTime(timezone=True)
FIGURES = (
    *("players", "total", "place", "comeback", "lead_lost"),
    *("sets", "overtricks", "perfects", "bids", "taken", "uncounted"),
    *("counted_bids", "set_points", "over_points", "run_of_sets", "run_of_perfects"),
)


def upgrade() -> None:
    """Add columns and table; the summaries are filled in when the database is up to date."""
    with op.batch_alter_table("books") as books:
        books.add_column(sa.Column("summed", sa.Integer, nullable=False, server_default="0"))
    with op.batch_alter_table("players") as players:
        players.add_column(
            sa.Column("hidden", sa.Boolean, nullable=False, server_default=sa.false())
        )
        players.add_column(sa.Column("merged_into", OWN, nullable=True))
        players.create_foreign_key(
            "fk_players_players", "players", ["book_id", "merged_into"], ["book_id", "id"]
        )
    with op.batch_alter_table("games") as games:
        games.add_column(sa.Column("deleted", MOMENT, nullable=True))
    op.create_table(
        "summaries",
        sa.Column("book_id", BOOK, nullable=False),
        sa.Column("player_id", OWN, nullable=False),
        sa.Column("game_id", OWN, nullable=False),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("started", MOMENT, nullable=False),
        sa.Column("is_over", sa.Boolean, nullable=False),
        *(sa.Column(name, sa.Integer, nullable=False) for name in FIGURES),
        sa.Column("hands", sa.Text, nullable=False),
        sa.Column("against", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("book_id", "player_id", "game_id", "seat", name="pk_summaries"),
        sa.ForeignKeyConstraint(
            ["book_id", "game_id"], ["games.book_id", "games.id"], name="fk_summaries_games"
        ),
        sa.ForeignKeyConstraint(
            ["book_id", "player_id"], ["players.book_id", "players.id"], name="fk_summaries_players"
        ),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_summaries_book_id_game_id", "summaries", ["book_id", "game_id"])
