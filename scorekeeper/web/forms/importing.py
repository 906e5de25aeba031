"""The form that brings a game in: a card in CSV or a game document, pasted or from a file."""

from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import TypeAlias

from flask_babel import gettext as _
from werkzeug.datastructures import FileStorage, MultiDict
from wtforms import BooleanField

from scorekeeper.documents import DocumentError, ReadGame, parse_document
from scorekeeper.rules import Game, RuleError
from scorekeeper.rules.checking import CheckedCard, check
from scorekeeper.rules.written import WrittenCard, as_written
from scorekeeper.sheets import LONGEST, SheetError, read_card, text_of
from scorekeeper.store.kept import Start
from scorekeeper.web.faults import (
    disagreement_sentence,
    document_sentence,
    fault_sentence,
    sheet_sentence,
)
from scorekeeper.web.sentences import sentence

from .dating import DatedForm
from .fields import OnceForm, TextField
from .setup import HouseForm


@dataclass(frozen=True, slots=True)
class CardReading:
    """A card out of a table, with the faults at its hands."""

    checked: CheckedCard
    title: str = ""
    remarks: tuple[str, ...] = ()
    player_ids: tuple[str | None, ...] = ()
    corrected: frozenset[int] = field(default_factory=frozenset)

    @property
    def card(self) -> WrittenCard:
        """The card as it was written."""
        return self.checked.card

    @property
    def started(self) -> Start | None:
        """When it was played, where the card says so."""
        found = self.card.started
        if isinstance(found, datetime):
            return Start(found)
        return None if found is None else Start.on(found)

    @property
    def can_be_kept(self) -> bool:
        """Tell whether its hands make a game."""
        return self.checked.is_legal

    @property
    def hands_to_come(self) -> int:
        """How many hands a usual order would still deal."""
        return len(self.checked.still_to_come)

    @property
    def fault_count(self) -> int:
        """How many faults there are."""
        return len(self.checked.faults)

    def faults_of(self, number: int) -> list[str]:
        """Return what is wrong with a hand."""
        names = [player.name for player in self.card.players]
        return [fault_sentence(fault, names) for fault in self.checked.faults_of(number)]

    def game(self, *, title: str, play_on: bool) -> Game | None:
        """Return the game to keep; None while a hand cannot be."""
        coming = self.checked.still_to_come if play_on else ()
        return self.checked.game(title=title, coming=coming)


@dataclass(frozen=True, slots=True)
class DocumentReading:
    """A game out of a document, with what the document gets wrong."""

    read: ReadGame
    can_be_kept: bool = True
    hands_to_come: int = 0

    @property
    def card(self) -> WrittenCard:
        """The game as a card."""
        return as_written(self.read.game)

    @property
    def title(self) -> str:
        """The title it had."""
        return self.read.game.title

    @property
    def remarks(self) -> tuple[str, ...]:
        """What the document says that is not so."""
        return tuple(disagreement_sentence(wrong) for wrong in self.read.disagreements)

    @property
    def fault_count(self) -> int:
        """How many values are not what they should be."""
        return len(self.read.disagreements)

    @property
    def started(self) -> Start | None:
        """When it was played."""
        return Start(self.read.started, self.read.has_time) if self.read.started else None

    @property
    def player_ids(self) -> tuple[str | None, ...]:
        """Who the players are, should it have been played in this book."""
        return self.read.player_ids

    @property
    def corrected(self) -> frozenset[int]:
        """The hands that were corrected."""
        return self.read.corrected

    def faults_of(self, _number: int) -> list[str]:
        """Return what is wrong with a hand: nothing, or it would not have been read."""
        return []

    def game(self, *, title: str, play_on: bool) -> Game | None:  # noqa: ARG002 - all hands are in it
        """Return the game to keep."""
        return replace(self.read.game, title=title)


Reading: TypeAlias = CardReading | DocumentReading


class ImportForm(OnceForm, DatedForm, HouseForm):
    """What is to be brought in, and what the card itself does not say.

    `started` is `date` and `time` in one, as a document writes them.
    """

    card = TextField()
    started = TextField()
    title = TextField()
    play_on = BooleanField()
    once = TextField()

    @classmethod
    def read(cls, entered: MultiDict[str, str], uploaded: FileStorage | None) -> "ImportForm":
        """Return the form with what was pasted, or with what the file holds where there is one."""
        form = cls(entered)
        if uploaded is not None and uploaded.filename:
            try:
                form.card.data = text_of(uploaded.read(LONGEST + 1))
            except SheetError as error:
                form.refuse("card", sheet_sentence(error))
        return form

    def reading(self) -> Reading | None:
        """Return what was brought in as it was understood; None with an error why not."""
        if self.messages:
            return None
        try:
            if self.card.value.startswith(("{", "[")):
                return DocumentReading(parse_document(self.card.value))
            if self.card.value:
                return CardReading(check(read_card(self.card.data or ""), self.house))
        except SheetError as error:
            self.refuse("card", sheet_sentence(error))
        except DocumentError as error:
            self.refuse("card", document_sentence(error))
        self.refuse("card", _("Paste a card here, or choose a file."))
        return None

    def start_of(self, reading: Reading) -> Start | None:
        """Return when the game was played: as the form says, else as what was brought in says.

        The fields show it then. A card that says what cannot be is refused at the fields.
        """
        if not self.date.value and self.started.value:
            day, _sign, clock = self.started.value.replace("T", " ").partition(" ")
            self.date.data, self.time.data = day, clock.removesuffix("Z")
        if self.date.value or self.time.value:
            return self.start()
        start = reading.started
        if start is None:
            return None
        self.show(start)
        if isinstance(reading, CardReading):
            self.start()
        return start

    def game(self, reading: Reading) -> Game | None:
        """Return the game to keep; None with an error where it cannot be kept."""
        try:
            game = reading.game(title=self.title.value, play_on=bool(self.play_on.data))
        except RuleError as fault:
            self.refuse("title", sentence(fault))
            return None
        if game is None:
            self.refuse("card", _("Not every hand on this card could have been played."))
        return game
