"""Cards of 25 hands and 4 players: beside WeasyPrint alone, kept, first, many, and at once."""

import resource
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from contextlib import closing
from http import HTTPStatus
from http.client import HTTPConnection
from itertools import count, cycle, islice, product

import pytest

from scorekeeper.config import LANGUAGES
from scorekeeper.printing import Paper, Sheet, Style, scorecard_pdf
from scorekeeper.printing.fonts import FONTS, font_faces
from scorekeeper.printing.page import page, stylesheet
from scorekeeper.rules import NOT_COUNTED, Trump
from tests.benchmarks.conftest import table
from tests.benchmarks.test_saving_speed import keeper_of
from tests.browser.conftest import Scribe
from tests.browser.offline.conftest import Host
from tests.conftest import Keeper
from tests.printing.printed import DAY, GOLDEN

GAME = GOLDEN["four-players-whole-game"]
CARDS, MANY, SAVES, PRINTERS = 30, 500, 120, 10
BARE, OURS, KEPT = (
    "WeasyPrint alone, fonts loaded",
    "a card, to the last byte",
    "the same card again",
)

WAYS = tuple(product(Style, Paper, LANGUAGES))
"""So many of each printer's that none is still kept when its turn comes again."""

FIRST = """
import time
from pathlib import Path
from scorekeeper.app import create_app, first_book_link
from scorekeeper.config import Config
from tests.conftest import config_in
app = create_app(config_in(Path({folder!r})))
client = app.test_client()
client.get(first_book_link(app))
began = time.perf_counter()
answer = client.get("/games/{game_id}/scorecard.pdf")
assert answer.data.startswith(b"%PDF")
print((time.perf_counter() - began) * 1000)
"""


def played(keeper: Keeper | Scribe) -> str:
    """Set the game up, play it to its end, and return its id."""
    game_id = keeper.set_up([player.name for player in GAME.players], order=GAME.order.value)
    for number, hand in enumerate(GAME.hands, start=1):
        play(keeper, game_id, number, hand.trump)
    return game_id


def play(keeper: Keeper | Scribe, game_id: str, number: int, trump: Trump | None) -> None:
    """Save a hand of the game, with whatever trump; another trump makes another card."""
    plays = GAME.hands[number - 1].plays
    taken = ["S" if play.taken is NOT_COUNTED else play.taken for play in plays]
    named = trump.value if trump else ""
    keeper.save(game_id, number, [play.bid for play in plays], taken, trump=named)


def milliseconds(work: Callable[[], object]) -> float:
    """Return how long some work took."""
    began = time.perf_counter()
    work()
    return (time.perf_counter() - began) * 1000


def alone() -> Callable[[], object]:
    """Return what prints the card's HTML by WeasyPrint and nothing else, all of it loaded."""
    import weasyprint  # noqa: PLC0415 - measured by its own, loaded when first needed
    from weasyprint.text.fonts import FontConfiguration  # noqa: PLC0415

    fonts, html = FontConfiguration(), page(Sheet(GAME, DAY))
    styles = font_faces() + stylesheet()
    css = weasyprint.CSS(string=styles, base_url=f"{FONTS.as_uri()}/", font_config=fonts)
    return lambda: weasyprint.HTML(string=html).write_pdf(
        stylesheets=[css], font_config=fonts, pdf_variant="pdf/ua-1"
    )


def test_a_card_beside_weasyprint_alone(keeper: Keeper, capsys: pytest.CaptureFixture[str]) -> None:
    """In turn, in one process: the bare card, a card never asked for before, and one kept."""
    game_id, bare = played(keeper), alone()
    path = f"/games/{game_id}/scorecard.pdf"
    times: dict[str, list[float]] = {BARE: [], OURS: [], KEPT: []}
    bare(), keeper.get(path)
    for trump in islice(cycle((Trump.SPADES, Trump.HEARTS)), CARDS):
        play(keeper, game_id, len(GAME.hands), trump)
        times[BARE].append(milliseconds(bare))
        times[OURS].append(milliseconds(lambda: keeper.get(path)))
        times[KEPT].append(milliseconds(lambda: keeper.get(path)))
    with capsys.disabled():
        print(table("printing a card, ms", times, base=BARE))  # noqa: T201


def test_the_first_card_after_a_start(host: Host, capsys: pytest.CaptureFixture[str]) -> None:
    """A fresh process, WeasyPrint and the fonts not yet loaded."""
    code = FIRST.format(folder=str(host.config.instance), game_id=played(host.keeper))
    first = [
        float(subprocess.run([sys.executable, "-c", code], capture_output=True, check=True).stdout)
        for _ in range(5)
    ]
    with capsys.disabled():
        print(table("the first card after a start, ms", {"first card": first}))  # noqa: T201


def test_memory_after_many_cards(capsys: pytest.CaptureFixture[str]) -> None:
    """The most that the process ever held, while it prints every game in every style and paper."""
    sheets = cycle(
        Sheet(g, DAY, "en", *way) for g in GOLDEN.values() for way in product(Style, Paper)
    )
    held = {}
    for card, sheet in enumerate(islice(sheets, MANY), start=1):
        scorecard_pdf(sheet)
        if card % (MANY // 5) == 0:
            held[card] = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    with capsys.disabled():
        print("".join(f"\nafter {card} cards {size:.1f} MB" for card, size in held.items()))  # noqa: T201


def test_saving_while_ten_print(host: Host, capsys: pytest.CaptureFixture[str]) -> None:
    """Saves over HTTP, first with the server to themselves, then with ten who print on and on."""
    print_ids = [played(host.keeper) for _ in range(PRINTERS)]
    save_id = host.keeper.set_up(("Ann", "Ben", "Cy", "Di"))
    client, revision = keeper_of(host, save_id), count()

    def saves() -> list[float]:
        return [
            client.time(f"/games/{save_id}/hands/1", {"base": n, "bid-0": 1 + n % 5, "bid-1": 2})
            for n in islice(revision, SAVES)
        ]

    times = {"alone": saves()}
    answers: list[tuple[int, str]] = []
    stop = threading.Event()

    def print_on(game_id: str) -> None:
        with closing(HTTPConnection("127.0.0.1", host.port, timeout=60)) as connection:
            for style, paper, language in cycle(WAYS):
                if stop.is_set():
                    return
                path = f"/games/{game_id}/scorecard.pdf?style={style}&paper={paper}&lang={language}"
                connection.request("GET", path, headers={"Cookie": client.headers["Cookie"]})
                answer = connection.getresponse()
                answer.read()
                answers.append((answer.status, answer.headers.get("Retry-After", "")))
                stop.wait(0.2 if answer.status == HTTPStatus.SERVICE_UNAVAILABLE else 0)

    printers = [threading.Thread(target=print_on, args=(game,)) for game in print_ids]
    for printer in printers:
        printer.start()
    time.sleep(0.5)  # less than the server keeps a silent connection
    times["while ten print"] = saves()
    stop.set()
    for printer in printers:
        printer.join()
    client._connection.close()  # noqa: SLF001 - it has no end of its own
    told = {answer: answers.count(answer) for answer in sorted(set(answers))}
    with capsys.disabled():
        print(table("saving a hand over HTTP, ms", times, base="alone"))  # noqa: T201
        print(f"answers to those who print (status, Retry-After): {told}")  # noqa: T201
