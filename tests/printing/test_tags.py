"""What a printed card tells programs: tags, headers, language, title, and a size worth mailing."""

import importlib.util
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from pdfminer.pdftypes import PDFObjRef, resolve1

from scorekeeper.printing import Sheet, Style, scorecard_pdf
from scorekeeper.rules import Game

from .printed import DAY, GOLDEN, pages_of, printed

KIB = 1024
CHECKER = "outloud"

every_game = pytest.mark.parametrize("game", GOLDEN.values(), ids=GOLDEN)
every_style = pytest.mark.parametrize("style", Style)

Element = dict[str, Any]


def test_the_file_says_what_it_is() -> None:
    """Language, title and date are set, and the file claims to be PDF/UA."""
    pdf = printed(GOLDEN["sample-three-hands"])[0].pdf
    assert pdf.doc.catalog["Lang"] in ("en", b"en")
    assert "30 November 2026" in pdf.metadata["Title"]
    assert pdf.metadata["CreationDate"].startswith("D:20261130")
    metadata = resolve1(pdf.doc.catalog["Metadata"]).get_data()
    assert b"pdfuaid" in metadata


@every_style
def test_the_card_is_a_table_with_headers(style: Style) -> None:
    """Each hand and each player is a header of the table; the dealer's dot has a word."""
    game = GOLDEN["sample-three-hands"]
    page = printed(game, style=style)[0]
    tags = list(_flat(page.structure_tree))
    feet = 0 if style is Style.PLAIN else 4
    assert [tag["type"] for tag in tags].count("TH") == len(game.players) + len(game.hands) + feet
    figures = [tag["alt_text"] for tag in tags if tag["type"] == "Figure"]
    assert figures == ["deals"] * len(game.hands)


@every_style
@every_game
def test_every_cell_names_its_hand_and_its_player(game: Game, style: Style) -> None:
    """Bid and score alike are told by the hand's header and by the player's."""
    elements = list(_elements(pages_of(Sheet(game, DAY, style=style))[0].pdf.doc.catalog))
    heads = {resolve1(th["ID"]): _column(th) for th in elements if _kind(th) == "TH"}
    told = [
        [heads[name] for name in resolve1(td["A"]).get("Headers", ())]
        for td in elements
        if _kind(td) == "TD"
    ]
    expected = [["Row"]] + [["Row", "Column"]] * 2 * len(game.players)
    for hand in range(len(game.hands)):
        start = 2 + hand * len(expected)
        assert told[start : start + len(expected)] == expected


@every_style
@every_game
def test_a_card_is_small_and_always_the_same(game: Game, style: Style) -> None:
    """Few enough bytes to send on, and the same ones whenever it is printed."""
    sheet = Sheet(game, DAY, style=style)
    pdf = scorecard_pdf(sheet)
    assert len(pdf) < 60 * KIB
    assert pdf == scorecard_pdf(sheet)


@pytest.mark.skipif(importlib.util.find_spec(CHECKER) is None, reason=f"{CHECKER} is not here")
@every_style
def test_a_checker_of_pdf_ua_finds_no_fault(style: Style, tmp_path: Path) -> None:
    """No golden card breaks a rule of PDF/UA-1 that a program can check."""
    for name, game in GOLDEN.items():
        sheet = Sheet(game, DAY, style=style, corrected=frozenset({1}))
        (tmp_path / f"{name}.pdf").write_bytes(scorecard_pdf(sheet))
    blank = Sheet(GOLDEN["sample-plain"], style=style, unnamed=frozenset({1}))
    (tmp_path / "blank.pdf").write_bytes(scorecard_pdf(blank))
    checked = subprocess.run(
        [sys.executable, "-m", CHECKER, "--fail-on", "error", *tmp_path.glob("*.pdf")],
        capture_output=True,
        text=True,
        check=False,
    )
    assert checked.returncode == 0, checked.stdout


def _flat(elements: list[Element]) -> Iterator[Element]:
    for element in elements:
        yield element
        yield from _flat(element.get("children", []))


def _elements(catalog: Element) -> Iterator[Element]:
    """Yield every element below the root of the tags, in order."""

    def below(thing: Any) -> Iterator[Element]:  # noqa: ANN401 - pdfminer has no types
        for kid in resolve1(thing) if isinstance(resolve1(thing), list) else [thing]:
            element = resolve1(kid) if isinstance(kid, PDFObjRef) else kid
            if isinstance(element, dict) and "S" in element:
                yield element
                yield from below(element.get("K", []))

    yield from below(resolve1(catalog["StructTreeRoot"])["K"])


def _kind(element: Element) -> str:
    return str(element["S"].name)


def _column(header: Element) -> str:
    return str(resolve1(header["A"])["Scope"].name)
