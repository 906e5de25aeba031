"""A small phone on its side: every key is in sight, or a shade says where more are."""

from tests.browser.conftest import Viewport
from tests.browser.sample import NAMES
from tests.browser.table.conftest import Tables

LOW: tuple[Viewport, ...] = ({"width": 640, "height": 300}, {"width": 667, "height": 375})
OUT_OF_SIGHT = """() => {
  const box = document.querySelector("[data-pad]").getBoundingClientRect();
  const keys = [...document.querySelectorAll("[data-key], [data-trump], [data-undo]")];
  return keys.filter((key) => key.offsetParent).filter((key) => {
    const { top, bottom } = key.getBoundingClientRect();
    return top < box.top - 1 || bottom > Math.min(box.bottom, innerHeight) + 1;
  }).map((key) => key.textContent.trim());
}"""


def test_all_keys_are_in_sight_in_a_low_window(tables: Tables) -> None:
    """With thirteen cards, trump not yet noted, while bidding and while counting tricks."""
    game_id = tables.book.keeper.set_up(NAMES, first_dealer=3, order="custom", hand_sizes="13,13")
    tables.book.keeper.save(game_id, 1, [3, 4, 3, 4], [3, 4, 3, 3], trump="spades")
    phone = tables.phone(game_id)
    hidden = {}
    for step in ("bid", "tricks"):
        for window in LOW:
            phone.page.set_viewport_size(window)
            if found := phone.page.evaluate(OUT_OF_SIGHT):
                hidden[step, window["height"]] = found
        if step == "bid":
            phone.key(3, 4, 3, 4)
            assert phone.phase == "tricks"
    assert hidden == {}
