"""Games that were played elsewhere: kept whole, in one go."""

from collections.abc import Collection, Sequence
from dataclasses import replace

from sqlalchemy.orm import Session

from scorekeeper.rules import Game, Hand

from .games import load_game, set_up
from .ids import is_own_id
from .kept import Start
from .putting import put
from .wholes import settled


def keep_game(  # noqa: PLR0913 - the game, and all that the rules do not know of it
    session: Session,
    book_id: str,
    game: Game,
    *,
    setup: str,
    player_ids: Sequence[str | None] = (),
    started: Start | None = None,
    corrected: Collection[int] = (),
) -> str:
    """Keep a game that has been played, whole or in part, and return its id.

    `player_ids` and `setup` are as in `set_up`: the same form again is the same game, which
    then stays as it is. What was imported is no change that undo could take back.
    """
    # An id from elsewhere may be anything, also what no database would take.
    known = [own_id if own_id and is_own_id(own_id) else None for own_id in player_ids]
    ids = known or [None] * len(game.players)
    everybody = range(len(game.players))
    # The hands come afterwards: a player who joined late may not fit into the first of them.
    # So does the end, since a game is set up to be played.
    undealt = replace(game, hands=(Hand.undealt(1, everybody),), ended_early=False)
    game_id = set_up(session, book_id, undealt, player_ids=ids, setup=setup)
    kept = load_game(session, book_id, game_id)
    if kept is None or kept.revision:
        return game_id
    start = started or kept.start
    marks = tuple(number in corrected for number in range(1, len(game.hands) + 1))
    new = replace(kept, game=settled(game), corrected=marks)
    put(session, kept, replace(new, started=start.moment, has_time=start.has_time))
    return game_id
