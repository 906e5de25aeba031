"""Words that are 40 % longer fit a phone, and scripts say nothing that was not translated."""

import re
from collections.abc import Iterator
from html import unescape

import pytest
from playwright.sync_api import Page

from scorekeeper.web.keys import Role
from tests.browser.conftest import SERVE, Bench, Devices, Scribe, serving
from tests.conftest import link_to
from tests.pseudo import bare_words, write

SPOKEN_IN = "nl"
IN_BRACKETS = f"""
import sys; from pathlib import Path; from scorekeeper import files
files.TRANSLATIONS = Path(sys.argv[1])
{SERVE}
"""
LINK = re.compile(r'href="(/[^"]*)"')
NO_PAGES = re.compile(r"/(static|language|key|manifest)|\.(pdf|csv|json)\b|/resume")
FOUR = ("101", "102", "103", "104")

SIDEWAYS = "() => document.scrollingElement.scrollWidth - document.documentElement.clientWidth"
TEXTS = "h1, h2, h3, p, th, td, li, dt, dd, label, legend, button, summary, small, a"
CUT = (
    f"const texts = '{TEXTS}';"
    """
[...document.querySelectorAll("body :not(input, iframe)")].filter((element) => {
  const { overflowX, visibility } = getComputedStyle(element);
  const hides = ["hidden", "clip"].includes(overflowX);
  const mayStickOut = overflowX === "visible" && element.matches(texts);
  const isSeen = element.clientWidth > 1 && visibility === "visible";
  return (hides || mayStickOut) && isSeen && element.scrollWidth > element.clientWidth + 1;
}).map((element) => [element.outerHTML.slice(0, 90), element.scrollWidth, element.clientWidth])"""
)
"""What hides a part of what it says, or lets it stick out; what scrolls does neither."""


@pytest.fixture(scope="module")
def address_in_brackets(
    sqlite_bench: Bench, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[str]:
    folder = write(tmp_path_factory.mktemp("translations"), SPOKEN_IN)
    with serving(sqlite_bench.config, "-c", IN_BRACKETS, str(folder)) as address:
        yield address


@pytest.fixture
def address(address_in_brackets: str) -> str:
    return address_in_brackets


@pytest.fixture(scope="module")
def link(sqlite_bench: Bench) -> str:
    """Fill a book with games in every state, and return the link into it."""
    bench = sqlite_bench
    book_id = bench.run(bench.new_book)
    link = bench.run(link_to, bench.app, book_id, Role.KEEPER)
    keeper = Scribe(bench, link)
    keeper.set_up(FOUR, title="77")
    begun = keeper.set_up(FOUR, order="custom", hand_sizes="3,2,1")
    keeper.save(begun, 1, [1, 1, 1, 1], [1, 1, 1, "S"], trump="hearts")
    keeper.save(begun, 2, [1, 1, 1, 1], trump="none")
    keeper.save(begun, 1, [1, 1, 1, 1], [0, 2, 1, "S"], adjust_2=-5)
    over = keeper.set_up(FOUR[:2], order="custom", hand_sizes="1,1")
    keeper.save(over, 1, [1, 1], [1, 0])
    keeper.save(over, 2, [1, 1], [0, 1])
    keeper.set_up([str(101 + seat) for seat in range(15)], zero_bid=1, hook=1)
    return link


@pytest.fixture
def phone(devices: Devices, link: str) -> Page:
    page = devices.page(link)
    page.goto(f"/language/{SPOKEN_IN}")
    return page


def pages(page: Page) -> Iterator[str]:
    """Open every page that can be reached from the home page, and yield its address."""
    seen: set[str] = set()
    ahead = ["/"]
    while ahead:
        path = ahead.pop()
        # A game of fifteen has thirty tables of one kind: the first hand's will do.
        path = re.sub(r"/hands/\d+", "/hands/1", path)
        if path in seen or NO_PAGES.search(path):
            continue
        seen.add(path)
        page.goto(path)
        ahead += [unescape(each).partition("#")[0] for each in LINK.findall(page.content())]
        yield path


@pytest.mark.slow
def test_nothing_is_cut_or_bare_on_any_page(phone: Page) -> None:
    """At 360 pixels no page scrolls sideways, hides words, or says one of its own."""
    wrong: dict[str, object] = {}
    count = 0
    for path in pages(phone):
        phone.wait_for_timeout(60)
        for menu in phone.locator("details:visible > summary").all():
            menu.click()
        sideways, cut = phone.evaluate(SIDEWAYS), phone.evaluate(CUT)
        bare = bare_words(phone.content())
        if sideways > 0 or cut or bare:
            wrong[path] = (sideways, cut, bare)
        count += 1
    assert wrong == {}
    assert count > 25


def test_nothing_is_cut_or_bare_while_a_hand_is_played(phone: Page) -> None:
    """What scripts say at each step: whose turn it is, what is left, who won."""
    phone.goto("/games/new")
    for seat, name in enumerate(FOUR):
        phone.locator(f"[name=players-{seat}]").fill(name)
    phone.locator("[name=order][value=custom]").check()
    phone.locator("[name=hand_sizes]").fill("2,1")
    phone.locator("[name=first_dealer]").first.check()
    phone.locator(".go button").click()
    wrong = {}
    phone.locator("[data-trump=hearts]").click()
    # All bid 1 where they may; the last results of a hand come by themselves.
    for step in range(24):
        if phone.locator("main").get_attribute("data-phase") == "over":
            break
        phone.locator("[data-key]:visible:enabled:not([data-key='0'])").or_(
            phone.locator("[data-key='0']:visible:enabled")
        ).first.click()
        sideways, cut = phone.evaluate(SIDEWAYS), phone.evaluate(CUT)
        bare = bare_words(phone.content())
        if sideways > 0 or cut or bare:
            wrong[step] = (sideways, cut, bare)
    assert wrong == {}
    assert phone.locator("main").get_attribute("data-phase") == "over"
