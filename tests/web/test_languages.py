"""The language of each reader: asked for by the device, chosen in the switch, remembered."""

import re
from dataclasses import replace
from io import BytesIO

import pdfplumber
from flask import Flask
from flask.testing import FlaskClient
from flask_babel import force_locale, ngettext

from scorekeeper.app import create_app
from scorekeeper.config import LANGUAGES, Config
from scorekeeper.rules.pack import PACK
from scorekeeper.store.schema import upgrade
from scorekeeper.web.languages import COOKIE, NAMES, own_path
from scorekeeper.web.pad import words
from tests.cases import cases
from tests.conftest import Device, Keeper, setup_fields

LANGUAGE = re.compile(r'<html lang="(\w+)">')
SWITCH = re.compile(r'<a href="([^"]+)" lang="(\w+)" hreflang="(\w+)"( aria-current="true")?>')

# What a device asks for, and what it gets.
ASKED = [
    ("", "en"),
    ("ko-KR", "ko"),
    ("ro-MD,ru;q=0.9,en;q=0.8", "ro"),
    ("nl-BE,nl;q=0.9", "nl"),
    ("kk-KZ,ru;q=0.9,en;q=0.8", "kk"),
    ("en;q=0.5,ko;q=0.9", "ko"),
    ("fr,de;q=0.7", "en"),
    ("fr,nl;q=0.1", "nl"),
    ("ko;q=0,nl;q=0.3", "nl"),
    ("*", "en"),
    ("NL", "nl"),
    (";;q=,ko-;q=x", "en"),
]

# Where a switch may lead back to: anything that a browser could take for another host may not.
PATHS = [
    ("/", "/"),
    ("/games/abc?hand=3#card", "/games/abc?hand=3#card"),
    ("", "/"),
    ("games", "/"),
    ("//elsewhere.example/x", "/"),
    ("/\\elsewhere.example", "/"),
    ("\\\\elsewhere.example", "/"),
    ("/\t/elsewhere.example", "/"),
    ("/\n/elsewhere.example", "/"),
    ("https://elsewhere.example", "/"),
    ("javascript:alert(1)", "/"),
    ("/x\r\nSet-Cookie: a=b", "/"),
]


def language(client: FlaskClient, path: str = "/", accept: str = "") -> str:
    """Return the language that a page says it is in."""
    answer = client.get(path, headers={"Accept-Language": accept} if accept else {})
    found = LANGUAGE.search(answer.get_data(as_text=True))
    assert found
    assert answer.headers["Content-Language"] == found[1]
    return found[1]


@cases("accept, expected", ASKED)
def test_a_page_is_in_the_language_of_the_device(
    client: FlaskClient, accept: str, expected: str
) -> None:
    """The first language asked for that there is; a country has that of its language."""
    assert language(client, accept=accept) == expected


def test_without_a_wish_the_host_s_language_holds(config: Config) -> None:
    """It is the setting's; a device that asks for another gets that."""
    upgrade(config.database_url)
    client = create_app(replace(config, language="ro")).test_client()
    assert language(client) == "ro"
    assert language(client, accept="ko") == "ko"


def test_a_choice_is_remembered_for_a_year(client: FlaskClient) -> None:
    """It needs no key, and outweighs what the browser asks for."""
    answer = client.get("/language/kk?to=/rules")
    assert (answer.status_code, answer.location) == (303, "/rules")
    assert f"{COOKIE}=kk" in answer.headers["Set-Cookie"]
    assert "Max-Age=31536000" in answer.headers["Set-Cookie"]
    assert language(client, "/rules", accept="ko") == "kk"


def test_a_cookie_that_names_no_language_is_passed_over(client: FlaskClient) -> None:
    """Whatever a cookie says, a page comes."""
    client.set_cookie(COOKIE, "../../etc")
    assert language(client, accept="nl") == "nl"


