"""What a hand and a whole game cost in taps."""

import json
from pathlib import Path
from typing import Any

import pytest

from tests.browser.conftest import Viewport
from tests.browser.table.conftest import Tables
from tests.browser.table.phone import BOTH, SMALL

GOLDEN = Path(__file__).parents[2] / "golden" / "four-players-whole-game.json"
OF_ONE_GAME = {"id", "revision", "started"}

# Suit or none, what is tapped in all, and the keys.
REFERENCE_HAND = ((None, 7), ("hearts", 8))
BIDS, TRICKS = (2, 1, 1, 3), (2, 2, 0)


@pytest.mark.parametrize("viewport", BOTH, ids=("small", "large"))
@pytest.mark.parametrize(("suit", "taps"), REFERENCE_HAND, ids=("no suit", "with the suit"))
def test_the_reference_hand(
    tables: Tables, viewport: Viewport, suit: str | None, taps: int
) -> None:
    """Four players, seven cards: seven taps, one more for trump, and nothing to confirm."""
    phone = tables.new("7,6", viewport=viewport)
    if suit:
        phone.trump(suit)
    phone.key(*BIDS, *TRICKS)
    assert phone.taps == taps
    assert phone.place == (2, "bid", 1)
    assert phone.kept(1) == ([2, 1, 1, 3], [2, 2, 0, 3])
    assert phone.document()["hands"][0]["trump"] == suit


@pytest.mark.slow
@pytest.mark.parametrize("viewport", BOTH, ids=("small", "large"))
def test_a_whole_game(tables: Tables, viewport: Viewport) -> None:
    """25 hands take 7 taps each and one for trump; the document is that of a plain form's game."""
    golden = json.loads(GOLDEN.read_text(encoding="utf-8"))
    names = [player["name"] for player in golden["players"]]
    phone = tables.new(names=names, first_dealer=golden["first_dealer"], viewport=viewport)
    with_trump = viewport == SMALL
    for hand in golden["hands"]:
        if with_trump:
            phone.trump(hand["trump"])
        phone.play(hand)
    assert phone.taps <= 25 * (8 if with_trump else 7)
    assert phone.phase == "over"

    plain = tables.book.keeper.set_up(names, first_dealer=golden["first_dealer"])
    for hand in golden["hands"]:
        bids, taken = ([play[part] for play in hand["plays"]] for part in ("bid", "taken"))
        trump = hand["trump"] if with_trump else ""
        document = tables.book.keeper.save(plain, hand["number"], bids, taken, trump=trump)
    assert _without_ids(phone.document()) == _without_ids(document)


def _without_ids(value: Any) -> Any:  # noqa: ANN401 - whatever a document holds
    if isinstance(value, dict):
        return {key: _without_ids(each) for key, each in value.items() if key not in OF_ONE_GAME}
    return [_without_ids(each) for each in value] if isinstance(value, list) else value
