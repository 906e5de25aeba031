"""The game document: the rulebook's own games, entered at the table, come back figure by figure."""

from typing import Any

from tests.cases import cases
from tests.conftest import Device, Document, Keeper, hand_fields
from tests.golden import DOCUMENTS

HAND = {
    *("number", "cards", "dealer", "revision", "trump", "state", "corrected"),
    *("bids", "taken", "plays"),
}
GAME = {
    *("id", "title", "revision", "state", "started", "ended_early", "rules", "players"),
    *("first_dealer", "scorekeeper", "hands", "tallies", "standing"),
}
PLAY = {"seat", "bid", "taken", "outcome", "points", "adjust", "total"}


def named(ours: Any, theirs: Any) -> Any:  # noqa: ANN401 - whatever JSON holds
    """Return of our values those that the other names as well, all the way down."""
    if isinstance(theirs, dict) and isinstance(ours, dict):
        return {key: named(ours[key], theirs[key]) for key in theirs if key in ours}
    if isinstance(theirs, list) and isinstance(ours, list) and len(ours) == len(theirs):
        return [named(a, b) for a, b in zip(ours, theirs, strict=True)]
    return ours


def enter(keeper: Keeper, document: Document) -> str:
    """Set the game of a document up and save its hands, and return its id."""
    rules = document["rules"]
    switches = {name: 1 for name in ("finale", "zero_bid", "hook") if rules[name]}
    scorekeeper = document["scorekeeper"]
    game_id = keeper.set_up(
        [player["name"] for player in document["players"]],
        first_dealer=document["first_dealer"],
        scorekeeper="" if scorekeeper is None else scorekeeper,
        order=rules["order"],
        hand_sizes=",".join(map(str, rules["hand_sizes"])) if rules["order"] == "custom" else "",
        title=document["title"],
        **switches,
    )
    for hand in document["hands"]:
        fields = hand_fields(trump=hand["trump"] or "")
        for play in hand["plays"]:
            uncounted = play["taken"] is None and play["outcome"] == "S"
            one = {"bid": play["bid"], "taken": "S" if uncounted else play["taken"]}
            for part, value in {**one, "adjust": play.get("adjust", 0)}.items():
                fields[f"{part}-{play['seat']}"] = "" if value is None else value
        keeper.save_fields(game_id, hand["number"], {**fields, "base": 0})
    return game_id


@cases("name", DOCUMENTS)
def test_a_golden_game_comes_back_as_it_is_printed(keeper: Keeper, name: str) -> None:
    """A game entered over HTTP equals its document in every value that it names, but the note."""
    document = DOCUMENTS[name]
    expected = {name: value for name, value in document.items() if name != "note"}
    assert named(keeper.document(enter(keeper, document)), expected) == expected


def test_every_value_of_the_contract_is_there(keeper: Keeper) -> None:
    """The document names what others rely on, of a game, of a hand and of a play."""
    document = keeper.document(keeper.set_up())
    assert set(document) >= GAME
    assert set(document["hands"][0]) >= HAND
    assert set(document["hands"][0]["plays"][0]) == PLAY
    assert set(document["rules"]) >= {"order", "hand_sizes", "finale", "zero_bid", "hook"}
    assert set(document["players"][0]) == {"seat", "name", "id", "start"}
    assert document["tallies"][0] == {
        "seat": 0, "S": 0, "O": 0, "P": 0, "bids": 0, "taken": 0, "uncounted": 0
    }  # fmt: skip
    assert document["standing"] == [
        {"seat": 0, "total": 0, "rank": 1},
        {"seat": 1, "total": 0, "rank": 1},
    ]


def test_a_reader_is_sent_the_same_document(keeper: Keeper, reader: Device) -> None:
    """Keeper and reader see the same figures."""
    game_id = keeper.set_up()
    keeper.save(game_id, 1, bids=[1, 2])
    assert reader.document(game_id) == keeper.document(game_id)


@cases("encoding", ["identity", "gzip", "br"])
def test_an_unchanged_document_is_not_sent_again(
    keeper: Keeper, reader: Device, encoding: str
) -> None:
    """The tag of a document is good for a 304 until something changes, compressed or not."""
    game_id = keeper.set_up()
    path = f"/games/{game_id}.json"
    first = reader.get(path, Accept_Encoding=encoding)
    tag = first.headers["ETag"]
    again = reader.get(path, Accept_Encoding=encoding, If_None_Match=tag)
    assert (again.status_code, again.data, again.headers["ETag"]) == (304, b"", tag)
    assert reader.get(path, If_None_Match=f'"other", {tag}').status_code == 304
    keeper.save(game_id, 1, bids=[1])
    changed = reader.get(path, If_None_Match=tag)
    assert changed.status_code == 200
    assert changed.headers["ETag"] != tag


def test_a_save_s_answer_has_the_tag_of_the_document(keeper: Keeper) -> None:
    """Who saved need not ask again: the tag is the one a later request would get."""
    game_id = keeper.set_up()
    answer = keeper.try_save(game_id, 1, hand_fields([1]))
    tag = answer.headers["ETag"]
    assert keeper.get(f"/games/{game_id}.json", If_None_Match=tag).status_code == 304


def test_a_document_is_for_this_device_only(keeper: Keeper) -> None:
    """No cache in between may keep a document and show it to others."""
    answer = keeper.get(f"/games/{keeper.set_up()}.json")
    assert answer.mimetype == "application/json"
    assert answer.cache_control.private
    assert answer.cache_control.no_cache