@cases("purpose", ["prefetch", "prefetch;prerender", "preview"])
def test_fetching_ahead_changes_nothing(client: FlaskClient, purpose: str) -> None:
    """A browser that only looks ahead does not switch, and keeps no answer for later."""
    for header in ("Sec-Purpose", "Purpose"):
        answer = client.get("/language/kk", headers={header: purpose})
        assert answer.status_code == 303
        assert "Set-Cookie" not in answer.headers
        assert answer.headers["Cache-Control"] == "no-store"


def test_a_language_that_is_not_there_is_not_found(client: FlaskClient) -> None:
    """As every address that is not there."""
    assert client.get("/language/fr").status_code == 404


@cases("asked, given", PATHS)
def test_a_switch_leads_back_to_pages_of_our_own(asked: str, given: str) -> None:
    """Nobody is sent elsewhere by a link to this app."""
    assert own_path(asked) == given


def test_each_page_has_the_switch(keeper: Keeper, reader: Device) -> None:
    """Every language by its own name, this page's marked, each leading back to this page."""
    game_id = keeper.set_up()
    pages = [
        "/",
        "/rules",
        "/blank",
        f"/games/{game_id}",
        f"/games/{game_id}/hands/2",
        f"/games/{game_id}/history",
        f"/games/{game_id}/print?style=plain&paper=letter",
        f"/games/{game_id}/across",
    ]
    for device in (keeper, reader):
        for path in pages:
            page = device.page(path)
            found = SWITCH.findall(page)
            assert [code for _, code, _, _ in found] == list(NAMES), path
            assert all(code == hreflang for _, code, hreflang, _ in found)
            assert [code for _, code, _, current in found if current] == ["en"]
            for name in NAMES.values():
                assert f">{name}</a>" in page
            address, *_ = next(each for each in found if each[1] == "nl")
            assert device.client.get(address.replace("&amp;", "&")).location == path
            device.client.delete_cookie(COOKIE)


def test_after_a_refused_form_the_switch_leads_to_a_page(keeper: Keeper) -> None:
    """A form's address may have no page of its own: then it is that of the game."""
    game_id = keeper.set_up()
    refused = [
        ("/games/new", setup_fields(["Ann"]), "/games/new"),
        (f"/games/{game_id}/hands/1", {"bid-0": "99", "base": 0}, f"/games/{game_id}/hands/1"),
        (f"/games/{game_id}/seats", {"order": "x", "base": 0}, f"/games/{game_id}"),
    ]
    for path, fields, back in refused:
        answer = keeper.send(path, fields, accept="text/html")
        assert answer.status_code == 422, path
        address = SWITCH.findall(answer.get_data(as_text=True))[2][0]
        assert keeper.client.get(address).location == back
        assert keeper.get(back).status_code == 200


def test_answers_say_that_they_depend_on_the_reader(keeper: Keeper) -> None:
    """A cache between here and the reader keeps languages apart; files are everybody's."""
    game_id = keeper.set_up()
    by_language = ("/", "/rules", "/manifest.webmanifest", f"/games/{game_id}.csv", "/blank.pdf")
    for path in by_language:
        vary = keeper.get(path).headers["Vary"]
        assert {"Accept-Language", "Cookie"} <= set(vary.split(", ")), path
    for path in ("/sw.js", "/healthz"):
        with keeper.get(path) as answer:
            assert "Accept-Language" not in answer.headers.get("Vary", "")


def test_a_card_is_printed_in_the_language_of_whoever_prints(keeper: Keeper) -> None:
    """Else in the one that the address names."""
    keeper.client.get("/language/ko")
    for address, expected in (("/blank.pdf", "ko"), ("/blank.pdf?lang=nl", "nl")):
        with pdfplumber.open(BytesIO(keeper.get(address).data)) as pdf:
            assert pdf.doc.catalog["Lang"] in (expected, expected.encode())


def test_a_sentence_has_its_number_s_form(app: Flask) -> None:
    """The keypad finds for each number the form that its language has for it."""
    for name in LANGUAGES:
        with app.test_request_context(), force_locale(name):
            said = words()
            for number in range(PACK):
                form = said["left"][int(said["plural"][number])]
                full = ngettext("%(num)s trick left", "%(num)s tricks left", number)
                assert form.replace("{num}", str(number)) == full, name
