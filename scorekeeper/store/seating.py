"""Who sits on each seat of a game: chosen from the book's list, found by name, or new."""

from collections.abc import Sequence

from sqlalchemy.orm import Session

from .kept import KeptGame
from .players import Person, make_player, player_for, who_are


class SeatedTwiceError(ValueError):
    """One player was to sit on two seats of a table; `seat` is the second of them."""

    def __init__(self, seat: int, name: str) -> None:
        """Say where, and who."""
        super().__init__(seat, name)
        self.seat, self.name = seat, name


class Seating:
    """Who is to sit on each seat of a game, by name; seats past the game's are of late players.

    `chosen` has the ids of players who were picked from the book's list, in seat order. It counts
    only for a key that `knows_book`: for the key of one game a name is always somebody new.
    """

    def __init__(
        self,
        session: Session,
        kept: KeptGame,
        names: Sequence[str],
        *,
        chosen: Sequence[str | None] | None,
        knows_book: bool,
    ) -> None:
        """Find out which seats somebody else sits on now; nobody is made yet."""
        self._session, self._kept, self._names, self._knows_book = session, kept, names, knows_book
        self._chosen = self._people(chosen or ()) if knows_book else {}
        self.changed = [seat for seat in range(len(names)) if self._is_other(seat)]

    def player_ids(self) -> tuple[str, ...]:
        """Return the id of the player on each seat, adding to the book whom it does not know.

        Raises `SeatedTwiceError`.
        """
        kept = self._kept
        ids = dict(enumerate(kept.player_ids))
        taken = {person for seat, person in enumerate(kept.people) if seat not in self.changed}
        for seat in self.changed:
            if person := self._chosen.get(seat):
                if person.id in taken:
                    raise SeatedTwiceError(seat, person.name)
                ids[seat] = person.id
                taken.add(person.id)
        for seat in self.changed:
            if seat not in self._chosen:
                ids[seat], person_id = self._named(seat, taken)
                taken.add(person_id)
        return tuple(ids[seat] for seat in range(len(self._names)))

    def _people(self, chosen: Sequence[str | None]) -> dict[int, Person]:
        """Return who was chosen for each seat where somebody was."""
        known = who_are(self._session, self._kept.book_id, [own_id for own_id in chosen if own_id])
        people = {seat: known[own_id] for seat, own_id in enumerate(chosen) if own_id in known}
        # An id stands for the name that was shown with it: another name is somebody else.
        return {seat: person for seat, person in people.items() if person.name == self._names[seat]}

    def _is_other(self, seat: int) -> bool:
        kept, person = self._kept, self._chosen.get(seat)
        if seat >= len(kept.people):
            return True
        is_renamed = kept.game.players[seat].name != self._names[seat]
        return is_renamed or (person is not None and person.id != kept.people[seat])

    def _named(self, seat: int, taken: set[str]) -> tuple[str, str]:
        """Return the id that a name is seated under, and of the person who that is."""
        name, kept = self._names[seat], self._kept
        if not self._knows_book:
            own_id = make_player(self._session, kept.book_id, name)
            return own_id, own_id
        # Two whose names were exchanged exchange their seats.
        for old in self.changed:
            is_risen = old < len(kept.people) and kept.people[old] not in taken
            if is_risen and kept.game.players[old].name == name:
                return kept.player_ids[old], kept.people[old]
        own_id = player_for(self._session, kept.book_id, name, seated=taken)
        return own_id, own_id
