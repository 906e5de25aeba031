"""A house rule is a field of `House`; the few other places that name one may not miss any."""

from dataclasses import fields, replace

from flask import Flask

from scorekeeper.commands.cards import check
from scorekeeper.printing.sentences import facts
from scorekeeper.printing.words import words
from scorekeeper.rules import Game, Hand, House, Player
from scorekeeper.store.models import GameRow
from scorekeeper.web.forms.setup import HouseForm
from tests.conftest import Device, Keeper

RULES = [rule.name for rule in fields(House)]


def test_every_rule_has_a_column_a_checkbox_and_an_option(app: Flask) -> None:
    """A rule is kept, can be ticked, and can be told to `scorekeeper check`."""
    assert set(RULES) <= set(GameRow.__table__.columns.keys())
    with app.test_request_context():
        assert [name for name, _field in HouseForm()._fields.items()] == RULES
    assert [option.name for option in check.params if option.name != "card"] == RULES


def test_every_rule_is_on_the_pages_and_in_the_document(keeper: Keeper, reader: Device) -> None:
    """A rule that was ticked alone is the only one in the document."""
    for address in ("/games/new", "/import"):
        page = keeper.get(address).text
        assert [rule for rule in RULES if f'name="{rule}"' not in page] == [], address
    for ticked in RULES:
        game_id = keeper.set_up(["Ann", "Ben"], **{ticked: 1})
        told = reader.get(f"/games/{game_id}.json").get_json()["rules"]
        assert {rule: told[rule] for rule in RULES} == {rule: rule == ticked for rule in RULES}


def test_every_rule_is_said_on_the_card() -> None:
    """A printed card has a phrase for each rule that was agreed."""
    usual = Game((Player("Ann"), Player("Ben")), (Hand.undealt(1, range(2)),))
    said = len(list(facts(usual, words("en"))))
    for rule in RULES:
        agreed = replace(usual, house=House(**{rule: True}))
        assert len(list(facts(agreed, words("en")))) == said + 1, rule
