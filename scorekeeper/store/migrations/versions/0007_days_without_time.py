"""Games of which only the day is known."""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the column; every game so far began at the moment it was set up."""
    with op.batch_alter_table("games") as games:
        games.add_column(
            sa.Column("has_time", sa.Boolean, nullable=False, server_default=sa.true())
        )
