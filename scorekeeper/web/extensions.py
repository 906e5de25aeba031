"""The parts that Flask is extended by, unbound until the app takes them up."""

from collections.abc import Iterator
from contextlib import contextmanager

from flask_babel import Babel
from flask_compress import Compress
from flask_sqlalchemy_lite import SQLAlchemy
from flask_wtf.csrf import CSRFProtect
from sqlalchemy.orm import Session

from scorekeeper.store.writing import writing as writing_to

db = SQLAlchemy()
babel = Babel()
compress = Compress()
csrf = CSRFProtect()


@contextmanager
def writing() -> Iterator[Session]:
    """Open a transaction that holds the write lock; it is committed unless something is raised."""
    # What was read so far is given back: whoever waits for the lock must not hold a connection
    # that those before it need.
    db.session.rollback()
    with writing_to(db.engine) as session:
        yield session
