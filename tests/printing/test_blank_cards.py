"""Cards for a pen: empty ones, and games that go on when the phone is dead."""

import pytest

from scorekeeper.printing import Paper, Sheet, Style
from scorekeeper.rules import Game, Hand, Order, Player, hand_sizes

from .printed import DAY, GOLDEN, boxes, dots, lines, pages_of, table

every_style = pytest.mark.parametrize("style", Style)
SOME = (2, 5, 10, 15)


def empty(
    players: int, order: Order = Order.HIGH_LOW_HIGH, *, finale: bool = False, names: int = 0
) -> Sheet:
    """Return an empty card on which the first `names` seats are named."""
    seats = range(players)
    sizes = hand_sizes(players, order, finale=finale)
    return Sheet(
        Game(
            tuple(Player(f"P{seat}" if seat < names else str(seat + 1)) for seat in seats),
            tuple(Hand.undealt(cards, seats) for cards in sizes),
            order=order,
            finale=finale,
        ),
        unnamed=frozenset(range(names, players)),
    )


def styled(sheet: Sheet, style: Style, paper: Paper = Paper.A4) -> Sheet:
    return Sheet(sheet.game, sheet.started, "en", style, paper, unnamed=sheet.unnamed)


@every_style
@pytest.mark.parametrize(
    "players",
    [*SOME, *(pytest.param(n, marks=pytest.mark.slow) for n in range(2, 16) if n not in SOME)],
)
def test_an_empty_card_has_its_left_hand_column_and_nothing_else(
    players: int, style: Style
) -> None:
    """The paper scorer reads how many cards come next; every other cell is left to the pen."""
    sheet = styled(empty(players), style, Paper.LETTER if players % 2 else Paper.A4)
    (page,) = pages_of(sheet)
    cards = [str(hand.cards) for hand in sheet.game.hands]
    left = cards if style is Style.PLAIN else [f"_/{count}" for count in cards]
    assert [row[0] for row in table(sheet)] == left
    assert [cell for row in table(sheet) for cell in row[2:] if cell] == []
    assert boxes(page) == len(dots(page, sheet)) == 0


@pytest.mark.parametrize("order", [Order.LONG, Order.LOW_HIGH_LOW])
def test_an_empty_card_of_any_order_ends_with_its_finale(order: Order) -> None:
    """The finale deals every card, so that its trump is known before."""
    sheet = empty(3, order, finale=order is Order.LONG)
    last = table(sheet)[-1]
    assert last[:2] == (["_/18", "—"] if order is Order.LONG else ["_/1", ""])


@every_style
def test_the_rules_stand_at_the_foot_of_a_card_that_goes_on(style: Style) -> None:
    """Who goes on by pen needs to know what a bid scores; a finished card need not say."""
    half_played = Sheet(GOLDEN["half-played"], DAY, style=style)
    finished = Sheet(GOLDEN["five-players"], DAY, style=style)
    for sheet, says in ((styled(empty(4), style), True), (half_played, True), (finished, False)):
        assert ("Exactly the bid: 10 points" in pages_of(sheet)[0].extract_text()) is says


def test_names_that_are_given_stand_on_the_card_and_others_are_for_the_pen() -> None:
    """A seat without a name keeps its number, small, and a place to write."""
    text = pages_of(empty(4, names=2))[0].extract_text()
    assert "P0" in text
    assert "P1" in text
    assert [line for line in lines(pages_of(empty(4))[0]) if line == "1 2 3 4"]


def test_an_empty_card_asks_for_day_and_scorekeeper() -> None:
    """Nothing is known yet, so there is a line to write on."""
    text = pages_of(empty(4))[0].extract_text()
    assert "Date" in text
    assert "Scorekeeper" in text
    assert "2026" not in text


@every_style
def test_a_half_played_card_goes_on_by_pen(style: Style) -> None:
    """The hands to come have their cards and their dealer, and rooms for the rest."""
    sheet = Sheet(GOLDEN["half-played"], DAY, style=style)
    coming = table(sheet)[12:]
    assert [cell for row in coming for cell in row[1:] if cell] == []
    assert all(row[0] for row in coming)
    assert len(dots(pages_of(sheet)[0], sheet)) == len(sheet.game.hands)
