"""Every page with the longest names, on small windows and with large letters."""

from collections.abc import Iterator
from dataclasses import dataclass

import pytest
from playwright.sync_api import CDPSession, Page
from werkzeug.routing import Rule

from tests.browser.conftest import Bench, Book, Devices, Scribe
from tests.conftest import BROWSER, Keeper

ONE_WORD = "Donaudampfschifffahrtskapitaensgattinnen"
MANY_WORDS = "Anna Maria van der Berg-Oosterhuis (oma)"
WIDE_LETTERS = "W" * 40
KAZAKH = "Нұрсұлтан-Әбілқайыр Жұмағалиұлы Қуат Бек"
FOUR = (ONE_WORD, MANY_WORDS, WIDE_LETTERS, KAZAKH)
FIFTEEN = tuple(f"{ONE_WORD[:37]} {seat}" for seat in range(1, 16))

SIZES = ((320, 568, 16), (320, 568, 32), (360, 640, 24), (640, 300, 16))
"""Windows, and the size of letters that the browser was set to."""

NO_PAGE = {"prints.scorecard_proof"}
"""The card as it is printed, which a page shows in a frame of its own, scaled."""

LOOK = """() => {
  const { scrollingElement: whole, body } = document;
  const name = (element) => `${element.localName}.${[...element.classList].join(".")}`;
  const faults = [];
  const wide = whole.scrollWidth - document.documentElement.clientWidth;
  if (wide > 0) {
    const right = (each) => each.getBoundingClientRect().right;
    const all = [...body.querySelectorAll("*")].sort((one, other) => right(other) - right(one));
    const [worst] = all;
    faults.push(`${wide} px wider than the window, ${name(worst)} ends at ${right(worst)}`);
  }
  const mayScroll = ".scroll, .wide-figures, .chips, textarea, pre";
  for (const each of body.querySelectorAll("*")) {
    const { overflowX, visibility } = getComputedStyle(each);
    const slides = ["auto", "scroll"].includes(overflowX) && visibility === "visible";
    if (slides && !each.matches(mayScroll) && each.scrollWidth > each.clientWidth + 1)
      faults.push(`${name(each)} slides ${each.scrollWidth - each.clientWidth} px sideways`);
  }
  const bottom = Math.ceil(body.getBoundingClientRect().bottom + scrollY);
  const isScreen = body.matches(".across, .scripted .table-page");
  const tall = whole.scrollHeight - (isScreen ? innerHeight : Math.max(innerHeight, bottom));
  if (tall > 0) faults.push(`${tall} px taller than it should be`);
  return faults;
}"""
"""Everything on a page that sticks out sideways, slides under a thumb or makes it too tall."""


@dataclass(frozen=True, slots=True)
class Shelf:
    """A book full of long names, with a game in each state."""

    book: Book
    begun: str
    over: str
    fifteen: str
    player: str
    other: str


@pytest.fixture
def shelf(book: Book) -> Shelf:
    keeper = book.keeper
    keeper.set_up(FOUR, title=ONE_WORD * 2)
    begun = keeper.set_up(FOUR, order="custom", hand_sizes="3,2,1")
    keeper.save(begun, 1, [1, 1, 1, 1], [1, 1, 1, "S"], trump="hearts")
    keeper.save(begun, 2, [1, 1, 1, 1], trump="none")
    keeper.save(begun, 1, [1, 1, 1, 1], [0, 2, 1, "S"], adjust_2=-5)
    over = keeper.set_up(FOUR[:3], order="custom", hand_sizes="1,1")
    keeper.save(over, 1, [1, 1, 1], [1, 0, 0])
    keeper.save(over, 2, [1, 1, 1], [0, 1, 0])
    players = keeper.document(over)["players"]
    return Shelf(book, begun, over, _of_fifteen(keeper), players[0]["id"], players[1]["id"])


def _of_fifteen(keeper: Scribe) -> str:
    game_id = keeper.set_up(FIFTEEN, order="custom", hand_sizes="3,2,1", zero_bid=1, hook=1)
    keeper.save(game_id, 1, [1] * 15, [1, 1, 1, *[0] * 12])
    return game_id


def addresses(bench: Bench, shelf: Shelf) -> Iterator[str]:
    """Yield every address of the app that is a page, and the states in which some look other."""
    device = bench.run(Keeper(bench.app).open, shelf.book.keeper_link)
    for rule in bench.app.url_map.iter_rules():
        if "GET" in (rule.methods or ()) and rule.endpoint not in NO_PAGE:
            path = _filled(rule, shelf)
            if "<" not in path and bench.run(_is_page, device, path):
                yield path
    for game in (shelf.begun, shelf.over, shelf.fifteen):
        yield from (f"/games/{game}#card", f"/games/{game}#chart")
    yield from (
        f"/games/{game}{view}" for game in (shelf.over, shelf.fifteen) for view in ("", "/across")
    )
    yield f"/games/new?again={shelf.over}"
    yield f"/players/{shelf.player}/merge?into={shelf.other}"
    yield "/nothing-here"


def _filled(rule: Rule, shelf: Shelf) -> str:
    return (
        rule.rule.replace("<own_id:game_id>", shelf.begun)
        .replace("<own_id:player_id>", shelf.player)
        .replace("<hand:number>", "1")
    )


def _is_page(device: Keeper, path: str) -> bool:
    with device.client.get(path, headers={"Accept": BROWSER}) as answer:
        return answer.mimetype == "text/html" and b"<!doctype html>" in answer.data[:200].lower()


def test_no_page_slides_or_grows(bench: Bench, devices: Devices, shelf: Shelf) -> None:
    """With 40 letters in a name and letters of 100 to 200 % nothing sticks out of 320 pixels.

    The card, wide tables and the chips of known players scroll in boxes of their own; the table
    and the view across it are as tall as the window, any other page as tall as what is on it.
    """
    page = devices.page(shelf.book.keeper_link)
    page.set_default_timeout(30_000)  # one slow page of forty should not end the walk
    browser = page.context.new_cdp_session(page)
    faults = {}
    paths = list(addresses(bench, shelf))
    for path in paths:
        if "#" in path:
            page.goto("about:blank")  # else another hash would not load the page
        page.goto(path)
        for found in faults_at_each_size(page, browser):
            faults[path, found[0]] = found[1]
    assert faults == {}
    assert len(paths) > 30


def faults_at_each_size(page: Page, browser: CDPSession) -> Iterator[tuple[object, list[str]]]:
    """Yield what is wrong on a page with all that folds open, with the window and the letters."""
    page.evaluate("for (const each of document.querySelectorAll('details')) each.open = true")
    for width, height, letters in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        browser.send("Page.setFontSizes", {"fontSizes": {"standard": letters}})
        if found := page.evaluate(LOOK):
            yield (width, height, letters), found
