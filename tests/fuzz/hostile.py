"""What somebody with bad intent, or a broken client, might send: mostly wrong, partly right."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import quote, urlencode

from hypothesis import strategies as st

GOLDEN = Path(__file__).parent.parent / "golden"
DOCUMENT: dict[str, Any] = json.loads((GOLDEN / "half-played.json").read_text(encoding="utf-8"))
CARD = "Hand,Cards,Dealer,Trump,Ann,Taken,Score,Ben,Taken,Score\n1,3,Ann,♠,2,2,20,1,1,10\n"
MOST_BYTES = 2_000

NAMES = (
    *(
        f"{part}-{seat}"
        for part in ("bid", "taken", "adjust", "out", "players", "player", "name")
        for seat in (0, 1, 2, 15, "", "x")
    ),
    *("trump", "dealer", "cards", "base", "title", "first_dealer", "scorekeeper", "order"),
    *("hand_sizes", "finale", "zero_bid", "hook", "once", "seat", "fit", "start", "csrf_token"),
    *("style", "paper", "lang", "names", "number", "page", "sort", "from", "to", "q", "player"),
    *("card", "text", "file", "keep", "next", "language", "hide", "into", "confirm"),
)
VALUES = (
    *("", " ", "0", "1", "2", "3", "S", "-1", "0.5", "1e9", "\u0661", "\uff13", "²", "9" * 40),
    *("\x00", "\ud800", "\u202e", "none", "spades", "long", "custom", "5,4,3", "1,0,2", "y", "on"),
    *("2026-11-30", "9999-99-99", "-0001-01-01", "en", "ko", "xx", "../../etc/passwd", "//evil"),
    *("<b>", "{{7*7}}", "%s%n", "' OR 1=1 --", "=1+1", "a" * 4000, "creative", "letter", "16"),
    *("https://evil.example/", "javascript:alert(1)", "\r\nSet-Cookie: a=b", "🂡", "가나다"),
)
HEADERS = (
    *("Accept", "Accept-Language", "Accept-Encoding", "If-None-Match", "If-Modified-Since"),
    *("Range", "Referer", "Origin", "User-Agent", "X-Forwarded-For", "X-Forwarded-Proto"),
    *("X-Forwarded-Host", "X-Forwarded-Prefix", "X-HTTP-Method-Override", "X-CSRFToken"),
    *("X-Request-Id", "Content-Encoding", "Host", "Cookie"),
)

anything = st.text(st.characters(), max_size=20)
values = st.one_of(st.sampled_from(VALUES), anything)
pairs = st.lists(st.tuples(st.one_of(st.sampled_from(NAMES), anything), values), max_size=8)
# Line ends and what Latin-1 lacks are refused by the client itself.
header_values = st.text(
    st.characters(min_codepoint=0x20, max_codepoint=0xFF, exclude_characters="\x7f"), max_size=40
)
likely_headers = st.sampled_from(
    ("application/json", "text/html", "*/*", "q=", "ko;q=2, nl", 'W/"r1"', '"', "bytes=0-", "gzip")
)
headers = st.dictionaries(
    st.sampled_from(HEADERS), st.one_of(likely_headers, header_values), max_size=3
)


@dataclass(frozen=True, slots=True)
class Sent:
    """One request but for its address: who sends it, and with what."""

    who: str
    query: str
    body: bytes
    content_type: str | None
    has_token: bool
    headers: Mapping[str, str] = field(default_factory=dict)


@st.composite
def sent(draw: st.DrawFn, who: tuple[str, ...]) -> Sent:
    """Return a request of one of these devices."""
    body, content_type = draw(bodies)
    return Sent(
        who=draw(st.sampled_from(who)),
        query=urlencode(draw(pairs), errors="surrogatepass"),
        body=body,
        content_type=content_type,
        has_token=draw(st.booleans()),
        headers=draw(headers),
    )


def part_of_path(right: str) -> st.SearchStrategy[str]:
    """Return a part of an address: the right one, or something else."""
    return st.one_of(st.just(right), values.map(lambda text: quote(text, errors="surrogatepass")))


def _changed(draw: st.DrawFn, value: object) -> object:
    """Return a JSON value with one of its parts put wrong."""
    odd = st.one_of(
        st.none(),
        st.booleans(),
        st.integers(),
        st.floats(),
        values,
        st.just([]),
        st.just({}),
        st.just([[[]]]),
    )
    if isinstance(value, dict) and value and draw(st.booleans()):
        name = draw(st.sampled_from(sorted(value)))
        return {**value, name: _changed(draw, value[name])}
    if isinstance(value, list) and value and draw(st.booleans()):
        at = draw(st.integers(0, len(value) - 1))
        return [*value[:at], _changed(draw, value[at]), *value[at + 1 :]]
    return draw(odd)


@st.composite
def documents(draw: st.DrawFn) -> str:
    """Return a game document that is wrong somewhere."""
    return json.dumps(_changed(draw, DOCUMENT))


@st.composite
def cut(draw: st.DrawFn, text: str) -> str:
    """Return a text with a piece of it replaced."""
    start = draw(st.integers(0, len(text)))
    end = draw(st.integers(start, len(text)))
    return text[:start] + draw(values) + text[end:]


texts = st.one_of(documents(), cut(CARD), cut(json.dumps(DOCUMENT)), anything)


def _bytes(text: str) -> bytes:
    return text.encode("utf-8", errors="surrogatepass")


def _form(fields: list[tuple[str, str]]) -> tuple[bytes, str | None]:
    return _bytes(urlencode(fields, errors="surrogatepass")), "application/x-www-form-urlencoded"


def _upload(text: str) -> tuple[bytes, str | None]:
    head = '--b\r\nContent-Disposition: form-data; name="file"; filename="a.csv"\r\n\r\n'
    return _bytes(f"{head}{text}\r\n--b--\r\n"), "multipart/form-data; boundary=b"


bodies = st.one_of(
    pairs.map(_form),
    st.builds(lambda fields, text: _form([*fields, ("card", text), ("text", text)]), pairs, texts),
    texts.map(_upload),
    texts.map(lambda text: (_bytes(text), "application/json")),
    st.tuples(
        st.binary(max_size=MOST_BYTES),
        st.sampled_from(("text/csv", "application/json", "multipart/form-data; boundary=b", None)),
    ),
)
