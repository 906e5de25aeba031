"""Games to print, and printed cards to read back."""

import io
from collections.abc import Sequence
from datetime import date
from functools import cache, lru_cache
from typing import Any

import pdfplumber
from pdfplumber.page import Page

from scorekeeper.printing import Paper, Sheet, Style, measures, scorecard_pdf
from scorekeeper.printing.names import MM_PER_PT
from scorekeeper.printing.sizes import HEADER, MARGIN
from scorekeeper.rules import Game, Hand, Play, Player, Row, Scorecard, Trump, scorecard
from tests.golden import DOCUMENTS, played

DAY = date(2026, 11, 30)
SIGNS = {
    None: "",
    Trump.NONE: "—",
    Trump.SPADES: "♠",
    Trump.HEARTS: "♥",
    Trump.DIAMONDS: "♦",
    Trump.CLUBS: "♣",
}

GOLDEN: dict[str, Game] = {name: played(document) for name, document in DOCUMENTS.items()}
_WHOLE = frozenset(GOLDEN.values())


def own_list(names: Sequence[str], sizes: Sequence[int], *, start: int = 0) -> Game:
    """Return a game in which everybody went set in every hand but the first seat, who swept."""
    last = len(names) - 1
    return Game(
        players=tuple(Player(name, start) for name in names),
        hands=tuple(
            Hand(
                cards,
                tuple(
                    Play(seat, cards if seat == 0 else 1, cards if seat == 0 else 0)
                    for seat in range(last + 1)
                ),
            )
            for cards in sizes
        ),
        scorekeeper=last,
        title="Friday table",
    )


def printed(
    game: Game,
    paper: Paper = Paper.A4,
    language: str = "en",
    style: Style = Style.CREATIVE,
    corrected: frozenset[int] = frozenset(),
) -> list[Page]:
    """Return the pages of a game's card."""
    return pages_of(Sheet(game, DAY, language, style, paper, corrected))


def pages_of(sheet: Sheet) -> list[Page]:
    """Return the pages of a sheet: those that many tests look at are read once for all."""
    return _read_once(sheet) if sheet.game in _WHOLE else _read(sheet)


@cache
def pdf_of(sheet: Sheet) -> bytes:
    """Return the file of a sheet, printed once for all tests."""
    return scorecard_pdf(sheet)


# A page that was read takes megabytes.
@lru_cache(maxsize=16)
def _read(sheet: Sheet) -> list[Page]:
    return list(pdfplumber.open(io.BytesIO(pdf_of(sheet))).pages)


@cache
def _read_once(sheet: Sheet) -> list[Page]:
    return _read.__wrapped__(sheet)


def lines(page: Page) -> list[str]:
    """Return the text of a page, line by line, without what only chooses a glyph."""
    return page.extract_text().replace("\ufe0e", "").splitlines()


def written(row: Row) -> str:
    """Return the line that a hand must be on the card, from left to right."""
    figures = [f"{'_' if row.bids is None else row.bids}/{row.cards}", SIGNS[row.trump]]
    for cell in row.cells:
        if cell is None or cell.bid is None:
            continue
        taken = "–" if cell.is_uncounted else "" if cell.taken is None else cell.taken
        figures.append(f"{taken}/{cell.bid}")
        figures.append(f"{cell.adjust:+}".replace("-", "−") if cell.adjust else "")
        figures.append("" if cell.total is None else str(cell.total).replace("-", "−"))
    return " ".join(filter(None, figures))


def tallied(card: Scorecard) -> list[str]:
    """Return the lines of the card's foot."""
    return [
        " ".join(["S", *(str(tally.sets) for tally in card.tallies)]),
        " ".join(["O", *(str(tally.overtricks) for tally in card.tallies)]),
        " ".join(["P", *(str(tally.perfects) for tally in card.tallies)]),
        " ".join(
            [
                "Tricks / bids",
                *(f"{t.taken}{'+' if t.uncounted else ''}/{t.bids}" for t in card.tallies),
            ]
        ),
    ]


def table(sheet: Sheet) -> list[list[str]]:
    """Return what is printed in the cells of each hand, by where it stands on the page."""
    (page,), layout = pages_of(sheet), measures(sheet)
    edges = [MARGIN, MARGIN + layout.deal, MARGIN + layout.deal + layout.trump]
    for _ in sheet.game.players:
        edges += [edges[-1] + layout.result, edges[-1] + layout.result + layout.score]
    top = MARGIN + HEADER + layout.head
    cells = [[""] * (len(edges) - 1) for _ in sheet.game.hands]
    for word in page.extract_words():
        row = int((_middle(word, "top", "bottom") - top) // layout.row)
        column = sum(_middle(word, "x0", "x1") >= edge for edge in edges) - 1
        if 0 <= row < len(cells) and 0 <= column < len(edges) - 1:
            text = word["text"].replace("\ufe0e", "")
            cells[row][column] = f"{cells[row][column]} {text}".strip()
    return cells


def _middle(word: dict[str, Any], start: str, end: str) -> float:
    return float(word[start] + word[end]) / 2 * MM_PER_PT


def expected(sheet: Sheet) -> list[list[str]]:
    """Return what must stand in each hand's cells."""
    return [_cells(row, is_plain=sheet.is_plain) for row in scorecard(sheet.game).rows]


def _cells(row: Row, *, is_plain: bool) -> list[str]:
    cards = str(row.cards)
    cells = [cards if is_plain else f"{'_' if row.bids is None else row.bids}/{cards}"]
    cells.append(SIGNS[row.trump])
    for cell in row.cells:
        if cell is None or cell.bid is None:
            cells += ["", "" if cell is None or not cell.adjust else minus(f"{cell.adjust:+}")]
            continue
        taken = "–" if cell.is_uncounted else "" if cell.taken is None else cell.taken
        adjust = minus(f"{cell.adjust:+}") if cell.adjust else ""
        total = "" if cell.total is None else minus(str(cell.total))
        cells += [str(cell.bid) if is_plain else f"{taken}/{cell.bid}", f"{adjust} {total}".strip()]
    return cells


def minus(figure: str) -> str:
    """Return a figure with the minus sign of the card."""
    return figure.replace("-", "−")


def boxes(page: Page) -> int:
    """Count the drawn boxes: each an outer and an inner outline."""
    return len(outlines(page)) // 2


def outlines(page: Page) -> list[dict[str, Any]]:
    """Return the outlines of boxes, which are low, and wider than high."""
    low = [c for c in page.curves if c["fill"] and 4 < c["height"] < 16]
    return [curve for curve in low if curve["width"] > 1.3 * curve["height"]]


def dots(page: Page, sheet: Sheet) -> list[dict[str, Any]]:
    """Return the dealer's dots: small discs within the card."""
    layout = measures(sheet)
    foot = MARGIN + HEADER + layout.head + layout.row * len(sheet.game.hands)
    # In a narrow column the dot stands at the foot of its row.
    lowest = foot + layout.row / 2
    small = [c for c in page.curves if c["width"] < 6 and c["bottom"] * MM_PER_PT < lowest]
    return [dot for dot in small if abs(dot["width"] - dot["height"]) < 0.1]
