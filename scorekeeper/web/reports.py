"""What became of a book that was brought in, told in sentences; nothing here needs a request."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice

from flask_babel import gettext as _
from flask_babel import ngettext

from scorekeeper.documents import ReadBook
from scorekeeper.store.bringing import Plan

from .faults import fault_in_file

MOST_TOLD = 50
"""Refused games that are told one by one."""


@dataclass(frozen=True, slots=True)
class Report:
    """What became of a book that came in, or would.

    `error` says why the file as a whole cannot be read. Games are `new`, `same` as they are
    here already, `other` than they are here, `gone` (deleted here), or `refused` with the reason.
    """

    is_kept: bool = False
    error: str = ""
    new: int = 0
    same: int = 0
    other: int = 0
    gone: int = 0
    refused: int = 0
    faults: Sequence[str] = ()
    players: int = 0
    unsure: Sequence[str] = ()

    @property
    def is_wrong(self) -> bool:
        """Tell whether something in the file is not as it has to be."""
        return bool(self.error or self.refused)

    @property
    def sentences(self) -> list[str]:
        """What came in, or would, and what did not and need not; wrong games aside."""
        told = [_came_in(self.new) if self.is_kept else _would_come_in(self.new)]
        if self.players and self.is_kept:
            told.append(
                ngettext(
                    "%(num)s player is new in the book.",
                    "%(num)s players are new in the book.",
                    self.players,
                )
            )
        elif self.players:
            told.append(
                ngettext(
                    "%(num)s player would be new in the book.",
                    "%(num)s players would be new in the book.",
                    self.players,
                )
            )
        return [*told, *self._known()]

    def _known(self) -> Iterator[str]:
        if self.same:
            yield ngettext(
                "%(num)s game is known already.", "%(num)s games are known already.", self.same
            )
        if self.other:
            yield ngettext(
                "%(num)s game is known, but stands otherwise here. It stays as it is here.",
                "%(num)s games are known, but stand otherwise here. They stay as they are here.",
                self.other,
            )
        if self.gone:
            yield ngettext(
                "%(num)s game was deleted here, and stays deleted.",
                "%(num)s games were deleted here, and stay deleted.",
                self.gone,
            )


def report_of(book: ReadBook, planned: Plan, *, is_kept: bool = False) -> Report:
    """Return a report of what was planned, or done."""
    return Report(
        is_kept=is_kept,
        new=len(planned.new),
        same=len(planned.same),
        other=len(planned.other),
        gone=len(planned.gone),
        refused=len(book.refused) + len(planned.clashing),
        faults=list(islice(_faults(book, planned), MOST_TOLD)),
        players=len(planned.matching.new),
        unsure=planned.matching.unsure,
    )


def _faults(book: ReadBook, planned: Plan) -> Iterator[str]:
    """Yield a sentence for each thing that is wrong with a game."""
    for game in book.refused:
        for fault in game.faults:
            yield _(
                "Game %(place)s, from line %(line)s on: %(fault)s",
                place=game.place,
                line=game.line,
                fault=fault_in_file(fault),
            )
    for place in planned.clashing:
        yield _("Game %(place)s: two who sit at its table are one person here.", place=place)


def _came_in(games: int) -> str:
    return ngettext("%(num)s game came in.", "%(num)s games came in.", games)


def _would_come_in(games: int) -> str:
    return ngettext("%(num)s game would come in.", "%(num)s games would come in.", games)
