"""The form that brings a game in: a card in CSV or a game document, pasted or from a file."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime

from flask_babel import gettext as _
from werkzeug.datastructures import FileStorage, MultiDict
from wtforms import BooleanField

from scorekeeper.documents import DocumentError, ReadGame, parse_document
from scorekeeper.rules import Game, RuleError
from scorekeeper.rules.checking import CheckedCard, check
from scorekeeper.rules.written import WrittenCard, as_written
from scorekeeper.sheets import LONGEST, SheetError, read_card, text_of
from scorekeeper.store.kept import KnownPlayer, Start
from scorekeeper.web.faults import (
    disagreement_sentence,
    document_sentence,
    fault_sentence,
    sheet_sentence,
)
from scorekeeper.web.sentences import sentence

from .alike import AskingForm, NameAt
from .dating import DatedForm
from .fields import OnceForm, TextField
from .setup import HouseForm


@dataclass(frozen=True, slots=True, kw_only=True)
class Reading:
    """What was brought in, as it was understood.

    `faults` are what is wrong with each hand, by its number, and `remarks` what a document says
    that is not so. `game_id` is the game that a document was taken from. `make` returns the game
    to keep, None while a hand cannot be; it is told whether the game goes on.
    """

    card: WrittenCard
    title: str = ""
    started: Start | None
    fault_count: int
    faults: Mapping[int, list[str]] = field(default_factory=dict)
    remarks: tuple[str, ...] = ()
    player_ids: tuple[str | None, ...] = ()
    corrected: frozenset[int] = frozenset()
    is_document: bool = False
    game_id: str | None = None
    can_be_kept: bool = True
    hands_to_come: int = 0
    make: Callable[[bool], Game | None]

    @classmethod
    def of_card(cls, checked: CheckedCard) -> "Reading":
        """Return what was understood of a card out of a table, with the faults at its hands."""
        card, coming, start = checked.card, checked.still_to_come, None
        if isinstance(card.started, datetime):
            start = Start(card.started)
        elif card.started is not None:
            start = Start.on(card.started)
        names = [player.name for player in card.players]
        return cls(
            card=card,
            started=start,
            fault_count=len(checked.faults),
            faults={
                number: [fault_sentence(fault, names) for fault in checked.faults_of(number)]
                for number, _line in card.numbered()
            },
            can_be_kept=checked.is_legal,
            hands_to_come=len(coming),
            make=lambda goes_on: checked.game(coming=coming if goes_on else ()),
        )

    @classmethod
    def of_document(cls, read: ReadGame) -> "Reading":
        """Return what was understood of a document, with what it gets wrong."""
        return cls(
            card=as_written(read.game),
            title=read.game.title,
            started=Start(read.started, read.has_time) if read.started else None,
            fault_count=len(read.disagreements),
            remarks=tuple(map(disagreement_sentence, read.disagreements)),
            player_ids=read.player_ids,
            corrected=read.corrected,
            is_document=True,
            game_id=read.game_id,
            make=lambda _goes_on: read.game,
        )


class ImportForm(OnceForm, DatedForm, HouseForm, AskingForm):
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
                return Reading.of_document(parse_document(self.card.value))
            if self.card.value:
                return Reading.of_card(check(read_card(self.card.data or ""), self.house))
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
        if not reading.is_document:
            self.start()
        return start

    def people_in(self, reading: Reading, *, keeps: bool) -> Mapping[int, KnownPlayer]:
        """Return who the players are that are known here, by seat; the page asks about others."""
        ids = {player.id for player in self.known}
        given = dict(enumerate(own if own in ids else None for own in reading.player_ids))
        names = [
            NameAt(seat, f"players-{seat}", player.name, given.get(seat))
            for seat, player in enumerate(reading.card.players)
        ]
        return self.meant(names, must_answer=keeps)

    def game(self, reading: Reading, meant: Mapping[int, KnownPlayer]) -> Game | None:
        """Return the game to keep, those who are meant under the names they have here.

        None with an error where it cannot be kept.
        """
        try:
            game = reading.make(bool(self.play_on.data))
            if game is not None:
                seated = list(game.players)
                for seat, known in meant.items():
                    seated[seat] = replace(seated[seat], name=known.name)
                return replace(game, title=self.title.value, players=tuple(seated))
            self.refuse("card", _("Not every hand on this card could have been played."))
        except RuleError as fault:
            self.refuse("title", sentence(fault))
        return None
