"""The database, for commands that need no server."""

from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec

from flask import current_app
from flask_babel import gettext as _
from sqlalchemy import Engine, create_engine, make_url

from scorekeeper.config import Config, SettingError
from scorekeeper.instance import secret_key
from scorekeeper.keeping import before_migrating, find_secret_key
from scorekeeper.store.engine import options
from scorekeeper.store.engine import prepare as prepare_engine
from scorekeeper.store.schema import upgrade


def need_driver(config: Config) -> None:
    """Say what is missing where PostgreSQL cannot be spoken to. Raises `SettingError`."""
    if make_url(config.database_url).get_driver_name() == "psycopg" and not find_spec("psycopg"):
        package = "scorekeeper[postgres]"
        raise SettingError(_("PostgreSQL needs its driver: install %(package)s.", package=package))


def prepare(config: Config) -> None:
    """Make sure of the driver, the secret key and the schema."""
    need_driver(config)
    find_secret_key(config)
    # Links are signed with it.
    current_app.config["SECRET_KEY"] = secret_key(config.instance)
    upgrade(config.database_url, before=before_migrating(config))


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
