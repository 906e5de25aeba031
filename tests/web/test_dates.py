"""When a game was played: said at import and later, with a time or without, shown everywhere."""

import csv
import io
from datetime import UTC, datetime, timedelta

from tests.conftest import BROWSER, SCRIPT, Document, Fields, Keeper

CARD = "cards,Ann,,Ben,\n2,1,1,1,1\n1,1,0,1,1\n"
TODAY = datetime.now(UTC).date()
WRONG = ("1850-01-01", f"{TODAY.year + 1}-12-31", "2019-02-30", "1899-12-31", "yesterday", "")


def date_it(keeper: Keeper, game_id: str, fields: Fields, *, status: int = 200) -> Document:
    """Send a date, and return what is answered."""
    answer = keeper.send(f"/games/{game_id}/started", fields)
    assert answer.status_code == status, answer.get_data(as_text=True)
    found: Document = answer.get_json()
    return found


def keep(keeper: Keeper, card: str, **fields: object) -> Document:
    """Bring a card in, and return the document of the game."""
    answer = keeper.send("/import", {"card": card, "keep": 1, **fields}, page="/import")
    assert answer.status_code == 303, answer.get_data(as_text=True)
    return keeper.document(answer.location.rpartition("/")[2])


def test_a_game_is_dated_and_shown_by_its_date(keeper: Keeper) -> None:
    """A day without a time is noon UTC, never shown with one; undo takes the change back."""
    game_id = keeper.set_up()
    before = keeper.document(game_id)
    dated = date_it(keeper, game_id, {"date": "2019-03-01"})
    assert (dated["started"], dated["time_known"]) == ("2019-03-01T12:00:00Z", False)
    assert dated["revision"] == before["revision"] + 1
    assert date_it(keeper, game_id, {"date": "2019-03-01"}) == dated
    pages = ("/", f"/games/{game_id}/scorecard.html", f"/games/{game_id}", "/games?from=2019-03-01")
    for path in pages:
        page = keeper.page(path).partition('id="table-data"')[0]
        assert "2019" in page, path
        assert "12:00" not in page, path
    assert "2019-03-01 12" not in keeper.page("/book.csv") + keeper.page(f"/games/{game_id}.csv")
    history = keeper.page(f"/games/{game_id}/history")
    assert "Date changed" in history
    assert "→ Mar 1, 2019<" in history
    undone = keeper.undo(game_id)
    assert undone["started"] == before["started"]
    assert "time_known" not in undone


def test_a_time_is_kept(keeper: Keeper) -> None:
    """With a time the game has a moment, to the minute; what the page shows changes nothing."""
    game_id = keeper.set_up()
    fields = {"date": "٢٠١٩-03-01", "time": "19:30", "base": 0}
    dated = date_it(keeper, game_id, fields)
    assert dated["started"] == "2019-03-01T19:30:00Z"
    assert "time_known" not in dated
    date_it(keeper, game_id, {**fields, "date": "2019-03-02"}, status=409)
    other = keeper.document(keeper.set_up())
    again = {"date": other["started"][:10], "time": other["started"][11:16]}
    assert date_it(keeper, other["id"], again) == other
    tomorrow = (TODAY + timedelta(days=1)).isoformat()
    assert date_it(keeper, game_id, {"date": tomorrow})["started"][:10] == tomorrow
    assert date_it(keeper, game_id, {"date": "1900-01-01"})["started"][:4] == "1900"


def test_no_other_day_is_taken(keeper: Keeper) -> None:
    """A sentence stands at the field, what was typed stays, and nothing is changed."""
    game_id = keeper.set_up()
    before = keeper.document(game_id)
    for day in WRONG:
        assert set(date_it(keeper, game_id, {"date": day}, status=422)["errors"]) == {"date"}, day
        page = keeper.send(f"/games/{game_id}/started", {"date": day}, accept=BROWSER)
        assert page.status_code == 422
        assert 'id="date-error"' in page.text, day
        assert f'name="date" value="{day}"' in page.text, day
        for fields in ({"date": day}, {"started": day}):
            if day:
                sent = {"card": CARD, "keep": 1, **fields}
                answer = keeper.send("/import", sent, accept=SCRIPT, page="/import")
                assert (answer.status_code, set(answer.get_json()["errors"])) == (422, {"date"}), (
                    day
                )
    for clock in ("24:00", "7", "x"):
        fields = {"date": "2019-03-01", "time": clock}
        assert set(date_it(keeper, game_id, fields, status=422)["errors"]) == {"time"}, clock
    assert keeper.document(game_id) == before


def test_statistics_follow_the_date(keeper: Keeper) -> None:
    """A card from paper counts in the year in which it was played."""
    game = keep(keeper, CARD, date="2003-05-06")
    assert (game["started"], game["time_known"]) == ("2003-05-06T12:00:00Z", False)
    player = game["players"][0]["id"]
    assert "2003" in keeper.page(f"/players/{player}")
    date_it(keeper, game["id"], {"date": "1999-12-31"})
    assert "1999" in keeper.page(f"/players/{player}")


def test_the_table_for_a_spreadsheet_is_read_back_with_its_date(keeper: Keeper) -> None:
    """Its last column says when the game began, in whatever way a spreadsheet writes a day."""
    game = keep(keeper, CARD, started="2003-05-06")
    table = keeper.page(f"/games/{game['id']}.csv")
    rows = list(csv.reader(io.StringIO(table.removeprefix("\ufeff"))))
    assert (rows[0][-1], rows[1][-1], rows[2][-1]) == ("Started", "2003-05-06", "")
    written = {
        "2003-05-06": ("2003-05-06T12:00:00Z", False),
        "6.5.2003": ("2003-05-06T12:00:00Z", False),
        "06-05-2003 19:30": ("2003-05-06T19:30:00Z", True),
        "5/26/2003": ("2003-05-26T12:00:00Z", False),
        "26/5/2003 07:05:09": ("2003-05-26T07:05:09Z", True),
    }
    for text, expected in written.items():
        again = keep(keeper, table.replace("2003-05-06", text))
        assert (again["started"], again.get("time_known", True)) == expected, text
        assert again["hands"] == [{**hand, "revision": 1} for hand in game["hands"]]
    for text in ("5/6/2003", "2003-02-30", "2003-05-06 25:00"):
        card = table.replace("2003-05-06", text)
        answer = keeper.send("/import", {"card": card}, page="/import")
        assert answer.status_code == 422, text
        assert text in answer.get_json()["errors"]["card"], text


def test_a_moved_book_keeps_days_without_times(keeper: Keeper) -> None:
    """The book's file says of each game whether its time is known."""
    game = keep(keeper, CARD, date="2003-05-06")
    assert '"time_known":false' in keeper.page("/book.json")
    copied = keep(keeper, keeper.page(f"/games/{game['id']}.json"))
    assert (copied["started"], copied["time_known"]) == (game["started"], False)
