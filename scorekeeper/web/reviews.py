"""A game looked back on, in sentences: how it was won, how near it was, and who led when."""

from collections.abc import Sequence
from dataclasses import dataclass

from flask import Blueprint, render_template, url_for
from flask.typing import ResponseReturnValue
from flask_babel import gettext as _
from flask_babel import ngettext

from scorekeeper.statistics import Finish, Margin, Review, Story, Way, review
from scorekeeper.store.kept import KeptGame

from . import figures
from .access import of_game, role_in
from .finding import find_game
from .keys import Role
from .naming import listed

bp = Blueprint("reviews", __name__, url_prefix="/games/<own_id:game_id>")
figures.register(bp)


@dataclass(frozen=True, slots=True)
class Told:
    """A review with its sentences; by seat the player's page, empty for who may not read it."""

    facts: Review
    sentences: list[str]
    pages: list[str]


@bp.get("/review")
@of_game(Role.READER)
def show(game_id: str) -> ResponseReturnValue:
    """Return what is said of a game that is over, for a table that is open; else nothing."""
    kept = find_game(game_id)
    return render_template("games/_review.html", kept=kept, game=kept.game, told=told(kept))


def told(kept: KeptGame) -> Told | None:
    """Return what is said of a game once it is over and anything was scored."""
    if not kept.card.over or not kept.card.scored:
        return None
    facts = review(kept.card)
    names = kept.called
    first = kept.card.standing[0].total
    said = (_won(facts.story, names, first), _lacked(facts.story.finish, names), _led(facts))
    reads_book = role_in(kept.book_id) is not None
    pages = [
        url_for("profiles.show", player_id=own_id) if reads_book else "" for own_id in kept.people
    ]
    return Told(facts, [sentence for sentence in said if sentence], pages)


def _won(story: Story, names: Sequence[str], total: int) -> str:
    """Return the sentence on how the game was won."""
    course = story.course
    winners = listed([names[seat] for seat in story.winners])
    if course.way is Way.SHARED:
        points = figures.whole(total)
        return _("%(names)s ended level, with %(total)s.", names=winners, total=points)
    if course.way is Way.THROUGHOUT:
        return _("%(name)s led from the first hand to the last.", name=winners)
    if course.way is Way.LAST_HAND:
        return _("%(name)s took the lead only with the last hand.", name=winners)
    if course.way is Way.FOR_GOOD:
        return _(
            "%(name)s took the lead for good in hand %(hand)s.", name=winners, hand=course.hand
        )
    if course.way is Way.COMEBACK:
        return ngettext(
            "%(name)s was %(num)s point behind after hand %(after)s, "
            "and led for good from hand %(hand)s on.",
            "%(name)s was %(num)s points behind after hand %(after)s, "
            "and led for good from hand %(hand)s on.",
            course.behind,
            name=winners,
            after=course.after,
            hand=course.hand,
        )
    return ""


def _lacked(finish: Finish, names: Sequence[str]) -> str:
    """Return the sentence on what lay between the winner and the rest."""
    if finish.margin is Margin.NONE:
        return ""
    if finish.margin is Margin.BELOW_NOUGHT:
        return _("Even the best total stayed below nought.")
    who = listed([names[seat] for seat in finish.seconds])
    if finish.margin is Margin.COSTLY_SET:
        return ngettext(
            "%(name)s lacked %(num)s point: the bid of %(bid)s that was lost in hand "
            "%(hand)s cost %(cost)s.",
            "%(name)s lacked %(num)s points: the bid of %(bid)s that was lost in hand "
            "%(hand)s cost %(cost)s.",
            finish.gap,
            name=who,
            bid=finish.bid,
            hand=finish.hand,
            cost=finish.cost,
        )
    if finish.margin is Margin.NEAR:
        return ngettext(
            "It was near: %(names)s came next, %(num)s point behind.",
            "It was near: %(names)s came next, %(num)s points behind.",
            finish.gap,
            names=who,
        )
    return ngettext(
        "%(names)s came next, %(num)s point behind.",
        "%(names)s came next, %(num)s points behind.",
        finish.gap,
        names=who,
    )


def _led(facts: Review) -> str:
    """Return the sentence on how often the lead went to somebody else."""
    if not facts.lead_changes:
        return _("The lead never changed.")
    return ngettext("The lead changed once.", "The lead changed %(num)s times.", facts.lead_changes)
