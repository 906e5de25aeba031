"""What a card says in words: what was agreed, who won, how it is scored."""

from collections.abc import Iterator, Sequence

from markupsafe import Markup

from scorekeeper.rules import Game, Order, Scorecard, finale_cards

from .words import Words


def facts(game: Game, language: Words) -> Iterator[str]:
    """Yield what the table agreed, a phrase each."""
    _, ngettext = language.catalogue.gettext, language.catalogue.ngettext
    hands = len(game.hands)
    yield ngettext("%(hands)s hand", "%(hands)s hands", hands) % {"hands": hands}
    yield {
        Order.HIGH_LOW_HIGH: _("high–low–high"),
        Order.LOW_HIGH_LOW: _("low–high–low"),
        Order.LONG: _("long game"),
        Order.CUSTOM: _("own list of hands"),
    }[game.order]
    if game.finale and finale_cards(len(game.players), game.order):
        yield _("no-trump finale")
    if game.house.zero_bid:
        yield _("bids of 0 allowed")
    if game.house.hook:
        # Translators: House rule, short: the bids may not add up to the number of cards.
        yield _("hook")


def outcome(names: Sequence[str], card: Scorecard, language: Words) -> Markup:
    """Return who won, as a sentence; nothing while the game goes on."""
    if not card.winners or not card.scored:
        return Markup()
    told = {
        "players": language.both(name(names[seat]) for seat in card.winners),
        "points": figure(card.totals[card.winners[0]]),
    }
    points = abs(card.totals[card.winners[0]])
    ngettext = language.catalogue.ngettext
    if len(card.winners) == 1:
        wins = ngettext(
            "%(players)s wins with %(points)s point.",
            "%(players)s wins with %(points)s points.",
            points,
        )
        return _filled(wins, told)
    share = ngettext(
        "%(players)s share the win with %(points)s point.",
        "%(players)s share the win with %(points)s points.",
        points,
    )
    return _filled(share, told)


def ending(game: Game, card: Scorecard, language: Words) -> str:
    """Return that the game was ended before its last hand, and after how many; else nothing."""
    hands = len(game.hands)
    if not game.ended_early or card.scored == hands:
        return ""
    ended = language.catalogue.ngettext(
        "Ended early, after %(scored)s of %(hands)s hand.",
        "Ended early, after %(scored)s of %(hands)s hands.",
        hands,
    )
    return ended % {"scored": card.scored, "hands": hands}


def name(text: str) -> Markup:
    """Return a name that keeps its own direction of writing among other words."""
    return Markup("<bdi>{}</bdi>").format(text)


def figure(points: int) -> str:
    """Return points with a minus as wide as a figure."""
    return str(points).replace("-", "−")


def _filled(sentence: str, told: dict[str, Markup | str]) -> Markup:
    return Markup(sentence) % told  # noqa: S704 - the catalogue's own words
