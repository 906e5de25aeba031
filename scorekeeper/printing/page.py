"""The card as a page of HTML: words, measures and the very cells that the screen shows."""

from dataclasses import dataclass
from functools import lru_cache

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup

from scorekeeper.files import TEMPLATES
from scorekeeper.namesakes import told_apart
from scorekeeper.rules import Scorecard, scorecard

from .drawing import drawing
from .layout import layout
from .names import shortened
from .sentences import ending, facts, name, outcome
from .sheet import Sheet
from .sizes import Adjusts, Contents, Layout
from .words import Words, words

WINS = "🏆 "
TEMPLATE, STYLESHEET, ON_SCREEN = "scorecard.html", "scorecard.css", "screen.css"


@dataclass(frozen=True, slots=True)
class OnPaper:
    """What the drawing of a card must know besides its rows when it is meant for paper."""

    is_plain: bool
    has_dealers: bool
    has_results: bool
    adjusts: Adjusts | None
    names: tuple[str, ...]
    unnamed: frozenset[int]


def page(sheet: Sheet) -> str:
    """Return the card as HTML, ready to be laid out."""
    return _rendered(sheet, scorecard(sheet.game))


def proof(sheet: Sheet, *, nonce: str) -> str:
    """Return the card as a page of its own for a browser, its styles allowed by the nonce."""
    styles = stylesheet() + (TEMPLATES / "print" / ON_SCREEN).read_text(encoding="utf-8")
    return _rendered(sheet, scorecard(sheet.game), nonce=nonce, styles=styles)


def stylesheet() -> str:
    """Return the rules that all cards share."""
    return (TEMPLATES / "print" / STYLESHEET).read_text(encoding="utf-8")


def measures(sheet: Sheet) -> Layout:
    """Return how large the card of a sheet is drawn."""
    return _measures(sheet, scorecard(sheet.game))


def _rendered(sheet: Sheet, card: Scorecard, *, nonce: str = "", styles: str = "") -> str:
    language = words(sheet.language)
    measured = _measures(sheet, card)
    return (
        _environment(language.language)
        .get_template(f"print/{TEMPLATE}")
        .render(
            sheet=sheet,
            card=card,
            game=sheet.game,
            language=language.language,
            day=language.date(sheet.started) if sheet.started else "",
            facts=_facts(sheet, language),
            kept_by=_kept_by(sheet),
            outcome=outcome(sheet.called, card, language),
            ending=ending(sheet.game, card, language),
            layout=measured,
            chart=drawing(sheet.called, card, measured),
            paper=OnPaper(
                is_plain=sheet.is_plain,
                has_dealers=not sheet.is_blank,
                has_results=card.scored > 0,
                adjusts=measured.adjusts,
                names=_names(sheet, card, measured),
                unnamed=sheet.unnamed,
            ),
            nonce=nonce,
            styles=styles,
        )
    )


def _names(sheet: Sheet, card: Scorecard, layout: Layout) -> tuple[str, ...]:
    """Return the names as they head the card, shortened where nothing else helps."""
    width = layout.result + layout.score
    return tuple(
        shortened(head, width, layout.name_font, layout.name_lines, parts).removeprefix(WINS)
        for head, parts in zip(_heads(sheet, card), told_apart(sheet.called), strict=True)
    )


def _heads(sheet: Sheet, card: Scorecard) -> tuple[str, ...]:
    """Return what stands over each player's columns: the name, after a cup where it won."""
    return tuple(
        f"{WINS if seat in card.winners else ''}{called}"
        for seat, called in enumerate(sheet.called)
    )


def _facts(sheet: Sheet, language: Words) -> tuple[str, ...]:
    """Return the day and what the table agreed."""
    day = (language.date(sheet.started),) if sheet.started else ()
    return (*day, *facts(sheet.game, language))


def _kept_by(sheet: Sheet) -> Markup:
    """Return who keeps the score; nothing where nobody was named."""
    seat = sheet.game.scorekeeper
    return Markup() if seat is None else name(sheet.called[seat])


def _measures(sheet: Sheet, card: Scorecard) -> Layout:
    game = sheet.game
    cells = [cell for row in card.rows for cell in row.cells if cell is not None]
    totals = [abs(cell.total) for cell in cells if cell.total is not None]
    contents = Contents(
        names=_heads(sheet, card),
        hands=len(game.hands),
        most_cards=max(hand.cards for hand in game.hands),
        largest_total=max(totals, default=0),
        adjusts=Adjusts.BESIDE if any(cell.adjust for cell in cells) else None,
        has_starts=any(player.start for player in game.players),
        is_plain=sheet.is_plain,
        goes_on=not card.over,
        has_chart=card.scored > 1,
        has_left=bool(card.leaves),
    )
    return layout(contents, sheet.paper)


@lru_cache(maxsize=32)
def _environment(language: str) -> Environment:
    """Return the templates in one language."""
    environment = Environment(
        loader=FileSystemLoader(TEMPLATES),
        autoescape=True,
        extensions=["jinja2.ext.i18n"],
        undefined=StrictUndefined,
        auto_reload=False,  # as the styles, which are read once
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.install_gettext_translations(words(language).catalogue, newstyle=True)  # type: ignore[attr-defined] # added by the extension
    return environment
