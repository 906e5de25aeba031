"""Any table, however unruly: what is kept agrees, step by step, with a model made of lists."""

from collections import Counter
from collections.abc import Callable, Sequence
from copy import deepcopy
from dataclasses import dataclass, field, replace
from typing import Any, ClassVar, TypeAlias

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)
from sqlalchemy import Engine
from sqlalchemy.orm import Session

from scorekeeper.rules import NOT_COUNTED, Game, Hand, House, Player
from scorekeeper.rules.table import (
    ended,
    joined,
    left,
    reopened,
    reordered,
    reseated,
    with_coming_hands,
)
from scorekeeper.store import changes, games
from scorekeeper.store.kept import KeptGame, NothingToUndoError, StaleError
from scorekeeper.web.documents import document
from tests.printing.printed import lines, printed
from tests.profiles import tried
from tests.rules import strategies as any_of
from tests.store.conftest import TEST, Book

Document: TypeAlias = dict[str, Any]
Act: TypeAlias = Callable[[Session, KeptGame], KeptGame]

NAMES = ("Ann", "Ben", "Cy", "Dora", "Eve", "김하늘", "Ștefan", "Әлия")
MOST_SEATS = 7
EVERY = 6
"""One table in so many is printed at its end."""


@dataclass
class Sheetful:
    """A hand as somebody would note it: who is in it, and what stands in their cells."""

    cards: int
    seats: list[int]
    around: list[int]
    """All seats clockwise."""
    bids: dict[int, int] = field(default_factory=dict)
    tricks: dict[int, int | str] = field(default_factory=dict)
    points: dict[int, int] = field(default_factory=dict)
    trump: str | None = None
    dealer: int | None = None
    corrected: bool = False

    @property
    def deals_all(self) -> bool:
        return self.cards * len(self.seats) == 54

    @property
    def counts(self) -> bool:
        return all(seat in self.tricks for seat in self.seats)


@dataclass
class Model:
    """A game in lists and dicts; everything that is added up is added up anew."""

    ids: list[str]
    names: dict[str, str]
    starts: list[int]
    left: list[int | None]
    """The hand after which somebody left for good."""
    hands: list[Sheetful]
    first_dealer: int
    scorekeeper: int | None
    zero_bid: bool
    hook: bool
    finale: bool
    title: str = ""
    ended: bool = False

    @property
    def first_to_come(self) -> int:
        begun = [number for number, hand in enumerate(self.hands, start=1) if hand.bids]
        return max(begun, default=0) + 1

    def dealers(self) -> list[int]:
        dealers: list[int] = []
        for hand in self.hands:
            at = hand.around.index(dealers[-1]) + 1 if dealers else None
            place = hand.around.index(self.first_dealer) if at is None else at
            while hand.around[place % len(self.ids)] not in hand.seats:
                place += 1
            due = hand.around[place % len(self.ids)]
            dealers.append(due if hand.dealer is None else hand.dealer)
        return dealers

    def document(self) -> Document:
        """Return what the game document must hold, apart from ids, revisions and moments."""
        totals = list(self.starts)
        hands = [
            self._hand(number, dealer, totals) for number, dealer in enumerate(self.dealers(), 1)
        ]
        return {
            "title": self.title,
            "state": "over" if self.ended or all(h.counts for h in self.hands) else "playing",
            "ended_early": self.ended,
            "rules": {
                "order": "custom",
                "hand_sizes": [hand.cards for hand in self.hands],
                "finale": self.finale,
                "zero_bid": self.zero_bid,
                "hook": self.hook,
            },
            "players": [
                {"seat": seat, "name": self.names[own_id], "id": own_id, "start": start}
                | ({} if after is None else {"left_after": after})
                for seat, (own_id, start, after) in enumerate(
                    zip(self.ids, self.starts, self.left, strict=True)
                )
            ],
            "first_dealer": self.first_dealer,
            "scorekeeper": self.scorekeeper,
            "hands": hands,
            "tallies": [_tally(seat, hands) for seat in range(len(self.ids))],
            "standing": self._standing(totals),
        }

    def _standing(self, totals: list[int]) -> list[Document]:
        """Return the places; who has left comes last and has no rank."""
        gone = self._gone()
        ranked = [total for seat, total in enumerate(totals) if seat not in gone]
        order = sorted(enumerate(totals), key=lambda each: (each[0] in gone, -each[1], each[0]))
        return [
            {
                "seat": seat,
                "total": total,
                "rank": None if seat in gone else 1 + sum(other > total for other in ranked),
            }
            for seat, total in order
        ]

    def _gone(self) -> set[int]:
        """Return who left and is in no hand to come; of a game ended early, who missed its end."""
        scored = [number for number, hand in enumerate(self.hands, start=1) if hand.counts]
        last = max(scored, default=0)
        gone = set()
        for seat, after in enumerate(self.left):
            hands = (
                number for number, hand in enumerate(self.hands, start=1) if seat in hand.seats
            )
            latest = max(hands, default=0)
            if after is not None and after < len(self.hands) and latest <= min(after, last):
                gone.add(seat)
        if self.ended:
            gone -= set(self.hands[last - 1].seats) if last else gone
        return gone

    def _hand(self, number: int, dealer: int, totals: list[int]) -> Document:
        hand = self.hands[number - 1]
        all_bid = all(seat in hand.bids for seat in hand.seats)
        all_counted = hand.counts and "S" not in hand.tricks.values()
        state = "scored" if hand.counts else "playing" if all_bid else "bidding"
        return {
            "number": number,
            "cards": hand.cards,
            "dealer": dealer,
            "dealer_put_right": hand.dealer is not None,
            "order": hand.around,
            "trump": "none" if hand.deals_all else hand.trump,
            "state": state if hand.bids else "waiting",
            "corrected": hand.corrected,
            "bids": sum(hand.bids.values()) if all_bid else None,
            "taken": sum(map(int, hand.tricks.values())) if all_counted else None,
            "plays": [self._play(hand, seat, totals) for seat in hand.seats],
        }

    def _play(self, hand: Sheetful, seat: int, totals: list[int]) -> Document:
        bid, tricks = hand.bids.get(seat), hand.tricks.get(seat)
        adjust = hand.points.get(seat, 0)
        outcome, points, total = None, None, None
        if hand.counts:
            outcome, points = _scored(bid or 0, tricks)
            totals[seat] += points + adjust
            total = totals[seat]
        return {
            "seat": seat,
            "bid": bid,
            "taken": None if tricks == "S" else tricks,
            "outcome": "S" if tricks == "S" else outcome,
            "points": points,
            "adjust": adjust,
            "total": total,
        }


