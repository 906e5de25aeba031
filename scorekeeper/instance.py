"""The instance folder: closed to others, with the key that signs links and cookies."""

import fcntl
import os
import secrets
from pathlib import Path
from typing import Final

from flask_babel import gettext as _

from scorekeeper.config import SettingError

KEY: Final = "secret-key"


def secret_key(instance: Path) -> str:
    """Return the key that signs links and cookies, made at the first call and kept for good.

    Raises `SettingError` where the instance folder cannot be written.
    """
    if known := known_secret_key(instance):
        return known
    path = instance / KEY
    try:
        prepare_instance(instance)
        descriptor = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
        with os.fdopen(descriptor, "r+", encoding="ascii") as file:
            # Processes that start together must agree: the first to hold the lock makes the key.
            fcntl.flock(file, fcntl.LOCK_EX)
            return file.read().strip() or _new_key(file.fileno())
    except OSError as error:
        reason = _(
            "Cannot keep the secret key in %(path)s: %(reason)s.", path=path, reason=error.strerror
        )
        raise SettingError(reason) from error


def known_secret_key(instance: Path) -> str | None:
    """Return the key if there is one; None is made up for nobody."""
    try:
        return (instance / KEY).read_text(encoding="ascii").strip() or None
    except (OSError, UnicodeDecodeError):
        return None


def put_secret_key(instance: Path, key: str) -> None:
    """Put a key in place of the one there is, or of none. Raises `OSError`."""
    prepare_instance(instance)
    new = instance / f"{KEY}.{secrets.token_hex(4)}"
    with os.fdopen(os.open(new, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as file:
        file.write(f"{key}\n")
        file.flush()
        os.fsync(file.fileno())
    new.replace(instance / KEY)


def prepare_instance(instance: Path) -> None:
    """Make the instance folder, closed to other users of the machine.

    A folder that already holds something keeps the permissions its owner chose.
    """
    instance.mkdir(parents=True, exist_ok=True)
    if is_untouched(instance):
        instance.chmod(0o700)


def is_untouched(instance: Path) -> bool:
    """Tell whether no server has ever kept anything in an instance folder."""
    return not instance.exists() or all(each.name == ".gitkeep" for each in instance.iterdir())


def _new_key(descriptor: int) -> str:
    key = secrets.token_hex(32)
    os.write(descriptor, f"{key}\n".encode("ascii"))
    os.fsync(descriptor)
    return key
