"""The settings: the one place that reads the environment."""

import os
import re
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from ipaddress import ip_network
from pathlib import Path
from typing import Self

from flask_babel import gettext as _
from sqlalchemy import URL, make_url
from sqlalchemy.exc import ArgumentError

LANGUAGES = ("en", "ko", "nl", "ro", "kk")

SOURCE_LANGUAGE = "en"
"""The language of whoever named none that there is."""

LOG_LEVELS = ("warning", "info")

_EVERY_ADDRESS = "0.0.0.0"  # noqa: S104 - phones in the house are to reach it
_BACKENDS = ("sqlite", "postgresql")


class SettingError(ValueError):
    """A setting that cannot be used; its text is one sentence for the host."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Config:
    """Everything that may differ from one installation to the next."""

    instance: Path
    database_url: str
    host: str = _EVERY_ADDRESS
    port: int = 8000
    language: str = SOURCE_LANGUAGE
    address: str = ""
    """Where devices reach it when not at this machine's own address: `https://…`, no slash."""
    proxies: tuple[str, ...] = ()
    """Addresses of machines whose word is taken on whether a request came over HTTPS."""
    log: str = LOG_LEVELS[0]
    """What is logged: failures and what the host should know of, or every request as well."""
    keeps_daily: bool = True
    """Whether a running server keeps a copy of everything once a day, for a week."""

    @classmethod
    def from_environment(cls, env: Mapping[str, str] = os.environ) -> Self:
        """Read the settings; an empty one counts as not given. Raises `SettingError`."""
        instance = _instance(env)
        return cls(
            instance=instance,
            database_url=_database_url(env.get("SCOREKEEPER_DATABASE_URL", ""), instance),
            host=env.get("HOST", "").strip() or _EVERY_ADDRESS,
            port=_port(env.get("PORT", "").strip() or "8000"),
            language=_language(env.get("SCOREKEEPER_LANG", "").strip() or SOURCE_LANGUAGE),
            address=_address(env.get("SCOREKEEPER_ADDRESS", "").strip().rstrip("/")),
            proxies=_proxies(env.get("SCOREKEEPER_PROXY", "")),
            keeps_daily=_on_or_off(env, "SCOREKEEPER_BACKUPS"),
            log=_log_level(env.get("SCOREKEEPER_LOG", "").strip() or LOG_LEVELS[0]),
        )


def language_of(name: str) -> str | None:
    """Return the language of a name such as `ro_MD.UTF-8` or `ro-MD`; None for one not spoken."""
    language = re.split(r"[-_.@]", name.strip(), maxsplit=1)[0].lower()
    return language if language in LANGUAGES else None


def terminal_language(env: Mapping[str, str] = os.environ) -> str:
    """Return the language of whoever sits at the terminal: the app's setting, else the system's.

    The first setting that says anything decides, as POSIX has it.
    """
    for name in ("SCOREKEEPER_LANG", "LC_ALL", "LC_MESSAGES", "LANG"):
        if given := env.get(name, "").strip():
            return language_of(given) or SOURCE_LANGUAGE
    return SOURCE_LANGUAGE


def _instance(env: Mapping[str, str]) -> Path:
    given = env.get("SCOREKEEPER_INSTANCE", "")
    return Path(given).expanduser().absolute() if given else _usual_instance(env)


def _usual_instance(env: Mapping[str, str]) -> Path:
    beside = Path(__file__).resolve().parent.parent
    if (beside / "pyproject.toml").is_file():
        return beside / "instance"
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Application Support" / "scorekeeper"
    data = Path(env.get("XDG_DATA_HOME", ""))
    if not data.is_absolute():  # the XDG specification: such a path is invalid and ignored
        data = Path.home() / ".local" / "share"
    return data / "scorekeeper"


def _database_url(given: str, instance: Path) -> str:
    if not given:
        path = str(instance / "scorekeeper.sqlite3")
        return URL.create("sqlite", database=path).render_as_string(hide_password=False)
    try:
        backend = make_url(given).get_backend_name()
    except ArgumentError as error:
        raise SettingError(
            _("%(setting)s is not a database address.", setting="SCOREKEEPER_DATABASE_URL")
        ) from error
    if backend not in _BACKENDS:
        raise SettingError(
            _(
                "%(setting)s names %(database)s; use %(sqlite)s or %(postgresql)s.",
                setting="SCOREKEEPER_DATABASE_URL",
                database=repr(backend),
                sqlite="sqlite:///<file>",
                postgresql="postgresql+psycopg://<user>@<host>/<database>",
            )
        )
    return given


def _port(given: str) -> int:
    if given.isascii() and given.isdigit() and 0 < int(given[:6]) <= 65535:  # noqa: PLR2004 - the last port
        return int(given)
    raise SettingError(
        _(
            "%(setting)s is %(given)s; it must be a number from 1 to 65535.",
            setting="PORT",
            given=repr(given),
        )
    )


def _address(given: str) -> str:
    if not given or re.fullmatch(r"https?://[^\s/?#@]+", given):
        return given
    raise SettingError(
        _(
            "%(setting)s is %(given)s; it must be like %(example)s.",
            setting="SCOREKEEPER_ADDRESS",
            given=repr(given),
            example="https://score.example.org",
        )
    )


def _proxies(given: str) -> tuple[str, ...]:
    proxies = tuple(each.strip() for each in given.split(",") if each.strip())
    for each in proxies:
        try:
            ip_network(each)
        except ValueError as error:
            raise SettingError(
                _(
                    "%(setting)s is %(given)s; it must be like %(example)s.",
                    setting="SCOREKEEPER_PROXY",
                    given=repr(given),
                    example="127.0.0.1,::1",
                )
            ) from error
    return proxies


def _on_or_off(env: Mapping[str, str], setting: str) -> bool:
    given = env.get(setting, "").strip().lower() or "on"
    if given in ("on", "off"):
        return given == "on"
    raise SettingError(
        _(
            "%(setting)s is %(given)s; it must be %(on)s or %(off)s.",
            setting=setting,
            given=repr(given),
            on="on",
            off="off",
        )
    )


def _log_level(given: str) -> str:
    if given.lower() in LOG_LEVELS:
        return given.lower()
    raise SettingError(
        _(
            "%(setting)s is %(given)s; it must be one of %(levels)s.",
            setting="SCOREKEEPER_LOG",
            given=repr(given),
            levels=", ".join(LOG_LEVELS),
        )
    )


def _language(given: str) -> str:
    language = language_of(given)
    if language is not None:
        return language
    raise SettingError(
        _(
            "%(setting)s is %(given)s; it must be one of %(languages)s.",
            setting="SCOREKEEPER_LANG",
            given=repr(given),
            languages=", ".join(LANGUAGES),
        )
    )
