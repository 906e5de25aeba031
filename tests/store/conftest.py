"""A database of its own for each file of tests, and a scorebook in it."""

import secrets
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from dataclasses import replace

import pytest
from sqlalchemy import Engine, create_engine, select
from sqlalchemy.orm import Session

from scorekeeper.config import Config
from scorekeeper.rules import Game, Hand
from scorekeeper.store import books, changes, games
from scorekeeper.store.engine import options, prepare
from scorekeeper.store.history import Device
from scorekeeper.store.kept import KeptGame
from scorekeeper.store.models import ChangeRow
from scorekeeper.store.writing import writing

TEST = Device("test", "test")


class Book:
    """A scorebook as the pages use it: each act is a transaction."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        with self.writing() as session:
            self.id = books.make_book(session)

    def writing(self) -> AbstractContextManager[Session]:
        """Open a transaction that writes."""
        return writing(self._engine)

    @contextmanager
    def reading(self) -> Iterator[Session]:
        with Session(self._engine) as session:
            yield session

    def set_up(
        self, game: Game, *, player_ids: Sequence[str | None] = (), setup: str | None = None
    ) -> str:
        """Set a game up as it is before the first deal."""
        ids = player_ids or [None] * len(game.players)
        with self.writing() as session:
            return games.set_up(
                session,
                self.id,
                undealt(game),
                player_ids=ids,
                setup=setup or secrets.token_hex(8),
            )

    def load(self, game_id: str) -> KeptGame:
        with self.reading() as session:
            kept = games.load_game(session, self.id, game_id)
        assert kept is not None
        return kept

    def save(self, game_id: str, number: int, hand: Hand, *, base: int | None = None) -> KeptGame:
        """Save a hand, made from the hand as it stands unless `base` is given."""
        with self.writing() as session:
            kept = games.lock_game(session, self.id, game_id)
            assert kept is not None
            made_from = kept.hand_revision(number) if base is None else base
            return changes.save_hand(session, kept, number, hand, base=made_from, device=TEST)

    def undo(self, game_id: str, *, base: int | None = None) -> KeptGame:
        """Take the newest change back, from the game as it stands unless `base` is given."""
        with self.writing() as session:
            kept = games.lock_game(session, self.id, game_id)
            assert kept is not None
            made_from = kept.revision if base is None else base
            return changes.undo(session, kept, base=made_from, device=TEST)

    def play(self, game: Game) -> str:
        """Set a game up, save its hands in order, and return its id."""
        game_id = self.set_up(game)
        for number, hand in enumerate(game.hands, start=1):
            self.save(game_id, number, hand)
        return game_id

    def change(self, session: Session, game_id: str, how: Callable[[Hand], Hand]) -> KeptGame:
        """Read the first hand of a game and write what becomes of it, in one transaction."""
        kept = games.lock_game(session, self.id, game_id)
        assert kept is not None
        new = how(kept.game.hand(1))
        base = kept.hand_revision(1)
        return changes.save_hand(session, kept, 1, new, base=base, device=TEST)

    def history(self, game_id: str) -> list[ChangeRow]:
        """Return every step of a game, the refused ones, too."""
        with self.reading() as session:
            steps = session.scalars(
                select(ChangeRow).where(ChangeRow.game_id == game_id).order_by(ChangeRow.step)
            )
            return list(steps)


def undealt(game: Game) -> Game:
    """Return a game as it is before the first deal."""
    seats = range(len(game.players))
    return replace(game, hands=tuple(Hand.undealt(hand.cards, seats) for hand in game.hands))


def settled(game: Game) -> Game:
    """Return a game as it is kept: where the whole pack is dealt, no trump is noted."""
    return replace(
        game,
        hands=tuple(
            replace(hand, trump=None) if hand.is_whole_pack else hand for hand in game.hands
        ),
    )


@pytest.fixture(scope="module")
def database_url(shared_config: Config) -> str:
    return shared_config.database_url


@pytest.fixture(scope="module")
def engine(database_url: str) -> Iterator[Engine]:
    engine = create_engine(database_url, **options(database_url))
    prepare(engine)
    yield engine
    engine.dispose()


@pytest.fixture(scope="module")
def book(engine: Engine) -> Book:
    """Return one book for a whole file: every test sets up games of its own."""
    return Book(engine)


@pytest.fixture
def new_book(engine: Engine) -> Book:
    """Return a book in which nobody has played yet."""
    return Book(engine)
