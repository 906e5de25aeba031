"""The card as a page of HTML: words, measures and the very cells that the screen shows."""

from collections.abc import Iterator
from functools import lru_cache

from jinja2 import Environment, FileSystemLoader, StrictUndefined

from scorekeeper.files import TEMPLATES
from scorekeeper.rules import Game, Order, Scorecard, finale_cards, scorecard

from .layout import Contents, Layout, layout
from .sheet import Sheet, Style
from .words import Words, words

_TEMPLATES = {Style.CREATIVE: "print/scorecard.html"}


def page(sheet: Sheet) -> str:
    """Return the card as HTML, ready to be laid out."""
    language = words(sheet.language)
    card = scorecard(sheet.game)
    template = _environment(language.language).get_template(_TEMPLATES[sheet.style])
    return template.render(
        card=card,
        game=sheet.game,
        language=language.language,
        started=sheet.started,
        day=language.date(sheet.started),
        facts=tuple(_facts(sheet.game, language)),
        outcome=_outcome(sheet.game, card, language),
        layout=_measures(sheet, card),
    )


def stylesheet(style: Style) -> str:
    """Return the rules that every card of a style shares."""
    return (TEMPLATES / _TEMPLATES[style]).with_suffix(".css").read_text(encoding="utf-8")


def measures(sheet: Sheet) -> Layout:
    """Return how large the card of a sheet is drawn."""
    return _measures(sheet, scorecard(sheet.game))


def _measures(sheet: Sheet, card: Scorecard) -> Layout:
    game = sheet.game
    cells = [cell for row in card.rows for cell in row.cells if cell is not None]
    totals = [abs(cell.total) for cell in cells if cell.total is not None]
    contents = Contents(
        names=tuple(
            f"🏆 {player.name}" if seat in card.winners else player.name
            for seat, player in enumerate(game.players)
        ),
        hands=len(game.hands),
        most_cards=max(hand.cards for hand in game.hands),
        largest_total=max(totals, default=0),
        has_adjusts=any(cell.adjust for cell in cells),
        has_starts=any(player.start for player in game.players),
    )
    return layout(contents, sheet.paper)


def _facts(game: Game, language: Words) -> Iterator[str]:
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
        yield _("hook")


def _outcome(game: Game, card: Scorecard, language: Words) -> str:
    """Return who won, as a sentence; nothing while the game goes on."""
    if not card.winners or not card.scored:
        return ""
    names = language.both(game.players[seat].name for seat in card.winners)
    points = card.totals[card.winners[0]]
    told = {"players": names, "points": str(points).replace("-", "−")}
    ngettext = language.catalogue.ngettext
    if len(card.winners) == 1:
        return (
            ngettext(
                "%(players)s wins with %(points)s point.",
                "%(players)s wins with %(points)s points.",
                abs(points),
            )
            % told
        )
    return (
        ngettext(
            "%(players)s share the win with %(points)s point.",
            "%(players)s share the win with %(points)s points.",
            abs(points),
        )
        % told
    )


@lru_cache(maxsize=32)
def _environment(language: str) -> Environment:
    """Return the templates in one language."""
    environment = Environment(
        loader=FileSystemLoader(TEMPLATES),
        autoescape=True,
        extensions=["jinja2.ext.i18n"],
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.install_gettext_translations(words(language).catalogue, newstyle=True)  # type: ignore[attr-defined] # added by the extension
    return environment
