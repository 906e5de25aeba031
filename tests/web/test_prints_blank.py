"""The empty card for a pen, for any reader of the book."""

import io
from urllib.parse import quote

import pdfplumber
from flask import Flask

from scorekeeper.web.keys import Role
from tests.cases import cases
from tests.conftest import Device, Keeper, link_to

RIGHT = [
    "",
    "players=2",
    "players=15&style=plain&paper=letter",
    "players=3&order=long&finale=1",
    "players=6&finale=on",
    "players=6&finale=0",
    "order=low-high-low&lang=ko",
    "names=Ann,Ben",
    "players=4&names=Ann,,Cy",
    "order=custom&hand_sizes=5,4,3,2,1",
    "names=%EA%B9%80%ED%95%98%EB%8A%98,%3Cb%3EBo%3C/b%3E",
]
WRONG = [
    ("players=1", "Bluke needs 2 to 15 players"),
    ("players=16", "Bluke needs 2 to 15 players"),
    ("players=-3", "Enter a number of one or two digits."),
    ("players=four", "Enter a number of one or two digits."),
    ("players=2&names=Ann,Ben,Cy", "There are more names than players."),
    ("names=" + "x" * 41 + ",Ben", "A name is 1 to 40 characters long."),
    ("names=%00,Ben", "A name cannot contain tabs, line breaks or other control characters."),
    ("order=sideways", "Choose one of the orders."),
    ("players=4&order=long", "The long game is for two or three players."),
    ("players=4&finale=1", "The finale deals every card"),
    ("order=custom", "List the cards of each hand"),
    ("order=custom&hand_sizes=a", "List the cards of each hand"),
    ("order=custom&players=10&hand_sizes=9", "With 10 players a hand has 1 to 5 cards."),
]
MISSING = ["style=fancy", "paper=a3", "players=4&style="]


@cases("query", RIGHT)
def test_an_empty_card_is_there_for_the_asking(reader: Device, query: str) -> None:
    """Every field may be left out; whatever can be played can be printed."""
    answer = reader.get(f"/blank.pdf?{query}")
    assert answer.status_code == 200
    assert answer.mimetype == "application/pdf"
    assert answer.data.startswith(b"%PDF-")
    called = quote("빈 블루크 점수표" if "lang=ko" in query else "Blank Bluke scorecard")
    assert called in answer.headers["Content-Disposition"]


@cases("query, sentence", WRONG)
def test_what_cannot_be_played_is_said_in_a_sentence(
    reader: Device, query: str, sentence: str
) -> None:
    """A wrong field is 422 with the form, and says what is wrong."""
    answer = reader.get(f"/blank.pdf?{query}")
    assert answer.status_code == 422
    assert sentence in answer.get_data(as_text=True)


@cases("query", MISSING)
def test_a_style_or_paper_that_is_not_there_is_missing(reader: Device, query: str) -> None:
    """As for the card of a game, an unknown style or paper is 404."""
    assert reader.get(f"/blank.pdf?{query}").status_code == 404


def test_names_stand_on_the_card(reader: Device) -> None:
    """The names given are printed, in seating order."""
    answer = reader.get("/blank.pdf?names=Ann,Ben,Cy&players=4")
    text = pdfplumber.open(io.BytesIO(answer.data)).pages[0].extract_text()
    assert text.index("Ann") < text.index("Ben") < text.index("Cy")


def test_the_form_of_an_empty_card_leads_to_it(reader: Device) -> None:
    """The page asks for what the card needs, filled in from its address."""
    page = reader.page("/blank?players=3&order=long&names=Ann")
    assert 'action="/blank.pdf"' in page
    assert 'value="3"' in page
    assert '<option value="long" selected>' in page


def test_every_reader_gets_an_empty_card(app: Flask, stranger: Device, keeper: Keeper) -> None:
    """Whoever was let into anything may print an empty card; a stranger finds none."""
    guest = Device(app).open(link_to(app, keeper.set_up(), Role.READER))
    assert guest.get("/blank").status_code == 200
    assert guest.get("/blank.pdf").mimetype == "application/pdf"
    for path in ("/blank.pdf", "/blank", "/blank.pdf?players=99"):
        assert stranger.get(path).status_code == 404
