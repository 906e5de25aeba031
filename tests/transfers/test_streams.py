"""JSON taken in piece by piece: the same values as at one go, and every fault at its place."""

import gzip
import json
from collections.abc import Callable
from io import BytesIO
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from scorekeeper.documents import Break, BrokenFileError
from scorekeeper.documents import stream as streams
from scorekeeper.documents.stream import Bytes, JsonStream
from tests.profiles import tried

law = tried()

values = st.recursive(
    st.one_of(
        st.none(),
        st.booleans(),
        st.integers(),
        st.floats(allow_nan=False, allow_infinity=False),
        st.text(),
    ),
    lambda inner: st.one_of(st.lists(inner, max_size=4), st.dictionaries(st.text(), inner)),
    max_leaves=12,
)
pieces = st.dictionaries(st.text(max_size=5), st.lists(values, max_size=5), max_size=5)


class Trickle:
    """A source that hands out a few bytes at a time, wherever that splits a letter."""

    def __init__(self, data: bytes, step: int) -> None:
        self._data = BytesIO(data)
        self._step = step

    def read(self, size: int, /) -> bytes:
        return self._data.read(min(size, self._step))


def read_all(data: bytes, *, step: int = 7, most: int = 10_000) -> dict[str, list[object]]:
    """Read an object of lists, as a book is one, and make sure that it ends there."""
    return read_from(Trickle(data, step), most=most)


def read_from(source: Bytes, *, most: int = 10_000) -> dict[str, list[object]]:
    stream = JsonStream(source, most=most)
    found = {name: [stream.value() for _ in stream.places()] for name in stream.names()}
    stream.end()
    return found


def read_or_fault(data: bytes) -> dict[str, list[object]] | BrokenFileError:
    try:
        return read_all(data)
    except BrokenFileError as fault:
        return fault


def fault_in(data: bytes, **how: int) -> BrokenFileError:
    with pytest.raises(BrokenFileError) as caught:
        read_all(data, **how)
    return caught.value


@law
@given(pieces, st.integers(1, 9), st.sampled_from([None, 0, 2]), st.sampled_from([0, 1]))
def test_pieces_are_what_the_whole_is(
    written: dict[str, Any], step: int, indent: int | None, as_ascii: int
) -> None:
    """However the text is laid out and wherever it is split, the same values come."""
    text = json.dumps(written, indent=indent, ensure_ascii=bool(as_ascii))
    data = text.encode("utf-8", errors="replace")
    assert read_all(data, step=step) == json.loads(data.decode())


@law
@given(pieces, st.data())
def test_what_is_cut_short_says_so(written: dict[str, Any], data: st.DataObject) -> None:
    """Wherever a file ends too early, the place is at its end or where the last text began."""
    whole = json.dumps(written, indent=1).encode()
    part = whole[: data.draw(st.integers(0, len(whole) - 1))]
    fault = fault_in(part)
    assert fault.reason is Break.CUT_SHORT
    lines = part.decode().split("\n")
    assert fault.line <= len(lines)


likely = st.lists(
    st.sampled_from([*map(str.encode, '{}[]:," \n19\\e-'), b'"a"', b"null", b"\xff", b"\xed\x95"])
).map(b"".join)
spoilt = st.builds(
    lambda whole, at, other: whole[:at] + other + whole[at + 1 :],
    pieces.map(lambda written: json.dumps(written, ensure_ascii=False).encode(errors="replace")),
    st.integers(0, 60),
    st.binary(max_size=2),
)


@law
@example(b'{"a": [1, {"b": null}], "": []}')
@example(b'{"a": [1}')
@given(st.one_of(st.binary(max_size=200), likely, spoilt))
def test_any_bytes_are_read_or_refused(data: bytes) -> None:
    """What is read is what the text says; a fault that tells its place is all else there is."""
    found = read_or_fault(data)
    if isinstance(found, BrokenFileError):
        assert 1 <= found.line <= data.count(b"\n") + 1
        assert found.column >= 1
    else:
        assert found == json.loads(data.decode("utf-8-sig"))


