"""Names for what is kept: short, random, and telling the book they belong to.

A game's or player's id opens with its book's, so that an address alone says in which book
to look, and no query ever has to search another one.
"""

import secrets
from typing import Final

ALPHABET: Final = "23456789abcdefghjkmnpqrstuvwxyz"
BOOK_LENGTH: Final = 8
OWN_LENGTH: Final = 8


def new_book_id() -> str:
    """Return an id for a new book."""
    return _random(BOOK_LENGTH)


def new_id(book_id: str) -> str:
    """Return an id for something new in a book."""
    return book_id + _random(OWN_LENGTH)


def moved_id(book_id: str, own_id: str) -> str:
    """Return the id in a book of what had an id in another: the same one, wherever it can be."""
    return book_id + own_id[BOOK_LENGTH:] if is_own_id(own_id) else new_id(book_id)


def book_of(own_id: str) -> str:
    """Return the id of the book that something with this id would be in."""
    return own_id[:BOOK_LENGTH]


def is_book_id(text: str) -> bool:
    """Tell whether a text could be the id of a book."""
    return len(text) == BOOK_LENGTH and set(text) <= set(ALPHABET)


def is_own_id(text: str) -> bool:
    """Tell whether a text could be the id of something in a book."""
    return len(text) == BOOK_LENGTH + OWN_LENGTH and set(text) <= set(ALPHABET)


def _random(length: int) -> str:
    return "".join(secrets.choice(ALPHABET) for _ in range(length))
