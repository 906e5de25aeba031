"""One card at a time, a short queue, and finished cards kept."""

import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor, wait

import pytest

from scorekeeper.printing import Press, PrintingBusyError, Sheet

from .printed import DAY, GOLDEN

SHEET = Sheet(GOLDEN["sample-three-hands"], DAY)
PATIENCE = 20


class SlowPress:
    """A rendering that waits to be released and notes how many ran at once."""

    def __init__(self) -> None:
        self.released = threading.Event()
        self.begun = threading.Event()
        self.running = self.most_running = self.printed = 0

    def __call__(self, sheet: Sheet) -> bytes:
        self.running += 1
        self.most_running = max(self.most_running, self.running)
        self.begun.set()
        assert self.released.wait(PATIENCE)
        self.running -= 1
        self.printed += 1
        return sheet.language.encode()


def _until(is_so: Callable[[], bool]) -> None:
    for _ in range(PATIENCE * 100):
        if is_so():
            return
        threading.Event().wait(0.01)
    pytest.fail("It never came to be so.")


def test_a_card_printed_before_is_not_printed_again() -> None:
    """The same key gives the same card from memory, and another key another card."""
    slow = SlowPress()
    slow.released.set()
    press = Press(slow)
    assert [press.print_card(SHEET, key) for key in ("a", "a", "b")] == [b"en"] * 3
    assert slow.printed == 2


def test_the_card_longest_unasked_for_is_forgotten() -> None:
    """Only so many cards are kept; asking for one renews it."""
    slow = SlowPress()
    slow.released.set()
    press = Press(slow, most_kept=2)
    for key in ("a", "b", "a", "c", "a"):
        press.print_card(SHEET, key)
    assert slow.printed == 3
    press.print_card(SHEET, "b")
    assert slow.printed == 4


def test_cards_are_printed_one_at_a_time_and_a_full_queue_turns_away() -> None:
    """One prints, two wait, the next is told when to come back; all who waited are served."""
    slow = SlowPress()
    press = Press(slow, most_waiting=2)
    with ThreadPoolExecutor(4) as pool:
        first = pool.submit(press.print_card, SHEET, 0)
        assert slow.begun.wait(PATIENCE)
        waiting = [pool.submit(press.print_card, SHEET, key) for key in (1, 2)]
        _until(lambda: press.waiting == 2)
        with pytest.raises(PrintingBusyError) as busy:
            press.print_card(SHEET, 3)
        slow.released.set()
        wait([first, *waiting], PATIENCE)
    assert busy.value.retry_after >= 1
    assert slow.most_running == 1
    assert slow.printed == 3


def test_whoever_waited_for_the_same_card_shares_it() -> None:
    """Two devices that ask for one card at once cost one rendering."""
    slow = SlowPress()
    press = Press(slow)
    with ThreadPoolExecutor(4) as pool:
        asked = [pool.submit(press.print_card, SHEET, "same") for _ in range(4)]
        _until(lambda: press.waiting == 3)
        slow.released.set()
        assert {card.result(PATIENCE) for card in asked} == {b"en"}
    assert slow.printed == 1


def test_a_card_that_fails_leaves_the_press_free() -> None:
    """An error is the asker's alone; the next card is printed."""

    def fails_once(sheet: Sheet) -> bytes:
        if not failed:
            failed.append(sheet)
            raise ValueError("jam")
        return b"card"

    failed: list[Sheet] = []
    press = Press(fails_once)
    with pytest.raises(ValueError, match="jam"):
        press.print_card(SHEET, 1)
    with ThreadPoolExecutor(1) as pool:
        assert pool.submit(press.print_card, SHEET, 1).result(PATIENCE) == b"card"
