"""Who of a book that comes in is who of the book here.

By id first: an id from this very book, or one that came in before and only has this book's name
in front. Then by name, but only where one on each side has it and nothing speaks against it.
Everybody else is somebody new: two who were taken for one could never be told apart again, while
one who was taken for two can be merged.
"""

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass

from scorekeeper.documents import BookPlayer, ReadBook

from .ids import moved_id, new_id


@dataclass(frozen=True, slots=True)
class PlayerHere:
    """A player of the book, and who they go on as."""

    id: str
    name: str
    merged_into: str | None = None


@dataclass(frozen=True, slots=True)
class Matching:
    """For each player of the file the id here; `new` are those whom the book does not know yet.

    `merged` leads from ids here to the ids they go on as, those to come included. `unsure` are
    names that would have fitted somebody here, but not without doubt.
    """

    ids: Mapping[str, str]
    new: tuple[BookPlayer, ...]
    merged: Mapping[str, str]
    unsure: tuple[str, ...]

    def people(self, seated: Iterable[str]) -> tuple[str, ...]:
        """Return who sits on each seat, in ids here, whoever they were seated as."""
        here = (self.ids[own_id] for own_id in seated)
        return tuple(self.merged.get(own_id, own_id) for own_id in here)


def match(book_id: str, book: ReadBook, here: Collection[PlayerHere]) -> Matching:
    """Return who is who; `here` are all players of the book that the file comes into."""
    known = {player.id: player for player in here}
    ids = {player.id: moved_id(book_id, player.id) for player in book.players}
    ids = {theirs: ours for theirs, ours in ids.items() if ours in known}
    _drop_doubles(ids)
    rest = [player for player in book.players if player.id not in ids]
    by_name, unsure = _by_name(rest, ids, here)
    ids |= by_name
    new = tuple(player for player in rest if player.id not in by_name)
    taken = set(known) | set(ids.values())
    for player in new:
        ids[player.id] = _free(book_id, player.id, taken)
        taken.add(ids[player.id])
    merged = {player.id: player.merged_into for player in here if player.merged_into}
    return Matching(ids, new, {**merged, **_mergers(book, new, ids, merged)}, unsure)


def _drop_doubles(ids: dict[str, str]) -> None:
    """Leave nobody matched with whom another was matched before: ids may end alike."""
    seen = set()
    for theirs, ours in list(ids.items()):
        if ours in seen:
            del ids[theirs]
        seen.add(ours)


def _by_name(
    rest: Collection[BookPlayer], ids: Mapping[str, str], here: Collection[PlayerHere]
) -> tuple[dict[str, str], tuple[str, ...]]:
    """Return those who are known by name alone, and the names that leave a doubt."""
    # Whoever goes by another name now, on either side, is not meant by the old one.
    theirs = [player for player in rest if player.merged_into is None]
    taken = set(ids.values())
    with_others = {player.merged_into for player in here if player.id in taken}
    ours = [player for player in here if player.merged_into is None and player.id not in taken]
    alike_there = Counter(player.name for player in theirs)
    alike_here: dict[str, list[str]] = defaultdict(list)
    for known in ours:
        alike_here[known.name].append(known.id)
    found: dict[str, str] = {}
    unsure: dict[str, None] = {}
    for player in theirs:
        candidates = alike_here.get(player.name, [])
        is_sure = alike_there[player.name] == 1 and len(candidates) == 1
        if is_sure and candidates[0] not in with_others:
            found[player.id] = candidates[0]
        elif candidates:
            unsure[player.name] = None
    return found, tuple(unsure)


def _free(book_id: str, own_id: str, taken: Collection[str]) -> str:
    """Return the id that somebody new gets: their own but for the book's, wherever it is free."""
    found = moved_id(book_id, own_id)
    while found in taken:
        found = new_id(book_id)
    return found


def _mergers(
    book: ReadBook,
    new: Collection[BookPlayer],
    ids: Mapping[str, str],
    merged: Mapping[str, str],
) -> dict[str, str]:
    """Return who of those who are new goes on as whom, where they never sat at one table here."""
    partners: dict[str, set[str]] = defaultdict(set)
    for game in book.games:
        people = {merged.get(ids[own_id], ids[own_id]) for own_id in game.seated}
        for own_id in game.seated:
            partners[own_id] |= people - {ids[own_id]}
    found = {}
    for player in new:
        if player.merged_into is None:
            continue
        into = ids[player.merged_into]
        into = merged.get(into, into)
        if into not in partners[player.id]:
            found[ids[player.id]] = into
    return found
