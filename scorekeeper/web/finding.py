"""Games by the id in an address; one that is not there is the same 404 as a locked door."""

from flask import abort
from sqlalchemy.orm import Session

from scorekeeper.store import books, games
from scorekeeper.store.ids import book_of
from scorekeeper.store.kept import KeptGame

from .extensions import db


def find_game(game_id: str) -> KeptGame:
    """Return a game as it stands, or end the request with 404."""
    return games.load_game(db.session, book_of(game_id), game_id) or abort(404)


def lock_game(store: Session, game_id: str, *, with_book: bool = False) -> KeptGame:
    """Return a game that this request alone may change, or end the request with 404.

    `with_book` is for what may change other games of the book, too, as another name does.
    """
    if with_book:
        books.lock_book(store, book_of(game_id))
    return games.lock_game(store, book_of(game_id), game_id) or abort(404)
