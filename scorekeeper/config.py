"""The settings: the one place that reads the environment."""

import os
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from ipaddress import ip_network
from pathlib import Path
from typing import Annotated, Any, Self, get_type_hints

from flask_babel import gettext as _
from platformdirs import user_data_path
from sqlalchemy import URL, make_url
from sqlalchemy.exc import ArgumentError

from scorekeeper.marking import N_

LANGUAGES = ("en", "ko", "nl", "ro", "kk")

SOURCE_LANGUAGE = "en"
"""The language of whoever named none that there is."""

LOG_LEVELS = ("warning", "info")

_BACKENDS = ("sqlite", "postgresql")
_UNLIKE = N_("%(setting)s is %(given)s; it must be like %(example)s.")


class SettingError(ValueError):
    """A setting that cannot be used; its text is one sentence for the host."""


class _UnusableError(Exception):
    """A value that a setting cannot have, with the sentence that says so, to be translated."""

    def __init__(self, sentence: str, **values: str) -> None:
        super().__init__(sentence)
        self.sentence, self.values = sentence, values


def _port(given: str) -> int:
    if re.fullmatch("[0-9]{1,5}", given) and 0 < int(given) <= 65535:  # noqa: PLR2004 - the last port
        return int(given)
    raise _UnusableError(N_("%(setting)s is %(given)s; it must be a number from 1 to 65535."))


def _database_url(given: str) -> str:
    try:
        backend = make_url(given).get_backend_name()
    except ArgumentError as error:
        raise _UnusableError(N_("%(setting)s is not a database address.")) from error
    if backend in _BACKENDS:
        return given
    raise _UnusableError(
        N_("%(setting)s names %(database)s; use %(sqlite)s or %(postgresql)s."),
        database=repr(backend),
        sqlite="sqlite:///<file>",
        postgresql="postgresql+psycopg://<user>@<host>/<database>",
    )


def _address(given: str) -> str:
    if re.fullmatch(r"https?://[^\s/?#@]+/*", given):
        return given.rstrip("/")
    raise _UnusableError(_UNLIKE, example="https://score.example.org")


def _proxies(given: str) -> tuple[str, ...]:
    proxies = tuple(each.strip() for each in given.split(",") if each.strip())
    try:
        for each in proxies:
            ip_network(each)
    except ValueError as error:
        raise _UnusableError(_UNLIKE, example="127.0.0.1,::1") from error
    return proxies


def _one_of(given: str, choices: tuple[str, ...]) -> str:
    if given.lower() in choices:
        return given.lower()
    raise _UnusableError(
        N_("%(setting)s is %(given)s; it must be one of %(choices)s."), choices=", ".join(choices)
    )


def _on_or_off(given: str) -> bool:
    return _one_of(given, ("on", "off")) == "on"


def _language(given: str) -> str:
    return language_of(given) or _one_of(given, LANGUAGES)


@dataclass(frozen=True, slots=True, kw_only=True)
class Config:
    """Everything that may differ from one installation to the next."""

    instance: Annotated[Path, Path, "SCOREKEEPER_INSTANCE"]
    database_url: Annotated[str, _database_url, "SCOREKEEPER_DATABASE_URL"]
    host: Annotated[str, str, "HOST"] = "0.0.0.0"  # noqa: S104 - phones in the house are to reach it
    port: Annotated[int, _port, "PORT"] = 8000
    language: Annotated[str, _language, "SCOREKEEPER_LANG"] = SOURCE_LANGUAGE
    address: Annotated[str, _address, "SCOREKEEPER_ADDRESS"] = ""
    """Where devices reach it when not at this machine's own address: `https://…`, no slash."""
    proxies: Annotated[tuple[str, ...], _proxies, "SCOREKEEPER_PROXY"] = ()
    """Addresses of machines whose word is taken on whether a request came over HTTPS."""
    log: Annotated[str, partial(_one_of, choices=LOG_LEVELS), "SCOREKEEPER_LOG"] = LOG_LEVELS[0]
    """What is logged: failures and what the host should know of, or every request as well."""
    keeps_daily: Annotated[bool, _on_or_off, "SCOREKEEPER_BACKUPS"] = True
    """Whether a running server keeps a copy of everything once a day, for a week."""

    @classmethod
    def from_environment(cls, env: Mapping[str, str] = os.environ) -> Self:
        """Read the settings; an empty one counts as not given. Raises `SettingError`."""
        values: dict[str, Any] = {}
        for name, (read, setting) in settings().items():
            if given := env.get(setting, "").strip():
                try:
                    values[name] = read(given)
                except _UnusableError as error:
                    said = _(error.sentence, setting=setting, given=repr(given), **error.values)
                    raise SettingError(said) from error
        given = values.pop("instance", None)
        instance = given.expanduser().absolute() if given else _usual_instance()
        return cls(instance=instance, **{"database_url": _sqlite_in(instance)} | values)


def settings() -> dict[str, tuple[Callable[[str], Any], str]]:
    """Return what reads each field of `Config` and the setting that it is read from."""
    hints = get_type_hints(Config, include_extras=True)
    return {name: hint.__metadata__ for name, hint in hints.items()}


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


def _usual_instance() -> Path:
    beside = Path(__file__).resolve().parent.parent
    if (beside / "pyproject.toml").is_file():
        return beside / "instance"
    return user_data_path("scorekeeper", appauthor=False)


def _sqlite_in(instance: Path) -> str:
    path = str(instance / "scorekeeper.sqlite3")
    return URL.create("sqlite", database=path).render_as_string(hide_password=False)
