"""Fields of each seat: a seat keeps its own, whatever was sent for the others."""

from flask import Flask
from werkzeug.datastructures import MultiDict

from scorekeeper.web.forms.hand import HandForm, hand_form
from scorekeeper.web.forms.setup import SetupForm


def test_a_seat_that_is_not_sent_shifts_no_other(app: Flask) -> None:
    """What is sent for seat 2 alone is of seat 2; there are as many fields as seats."""
    with app.test_request_context():
        form = HandForm(MultiDict({"bid-2": "3", "out-1": "1"}), meta={"seats": 4})
        assert form.validate()
    assert [field.count for field in form.bid] == [None, None, 3, None]
    assert form.out.data == [False, True, False, False]


def test_a_value_for_a_seat_beyond_the_table_is_refused_by_its_name(app: Flask) -> None:
    """It is no field, but the error is said at the name that was sent."""
    with app.test_request_context():
        form = hand_form(2, MultiDict({"bid-1": "x", "bid-7": "1", "taken-٣": "1"}))
        form.validate()
    assert sorted(form.messages) == ["bid-1", "bid-7", "taken-٣"]


def test_what_is_known_fills_the_seats_from_the_first(app: Flask) -> None:
    """Seats of which nothing is known stay empty."""
    with app.test_request_context():
        form = SetupForm(players=["Ann", "Ben"])
    assert form.names == ["Ann", "Ben"]
    assert form.inputs["players-14"].value == ""
