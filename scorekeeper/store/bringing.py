"""A book that comes in from its file: planned while nobody waits, then kept in one go.

Nothing comes in twice. A game is known by its id, or by when it began, who played and every hand;
one that is known stays as it is here, whatever the file says of it.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import UTC, datetime

from sqlalchemy import insert, select
from sqlalchemy.orm import Session

from scorekeeper.documents import BookGame, ReadBook

from .books import lock_book
from .kept import KeptGame, Pen
from .matching import Matching, PlayerHere, match
from .models import GameRow, PlayerRow
from .recognising import GameHere, KnownGames
from .wholes import WholeGame, keep_whole

AT_ONCE = 200
"""Games of the file that are looked for together among those that are there."""

LAST_MICROSECOND = 999_999

Told = Callable[[int, int], None]
"""Is told how many games are done, and of how many."""


@dataclass(frozen=True, slots=True)
class Here:
    """All of a book that a plan is made from: as long as it is the same, so is the plan."""

    players: tuple[PlayerHere, ...]
    games: tuple[GameHere, ...]


@dataclass(slots=True)
class Plan:
    """What would be done with each game of a file, by its place in it, and who is who.

    `same` are known here just so, `other` are known but stand otherwise, `gone` were deleted
    here. `clashing` are games at which two sat who are one person here.
    """

    here: Here
    matching: Matching
    new: list[WholeGame] = field(default_factory=list)
    same: list[int] = field(default_factory=list)
    other: list[int] = field(default_factory=list)
    gone: list[int] = field(default_factory=list)
    clashing: list[int] = field(default_factory=list)


def plan(session: Session, book_id: str, book: ReadBook, *, told: Told) -> Plan:
    """Return what bringing a book in would do; nothing is changed."""
    here = _look(session, book_id)
    made = Plan(here, match(book_id, book, here.players))
    known = KnownGames(session, book_id, made.matching, here.games)
    known.claim(book.games)
    for start in range(0, len(book.games), AT_ONCE):
        some = book.games[start : start + AT_ONCE]
        known.look_up(some)
        for game in some:
            _place(made, known, book_id, game)
        told(start + len(some), len(book.games))
    return made


def bring_in(session: Session, book_id: str, book: ReadBook, planned: Plan, *, told: Told) -> Plan:
    """Keep what was planned, and return the plan: made anew where the book has changed since."""
    lock_book(session, book_id)
    if _look(session, book_id) != planned.here:
        planned = plan(session, book_id, book, told=lambda _done, _all: None)
    _make_players(session, book_id, planned.matching)
    done = 0
    in_order = sorted(planned.new, key=lambda whole: whole.kept.last_change)
    for some in keep_whole(session, in_order):
        done += some
        told(done, len(planned.new))
    return planned


def _look(session: Session, book_id: str) -> Here:
    players = session.execute(
        select(PlayerRow.id, PlayerRow.name, PlayerRow.merged_into)
        .where(PlayerRow.book_id == book_id)
        .order_by(PlayerRow.made, PlayerRow.id)
    )
    games = session.execute(
        select(GameRow.id, GameRow.started, GameRow.revision, GameRow.deleted.is_not(None))
        .where(GameRow.book_id == book_id)
        .order_by(GameRow.id)
    )
    return Here(tuple(PlayerHere(*row) for row in players), tuple(GameHere(*row) for row in games))


def _place(made: Plan, known: KnownGames, book_id: str, game: BookGame) -> None:
    """Put one game of the file where it belongs in the plan."""
    people = made.matching.people(game.seated)
    found = known.find(game)
    if found is not None and found.is_deleted:
        made.gone.append(game.place)
    elif found is not None:
        is_same = known.is_same(found, game)
        (made.same if is_same else made.other).append(game.place)
    elif len(set(people)) < len(people):
        made.clashing.append(game.place)
    else:
        whole = _whole(book_id, known.free_id(game), game, made.matching)
        made.new.append(whole)
        known.add(whole.kept)


def _whole(book_id: str, own_id: str, game: BookGame, matching: Matching) -> WholeGame:
    hands = range(1, len(game.read.game.hands) + 1)
    return WholeGame.of(
        KeptGame(
            id=own_id,
            book_id=book_id,
            revision=game.revision,
            started=_began(game),
            has_time=game.read.has_time,
            game=game.read.game,
            player_ids=tuple(matching.ids[theirs] for theirs in game.seated),
            hand_revisions=game.hand_revisions,
            corrected=tuple(number in game.read.corrected for number in hands),
            given_up=game.given_up,
            pen=Pen(*game.pen) if game.pen else None,
            last_change=game.last_change,
            merged=matching.merged,
        )
    )


def _began(game: BookGame) -> datetime:
    """Return when a game began; those of one second stay in the order that the file has them in."""
    started = game.read.started or datetime.now(UTC)
    return started.replace(microsecond=min(game.place, LAST_MICROSECOND))


def _make_players(session: Session, book_id: str, matching: Matching) -> None:
    now = datetime.now(UTC)
    rows = [
        {
            "book_id": book_id,
            "id": matching.ids[player.id],
            "name": player.name,
            "made": min(now, player.known_since or now),
            "hidden": player.hidden,
            "merged_into": matching.merged.get(matching.ids[player.id]),
        }
        for player in matching.new
    ]
    # Whoever somebody is merged into comes before them.
    rows.sort(key=lambda row: row["merged_into"] is not None)
    if rows:
        session.execute(insert(PlayerRow), rows)
