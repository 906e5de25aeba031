"""The database, for commands that need no server."""

from collections.abc import Iterator
from contextlib import contextmanager

from sqlalchemy import Engine, create_engine

from scorekeeper.config import Config
from scorekeeper.store.engine import options
from scorekeeper.store.engine import prepare as prepare_engine

from .serving import prepare


@contextmanager
def store_of(config: Config) -> Iterator[Engine]:
    """Bring the database up to date, and let it go when the command is done."""
    prepare(config)
    engine = create_engine(config.database_url, **options(config.database_url))
    prepare_engine(engine)
    try:
        yield engine
    finally:
        engine.dispose()
