"""Names that are nearly those of known players: the page asks whose they are."""

import unicodedata
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from flask import request
from flask_babel import gettext as _

from scorekeeper.store.kept import KnownPlayer

from .fields import ErrorsForm


@dataclass(frozen=True, slots=True)
class NameAt:
    """A name at a seat: the field it was entered in, and the id of the player who was chosen."""

    seat: int
    field: str
    name: str
    player_id: str | None = None


@dataclass(frozen=True, slots=True)
class Question:
    """Whether a name means a known player, and what was answered: `no`, or nothing yet."""

    name: str
    player: KnownPlayer
    answer: str

    def __str__(self) -> str:
        """Return the question in the reader's language."""
        asked = _("%(name)s has played before. Is this the same player?", name=self.player.name)
        return str(asked)


class AskingForm(ErrorsForm):
    """A form that asks about names which differ from a known one in case, width or accents only.

    `known` has the players of the scorebook, for a device that may see them all. `questions` has
    what the page asks about a seat.
    """

    known: Sequence[KnownPlayer] = ()

    def __init__(self, *args: Any, **kwargs: Any) -> None:  # noqa: ANN401 - WTForms' signature
        """Start without a question."""
        super().__init__(*args, **kwargs)
        self.questions: dict[int, Question] = {}

    def meant(
        self, names: Collection[NameAt], *, must_answer: bool = True
    ) -> Mapping[int, KnownPlayer]:
        """Return for each seat the known player whom its name was said to mean.

        A name without an answer is refused where one is needed. An answer is `same-<seat>`, `yes`
        or `no`. It holds for the name it was given about, which comes along as `asked-<seat>`.
        """
        exact = {player.name for player in self.known}
        entered = {at.name for at in names}
        chosen = {at.player_id for at in names if at.player_id}
        free = [p for p in self.known if p.name not in entered and p.id not in chosen]
        # Of several that are alike, the one who played most, who comes first among the known.
        heard_as = {_folded(player.name): player for player in reversed(free)}
        meant: dict[int, KnownPlayer] = {}
        for at in names:
            like = heard_as.get(_folded(at.name))
            if like is None or at.player_id or at.name in exact:
                continue
            answer = _answer(at)
            if answer == "yes" and like in meant.values():
                sits = _("%(name)s sits at this table already.", name=like.name)
                self.refuse(at.field, sits)
            elif answer == "yes":
                meant[at.seat] = like
            else:
                self.questions[at.seat] = Question(at.name, like, answer)
                if not answer and must_answer:
                    self.refuse(at.field, str(self.questions[at.seat]))
        return meant


def _answer(at: NameAt) -> str:
    """Return `yes`, `no`, or nothing where the name was not asked about."""
    asked, said = request.form.get(f"asked-{at.seat}", at.name), request.form.get(f"same-{at.seat}")
    is_about = unicodedata.normalize("NFC", asked.strip()) == unicodedata.normalize("NFC", at.name)
    return said if is_about and said in ("yes", "no") else ""


def _folded(name: str) -> str:
    """Return a name without what nobody hears: case, width and accents."""
    letters = unicodedata.normalize("NFKD", unicodedata.normalize("NFKC", name).casefold())
    return "".join(letter for letter in letters if not unicodedata.combining(letter))
