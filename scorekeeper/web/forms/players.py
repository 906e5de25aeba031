"""The form that gives a player another name."""

from scorekeeper.rules import Player, RuleError
from scorekeeper.web.sentences import sentence

from .fields import ErrorsForm, TextField


class RenameForm(ErrorsForm):
    """Another name for a player of the book."""

    name = TextField()

    def new_name(self) -> str | None:
        """Return the name, or None with an error."""
        self.validate()
        try:
            return Player(self.name.value).name
        except RuleError as fault:
            self.refuse("name", sentence(fault))
            return None