def _scored(bid: int, tricks: int | str | None) -> tuple[str, int]:
    if tricks == "S" or int(tricks or 0) < bid:
        return "S", -10 * bid
    return ("P" if tricks == bid else "O"), 10 * bid + int(tricks or 0) - bid


def _tally(seat: int, hands: Sequence[Document]) -> Document:
    plays = [
        play
        for hand in hands
        if hand["state"] == "scored"
        for play in hand["plays"]
        if play["seat"] == seat
    ]
    outcomes = Counter(play["outcome"] for play in plays)
    return {
        "seat": seat,
        "S": outcomes["S"],
        "O": outcomes["O"],
        "P": outcomes["P"],
        "bids": sum(play["bid"] for play in plays),
        "taken": sum(play["taken"] or 0 for play in plays),
        "uncounted": sum(play["taken"] is None for play in plays),
    }


class Table(RuleBasedStateMachine):
    """Plays one game through the store, and the same game on the model beside it."""

    engine: ClassVar[Engine]
    tables: ClassVar[int] = 0

    def __init__(self) -> None:
        super().__init__()
        self.book = Book(self.engine)
        self.past: list[tuple[Model, bool]] = []
        """What the table was, and whether the next change exchanged seats alone."""

    @initialize(data=st.data(), house=any_of.houses(), players=st.integers(2, 6))
    def sit_down(self, data: st.DataObject, house: House, players: int) -> None:
        """Set a game of a few small hands up; six may end on the finale."""
        sizes = data.draw(st.lists(st.integers(1, 5), min_size=1, max_size=6))
        finale = players == 6 and data.draw(st.booleans())
        game = Game(
            players=tuple(Player(name) for name in NAMES[:players]),
            hands=tuple(Hand.undealt(cards, range(players)) for cards in (*sizes, *[9] * finale)),
            house=house,
            finale=finale,
            first_dealer=data.draw(st.integers(0, players - 1)),
            scorekeeper=data.draw(st.one_of(st.none(), st.integers(0, players - 1))),
        )
        self.game_id = self.book.set_up(game)
        self.kept = self.book.load(self.game_id)
        self.model = Model(
            ids=list(self.kept.player_ids),
            names=dict(zip(self.kept.player_ids, NAMES, strict=False)),
            starts=[0] * players,
            left=[None] * players,
            hands=[
                Sheetful(hand.cards, list(range(players)), list(range(players)))
                for hand in game.hands
            ],
            first_dealer=game.first_dealer,
            scorekeeper=game.scorekeeper,
            zero_bid=house.zero_bid,
            hook=house.hook,
            finale=finale,
        )
        self.first = deepcopy(self.model)

    @rule(data=st.data())
    def save_a_hand(self, data: st.DataObject) -> None:
        """Bid, count, correct, clear, resize, sit out, give points, put the dealer right."""
        number = data.draw(st.integers(1, len(self.model.hands)))
        self._save(data, number)

    @rule(data=st.data())
    def play_on(self, data: st.DataObject) -> None:
        """Save the next hand with those who are in it."""
        number = min(self.model.first_to_come, len(self.model.hands))
        self._save(data, number, seats=self.model.hands[number - 1].seats)

    def _save(
        self, data: st.DataObject, number: int, *, seats: Sequence[int] | None = None
    ) -> None:
        old = self.model.hands[number - 1]
        if seats is None:
            everybody = range(len(self.model.ids))
            seats = sorted(data.draw(st.sets(st.sampled_from(everybody), min_size=2)))
        most = 54 // len(seats)
        cards = min(most, data.draw(st.sampled_from((old.cards, old.cards, 3))))
        house = self.kept.game.house
        hand = data.draw(any_of.hands_for(seats, cards, house=house))
        late = any(later.bids for later in self.model.hands[number:])
        new = _noted(hand, old.around, corrected=old.corrected)
        if new != old:
            new.corrected = old.corrected or late

        def change(model: Model) -> None:
            model.hands[number - 1] = new

        base = self.kept.hand_revision(number)
        self._change(
            change,
            lambda session, kept: changes.save_hand(
                session, kept, number, hand, base=base, device=TEST
            ),
        )

    @precondition(lambda self: self._has_coming() and len(self.model.ids) < MOST_SEATS)
    @rule(data=st.data(), name=st.sampled_from(NAMES), start=st.integers(-99, 99))
    def join(self, data: st.DataObject, name: str, start: int) -> None:
        """Seat somebody from a hand on; hands too large for one more are shrunk."""
        number = data.draw(st.integers(self.model.first_to_come, len(self.model.hands)))
        seat = len(self.model.ids)
        after = data.draw(st.one_of(st.none(), st.integers(0, seat - 1)))

        def change(model: Model) -> None:
            own_id = self.kept.player_ids[-1]
            assert own_id not in model.ids
            model.ids.append(own_id)
            model.names[own_id] = name
            model.starts.append(start)
            model.left.append(None)
            for hand in model.hands[: number - 1]:
                hand.around.append(seat)
            for hand in model.hands[number - 1 :]:
                place = seat if after is None else hand.around.index(after) + 1
                hand.around.insert(place, seat)
                hand.seats.append(seat)
                hand.cards = min(hand.cards, 53 // len(hand.seats))
            _settle_finale(model)

        game = joined(self.kept.game, Player(name, start), number=number, fit=True, after=after)
        self._change(
            change,
            lambda session, kept: changes.join(
                session, kept, game, base=kept.revision, device=TEST, knows_book=True
            ),
        )

    @precondition(lambda self: self._has_coming())
    @rule(data=st.data())
    def leave(self, data: st.DataObject) -> None:
        """Let somebody go from a hand on, where two stay in each."""
        number = data.draw(st.integers(self.model.first_to_come, len(self.model.hands)))
        seat = data.draw(st.integers(0, len(self.model.ids) - 1))
        coming = self.model.hands[number - 1 :]
        if any(len(set(hand.seats) - {seat}) < 2 for hand in coming):
            return

        def change(model: Model) -> None:
            model.left[seat] = number - 1
            for hand in model.hands[number - 1 :]:
                hand.seats = [other for other in hand.seats if other != seat]
                hand.points.pop(seat, None)
                hand.dealer = None if hand.dealer == seat else hand.dealer
                hand.trump = None if hand.deals_all else hand.trump
            _settle_finale(model)

        self._change_table(change, left(self.kept.game, seat, number=number), changes.LEFT)

    @rule(sizes=st.lists(st.integers(1, 7), max_size=4))
    def list_coming_hands(self, sizes: list[int]) -> None:
        """Add, drop and resize the hands that nobody has begun."""
        begun = self.model.first_to_come - 1
        if not begun + len(sizes):
            return

        def change(model: Model) -> None:
            seats = model.hands[-1].seats
            coming = model.hands[begun:]
            del model.hands[begun:]
            for place, cards in enumerate(sizes):
                if place < len(coming):
                    hand = coming[place]
                else:
                    natural = list(range(len(model.ids)))
                    around = list(model.hands[-1].around) if model.hands else natural
                    hand = Sheetful(cards, list(seats), around)
                hand.cards = cards
                hand.trump = None if hand.deals_all else hand.trump
                model.hands.append(hand)
            _settle_finale(model)

        self._change_table(change, with_coming_hands(self.kept.game, sizes), changes.COMING)

    @precondition(lambda self: self.model.first_to_come == 1)
    @rule(data=st.data())
    def reseat(self, data: st.DataObject) -> None:
        """Seat everybody in another order."""
        order = data.draw(st.permutations(range(len(self.model.ids))))

        def change(model: Model) -> None:
            model.ids = [model.ids[old] for old in order]
            model.starts = [model.starts[old] for old in order]
            model.left = [model.left[old] for old in order]
            model.first_dealer = order.index(model.first_dealer)
            if model.scorekeeper is not None:
                model.scorekeeper = order.index(model.scorekeeper)
            for hand in model.hands:
                hand.seats = sorted(order.index(seat) for seat in hand.seats)
                hand.points = {order.index(s): points for s, points in hand.points.items()}
                hand.dealer = None if hand.dealer is None else order.index(hand.dealer)
                hand.around = list(range(len(model.ids)))

        game = reseated(self.kept.game, order)
        ids = [self.kept.player_ids[old] for old in order]
        self._change_table(change, game, changes.SEATS, player_ids=ids)

    @precondition(lambda self: 1 < self.model.first_to_come <= len(self.model.hands))
    @rule(data=st.data())
    def seat_in_another_order(self, data: st.DataObject) -> None:
        """Seat everybody in another order from the first hand not begun; seats stay theirs."""
        order = data.draw(st.permutations(range(len(self.model.ids))))

        def change(model: Model) -> None:
            for hand in model.hands[model.first_to_come - 1 :]:
                hand.around = list(order)

        game = reordered(self.kept.game, order)
        self._change(
            change,
            lambda session, kept: changes.reorder(
                session, kept, game, base=kept.revision, device=TEST
            ),
        )

    @rule(
        data=st.data(),
        title=st.sampled_from(("", "Friday", "금요일")),
        knows_book=st.booleans(),
    )
    def exchange(self, data: st.DataObject, title: str, *, knows_book: bool) -> None:
        """Let others sit on the seats, by a name, and give the game another title."""
        count = len(self.model.ids)
        names = data.draw(st.lists(st.sampled_from(NAMES), min_size=count, max_size=count))

        def change(model: Model) -> None:
            model.title = title
            for seat, name in enumerate(names):
                if name != model.names[old.ids[seat]]:
                    own_id = self.kept.player_ids[seat]
                    assert own_id != old.ids[seat]
                    assert knows_book or own_id not in model.names
                    assert model.names.setdefault(own_id, name) == name
                    model.ids[seat] = own_id
            assert len(set(model.ids)) == count

        old = deepcopy(self.model)
        players = tuple(
            replace(player, name=name)
            for player, name in zip(self.kept.game.players, names, strict=True)
        )
        game = replace(self.kept.game, players=players, title=title)
        self._change(
            change,
            lambda session, kept: changes.change_names(
                session, kept, game, base=kept.revision, device=TEST, knows_book=knows_book
            ),
            is_exchange=True,
        )

    @rule(again=st.booleans())
    def end(self, *, again: bool) -> None:
        """End the game where it stands, or open it again."""

        def change(model: Model) -> None:
            # What is played to its end is not ended early.
            model.ended = not again and not all(hand.counts for hand in model.hands)

        game = reopened(self.kept.game) if again else ended(self.kept.game)
        self._change_table(change, game, changes.REOPENED if again else changes.ENDED)

    @precondition(lambda self: self.past)
    @rule(steps=st.integers(1, 3))
    def undo(self, steps: int) -> None:
        """Take back the newest changes, one after another."""
        for _ in range(min(steps, len(self.past))):
            self._undo()

    @precondition(lambda self: self.past)
    @rule()
    def come_too_late(self) -> None:
        """Change something from an old revision: nothing is changed."""
        game = replace(self.kept.game, title="too late")
        with pytest.raises(StaleError):
            self._act(
                lambda session, kept: changes.change_names(
                    session, kept, game, base=kept.revision - 1, device=TEST
                )
            )

    @invariant()
    def agree(self) -> None:
        """Expect what is kept to be what the model says, and what was just returned."""
        kept = self.book.load(self.game_id)
        assert kept == self.kept
        assert _without_moments(document(kept)) == self.model.document()

    def teardown(self) -> None:
        """Print a few, then undo everything: the game is as it was set up."""
        if not hasattr(self, "game_id"):
            return
        Table.tables += 1
        if Table.tables % EVERY == 0:
            self._print()
        while self.past:
            self._undo()
            self.agree()
        assert self.model == self.first
        with pytest.raises(NothingToUndoError):
            self.book.undo(self.game_id)

    def _has_coming(self) -> bool:
        return self.model.first_to_come <= len(self.model.hands)

    def _change_table(
        self,
        change: Callable[[Model], None],
        game: Game,
        kind: str,
        *,
        player_ids: Sequence[str] | None = None,
    ) -> None:
        self._change(
            change,
            lambda session, kept: changes.change_table(
                session,
                kept,
                game,
                kind=kind,
                device=TEST,
                base=kept.revision,
                player_ids=player_ids,
            ),
        )

    def _change(
        self, change: Callable[[Model], None], act: Act, *, is_exchange: bool = False
    ) -> None:
        before, old = self.kept, deepcopy(self.model)
        self.kept = self._act(act)
        change(self.model)
        if self.model == old:
            assert self.kept == before
            return
        self.past.append((old, is_exchange))
        self._check_revisions(before, old, is_exchange=is_exchange)

    def _undo(self) -> None:
        before, old = self.kept, self.model
        self.kept = self.book.undo(self.game_id)
        self.model, is_exchange = self.past.pop()
        self._check_revisions(before, old, is_exchange=is_exchange)

    def _act(self, act: Act) -> KeptGame:
        with self.book.writing() as session:
            kept = games.lock_game(session, self.book.id, self.game_id)
            assert kept is not None
            return act(session, kept)

    def _check_revisions(self, before: KeptGame, old: Model, *, is_exchange: bool) -> None:
        """Expect the next revision, and just the hands that changed, or are dealt anew, at it."""
        # Whoever sits on a seat now: what was noted there is as it was.
        same_seats = is_exchange or self.model.ids == old.ids
        assert self.kept.revision == before.revision + 1
        dealt = list(zip(old.hands, old.dealers(), strict=True))
        for number, now in enumerate(
            zip(self.model.hands, self.model.dealers(), strict=True), start=1
        ):
            same = number <= len(dealt) and now == dealt[number - 1] and same_seats
            was = before.hand_revision(number) if same else None
            assert self.kept.hand_revision(number) == (self.kept.revision if was is None else was)

    def _print(self) -> None:
        """Expect every running total on the printed card."""
        (page,) = printed(self.kept.game)
        words = Counter(word for line in lines(page) for word in line.split())
        totals = Counter(
            str(play["total"]).replace("-", "−")
            for hand in self.model.document()["hands"]
            for play in hand["plays"]
            if play["total"] is not None
        )
        assert totals <= words


def _noted(hand: Hand, around: list[int], *, corrected: bool) -> Sheetful:
    return Sheetful(
        cards=hand.cards,
        seats=[play.seat for play in hand.plays],
        around=list(around),
        bids={play.seat: play.bid for play in hand.plays if play.bid is not None},
        tricks={
            play.seat: "S" if play.taken is NOT_COUNTED else play.taken
            for play in hand.plays
            if play.taken is not None
        },
        points={play.seat: play.adjust for play in hand.plays if play.adjust},
        trump=None if hand.is_whole_pack or hand.trump is None else hand.trump.value,
        dealer=hand.dealer,
        corrected=corrected,
    )


def _settle_finale(model: Model) -> None:
    model.finale = model.finale and model.hands[-1].deals_all


def _without_moments(whole: Document) -> Document:
    """Return a document without what no model can know: ids, revisions, moments and the pen."""
    left_out = {"id", "revision", "started", "pen"}
    hands = [{k: v for k, v in hand.items() if k != "revision"} for hand in whole["hands"]]
    return {**{k: v for k, v in whole.items() if k not in left_out}, "hands": hands}


def test_any_table_agrees_with_the_model(engine: Engine) -> None:
    """Whatever a table does, and takes back, document, revisions and card agree with the model."""
    Table.engine = engine
    run_state_machine_as_test(
        Table,
        settings=settings(
            deadline=None,
            max_examples=tried(30).max_examples,
            stateful_step_count=20,
            suppress_health_check=[HealthCheck.too_slow],
        ),
    )
