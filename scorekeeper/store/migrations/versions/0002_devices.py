"""Which device made a change and which holds the pen, and games that were given up."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the columns; what was kept before was changed by a device without a name."""
    with op.batch_alter_table("changes") as changes:
        changes.add_column(
            sa.Column("device_name", sa.String(40), nullable=False, server_default="")
        )
    with op.batch_alter_table("games") as games:
        games.add_column(
            sa.Column("given_up", sa.Boolean, nullable=False, server_default=sa.false())
        )
        games.add_column(sa.Column("pen", sa.String(32), nullable=True))
        games.add_column(sa.Column("pen_name", sa.String(40), nullable=False, server_default=""))
