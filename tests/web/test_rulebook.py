"""The page that says how Bluke is played: right in every figure and in every trick."""

import re

from flask.testing import FlaskClient

from scorekeeper.rules import Trump, scorecard, tricks_off
from scorekeeper.web.rulebook import DEALT, SAMPLE, TAKERS, TRICKS, WORKED, sizes

RANKS = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A")
TABLE = re.compile(r'<th scope="row">([\d–]+)</th><td>(\d+) … 1 … \d+</td><td>(\d+)</td>')


def strength(card: tuple[str, str], led: str, trump: Trump) -> int:
    """Return how high a card stands in a trick."""
    rank, suit = card
    if suit == "bluke":
        return 1000 if rank == "Hi" else 900
    worth = RANKS.index(rank)
    return 500 + worth if suit == trump.value else 100 + worth if suit == led else worth


def test_anybody_may_read_it(client: FlaskClient) -> None:
    """It needs no key, and hands out none."""
    answer = client.get("/rules")
    assert answer.status_code == 200
    assert "Set-Cookie" not in answer.headers


def test_the_table_has_every_number_of_players(client: FlaskClient) -> None:
    """The published table, as the rules work it out."""
    assert TABLE.findall(client.get("/rules").get_data(as_text=True)) == [
        ("2–4", "13", "25"),
        ("5", "10", "19"),
        ("6", "8", "15"),
        ("7", "7", "13"),
        ("8", "6", "11"),
        ("9–10", "5", "9"),
        ("11–13", "4", "7"),
        ("14–15", "3", "5"),
    ]
    assert [number for size in sizes() for number in range(size.fewest, size.most + 1)] == [
        *range(2, 16)
    ]


def test_the_worked_hand_is_played_by_the_rules() -> None:
    """Everybody plays what was dealt, follows suit, and the highest card takes the trick."""
    held = {seat: list(cards) for seat, cards in DEALT.items()}
    assert len({card for cards in held.values() for card in cards}) == 9
    hand = WORKED.hand(1)
    assert hand.trump
    leader = WORKED.bidding_order(1)[0]
    for trick, taker in zip(TRICKS, TAKERS, strict=True):
        order = [seat for seat, _ in trick]
        assert order == [(leader + step) % 3 for step in range(3)]
        led = trick[0][1][1]
        for seat, card in trick:
            suits = {suit for _, suit in held[seat]}
            assert card[1] in (led, "bluke") or led not in suits
            held[seat].remove(card)
        best = max(trick, key=lambda play: strength(play[1], led, hand.trump or Trump.NONE))
        assert best[0] == taker
        leader = taker
    assert [play.taken for play in hand.plays] == [TAKERS.count(seat) for seat in range(3)]


def test_the_worked_hand_shows_every_result() -> None:
    """One player each goes set, takes overtricks, and is perfect."""
    row = scorecard(WORKED).rows[0]
    results = [(cell.outcome.value, cell.points) for cell in row.cells if cell and cell.outcome]
    assert results == [("S", -10), ("P", 10), ("O", 11)]


def test_the_sample_card_has_the_published_running_scores(client: FlaskClient) -> None:
    """Its bids and totals are those of the rulebook, and every hand counts all its tricks."""
    card = scorecard(SAMPLE)
    totals = [[cell.total for cell in row.cells if cell] for row in card.rows if row.is_scored]
    assert totals == [[31, -30, 22, 50], [11, -70, -28, 82], [22, -29, -18, 112]]
    assert [row.bids for row in card.rows] == [13, 14, 9, None]
    assert all(tricks_off(hand.cards, hand.plays) == 0 for hand in SAMPLE.hands[:3])
    assert '<span class="total">−29</span>' in client.get("/rules").get_data(as_text=True)


def test_the_variants_say_how_far_the_pack_goes(client: FlaskClient) -> None:
    """The long game's highest hands, and the finales, by the rules."""
    page = client.get("/rules").get_data(as_text=True)
    assert "to 26 with two players, to 17 with three" in page
    assert "9 cards each with six players, 6 with nine" in page
    assert "27 with two or 18 with three" in page


def test_it_is_linked_from_every_page(client: FlaskClient) -> None:
    """Also for somebody who has no key yet."""
    assert 'href="/rules"' in client.get("/").get_data(as_text=True)
