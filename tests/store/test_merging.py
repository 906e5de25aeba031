"""Two players who turn out to be one person, and what becomes of their games."""

from dataclasses import replace

import pytest

from scorekeeper.rules import Game, Hand, Player
from scorekeeper.store import books, changes, deleting, games, merging, players
from scorekeeper.store.kept import KeptGame
from scorekeeper.store.merging import CannotMergeError, TogetherError

from .conftest import TEST, Book


def seated(book: Book, *names: str) -> KeptGame:
    """Set a game up with these players and return it."""
    people = tuple(Player(name) for name in names)
    hands = (Hand.undealt(3, range(len(names))), Hand.undealt(2, range(len(names))))
    return book.load(book.set_up(Game(people, hands)))


def names_in(book: Book, kept: KeptGame) -> list[str]:
    return [player.name for player in book.load(kept.id).game.players]


def merge(book: Book, player_id: str, into: str) -> None:
    with book.writing() as session:
        books.lock_book(session, book.id)
        merging.merge(session, book.id, player_id, into)


def part(book: Book, player_id: str) -> None:
    with book.writing() as session:
        merging.part(session, book.id, player_id)


def known(book: Book) -> list[tuple[str, int]]:
    with book.reading() as session:
        return [(each.name, each.games) for each in players.known_players(session, book.id)]


def test_a_merger_shows_in_every_game(new_book: Book) -> None:
    """The games show the name that goes on, and are another revision for it."""
    first, second = seated(new_book, "Jon", "Ann"), seated(new_book, "John", "Ben")
    jon, john = first.player_ids[0], second.player_ids[0]
    merge(new_book, jon, john)
    now = new_book.load(first.id)
    assert names_in(new_book, first) == ["John", "Ann"]
    assert now.people[0] == john
    assert now.player_ids == first.player_ids
    assert now.revision == first.revision + 1
    assert now.hand_revisions == first.hand_revisions
    assert new_book.load(second.id) == second
    assert known(new_book) == [("John", 2), ("Ann", 1), ("Ben", 1)]


def test_a_merger_can_be_taken_back(new_book: Book) -> None:
    """Everything is as before, but for the revision, which only rises."""
    first, second = seated(new_book, "Jon", "Ann"), seated(new_book, "John", "Ben")
    merge(new_book, first.player_ids[0], second.player_ids[0])
    part(new_book, first.player_ids[0])
    now = new_book.load(first.id)
    assert now == replace(first, revision=first.revision + 2)
    assert now.people == first.people
    assert known(new_book) == [("Jon", 1), ("Ann", 1), ("John", 1), ("Ben", 1)]


def test_who_sat_at_one_table_is_two_people(new_book: Book) -> None:
    """It is refused with the number of games, in which a deleted one counts: it may come back."""
    met = seated(new_book, "Jon", "John")
    with new_book.writing() as session:
        deleting.delete(session, new_book.id, met.id)
    with pytest.raises(TogetherError) as caught:
        merge(new_book, *met.player_ids)
    assert caught.value.games == 1


def test_who_met_somebody_merged_is_two_people(new_book: Book) -> None:
    """What held for the one that was merged holds for the one that goes on."""
    jon, _ = seated(new_book, "Jon", "Jack").player_ids
    john, _ = seated(new_book, "John", "Ben").player_ids
    merge(new_book, jon, john)
    jack = seated(new_book, "Jack", "Ann").player_ids[0]
    with pytest.raises(TogetherError):
        merge(new_book, jack, john)
    with pytest.raises(TogetherError):
        merge(new_book, john, jack)


def test_a_chain_of_mergers_stays_flat(new_book: Book) -> None:
    """Who was merged into the first goes along to the third, and each can be parted alone."""
    a, b, c = (seated(new_book, name, "Ann").player_ids[0] for name in ("A", "B", "C"))
    merge(new_book, a, b)
    merge(new_book, b, c)
    with new_book.reading() as session:
        gone = merging.merged_players(session, new_book.id)
    assert [(each.id, each.games) for each in gone[c]] == [(a, 1), (b, 1)]
    part(new_book, b)
    assert known(new_book) == [("Ann", 3), ("C", 2), ("B", 1)]


def test_nobody_is_merged_into_nobody(new_book: Book) -> None:
    """Not into oneself, not into a stranger, not into somebody merged, not twice."""
    a, b, c = (seated(new_book, name, "Ann").player_ids[0] for name in ("A", "B", "C"))
    merge(new_book, a, b)
    stranger = new_book.id + "23456789"
    for player_id, into in ((c, c), (c, stranger), (stranger, c), (c, a), (a, c)):
        with pytest.raises(CannotMergeError):
            merge(new_book, player_id, into)


