"""A book read back from its file, each game held against the rules on its way."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Final

from scorekeeper.rules import Player, RuleError
from scorekeeper.rules.game import is_plain_text

from .book import FORMAT, VERSION, BookGame, BookPlayer, ReadBook, RefusedGame
from .derived import Disagreement
from .errors import (
    AbsentError,
    Break,
    BrokenRuleError,
    DocumentError,
    Kind,
    MisshapenError,
    NoBookError,
    RepeatedError,
    UnlikeError,
)
from .looking import At
from .reading import read_document
from .stream import Bytes, JsonStream

MOST_GAMES: Final = 25_000
MOST_PLAYERS: Final = 5_000
LONGEST_PIECE: Final = 512 * 1024
"""Letters of a player or a game; the longest game's document is well below."""

LAST_REVISION: Final = 999_999_999
LONGEST_PEN: Final = (32, 40)
MOST_FAULTS: Final = 3
"""Of one game that are told: where there are many they mostly have one cause."""


def read_book(source: Bytes, *, told: Callable[[int], None] | None = None) -> ReadBook:
    """Return the book in a file, or raise a `DocumentError` that says where it fails.

    `told` is called with the number of bytes read so far. Of the file no more than one game is
    held at a time; the games that were read take a fraction of its size.
    """
    return _Reading(JsonStream(source, most=LONGEST_PIECE, told=told)).book()


@dataclass(slots=True)
class _Reading:
    stream: JsonStream
    players: list[BookPlayer] = field(default_factory=list)
    games: list[tuple[int, BookGame]] = field(default_factory=list)
    refused: list[RefusedGame] = field(default_factory=list)

    def book(self) -> ReadBook:
        head = At("", dict(self._pieces()))
        self.stream.end()
        if head["format"].value != FORMAT:
            raise NoBookError("format", head["format"].value)
        if head["version"].needed() != VERSION:
            raise NoBookError("version", head["version"].value)
        _check_players(self.players)
        fitting = list(self._fitting())
        self.refused.sort(key=lambda game: game.place)
        return ReadBook(
            head["book"].own_id(), tuple(self.players), tuple(fitting), tuple(self.refused)
        )

    def _pieces(self) -> Iterator[tuple[str, object]]:
        """Read the file to its end; yield what is neither a player nor a game."""
        known = set()
        for key in self.stream.names():
            if key in known:
                raise RepeatedError(key, key)
            known.add(key)
            if key == "players":
                self._read_players()
            elif key == "games":
                self._read_games()
            else:
                yield key, self.stream.value()
        for needed in ("format", "players", "games"):
            if needed not in known:
                raise NoBookError(needed, None) if needed == "format" else AbsentError(needed)

    def _read_players(self) -> None:
        for place in self.stream.places():
            if place == MOST_PLAYERS:
                raise self.stream.refuse(Break.TOO_LONG)
            self.players.append(_player(At(f"players[{place}]", self.stream.value())))

    def _read_games(self) -> None:
        for place in self.stream.places():
            if place == MOST_GAMES:
                raise self.stream.refuse(Break.TOO_LONG)
            self.stream.peek()
            line = self.stream.line
            data = self.stream.value()
            try:
                game = _game(place + 1, data)
            except DocumentError as error:
                self._refuse(place + 1, line, error)
                continue
            if wrong := game.read.disagreements:
                self._refuse(place + 1, line, *wrong)
            else:
                self.games.append((line, game))

    def _fitting(self) -> Iterator[BookGame]:
        """Yield the games that are played by players of the book, each seated once."""
        players = {player.id: player for player in self.players}
        for line, game in self.games:
            try:
                _check_seats(game, players)
            except DocumentError as error:
                self._refuse(game.place, line, error)
            else:
                yield game

    def _refuse(self, place: int, line: int, *faults: DocumentError | Disagreement) -> None:
        self.refused.append(RefusedGame(place, line, faults[:MOST_FAULTS]))


def _player(at: At) -> BookPlayer:
    own_id, name = at["id"], at["name"]
    at.object()
    if not isinstance(name.value, str):
        raise AbsentError(name.path)
    try:
        Player(name.value)
    except RuleError as fault:
        raise BrokenRuleError(name.path, fault) from fault
    return BookPlayer(
        id=_id(own_id),
        name=name.value,
        hidden=at["hidden"].flag(),
        merged_into=None if at["merged_into"].is_left_out else _id(at["merged_into"]),
        known_since=at["known_since"].moment(),
    )


def _id(at: At) -> str:
    own_id = at.own_id()
    if not own_id:
        raise AbsentError(at.path) if at.is_left_out else MisshapenError(at.path, Kind.ID, at.value)
    return own_id


def _check_players(players: list[BookPlayer]) -> None:
    """Refuse a list in which somebody stands twice, or is merged into nobody who could be."""
    known = {player.id: player for player in players}
    if len(known) < len(players):
        ids = [player.id for player in players]
        place = next(n for n, own_id in enumerate(ids) if own_id in ids[:n])
        raise RepeatedError(f"players[{place}].id", ids[place])
    for place, player in enumerate(players):
        into = known.get(player.merged_into or "")
        if player.merged_into is not None and (into is None or into.merged_into is not None):
            raise MisshapenError(f"players[{place}].merged_into", Kind.PLAYER, player.merged_into)


def _game(place: int, data: object) -> BookGame:
    read = read_document(data)
    document = At("", data)
    revision = _revision(document["revision"], most=LAST_REVISION)
    hands = document["hands"].entries(most=len(read.game.hands))
    renewed = [_revision(hand["revision"], most=revision) for hand in hands]
    seats = document["players"].entries(most=len(read.game.players))
    return BookGame(
        place=place,
        read=read,
        seated=tuple(_seated(seat) for seat in seats),
        revision=revision,
        hand_revisions=tuple(renewed) or (0,) * len(read.game.hands),
        given_up=document["given_up"].flag(),
        pen=_pen(document["pen"]),
        last_change=_revision(document["last_change"], most=LAST_REVISION),
    )


def _seated(seat: At) -> str:
    return _id(seat["id"] if seat["seated_as"].is_left_out else seat["seated_as"])


def _revision(at: At, *, most: int) -> int:
    revision = at.whole() or 0
    if not 0 <= revision <= most:
        raise MisshapenError(at.path, Kind.REVISION, revision)
    return revision


def _pen(at: At) -> tuple[str, str] | None:
    if at.is_left_out:
        return None
    device, name = at.object()["device"], at["name"]
    for place, longest in zip((device, name), LONGEST_PEN, strict=True):
        text = place.text() or ""
        if len(text) > longest or not is_plain_text(text):
            raise MisshapenError(place.path, Kind.TEXT, text)
    return (device.text() or "", name.text() or "") if device.text() else None


def _check_seats(game: BookGame, players: dict[str, BookPlayer]) -> None:
    """Refuse a game in which somebody unknown sits, or somebody twice, or under another name."""
    seen = set()
    for seat, (own_id, named) in enumerate(zip(game.seated, game.read.game.players, strict=True)):
        path = f"players[{seat}]"
        if own_id not in players:
            raise MisshapenError(f"{path}.id", Kind.PLAYER, own_id)
        player = players[players[own_id].merged_into or own_id]
        if player.id in seen:
            raise RepeatedError(f"{path}.id", own_id)
        seen.add(player.id)
        if named.name != player.name:
            raise UnlikeError(f"{path}.name", named.name, player.name)
