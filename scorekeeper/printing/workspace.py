"""The folder of a printing process, and what to do with one that outlived its process.

WeasyPrint copies the fonts into a folder (6 MB). A process that is killed leaves it behind, so
each folder is locked for as long as its process runs, and the next to start removes those that
nobody locks.
"""

import fcntl
import os
import shutil
import tempfile
from contextlib import suppress
from pathlib import Path
from typing import Final

PREFIX: Final = "scorekeeper-printing-"


def new_workspace() -> tuple[Path, int]:
    """Return a new folder and the descriptor that locks it until every copy of that is closed.

    Raises `OSError` where no folder can be made.
    """
    remove_abandoned()
    while True:
        folder = Path(tempfile.mkdtemp(prefix=PREFIX))
        # Another process may take it for abandoned before it is locked.
        with suppress(FileNotFoundError):
            lock = os.open(folder, os.O_RDONLY)
            fcntl.flock(lock, fcntl.LOCK_EX)
            if folder.exists():
                return folder, lock
            os.close(lock)


def remove_abandoned() -> None:
    """Remove the folders of processes that no longer run, as far as they are this user's."""
    for folder in Path(tempfile.gettempdir()).glob(f"{PREFIX}*"):
        with suppress(OSError):
            lock = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW)
            try:
                fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
                shutil.rmtree(folder)
            finally:
                os.close(lock)