def test_a_name_that_was_merged_means_somebody_new(new_book: Book) -> None:
    """Who sits down under the old name is found by nothing but an id of old."""
    jon = seated(new_book, "Jon", "Ann").player_ids[0]
    john = seated(new_book, "John", "Ann").player_ids[0]
    merge(new_book, jon, john)
    again = seated(new_book, "Jon", "Ann")
    assert again.player_ids[0] not in (jon, john)
    game = Game((Player("John"), Player("Ann")), (Hand.undealt(3, range(2)),))
    by_id = new_book.load(new_book.set_up(game, player_ids=[jon, None]))
    assert by_id.player_ids[0] == john


def test_nobody_joins_a_table_twice(new_book: Book) -> None:
    """Where the one that was merged sits, the name that goes on means somebody else."""
    first = seated(new_book, "Jon", "Ann", "Ben")
    john = seated(new_book, "John", "Ann").player_ids[0]
    merge(new_book, first.player_ids[0], john)
    with new_book.writing() as session:
        kept = games.lock_game(session, new_book.id, first.id)
        assert kept
        wider = replace(kept.game, players=(*kept.game.players, Player("John")))
        joined = changes.join(
            session, kept, wider, base=kept.revision, device=TEST, knows_book=True
        )
    assert len(set(joined.people)) == 4


def exchange(book: Book, kept: KeptGame, *names: str) -> KeptGame:
    with book.writing() as session:
        now = games.lock_game(session, book.id, kept.id)
        assert now
        game = replace(now.game, players=tuple(map(Player, names)))
        return changes.change_names(
            session, now, game, base=now.revision, device=TEST, knows_book=True
        )


def test_an_exchange_at_a_table_parts_nobody(new_book: Book) -> None:
    """Somebody merged goes and comes back as who they are now; a merger taken back is theirs."""
    first, second = seated(new_book, "Jon", "Ann"), seated(new_book, "John", "Ben")
    merge(new_book, first.player_ids[0], second.player_ids[0])
    exchanged = exchange(new_book, first, "Johnny", "Ann")
    assert exchanged.people[0] not in {*first.player_ids, *second.player_ids}
    assert new_book.load(second.id) == second
    undone = new_book.undo(first.id)
    assert undone.people[0] == second.player_ids[0]
    assert undone.player_ids == first.player_ids
    assert undone == new_book.load(first.id)
    part(new_book, first.player_ids[0])
    assert names_in(new_book, first) == ["Jon", "Ann"]


def test_who_was_exchanged_may_be_merged_into_who_came_instead(new_book: Book) -> None:
    """Undo then seats the one who goes on; they sat on one seat, not at one table."""
    kept = seated(new_book, "Jon", "Ann")
    john = exchange(new_book, kept, "John", "Ann").player_ids[0]
    merge(new_book, kept.player_ids[0], john)
    undone = new_book.undo(kept.id)
    assert undone.people == (john, kept.player_ids[1])
    assert undone == new_book.load(kept.id)


def test_who_may_come_back_to_a_table_is_not_merged_into_who_sits_there(new_book: Book) -> None:
    """Undo would seat one person twice; once the exchange was undone, they sit there anyway."""
    kept = seated(new_book, "Jon", "Ann")
    exchange(new_book, kept, "Cy", "Ann")
    jon, ann = kept.player_ids
    for player_id, into in ((jon, ann), (ann, jon)):
        with pytest.raises(TogetherError) as caught:
            merge(new_book, player_id, into)
        assert caught.value.games == 1
    new_book.undo(kept.id)
    with pytest.raises(TogetherError):
        merge(new_book, jon, ann)


def test_an_undone_exchange_leaves_nobody_listed(new_book: Book) -> None:
    """Who came for a while and sits nowhere is on no list, and may be merged into anybody."""
    kept = seated(new_book, "Jon", "Ann")
    cy = exchange(new_book, kept, "Cy", "Ann").player_ids[0]
    assert known(new_book) == [("Ann", 1), ("Cy", 1)]
    new_book.undo(kept.id)
    assert known(new_book) == [("Jon", 1), ("Ann", 1)]
    merge(new_book, cy, kept.player_ids[1])


def test_namesakes_are_numbered(new_book: Book) -> None:
    """The longest known of those who share a name is the first; a name of its own has no number."""
    seated(new_book, "Kim", "Kim", "Ann")
    with new_book.reading() as session:
        listed = players.known_players(session, new_book.id)
    assert [(each.name, each.twin) for each in listed] == [("Kim", 1), ("Kim", 2), ("Ann", 0)]


def test_who_is_hidden_is_on_no_list(new_book: Book) -> None:
    """Only those who ask for the hidden ones get them; games and names are as they were."""
    kept = seated(new_book, "Ann", "Ben")
    with new_book.writing() as session:
        players.hide(session, new_book.id, kept.player_ids[0], hidden=True)
    assert known(new_book) == [("Ben", 1)]
    assert new_book.load(kept.id) == kept
    with new_book.reading() as session:
        everybody = players.known_players(session, new_book.id, with_hidden=True)
    assert [(each.name, each.hidden) for each in everybody] == [("Ann", True), ("Ben", False)]
    assert seated(new_book, "Ann", "Cy").player_ids[0] == kept.player_ids[0]
