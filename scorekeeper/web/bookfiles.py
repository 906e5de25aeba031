"""A whole book as a file: written out game by game, and opened again, packed or not."""

import gzip
import json
import re
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from io import BytesIO
from typing import IO, Any, Final, cast

from sqlalchemy.orm import Session

from scorekeeper.documents import FORMAT, VERSION
from scorekeeper.store.kept import KeptGame
from scorekeeper.store.players import everybody
from scorekeeper.store.reading import each_game
from scorekeeper.store.searching import all_games, in_order_of_play

from .documents import document

GZIP: Final = b"\x1f\x8b"
MARK: Final = re.compile(rf'"format"\s*:\s*"{FORMAT}"'.encode())
LOOKED_AT: Final = 4096
"""Bytes at the beginning of a file that tell whether it is a book."""


def book_lines(
    session: Session,
    book_id: str,
    *,
    told: Callable[[int, int], None] = lambda _done, _all: None,
    left_out: list[str] | None = None,
) -> Iterator[str]:
    """Yield the file of a book: a line for each player and game, no more than a few held at once.

    Deleted games are left out; those that cannot be read are named at the end, and put into
    `left_out`. `told` is called with how many games are done, and of how many.
    """
    ids = all_games(session, book_id)
    head = {"format": FORMAT, "version": VERSION, "book": book_id, "made": _moment()}
    yield _written(head)[:-1] + ',\n"players":[\n'
    yield from _between(_written(player) for player in _players(session, book_id))
    yield '],\n"games":[\n'
    left_out = [] if left_out is None else left_out
    yield from _between(_games(session, book_id, ids, left_out, told))
    yield f'],\n"left_out":{_written(left_out)}}}\n'


def open_book(file: IO[bytes]) -> IO[bytes] | None:
    """Return what to read a book from, unpacked if need be; None where the file is no book."""
    start = file.read(LOOKED_AT)
    file.seek(0)
    if start.startswith(GZIP):
        return cast("IO[bytes]", gzip.open(file))
    return file if MARK.search(start) else None


def book_in_text(text: str) -> IO[bytes] | None:
    """Return what to read a book from that was pasted as text; None where it is no book."""
    data = text.encode(errors="replace")
    return BytesIO(data) if MARK.search(data[:LOOKED_AT]) else None


def _players(session: Session, book_id: str) -> Iterator[dict[str, Any]]:
    for player in everybody(session, book_id):
        told: dict[str, Any] = {
            "id": player.id,
            "name": player.name,
            "known_since": _moment(player.made),
        }
        if player.hidden:
            told["hidden"] = True
        if player.merged_into:
            told["merged_into"] = player.merged_into
        yield told


def _games(
    session: Session,
    book_id: str,
    ids: list[str],
    left_out: list[str],
    told: Callable[[int, int], None],
) -> Iterator[str]:
    order = {own_id: n for n, own_id in enumerate(in_order_of_play(session, book_id), start=1)}
    for done, game in enumerate(each_game(session, book_id, ids), start=1):
        if isinstance(game, KeptGame):
            written = {**document(game), "last_change": order[game.id]}
            yield _written({**written, "given_up": True} if game.given_up else written)
        else:
            left_out.append(game.id)
        told(done, len(ids))


def _between(entries: Iterator[str]) -> Iterator[str]:
    """Yield entries with a comma between them, each on a line of its own."""
    comma = ""
    for entry in entries:
        yield comma + entry
        comma = ",\n"
    yield "\n"


def _written(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def _moment(moment: datetime | None = None) -> str:
    """Return a moment, or this one, in UTC; players who came together stay in their order."""
    return (moment or datetime.now(UTC)).strftime("%Y-%m-%dT%H:%M:%S.%fZ")
