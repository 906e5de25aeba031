"""The daily copy: a quiet thread of the server looks whether it is due, and has it made elsewhere.

It is made in a process of its own, which steps back behind everything else: reading a large
scorebook would otherwise make the saves of the evening wait.
"""

import fcntl
import os
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager

from sqlalchemy.exc import SQLAlchemyError

from scorekeeper import logs
from scorekeeper.config import Config
from scorekeeper.keeping import folder_of, is_daily_due, keep_daily
from scorekeeper.store.backups import BackupError, NothingToBackUpError

SOON = 60.0
"""Seconds after the start until the first look."""

EVERY = 1800.0
NICENESS = 15


def start(config: Config) -> None:
    """Look now and then whether the daily copy is due, for as long as this process lives."""
    if config.keeps_daily:
        threading.Thread(target=_look, args=(config,), name="daily", daemon=True).start()


def _look(config: Config) -> None:
    pause = threading.Event()
    pause.wait(SOON)
    while True:
        try:
            if is_daily_due(config):
                command = [sys.executable, "-m", "scorekeeper.daily"]
                subprocess.run(command, check=False, stdin=subprocess.DEVNULL)  # noqa: S603 - our own program
        except OSError as error:
            logs.fail("daily_copy_failed", error)
        pause.wait(EVERY)


def main() -> None:
    """Make the daily copy, unless somebody else does or did."""
    config = Config.from_environment()
    logs.configure(config.log)
    if not config.instance.is_dir():
        return  # its disk may come back, and must not find another folder in its place
    os.nice(NICENESS)
    try:
        with _alone(config) as is_alone:
            if is_alone and is_daily_due(config):
                copy = keep_daily(config)
                logs.info("daily_copy", file=copy and copy.name)
    except NothingToBackUpError:
        pass
    except (OSError, BackupError, SQLAlchemyError) as error:
        logs.fail(
            "daily_copy_failed",
            error,
            hint="Nothing is lost and the game goes on, but there is no copy of today: "
            "`scorekeeper doctor` says what is in the way.",
        )


@contextmanager
def _alone(config: Config) -> Iterator[bool]:
    """Tell whether no other process of this instance is at it."""
    lock = os.open(folder_of(config) / ".lock", os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        yield False
    else:
        yield True
    finally:
        os.close(lock)


if __name__ == "__main__":
    main()
