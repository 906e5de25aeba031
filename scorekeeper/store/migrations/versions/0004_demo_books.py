"""Books of games that nobody played."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the column; every book so far is a real one."""
    with op.batch_alter_table("books") as books:
        books.add_column(sa.Column("demo", sa.Boolean, nullable=False, server_default=sa.false()))
