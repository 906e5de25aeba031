"""A whole book through the pages: out as a file, and in from one."""

import csv
import gzip
import io
import json
from html import unescape
from typing import Any

import pytest
from flask import Flask
from flask_babel import force_locale
from werkzeug.test import TestResponse

from scorekeeper.store import books
from scorekeeper.web.extensions import writing
from scorekeeper.web.keys import Role
from tests.cases import cases
from tests.conftest import BROWSER, SCRIPT, Device, Document, Keeper, link_to
from tests.transfers.books import game, text

MEGABYTE = 1024 * 1024
EDGE = "cut-here-2345678"


def new_keeper(app: Flask) -> Keeper:
    """Return a device that keeps an empty book of its own."""
    with app.app_context(), writing() as store:
        book_id = books.make_book(store)
    return Keeper(app).open(link_to(app, book_id, Role.KEEPER))


def send(
    keeper: Keeper, data: bytes, *, accept: str = SCRIPT, name: str = "book.json", **fields: object
) -> TestResponse:
    """Send the form that brings a book in, with a file."""
    fields = {"csrf_token": keeper.token("/import"), **fields}
    parts = [
        f'--{EDGE}\r\nContent-Disposition: form-data; name="{key}"\r\n\r\n{value}\r\n'
        for key, value in fields.items()
    ]
    about = f'--{EDGE}\r\nContent-Disposition: form-data; name="file"; filename="{name}"\r\n\r\n'
    # Put together here: the client of the tests leaves a file open for a large one.
    body = "".join([*parts, about]).encode() + data + f"\r\n--{EDGE}--\r\n".encode()
    return keeper.client.post(
        "/import",
        data=body,
        content_type=f"multipart/form-data; boundary={EDGE}",
        headers={"Accept": accept},
    )


def exported(keeper: Keeper) -> dict[str, Any]:
    written: dict[str, Any] = json.loads(keeper.get("/book.json").data)
    return written


def documents(keeper: Keeper) -> list[Document]:
    """Return the document of every game in the file of the book, as its own address has it."""
    return [keeper.document(each["id"]) for each in exported(keeper)["games"]]


@pytest.fixture
def played(keeper: Keeper) -> Keeper:
    """Return a keeper in whose book two games were played, one of them to its end."""
    first = keeper.set_up(["=1+1", "김하늘"], order="custom", hand_sizes="3,2", title="Friday")
    keeper.save(first, 1, bids=[2, 3], taken=[3, "S"], trump="hearts")
    keeper.save(first, 2, bids=[1, 1], taken=[1, 1], adjust_1=-5)
    keeper.save(first, 1, bids=[2, 3], taken=[3, 0], trump="hearts")
    second = keeper.set_up(["김하늘", "Ann", "Ben"])
    keeper.save(second, 1, bids=[1, 2, None])
    return keeper


def test_a_book_moves_through_the_pages(app: Flask, played: Keeper) -> None:
    """Games, statistics and documents are the same but for the book's id; a file adds the order."""
    data = played.get("/book.json").data
    other = new_keeper(app)
    report = send(other, data, keep=1).get_json()
    assert (report["is_kept"], report["new"], report["players"]) == (True, 2, 4)
    mine, theirs = (exported(device)["book"] for device in (played, other))
    for path in ("/stats.json", "/book.csv"):
        moved = other.get(path, accept=SCRIPT).get_data(as_text=True).replace(theirs, mine)
        assert moved == played.get(path, accept=SCRIPT).get_data(as_text=True)
    moved_documents = json.dumps(documents(other)).replace(theirs, mine)
    assert json.loads(moved_documents) == documents(played)
    in_order = [
        {**each, "last_change": count} for count, each in enumerate(documents(played), start=1)
    ]
    assert exported(played)["games"] == in_order


def test_a_second_time_nothing_comes_in(app: Flask, played: Keeper) -> None:
    """The page says how many were known; the book is as it was."""
    data = played.get("/book.json").data
    other = new_keeper(app)
    send(other, data, keep=1)
    before = exported(other)
    page = send(other, data, keep=1, accept=BROWSER).get_data(as_text=True)
    assert "0 games came in." in page
    assert "2 games are known already." in page
    assert {**exported(other), "made": ""} == {**before, "made": ""}
    assert send(played, data, keep=1).get_json()["same"] == 2