FAULTS = [
    (b"", Break.CUT_SHORT, 1, 1),
    (b"  \n ", Break.CUT_SHORT, 2, 2),
    (b"[]", Break.NOT_JSON, 1, 1),
    (b'{"a": [1]} x', Break.NOT_JSON, 1, 12),
    (b'{"a": [1,]}', Break.NOT_JSON, 1, 10),
    (b'{"a": [1 2]}', Break.NOT_JSON, 1, 10),
    (b'{"a": [],}', Break.NOT_JSON, 1, 10),
    (b"{a: []}", Break.NOT_JSON, 1, 2),
    (b'{"a" []}', Break.NOT_JSON, 1, 6),
    (b'{"a": {}}', Break.NOT_JSON, 1, 7),
    (b'{"a": [NaN]}', Break.NOT_JSON, 1, 8),
    (b'{"a": [-Infinity]}', Break.NOT_JSON, 1, 8),
    (b'{"a": [' + b"9" * 5000 + b"]}", Break.NOT_JSON, 1, 8),
    (b'{"a": [' + b"[" * 9000, Break.NOT_JSON, 1, 8),
    (b'{\n "a": [\n  "one",\n  "two" "three"\n]}', Break.NOT_JSON, 4, 9),
    (b'{\n "a": [\n  {"b": tru }, 1, 2, 3, 4, 5, 6\n]}', Break.NOT_JSON, 3, 9),
    (b'{"a": ["\xff"]}', Break.NOT_UTF8, 1, 9),
    (b'{"a": [\n"\xed\x95\x9c\xed\x95"', Break.NOT_UTF8, 2, 3),
    ('{"a": ["한"'.encode(), Break.CUT_SHORT, 1, 11),
    ('{"a": ["한'.encode(), Break.CUT_SHORT, 1, 8),
    (b'{"a": [1', Break.CUT_SHORT, 1, 9),
    (b'{"a": [1]', Break.CUT_SHORT, 1, 10),
    (b'{"a"', Break.CUT_SHORT, 1, 5),
]


@pytest.mark.parametrize(("data", "reason", "line", "column"), FAULTS)
@pytest.mark.parametrize("step", [1, 3, 1000])
def test_a_fault_is_told_at_its_place(
    data: bytes, reason: Break, line: int, column: int, step: int
) -> None:
    """Lines and columns count from 1, in letters, wherever the pieces were split."""
    fault = fault_in(data, step=step)
    assert (fault.reason, fault.line, fault.column) == (reason, line, column)


def test_the_mark_of_utf8_is_no_letter() -> None:
    """What some editors put before the text is not in the way."""
    assert read_all(b"\xef\xbb\xbf{}") == {}


def test_a_piece_may_be_only_so_long() -> None:
    """A text without an end is given up before it fills the memory."""
    fault = fault_in(b'{"a": ["' + b"x" * 100_000, step=1000, most=5000)
    assert (fault.reason, fault.column) == (Break.TOO_LONG, 8)


def test_a_whole_may_be_only_so_long(monkeypatch: pytest.MonkeyPatch) -> None:
    """What was packed small may unpack to spaces without an end."""
    monkeypatch.setattr(streams, "MOST_BYTES", 50_000)
    assert fault_in(b" " * 100_000, step=1000).reason is Break.TOO_LONG


@pytest.mark.parametrize(
    ("spoil", "reason"),
    [
        (lambda packed: packed[:-9], Break.CUT_SHORT),
        (lambda packed: packed[:60] + bytes(20) + packed[80:], Break.NOT_GZIP),
        (lambda packed: packed[:-8] + bytes(8), Break.NOT_GZIP),
        (lambda packed: b"\x1f\x8b" + packed[5:], Break.NOT_GZIP),
    ],
)
def test_a_packed_file_may_be_spoilt(spoil: Callable[[bytes], bytes], reason: Break) -> None:
    """What gzip has against a file is a fault like any other."""
    packed = gzip.compress(json.dumps({"a": list(range(5000))}).encode())
    with gzip.open(BytesIO(spoil(packed))) as source, pytest.raises(BrokenFileError) as caught:
        read_from(source)
    assert caught.value.reason is reason
