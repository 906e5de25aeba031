"""The settings: the one place that reads the environment and prepares the instance folder."""

import fcntl
import os
import secrets
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Self

from sqlalchemy import URL, make_url
from sqlalchemy.exc import ArgumentError

LANGUAGES = ("en", "ko", "nl", "ro", "kk")

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
    language: str = "en"

    @classmethod
    def from_environment(cls, env: Mapping[str, str] = os.environ) -> Self:
        """Read the settings; an empty one counts as not given. Raises `SettingError`."""
        instance = _instance(env)
        return cls(
            instance=instance,
            database_url=_database_url(env.get("SCOREKEEPER_DATABASE_URL", ""), instance),
            host=env.get("HOST", "").strip() or _EVERY_ADDRESS,
            port=_port(env.get("PORT", "").strip() or "8000"),
            language=_language(env.get("SCOREKEEPER_LANG", "").strip() or "en"),
        )


def secret_key(instance: Path) -> str:
    """Return the key that signs links and cookies, made at the first call and kept for good.

    Raises `SettingError` where the instance folder cannot be written.
    """
    path = instance / "secret-key"
    try:
        prepare_instance(instance)
        descriptor = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
        with os.fdopen(descriptor, "r+", encoding="ascii") as file:
            # Processes that start together must agree: the first to hold the lock makes the key.
            fcntl.flock(file, fcntl.LOCK_EX)
            return file.read().strip() or _new_key(file.fileno())
    except OSError as error:
        raise SettingError(f"Cannot keep the secret key in {path}: {error.strerror}.") from error


def prepare_instance(instance: Path) -> None:
    """Make the instance folder, closed to other users of the machine.

    A folder that already holds something keeps the permissions its owner chose.
    """
    instance.mkdir(parents=True, exist_ok=True)
    if all(entry.name == ".gitkeep" for entry in instance.iterdir()):
        instance.chmod(0o700)


def _new_key(descriptor: int) -> str:
    key = secrets.token_hex(32)
    os.write(descriptor, f"{key}\n".encode("ascii"))
    os.fsync(descriptor)
    return key


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
        raise SettingError("SCOREKEEPER_DATABASE_URL is not a database address.") from error
    if backend not in _BACKENDS:
        raise SettingError(
            f"SCOREKEEPER_DATABASE_URL names {backend!r}; "
            "use sqlite:///<file> or postgresql+psycopg://<user>@<host>/<database>."
        )
    return given


def _port(given: str) -> int:
    if given.isascii() and given.isdigit() and 0 < int(given[:6]) <= 65535:  # noqa: PLR2004 - the last port
        return int(given)
    raise SettingError(f"PORT is {given!r}; it must be a number from 1 to 65535.")


def _language(given: str) -> str:
    language = given.replace("_", "-").split("-")[0].lower()
    if language in LANGUAGES:
        return language
    raise SettingError(f"SCOREKEEPER_LANG is {given!r}; it must be one of {', '.join(LANGUAGES)}.")
