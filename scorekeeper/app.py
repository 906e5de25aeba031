"""The application factory: named steps that put the layers together."""

import hashlib
from datetime import timedelta

from flask import Flask
from flask_babel import get_locale
from werkzeug.utils import find_modules, import_string

from scorekeeper import files, web
from scorekeeper.config import Config
from scorekeeper.instance import secret_key
from scorekeeper.store import books
from scorekeeper.store.engine import options, prepare
from scorekeeper.web import (
    access,
    assets,
    charts,
    demos,
    devices,
    errors,
    languages,
    links,
    naming,
    outages,
    tables,
    tracing,
)
from scorekeeper.web.converters import HandNumber, OwnId
from scorekeeper.web.cookies import Cookies
from scorekeeper.web.extensions import babel, compress, csrf, db, writing
from scorekeeper.web.keys import Role
from scorekeeper.web.outages import Persistent
from scorekeeper.web.security import add_headers

MEGABYTE = 1024 * 1024
ROOMS = [import_string(name) for name in find_modules(web.__name__)]
"""The modules of the web package; whatever has a blueprint is part of the app."""


def create_app(config: Config) -> Flask:
    """Return the app for one instance; its database must have been brought up to date."""
    app = Persistent(__name__, static_folder=None, template_folder=str(files.TEMPLATES))
    configure(app, config)
    extend(app)
    register_pages(app)
    return app


def configure(app: Flask, config: Config) -> None:
    """Set what Flask and its extensions read."""
    secret = secret_key(config.instance)
    # Cookies ignore ports: two instances on one host must not overwrite each other's.
    instance_mark = hashlib.sha256(secret.encode()).hexdigest()[:8]
    # Values of a statement may be names, which are not for the log.
    engine = {"url": config.database_url, "hide_parameters": True, **options(config.database_url)}
    app.config.update(
        SECRET_KEY=secret,
        SESSION_COOKIE_NAME=f"scorekeeper_{instance_mark}",
        SESSION_COOKIE_SAMESITE="Lax",
        SESSION_REFRESH_EACH_REQUEST=False,
        PERMANENT_SESSION_LIFETIME=timedelta(days=365),
        MAX_CONTENT_LENGTH=MEGABYTE,
        MAX_FORM_MEMORY_SIZE=MEGABYTE,
        WTF_CSRF_CHECK_DEFAULT=False,
        WTF_CSRF_TIME_LIMIT=None,
        WTF_CSRF_SSL_STRICT=False,
        SQLALCHEMY_ENGINES={"default": engine},
        BABEL_DEFAULT_LOCALE=config.language,
        BABEL_TRANSLATION_DIRECTORIES=str(files.TRANSLATIONS),
        COMPRESS_ALGORITHM=["br", "gzip"],
        COMPRESS_ALGORITHM_STREAMING=[],
        COMPRESS_MIN_SIZE=500,
        # The last three per cent of a page cost a millisecond, and a slow network more than that.
        COMPRESS_LEVEL=9,
        STATIC_HASH=assets.tree_hash(),
        BUILD=assets.build_hash(),
        PROXIES=config.proxies,
    )
    app.json.sort_keys = False  # type: ignore[attr-defined]  # Flask's own provider has it
    app.jinja_options = {"trim_blocks": True, "lstrip_blocks": True}
    app.session_interface = Cookies()


def extend(app: Flask) -> None:
    """Bind the extensions to the app."""
    db.init_app(app)
    with app.app_context():
        prepare(db.engine)
    babel.init_app(app, locale_selector=languages.preferred)
    csrf.init_app(app)
    compress.init_app(app)


def register_pages(app: Flask) -> None:
    """Add the addresses, the errors and what holds for all of them."""
    tracing.register(app)
    app.url_map.converters |= {"own_id": OwnId, "hand": HandNumber}
    for room in ROOMS:
        if blueprint := getattr(room, "bp", None):
            app.register_blueprint(blueprint)
    errors.register(app)
    app.jinja_env.filters["by_name"] = languages.by_name
    outages.register(app)
    app.jinja_env.globals.update(
        get_locale=get_locale,
        language_choices=languages.choices,
        is_in_demo=demos.is_in_demo,
        winner_names=tables.winner_names,
        listed=naming.listed,
        device_name=devices.name_of,
        chart_lines=charts.chart_lines,
        most_levels=charts.MOST_LEVELS,
    )
    app.before_request(access.keep_cookie_fresh)
    app.after_request(languages.add_headers)
    app.after_request(add_headers)


def first_book_link(app: Flask, *, reader: bool = False) -> str:
    """Return the path of the link into the instance's first book, which is made if need be."""
    with app.app_context():
        with writing() as store:
            book_id = books.first_book(store)
        return links.path_of_link(book_id, Role.READER if reader else Role.KEEPER)
