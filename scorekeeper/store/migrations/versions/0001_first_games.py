"""Books, players, games, seats, hands, plays and changes."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None

BOOK, OWN = sa.String(8), sa.String(16)
MOMENT = sa.DateTime(timezone=True)


def upgrade() -> None:
    """Make the first tables."""
    op.create_table(
        "books",
        sa.Column("id", BOOK, nullable=False),
        sa.Column("generation", sa.Integer, nullable=False),
        sa.Column("made", MOMENT, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_books"),
    )
    op.create_table(
        "players",
        sa.Column("book_id", BOOK, nullable=False),
        sa.Column("id", OWN, nullable=False),
        sa.Column("name", sa.String(40), nullable=False),
        sa.Column("made", MOMENT, nullable=False),
        sa.PrimaryKeyConstraint("book_id", "id", name="pk_players"),
        sa.ForeignKeyConstraint(["book_id"], ["books.id"], name="fk_players_books"),
    )
    op.create_table(
        "games",
        sa.Column("book_id", BOOK, nullable=False),
        sa.Column("id", OWN, nullable=False),
        sa.Column("title", sa.String(80), nullable=False),
        sa.Column("hand_order", sa.String(16), nullable=False),
        sa.Column("finale", sa.Boolean, nullable=False),
        sa.Column("zero_bid", sa.Boolean, nullable=False),
        sa.Column("hook", sa.Boolean, nullable=False),
        sa.Column("first_dealer", sa.Integer, nullable=False),
        sa.Column("scorekeeper", sa.Integer, nullable=True),
        sa.Column("ended_early", sa.Boolean, nullable=False),
        sa.Column("over", sa.Boolean, nullable=False),
        sa.Column("revision", sa.Integer, nullable=False),
        sa.Column("generation", sa.Integer, nullable=False),
        sa.Column("started", MOMENT, nullable=False),
        sa.Column("setup", sa.String(64), nullable=False),
        sa.PrimaryKeyConstraint("book_id", "id", name="pk_games"),
        sa.ForeignKeyConstraint(["book_id"], ["books.id"], name="fk_games_books"),
    )
    op.create_index("uq_games_book_id_setup", "games", ["book_id", "setup"], unique=True)
    op.create_index("ix_games_book_id_over_started", "games", ["book_id", "over", "started"])
    op.create_table(
        "seats",
        sa.Column("book_id", BOOK, nullable=False),
        sa.Column("game_id", OWN, nullable=False),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("player_id", OWN, nullable=False),
        sa.Column("start", sa.Integer, nullable=False),
        sa.PrimaryKeyConstraint("book_id", "game_id", "seat", name="pk_seats"),
        sa.ForeignKeyConstraint(
            ["book_id", "game_id"], ["games.book_id", "games.id"], name="fk_seats_games"
        ),
        sa.ForeignKeyConstraint(
            ["book_id", "player_id"], ["players.book_id", "players.id"], name="fk_seats_players"
        ),
    )
    op.create_index("ix_seats_book_id_player_id", "seats", ["book_id", "player_id"])
    op.create_table(
        "hands",
        sa.Column("book_id", BOOK, nullable=False),
        sa.Column("game_id", OWN, nullable=False),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("cards", sa.Integer, nullable=False),
        sa.Column("dealer", sa.Integer, nullable=True),
        sa.Column("trump", sa.String(8), nullable=True),
        sa.Column("revision", sa.Integer, nullable=False),
        sa.Column("corrected", sa.Boolean, nullable=False),
        sa.PrimaryKeyConstraint("book_id", "game_id", "number", name="pk_hands"),
        sa.ForeignKeyConstraint(
            ["book_id", "game_id"], ["games.book_id", "games.id"], name="fk_hands_games"
        ),
    )
    op.create_table(
        "plays",
        sa.Column("book_id", BOOK, nullable=False),
        sa.Column("game_id", OWN, nullable=False),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("bid", sa.Integer, nullable=True),
        sa.Column("taken", sa.Integer, nullable=True),
        sa.Column("uncounted", sa.Boolean, nullable=False),
        sa.Column("adjust", sa.Integer, nullable=False),
        sa.Column("sits_out", sa.Boolean, nullable=False),
        sa.PrimaryKeyConstraint("book_id", "game_id", "number", "seat", name="pk_plays"),
        sa.ForeignKeyConstraint(
            ["book_id", "game_id", "number"],
            ["hands.book_id", "hands.game_id", "hands.number"],
            name="fk_plays_hands",
        ),
    )
    op.create_table(
        "changes",
        sa.Column("book_id", BOOK, nullable=False),
        sa.Column("game_id", OWN, nullable=False),
        sa.Column("step", sa.Integer, nullable=False),
        sa.Column("kind", sa.String(16), nullable=False),
        sa.Column("revision", sa.Integer, nullable=False),
        sa.Column("base", sa.Integer, nullable=True),
        sa.Column("number", sa.Integer, nullable=True),
        sa.Column("before", sa.JSON, nullable=True),
        sa.Column("after", sa.JSON, nullable=True),
        sa.Column("undone", sa.Integer, nullable=True),
        sa.Column("device", sa.String(32), nullable=False),
        sa.Column("at", MOMENT, nullable=False),
        sa.PrimaryKeyConstraint("book_id", "game_id", "step", name="pk_changes"),
        sa.ForeignKeyConstraint(
            ["book_id", "game_id"], ["games.book_id", "games.id"], name="fk_changes_games"
        ),
    )
