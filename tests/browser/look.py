"""Every page of the app, in games with the longest names, and what must not be seen on any."""

from collections.abc import Iterator
from dataclasses import dataclass

from werkzeug.routing import Rule

from tests.browser.conftest import Bench, Book, Scribe
from tests.conftest import BROWSER, Keeper

ONE_WORD = "Donaudampfschifffahrtskapitaensgattinnen"
MANY_WORDS = "Anna Maria van der Berg-Oosterhuis (oma)"
WIDE_LETTERS = "W" * 40
KAZAKH = "Нұрсұлтан-Әбілқайыр Жұмағалиұлы Қуат Бек"
FOUR = (ONE_WORD, MANY_WORDS, WIDE_LETTERS, KAZAKH)
FIFTEEN = tuple(f"{ONE_WORD[:37]} {seat}" for seat in range(1, 16))

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


def shelf_of(book: Book) -> Shelf:
    """Fill a scorebook with a game in each state."""
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
