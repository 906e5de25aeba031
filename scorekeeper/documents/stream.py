"""JSON taken in piece by piece, so that a file of any length needs little memory.

Each piece (a player, a game) is read whole; of the file itself no more is held than the piece
at hand. Whatever is wrong is said with its line and column, from 1.
"""

import codecs
import gzip
import json
import re
import zlib
from collections.abc import Callable, Iterator
from typing import Final, Protocol

from .errors import Break, BrokenFileError

CHUNK: Final = 128 * 1024
MOST_BYTES: Final = 1024 * 1024 * 1024
"""Of a file as a whole: what was packed small may unpack to anything."""

LONGEST_TOKEN: Final = 16
"""Letters of `-Infinity` and the like, which may be split between two pieces of a file."""

UNTERMINATED: Final = "Unterminated string"
BAD_ESCAPE: Final = "Invalid \\"
LONGEST_ESCAPE: Final = len(r"\uXXXX")
HALF_WORDS: Final = re.compile(r"t(r(u)?)?|f(a(l(s)?)?)?|n(u(l)?)?|-|[.eE][+-]?|")
"""What the words of JSON, or its numbers, may be cut down to."""

SPACES: Final = " \t\n\r"


class Bytes(Protocol):
    """Where bytes come from: a file, or what a browser sends."""

    def read(self, size: int, /) -> bytes:
        """Return at most so many bytes; none at the end."""
        ...


def _refuse(name: str) -> object:
    raise ValueError(name)  # JSON knows neither NaN nor Infinity, whatever Python's reader says


_DECODER: Final = json.JSONDecoder(parse_constant=_refuse)


class JsonStream:
    """A cursor in a JSON text. Every method that finds something else raises `BrokenFileError`."""

    def __init__(
        self, source: Bytes, *, most: int, told: Callable[[int], None] | None = None
    ) -> None:
        """Read from a source in UTF-8; no piece may be longer than `most` letters.

        `told` is called with the number of bytes read so far.
        """
        self._source = source
        self._most = most
        self._told = told or (lambda _bytes: None)
        self._decoder = codecs.getincrementaldecoder("utf-8-sig")()
        self._text = ""
        self._at = 0
        self._line, self._column = 1, 1  # of the first letter that is still held
        self._bytes = 0
        self._is_over = False

    @property
    def line(self) -> int:
        """The line that the cursor is in."""
        return self._place(self._at)[0]

    def refuse(self, reason: Break) -> BrokenFileError:
        """Return the error that says that the text cannot be used from here on."""
        return self._broken(self._at, reason=reason)

    def peek(self) -> str:
        """Return the next letter that is no space; nothing at the end."""
        while True:
            while self._at < len(self._text) and self._text[self._at] in SPACES:
                self._at += 1
            if self._at < len(self._text):
                return self._text[self._at]
            if not self._read():
                return ""

    def end(self) -> None:
        """Make sure that nothing follows."""
        if self.peek():
            raise self._broken(self._at)

    def names(self) -> Iterator[str]:
        """Yield the names in an object; the value of each must be read before the next."""
        for _ in self._members("{", "}"):
            key = self.value() if self.peek() == '"' else None
            if not isinstance(key, str) or self.peek() != ":":
                raise self._broken(self._at)
            self._at += 1
            yield key

    def places(self) -> Iterator[int]:
        """Yield the places in a list, from 0; the value of each must be read before the next."""
        for place, _ in enumerate(self._members("[", "]")):
            yield place

    def value(self) -> object:
        """Return the value that comes next, whole."""
        self.peek()
        while True:
            try:
                value, end = _DECODER.raw_decode(self._text, self._at)
            except json.JSONDecodeError as error:
                after = error.pos - self._at
                if not self._may_go_on(error) or not self._read():
                    raise self._broken(self._at + after, error.msg) from error
                continue
            except (ValueError, RecursionError) as error:  # beyond all measure, or no JSON
                raise self._broken(self._at) from error
            # A number at the end may go on in the next piece: 1, 1. and 1e+ are all beginnings.
            length = end - self._at
            if len(self._text) - end < LONGEST_TOKEN and self._read():
                continue
            self._at += length
            return value

    def _members(self, opening: str, closing: str) -> Iterator[None]:
        if self.peek() != opening:
            raise self._broken(self._at)
        self._at += 1
        if self.peek() == closing:
            self._at += 1
            return
        while True:
            yield
            found = self.peek()
            if found not in (",", closing):
                raise self._broken(self._at)
            self._at += 1
            if found == closing:
                return

    def _may_go_on(self, error: json.JSONDecodeError) -> bool:
        """Tell whether a text was only not read far enough: so it is where it fails at its end."""
        return error.msg.startswith(UNTERMINATED) or len(self._text) - error.pos < LONGEST_TOKEN

    def _read(self) -> bool:
        """Read on; what lies behind the cursor is let go. Return whether anything came."""
        if self._is_over:
            return False
        self._let_go()
        if len(self._text) > self._most or self._bytes > MOST_BYTES:
            raise self._broken(self._at, reason=Break.TOO_LONG)
        data = self._more()
        self._bytes += len(data)
        self._told(self._bytes)
        self._is_over = not data
        try:
            self._text += self._decoder.decode(data, final=self._is_over)
        except UnicodeDecodeError as error:
            before = error.object[: error.start].decode("utf-8", errors="ignore")
            self._text += before
            raise self._broken(len(self._text), reason=Break.NOT_UTF8) from error
        return not self._is_over

    def _more(self) -> bytes:
        try:
            return self._source.read(CHUNK)
        except EOFError as error:  # gzip's word for a file cut short
            raise self._broken(len(self._text), reason=Break.CUT_SHORT) from error
        except (gzip.BadGzipFile, zlib.error) as error:
            raise self._broken(len(self._text), reason=Break.NOT_GZIP) from error

    def _let_go(self) -> None:
        self._line, self._column = self._place(self._at)
        self._text, self._at = self._text[self._at :], 0

    def _place(self, at: int) -> tuple[int, int]:
        before = self._text[:at]
        lines = before.count("\n")
        column = len(before) - before.rfind("\n") if lines else self._column + len(before)
        return self._line + lines, column

    def _lacks_an_end(self, at: int, message: str) -> bool:
        """Tell whether what is wrong at the end of a file is that it ends."""
        rest = self._text[at:].rstrip(SPACES)
        is_half_a_word = HALF_WORDS.fullmatch(rest)
        is_half_a_sign = message.startswith(BAD_ESCAPE) and len(rest) < LONGEST_ESCAPE
        return bool(is_half_a_word) or is_half_a_sign or message.startswith(UNTERMINATED)

    def _broken(
        self, at: int, message: str = "", *, reason: Break | None = None
    ) -> BrokenFileError:
        is_cut = self._is_over and self._lacks_an_end(at, message)
        found = reason or (Break.CUT_SHORT if is_cut else Break.NOT_JSON)
        return BrokenFileError(found, *self._place(at))
