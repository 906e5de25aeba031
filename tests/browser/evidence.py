"""What a database holds, read from it and not from a server that may have another."""

from sqlalchemy import NullPool, create_engine, select

from scorekeeper.store.models import PlayRow


def bids_in(url: str, game_id: str, number: int = 1) -> list[int | None]:
    """Return the bids of a hand as the database at an address has them."""
    query = (
        select(PlayRow.bid)
        .where(PlayRow.game_id == game_id, PlayRow.number == number)
        .order_by(PlayRow.seat)
    )
    engine = create_engine(url, poolclass=NullPool)
    with engine.connect() as database:
        return list(database.scalars(query))
