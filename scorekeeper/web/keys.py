"""Keys: signed links that make a device a keeper or a reader, of a scorebook or of one game.

A key carries what it opens and the generation it was made in, so that it can be shown again
at any time and made worthless at once; the database holds none.
"""

import hashlib
from dataclasses import dataclass
from enum import IntEnum
from typing import Self

from flask import current_app
from itsdangerous import BadSignature, Signer


class Role(IntEnum):
    """What a device may do; the higher may all that the lower may."""

    READER = 1
    KEEPER = 2


LETTERS = {Role.READER: "r", Role.KEEPER: "k"}
ROLES = {letter: role for role, letter in LETTERS.items()}


@dataclass(frozen=True, slots=True)
class Grant:
    """A role in a book or in one game, worth something while its generation is the current.

    `generation` is the book's, or the book's and the game's (`3.1`).
    """

    role: Role
    generation: str

    def __str__(self) -> str:
        """Write the grant as the cookie and the key hold it."""
        return f"{LETTERS[self.role]}{self.generation}"

    @classmethod
    def parse(cls, text: str) -> Self | None:
        """Read a grant back; None for anything else."""
        role = ROLES.get(text[:1])
        return None if role is None else cls(role, text[1:])


def make_key(own_id: str, grant: Grant) -> str:
    """Return the key that hands out a grant in the book or game with this id."""
    return _signer().sign(f"{own_id}-{grant}").decode()


def read_key(key: str) -> tuple[str, Grant] | None:
    """Return what a key opens and the grant it hands out; None when it was not signed here."""
    try:
        own_id, _, written = _signer().unsign(key.encode()).decode().partition("-")
    except (BadSignature, UnicodeError):
        return None
    grant = Grant.parse(written)
    return None if grant is None else (own_id, grant)


def _signer() -> Signer:
    secret = current_app.config["SECRET_KEY"]
    return Signer(secret, salt="scorekeeper.key", sep="~", digest_method=hashlib.sha256)
