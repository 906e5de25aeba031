"""What an id looks like in an address; anything else is no address of ours."""

from werkzeug.routing import BaseConverter

from scorekeeper.store.ids import ALPHABET, BOOK_LENGTH, OWN_LENGTH


class OwnId(BaseConverter):
    """The id of a game or a player."""

    regex = f"[{ALPHABET}]{{{BOOK_LENGTH + OWN_LENGTH}}}"


class HandNumber(BaseConverter):
    """The number of a hand: one or two ASCII digits, where `int` takes any number of any script."""

    regex = "[1-9][0-9]?"

    def to_python(self, value: str) -> int:
        """Return the number."""
        return int(value)
