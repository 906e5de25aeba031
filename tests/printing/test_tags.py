"""What a printed card tells programs: tags, headers, language, title, and a size worth mailing."""

import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from pdfminer.pdftypes import PDFObjRef, resolve1

from scorekeeper.printing import Sheet, Style, measures, scorecard_pdf
from scorekeeper.rules import Game, Hand, Player

from .printed import DAY, GOLDEN, own_list, pages_of, pdf_of, printed

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
    """Each hand and each player is a header of the table; dot and chart have their words."""
    game = GOLDEN["sample-three-hands"]
    page = printed(game, style=style)[0]
    tags = list(_flat(page.structure_tree))
    feet = 0 if style is Style.PLAIN else 4
    assert [tag["type"] for tag in tags].count("TH") == len(game.players) + len(game.hands) + feet
    figures = [tag["alt_text"] for tag in tags if tag["type"] == "Figure"]
    assert figures[: len(game.hands)] == ["deals"] * len(game.hands)
    charts = figures[len(game.hands) :]
    assert len(charts) == (1 if measures(Sheet(game, DAY, style=style)).chart else 0)
    assert [chart for chart in charts if not chart.startswith("Running scores")] == []


@every_style
@every_game
def test_every_cell_names_its_hand_and_its_player(game: Game, style: Style) -> None:
    """Bid and score alike are told by the hand's header and by the player's."""
    elements = list(_elements(pages_of(Sheet(game, DAY, style=style))[0].pdf.doc.catalog))
    heads = {resolve1(th["ID"]): _column(th) for th in elements if _kind(th) == "TH"}
    told = _told(elements, heads)
    expected = [("Row",)] + [("Row", "Column")] * 2 * len(game.players)
    for hand in range(len(game.hands)):
        start = 2 + hand * len(expected)
        assert told[start : start + len(expected)] == expected


@pytest.mark.parametrize(
    "style", [Style.CREATIVE, pytest.param(Style.PLAIN, marks=pytest.mark.slow)]
)
@every_game
def test_a_card_is_small_and_always_the_same(game: Game, style: Style) -> None:
    """Few enough bytes to send on, and the same ones whenever it is printed."""
    sheet = Sheet(game, DAY, style=style)
    pdf = pdf_of(sheet)
    assert len(pdf) < 60 * KIB
    assert pdf == scorecard_pdf(sheet)


@every_style
def test_every_element_has_something_to_say(style: Style) -> None:
    """Nothing is tagged that holds neither text nor figure, but for the cells left to the pen."""
    players = (Player("Ann"), Player("Ben"))
    empty = Sheet(Game(players, (Hand.undealt(2, (0, 1)),)), style=style, unnamed=frozenset({1}))
    for sheet in (empty, Sheet(GOLDEN["half-played"], DAY, style=style)):
        elements = list(_elements(pages_of(sheet)[0].pdf.doc.catalog))
        silent = {_kind(each) for each in elements if not each.get("K") and not each.get("Alt")}
        assert silent <= {"TD", "NonStruct"}


def test_each_page_of_a_long_card_has_its_headers() -> None:
    """A card of two pages is two tables: the players head each, and every hand stands once."""
    game = own_list([f"P{seat}" for seat in range(15)], [3] * 60)
    elements = list(_elements(pages_of(Sheet(game, DAY))[0].pdf.doc.catalog))
    heads = {resolve1(th["ID"]): _column(th) for th in elements if _kind(th) == "TH"}
    assert [_kind(each) for each in elements].count("Table") == 2
    assert list(heads.values()).count("Column") == 2 * len(game.players)
    assert list(heads.values()).count("Row") == len(game.hands) + 4
    assert set(_told(elements, heads)) == {(), ("Row",), ("Row", "Column")}


@pytest.mark.skipif(shutil.which(CHECKER) is None, reason=f"{CHECKER} is not here")
@every_style
def test_a_checker_of_pdf_ua_finds_no_fault(style: Style, tmp_path: Path) -> None:
    """No golden card breaks a rule of PDF/UA-1 that a program can check."""
    for name, game in GOLDEN.items():
        sheet = Sheet(game, DAY, style=style, corrected=frozenset({1}))
        (tmp_path / f"{name}.pdf").write_bytes(pdf_of(sheet))
    blank = Sheet(GOLDEN["sample-plain"], style=style, unnamed=frozenset({1}))
    (tmp_path / "blank.pdf").write_bytes(scorecard_pdf(blank))
    checked = subprocess.run(
        [CHECKER, "--fail-on", "error", *tmp_path.glob("*.pdf")],
        capture_output=True,
        text=True,
        check=False,
    )
    assert checked.returncode == 0, checked.stdout


def _told(elements: list[Element], heads: dict[bytes, str]) -> list[tuple[str, ...]]:
    """Return what kinds of headers each cell names."""
    cells = [resolve1(td["A"]) for td in elements if _kind(td) == "TD"]
    return [tuple(heads[name] for name in cell.get("Headers", ())) for cell in cells]


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
