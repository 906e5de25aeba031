"""Another order of the seats round the table, from a hand on."""

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the column; every hand so far was played in the order of the seats."""
    with op.batch_alter_table("hands") as hands:
        hands.add_column(sa.Column("seat_order", sa.String(40)))
