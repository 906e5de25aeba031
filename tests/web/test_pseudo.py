"""Nothing is said that was not translated: every page in a language made of brackets."""

import csv
import json
import re
from collections.abc import Iterator
from html import unescape
from io import StringIO
from pathlib import Path
from typing import TypeVar

import pytest
from flask import Flask
from flask_babel import get_domain, gettext

from scorekeeper import files
from scorekeeper.app import first_book_link
from scorekeeper.cli import main
from scorekeeper.commands import speaking as terminal
from scorekeeper.store.ids import book_of
from scorekeeper.web.keys import Role
from tests.cases import cases
from tests.conftest import BROWSER, Device, Keeper, config_in, link_to, running
from tests.pseudo import PLAYERS, bare, bare_words, pseudo, strings, write

LINK = re.compile(r'href="(/[^"]*)"')
NO_PAGES = ("/static/", "/language/", "/key/", "/manifest")
DATA = re.compile(r'<script type="application/json" id="table-data">(.*?)</script>', re.DOTALL)
SPOKEN_IN = "nl"
AnyDevice = TypeVar("AnyDevice", bound=Device)


@pytest.fixture(scope="module")
def translations(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write(tmp_path_factory.mktemp("translations"), SPOKEN_IN)


@pytest.fixture(scope="module")
def app(translations: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Flask]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(files, "TRANSLATIONS", translations)
        for app in running(config_in(tmp_path_factory.mktemp("instance"))):
            forget(app)
            yield app
            forget(app)


def forget(app: Flask) -> None:
    """Let the catalogues be read anew: all apps of a process share what was read."""
    with app.app_context():
        get_domain().cache.clear()


def speaking(device: AnyDevice) -> AnyDevice:
    """Switch a device to the language of brackets."""
    device.client.get(f"/language/{SPOKEN_IN}")
    return device


@pytest.fixture(scope="module")
def keeper(app: Flask) -> Keeper:
    """Return a keeper whose book holds games in every state."""
    keeper = speaking(Keeper(app).open(first_book_link(app)))
    keeper.set_up(PLAYERS, hook=1, zero_bid=1, scorekeeper=1, title="77")
    begun = keeper.set_up(PLAYERS, order="custom", hand_sizes="3,2,1")
    keeper.save(begun, 1, [1, 1, 1, 1], [1, 1, 1, "S"], trump="hearts")
    keeper.save(begun, 2, [1, 1, 1], trump="none")
    keeper.save(begun, 1, [1, 1, 1, 1], [0, 2, 1, "S"], trump="hearts", adjust_2=-5)
    keeper.save(begun, 2, [1, 1, 1, 2])
    keeper.undo(begun)
    over = keeper.set_up(PLAYERS[:2], order="custom", hand_sizes="1,1")
    keeper.save(over, 1, [1, 1], [1, 0])
    keeper.save(over, 2, [1, 1], [0, 1])
    early = keeper.set_up(PLAYERS[:3], order="long", finale=1)
    keeper.save(early, 1, [4, 4, 4], [4, 4, 5])
    send(keeper, f"/games/{early}/join", name="105", number=2, fit=1, start=-10)
    send(keeper, f"/games/{early}/leave", seat=0, number=3)
    send(keeper, f"/games/{early}/coming", number=4, hand_sizes="3,2,1")
    send(keeper, f"/games/{early}/end")
    send(keeper, f"/games/{begun}/give-up")
    send(keeper, f"/games/{begun}/give-up", again=1)
    send(keeper, f"/games/{begun}/names", **{f"name-{n}": f"20{n}" for n in range(4)}, title="7")
    return keeper


def send(keeper: Keeper, path: str, **fields: object) -> None:
    """Send a form of the table as it stands."""
    game = re.match(r"/games/(\w+)/", path)
    assert game
    base = keeper.document(game[1])["revision"]
    answer = keeper.send(path, {"base": base, **fields}, accept=BROWSER)
    assert answer.status_code == 303, (path, answer.get_data(as_text=True))


def pages(device: Device, *starts: str) -> dict[str, str]:
    """Return every page that can be reached from some, by its address."""
    found: dict[str, str] = {}
    ahead = list(starts)
    while ahead:
        path = ahead.pop()
        if path in found or path.startswith(NO_PAGES):
            continue
        answer = device.client.get(path, headers={"Accept": BROWSER}, follow_redirects=True)
        found[path] = answer.get_data(as_text=True) if answer.mimetype == "text/html" else ""
        links = LINK.findall(found[path])
        ahead += [unescape(link).partition("#")[0] for link in links]
    return {path: text for path, text in found.items() if text}


@pytest.fixture(scope="module")
def found(keeper: Keeper) -> dict[str, str]:
    """Return every page that a keeper of the book can reach."""
    return pages(keeper, "/", "/resume")


def test_every_page_speaks_the_reader_s_language(found: dict[str, str]) -> None:
    """All that can be reached from the home page, and nothing of it is bare."""
    assert len(found) > 40
    assert {path: said for path, page in found.items() if (said := bare_words(page))} == {}


@pytest.mark.slow
def test_readers_and_strangers_are_spoken_to_as_well(app: Flask, keeper: Keeper) -> None:
    """Whoever may only look, holds one game, or has no key at all."""
    game_ids = re.findall(r'href="/games/(\w{16})"', keeper.page("/"))
    one = speaking(Device(app).open(link_to(app, game_ids[0], Role.READER)))
    two = speaking(Device(app).open(link_to(app, game_ids[1], Role.KEEPER)))
    two.open(link_to(app, game_ids[0], Role.READER))
    reader = speaking(Device(app).open(link_to(app, book_of(game_ids[0]), Role.READER)))
    for device in (one, two, reader, speaking(Device(app))):
        found = pages(device, "/", "/rules", "/nowhere", "/games/new")
        assert {path: said for path, page in found.items() if (said := bare_words(page))} == {}


def test_the_words_of_the_scripts_come_with_the_page(found: dict[str, str]) -> None:
    """A script says nothing of its own: every word it has is one of these."""
    tables = {path: data[1] for path, page in found.items() if (data := DATA.search(page))}
    assert tables
    for path, text in tables.items():
        words = list(strings(json.loads(text)["words"]))
        assert len(words) > 50, path
        assert [word for word in words if bare(re.sub(r"\{\w+\}", "", word))] == [], path


REFUSED = [
    ("/games/new", {"players-0": "101", "order": "x", "finale": 1, "title": "9" * 81}),
    ("/games/new", {"players-0": "1", "players-2": "2", "order": "custom", "hand_sizes": "99"}),
    ("/games/new", {"players-0": "1", "players-1": "2", "order": "custom", "hand_sizes": "a"}),
    ("/games/new", {"players-0": "1" * 41, "players-1": "2", "first_dealer": 9, "finale": 1}),
    ("hands/2", {"bid-0": 99, "bid-1": "x", "taken-2": 1, "adjust-0": "x", "trump": "x"}),
    ("hands/2", {"bid-0": 1, "taken-0": "x", "dealer": 1, "out-1": 1, "bid-9": 1}),
    ("hands/2", {"bid-0": 1, "bid-1": 1, "out-2": 1, "bid-2": 1, "dealer": 77, "cards": 50}),
    ("hands/2", {**{f"bid-{n}": 1 for n in range(4)}, **{f"taken-{n}": 2 for n in range(4)}}),
    ("hands/2", {**{f"bid-{n}": 1 for n in range(4)}, **{f"taken-{n}": 0 for n in range(4)}}),
    ("seats", {"order": "x"}),
    ("names", {"name-0": "", "name-1": "1" * 41}),
    ("join", {"name": "", "number": 1, "start": "x"}),
    ("join", {"name": "9", "number": 99, "start": 1}),
    ("leave", {"seat": 99, "number": 1}),
    ("coming", {"number": 1, "hand_sizes": "99"}),
    ("/import", {"card": ""}),
    ("/import", {"card": "11,22,33"}),
    ("/import", {"card": "9,1,,2,\n5,3,4\n"}),
    ("/import", {"card": '{"players": 3}'}),
    ("/import", {"card": "0,1,,2,\n2,9,5,1,1\n1,1,,2,7\n"}),
    ("/import", {"card": "0,1,,,2,,\n2,1,1,10,1,1,20\n1,1,1,44,1,0,9\n"}),
]


@cases("path, fields", REFUSED)
def test_what_is_refused_is_refused_in_the_reader_s_language(
    keeper: Keeper, path: str, fields: dict[str, object]
) -> None:
    """On a page and in JSON, whatever form it was."""
    game_id = keeper.set_up(PLAYERS)
    path = path if path.startswith("/") else f"/games/{game_id}/{path}"
    values = {"base": 0, **fields}
    page = keeper.send(path, values, accept=BROWSER)
    assert page.status_code in (200, 422), page.get_data(as_text=True)
    assert bare_words(page.get_data(as_text=True)) == []
    answer = keeper.send(path, values).get_json()
    said = list(strings(answer.get("errors") or answer.get("faults") or answer))
    assert said
    assert [text for text in said if bare(text)] == []


def test_errors_are_said_in_the_reader_s_language(app: Flask, keeper: Keeper) -> None:
    """Whatever went wrong, on a page and in JSON."""
    game_id = keeper.set_up(PLAYERS)
    reader = speaking(Device(app).open(link_to(app, book_of(game_id), Role.READER)))
    undo, large = f"/games/{game_id}/undo", {"card": "9" * 1_100_000}
    for device, path, fields, status in (
        (keeper, undo, {"csrf_token": ""}, 400),
        (reader, undo, {}, 403),
        (keeper, "/rules", {}, 405),
        (keeper, "/import", large, 413),
        (keeper, undo, {"base": 7}, 409),
        (keeper, f"/games/{game_id}/hands/1", {"base": 7, "bid-0": 1}, 409),
    ):
        values = fields if device is reader else {"csrf_token": keeper.token(), **fields}
        page = device.post(path, values, accept=BROWSER)
        assert (page.status_code, path) == (status, path)
        assert bare_words(page.get_data(as_text=True)) == []
        if status != 409:
            assert bare(device.post(path, values).get_json()["error"]) == ""


def test_the_table_for_a_spreadsheet_has_its_headings(keeper: Keeper) -> None:
    """The headings are in the reader's language, and the cells parted as there."""
    game_id = keeper.set_up(PLAYERS)
    answer = keeper.get(f"/games/{game_id}.csv")
    rows = list(csv.reader(StringIO(answer.data.decode("utf-8-sig")), delimiter=";"))
    assert [text for text in rows[0] if bare(text)] == []
    assert rows[0][0] == pseudo("Hand")


def test_the_manifest_names_the_app(keeper: Keeper) -> None:
    """Its name, its shortcuts and its language."""
    manifest = keeper.get("/manifest.webmanifest").get_json()
    said = [manifest["name"], *(shortcut["name"] for shortcut in manifest["shortcuts"])]
    assert [text for text in said if bare(text)] == []
    assert (manifest["lang"], manifest["short_name"]) == (SPOKEN_IN, "Bluke")


def test_the_command_line_speaks_the_terminal_s_language(
    translations: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Help, verdicts and complaints; click's own few words stay as they are."""
    monkeypatch.setattr(terminal, "TRANSLATIONS", translations)
    monkeypatch.setenv("LANG", "nl_NL.UTF-8")
    monkeypatch.delenv("LC_ALL")
    with terminal.speaking(SPOKEN_IN):
        assert gettext("Hand") == pseudo("Hand")
    assert main(["check", "/no/such/card"]) == 2
    assert "[/no/such/card çàññöt bé öpéñéd" in capsys.readouterr().err
    assert main(["check", "--help"]) == 0
    told = capsys.readouterr().out
    assert "[Whö šàt à hàñd öüt hàš ñöthíñg íñ ít." in told
    assert "[à bíd öf 0 íš àllöwéd" in told


def test_bare_words_are_found() -> None:
    """What these tests look for they would see."""
    page = (
        "<title>[Öñé ·] · Bluke</title><p>Two <b>[Thŕéé ··]</b></p><p>[À <b>wöŕd</b> ·]</p>"
        "<p title='Four'>4 S</p><bdi>Ann</bdi><p>[Fívé [Šíx ·] ··]</p>"
        '<p data-words="{&quot;some&quot;: [&quot;Seven&quot;, &quot;[Éíght ··]&quot;]}"></p>'
    )
    assert bare_words(page) == ["p: Two [Thŕéé ··]", "p title: Four", "p data-words: Seven"]
