"""Games to print, and printed cards to read back."""

import io
import json
from collections.abc import Sequence
from datetime import date
from functools import lru_cache
from pathlib import Path
from typing import Any

import pdfplumber
from pdfplumber.page import Page

from scorekeeper.printing import Paper, Sheet, scorecard_pdf
from scorekeeper.rules import (
    NOT_COUNTED,
    Game,
    Hand,
    House,
    Order,
    Play,
    Player,
    Row,
    Scorecard,
    Trump,
)

DAY = date(2026, 11, 30)
SIGNS = {
    None: "",
    Trump.NONE: "—",
    Trump.SPADES: "♠",
    Trump.HEARTS: "♥",
    Trump.DIAMONDS: "♦",
    Trump.CLUBS: "♣",
}

Document = dict[str, Any]


def _played(document: Document) -> Game:
    rules = document["rules"]
    return Game(
        players=tuple(Player(p["name"], p.get("start", 0)) for p in document["players"]),
        hands=tuple(
            Hand(
                hand["cards"],
                tuple(_play(play) for play in hand["plays"]),
                trump=None if hand["trump"] is None else Trump(hand["trump"]),
            )
            for hand in document["hands"]
        ),
        order=Order(rules["order"]),
        finale=rules["finale"],
        house=House(zero_bid=rules["zero_bid"], hook=rules["hook"]),
        first_dealer=document["first_dealer"],
        scorekeeper=document["scorekeeper"],
        title=document["title"],
    )


def _play(play: Document) -> Play:
    uncounted = play["taken"] is None and play["outcome"] == "S"
    taken = NOT_COUNTED if uncounted else play["taken"]
    return Play(play["seat"], play["bid"], taken, play.get("adjust", 0))


GOLDEN: dict[str, Game] = {
    path.stem: _played(json.loads(path.read_text(encoding="utf-8")))
    for path in sorted((Path(__file__).parents[1] / "golden").glob("*.json"))
}


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


def printed(game: Game, paper: Paper = Paper.A4, language: str = "en") -> list[Page]:
    """Return the pages of a game's card."""
    return _read(Sheet(game, DAY, language=language, paper=paper))


@lru_cache(maxsize=64)
def _read(sheet: Sheet) -> list[Page]:
    return list(pdfplumber.open(io.BytesIO(scorecard_pdf(sheet))).pages)


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


def boxes(page: Page) -> int:
    """Count the drawn boxes: each an outer and an inner outline, wider than high."""
    outlines = [curve for curve in page.curves if curve["width"] > 1.3 * curve["height"]]
    return len(outlines) // 2


def dots(page: Page) -> int:
    """Count the dealer's dots: small and as wide as high."""
    small = [curve for curve in page.curves if curve["width"] < 6]
    return len([dot for dot in small if abs(dot["width"] - dot["height"]) < 0.1])
