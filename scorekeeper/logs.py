"""Lines for the host: one for each event, `name=value` by `name=value`.

Neither names of people nor keys are in them: of a failure they tell the kind and the place, not
the message, which may quote what somebody typed.
"""

import json
import logging
import re
import sys
import traceback
from datetime import UTC, datetime
from types import TracebackType
from typing import Final, TextIO

MOST_FRAMES: Final = 12

_log = logging.getLogger("scorekeeper")
_KEY = re.compile(r"(/key/)[^\s/?\"'>]+")
_QUERY = re.compile(r"(\?)[^\s\"'>]+")
_PLAIN = re.compile(r"[^\s\"=\\]+")


def configure(level: str) -> None:
    """Send everything that is logged in this process to the standard error, a line each."""
    handler = Stderr()
    handler.setFormatter(Line())
    root = logging.getLogger()
    root.handlers = [each for each in root.handlers if not isinstance(each, Stderr)] + [handler]
    # Of the libraries only what is amiss.
    root.setLevel(logging.WARNING)
    _log.setLevel(level.upper())


def info(event: str, **values: object) -> None:
    """Log what went as it should."""
    _log.info(event, extra={"values": values})


def warn(event: str, **values: object) -> None:
    """Log what the host should know of; `hint` says what to do."""
    _log.warning(event, extra={"values": values})


def fail(event: str, error: BaseException, **values: object) -> None:
    """Log a failure of the program, with the place it came from."""
    _log.error(event, exc_info=error, extra={"values": values})


def tells_all() -> bool:
    """Tell whether what went as it should is logged, too."""
    return _log.isEnabledFor(logging.INFO)


class Stderr(logging.StreamHandler[TextIO]):
    """Writes to what the standard error is at that moment."""

    def __init__(self) -> None:
        """Hold no stream of its own."""
        logging.Handler.__init__(self)

    @property
    def stream(self) -> TextIO:  # type: ignore[override]  # logging's own last resort does the same
        """Return where errors go."""
        return sys.stderr


class Line(logging.Formatter):
    """Writes a record as one line, whoever logged it."""

    def format(self, record: logging.LogRecord) -> str:
        """Return the line; whatever in it looks like a key is cut out."""
        values: dict[str, object] = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
        }
        ours = getattr(record, "values", None)
        if ours is None:
            text = _QUERY.sub(r"\1…", record.getMessage())
            values |= {"event": "log", "by": record.name, "text": text}
        else:
            values |= {"event": record.msg, **ours}
        if record.exc_info and record.exc_info[0]:
            values |= _failure(*record.exc_info[1:])
        return _KEY.sub(r"\1…", " ".join(f"{name}={_written(v)}" for name, v in values.items()))


def _failure(error: BaseException | None, trace: TracebackType | None) -> dict[str, object]:
    frames = traceback.extract_tb(trace)[-MOST_FRAMES:]
    places = (f"{frame.filename}:{frame.lineno}:{frame.name}" for frame in frames)
    reason = error.strerror if isinstance(error, OSError) else None
    said: dict[str, object] = {"error": type(error).__name__, "trace": " > ".join(places)}
    return {**said, "reason": reason} if reason else said


def _written(value: object) -> str:
    text = str(value)
    return text if _PLAIN.fullmatch(text) else json.dumps(text, ensure_ascii=False)