def test_looking_keeps_nothing(app: Flask, played: Keeper) -> None:
    """Without the button that keeps, the page says what would come in."""
    other = new_keeper(app)
    page = send(other, played.get("/book.json").data, accept=BROWSER).get_data(as_text=True)
    assert "2 games would come in." in page
    assert "4 players would be new in the book." in page
    assert "Bring the book in</button>" in page
    assert exported(other)["games"] == []


def test_a_packed_file_is_taken_as_it_is(app: Flask, played: Keeper) -> None:
    """Whatever it is called."""
    packed = gzip.compress(played.get("/book.json").data)
    assert send(new_keeper(app), packed, name="x", keep=1).get_json()["new"] == 2


def test_a_pasted_book_is_read_too(app: Flask, played: Keeper) -> None:
    """A small one fits into the field that games are pasted into."""
    other = new_keeper(app)
    fields = {"card": played.get("/book.json").get_data(as_text=True), "keep": 1}
    assert other.send("/import", fields, page="/import").get_json()["new"] == 2


def test_a_file_that_was_cut_short_changes_nothing(app: Flask, played: Keeper) -> None:
    """It is told in which line it ends."""
    other = new_keeper(app)
    data = played.get("/book.json").data
    for spoilt in (data[:-3], data[: len(data) // 2], gzip.compress(data)[:-20]):
        answer = send(other, spoilt, keep=1, accept=BROWSER)
        assert answer.status_code == 422
        assert "The file was cut short: it ends in line" in unescape(answer.text)
        assert "Nothing was changed." in answer.text
    error = send(other, data[:-3], keep=1).get_json()["errors"]["file"]
    assert error.startswith("The file was cut short")
    assert exported(other)["games"] == []
    assert exported(other)["players"] == []


def test_a_file_that_was_altered_changes_nothing(app: Flask, played: Keeper) -> None:
    """It is told which value of which game is not what it has to be."""
    written = exported(played)
    written["games"][0]["hands"][0]["plays"][0]["total"] = 99
    other = new_keeper(app)
    answer = send(other, json.dumps(written).encode(), keep=1, accept=BROWSER)
    assert answer.status_code == 422
    said = "Game 1, from line 1 on: hands[0].plays[0].total is 99 in the document; by the rules"
    assert said in unescape(answer.text)
    assert exported(other)["games"] == []


def test_the_others_come_in_where_that_is_wanted(app: Flask, played: Keeper) -> None:
    """After the report of what is wrong the rest can be brought in without it."""
    written = exported(played)
    written["games"][0]["hands"][0]["cards"] = 99
    data = json.dumps(written).encode()
    other = new_keeper(app)
    page = send(other, data, keep=1, accept=BROWSER).get_data(as_text=True)
    assert 'name="without"' in page
    answer = send(other, data, keep=1, without=1, accept=BROWSER)
    assert answer.status_code == 200
    assert "1 game came in." in answer.text
    assert "1 game is wrong" in answer.text
    assert len(exported(other)["games"]) == 1


def test_more_faults_than_one_reads_are_counted(app: Flask) -> None:
    """Fifty are told, the others are only counted."""
    data = text(*(game(1, id=None, title="\n") for _ in range(60)))
    page = send(new_keeper(app), data, keep=1, accept=BROWSER).get_data(as_text=True)
    assert "60 games are wrong" in page
    assert page.count("Game ") == 50
    assert "and more" in page


def test_a_later_version_is_told(app: Flask) -> None:
    """What this version cannot know it does not guess at."""
    answer = send(new_keeper(app), text(version=2), keep=1)
    assert answer.status_code == 422
    assert answer.get_json()["errors"]["file"].startswith("This book was written by a later")


def test_a_large_book_may_come_in_where_other_forms_may_not_be_large(
    app: Flask, keeper: Keeper
) -> None:
    """The limit of one megabyte is not that of a book; a stranger's is never even read."""
    data = text(game(1)).replace(b'"games"', b" " * 2 * MEGABYTE + b'"games"')
    assert send(new_keeper(app), data, keep=1).get_json()["new"] == 1
    large = {"csrf_token": keeper.token(), "title": "x" * 2 * MEGABYTE}
    assert keeper.post("/games/new", large).status_code == 413
    assert Device(app).post("/import", large).status_code == 404


def test_a_piece_that_is_too_long_is_refused(app: Flask) -> None:
    """No player or game is half a megabyte; whatever comes so is not read on."""
    data = text(game(1), filler="x" * MEGABYTE)
    answer = send(new_keeper(app), data, keep=1)
    assert answer.status_code == 422
    assert "more than a book can hold" in answer.get_json()["errors"]["file"]


def test_only_a_book_may_be_large(keeper: Keeper) -> None:
    """Of any other file no more is read than is needed to say that it is too long."""
    answer = send(keeper, b"x" * 3 * MEGABYTE, name="card.csv", accept=BROWSER)
    assert answer.status_code == 422
    assert "there is more than a card can hold" in answer.text


def test_the_file_is_named_and_not_kept_by_browsers(played: Keeper) -> None:
    """It comes as a file to be kept, in UTF-8, and anew each time."""
    answer = played.get("/book.json")
    assert answer.content_type == "application/json"
    assert answer.headers["Content-Disposition"].startswith('attachment; filename="Bluke ')
    assert answer.cache_control.no_cache
    assert "김하늘" in answer.get_data(as_text=True)


def test_a_game_a_line(played: Keeper) -> None:
    """So that a fault can be found by its line, in any editor."""
    lines = played.get("/book.json").get_data(as_text=True).splitlines()
    assert sum(line.startswith('{"id":') and '"hands"' in line for line in lines) == 2


def test_all_hands_as_a_table(app: Flask, played: Keeper, reader: Device) -> None:
    """A row a hand and player, with no formula in it; hands that nobody began are left out."""
    data = reader.get("/book.csv").data
    assert data == played.get("/book.csv").data
    assert data.startswith(b"\xef\xbb\xbf")
    heading, *rows = csv.reader(io.StringIO(data.decode("utf-8-sig")))
    assert heading[3:10] == ["Hand", "Cards", "Trump", "Dealer", "Seat", "Player", "Bid"]
    assert [row[3:] for row in rows] == [
        ["1", "3", "hearts", "'=1+1", "1", "'=1+1", "2", "3", "O", "21", "", "21", ""],
        ["1", "3", "hearts", "'=1+1", "2", "김하늘", "3", "0", "S", "-30", "", "-30", ""],
        ["2", "2", "", "김하늘", "1", "'=1+1", "1", "1", "P", "10", "", "31", ""],
        ["2", "2", "", "김하늘", "2", "김하늘", "1", "1", "P", "10", "-5", "-25", ""],
        ["1", "13", "", "김하늘", "1", "김하늘", "1", "", "", "", "", "", ""],
        ["1", "13", "", "김하늘", "2", "Ann", "2", "", "", "", "", "", ""],
        ["1", "13", "", "김하늘", "3", "Ben", "", "", "", "", "", "", ""],
    ]
    with app.test_request_context(), force_locale("nl"):
        assert b";" in played.get("/book.csv").data


def test_the_table_of_all_hands_has_another_order(keeper: Keeper) -> None:
    """Games that were seated in another order have it in their rows; others leave it empty."""
    game_id = keeper.set_up(["Ann", "Ben", "Eve"], order="custom", hand_sizes="1,1")
    keeper.save(game_id, 1, [1, 1, 1], [1, 0, 0])
    page = f"/games/{game_id}/people"
    base = keeper.document(game_id)["revision"]
    fields = {"order": "0,2,1", "base": base}
    assert keeper.send(f"/games/{game_id}/seats", fields, page=page).status_code == 200
    keeper.save(game_id, 2, [1, 1, 1])
    heading, *rows = csv.reader(io.StringIO(keeper.get("/book.csv").data.decode("utf-8-sig")))
    assert heading[-1] == "Seats clockwise"
    assert [row[-1] for row in rows] == ["1 2 3"] * 3 + ["1 3 2"] * 3


@cases("data", [b"", b"{}", b"\x1f\x8b", b"\x1f\x8bx" * 99, b"\x00" * 5000])
def test_what_is_no_book_is_said(app: Flask, data: bytes) -> None:
    """Any file may be chosen."""
    answer = send(new_keeper(app), data, keep=1)
    assert answer.status_code == 422
    assert answer.get_json()["errors"]
