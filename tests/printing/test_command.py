"""`scorekeeper print`: a card out of a game document, without a database and without a server."""

import json
from pathlib import Path

import pdfplumber
import pytest

from scorekeeper.cli import main

GOLDEN = Path(__file__).parents[1] / "golden"
GAME = GOLDEN / "sample-three-hands.json"


@pytest.fixture(autouse=True)
def instance(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return the folder of an instance, which no test here may make."""
    folder = tmp_path / "instance"
    monkeypatch.setenv("SCOREKEEPER_INSTANCE", str(folder))
    return folder


@pytest.mark.parametrize("style", ["creative", "plain"])
@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_a_document_becomes_a_card(tmp_path: Path, instance: Path, style: str, paper: str) -> None:
    """One command, one page, and nothing else is made."""
    card = tmp_path / "card.pdf"
    options = ["--style", style, "--paper", paper, "--lang", "en"]
    assert main(["print", str(GAME), "-o", str(card), *options]) == 0
    with pdfplumber.open(card) as pdf:
        assert len(pdf.pages) == 1
        assert round(pdf.pages[0].width) == (595 if paper == "a4" else 612)
        assert "Margaret" in pdf.pages[0].extract_text()
        assert ("Tricks / bids" in pdf.pages[0].extract_text()) is (style == "creative")
    assert not instance.exists()


def test_a_card_without_a_name_of_its_own_gets_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Without -o the file is named after the game, where the command runs."""
    monkeypatch.chdir(tmp_path)
    assert main(["print", str(GAME)]) == 0
    assert [path.name for path in tmp_path.glob("Bluke scorecard *.pdf")] != []


def test_the_same_document_gives_the_same_bytes(tmp_path: Path) -> None:
    """The day of printing leaves no trace."""
    cards = [tmp_path / name for name in ("one.pdf", "two.pdf")]
    for card in cards:
        assert main(["print", str(GAME), "-o", str(card)]) == 0
    assert cards[0].read_bytes() == cards[1].read_bytes()


@pytest.mark.parametrize("text", ["", "{", "[]", '{"players": []}', "\x00", "[" * 10_000])
def test_what_is_no_game_is_refused_in_a_sentence(
    text: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The command ends with 2, says why, and makes no card."""
    document, card = tmp_path / "game.json", tmp_path / "card.pdf"
    document.write_text(text, encoding="utf-8")
    assert main(["print", str(document), "-o", str(card)]) == 2
    assert capsys.readouterr().err.startswith("scorekeeper: ")
    assert not card.exists()


def test_files_that_cannot_be_opened_are_named(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Neither a missing document nor a folder in place of the card is a traceback."""
    assert main(["print", str(tmp_path / "absent.json"), "-o", str(tmp_path / "c.pdf")]) == 1
    assert "absent.json cannot be opened" in capsys.readouterr().err
    assert main(["print", str(GAME), "-o", str(tmp_path)]) == 1
    assert "cannot be opened" in capsys.readouterr().err
    assert main(["print"]) == 2


def test_a_wrong_sum_in_the_document_is_pointed_out_and_printed_right(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Sums are the card's own; a document that disagrees is told where."""
    document = json.loads(GAME.read_text(encoding="utf-8"))
    document["hands"][0]["plays"][0]["total"] = 999
    (tmp_path / "game.json").write_text(json.dumps(document), encoding="utf-8")
    card = tmp_path / "card.pdf"
    assert main(["print", str(tmp_path / "game.json"), "-o", str(card)]) == 0
    assert "999" in capsys.readouterr().err
    with pdfplumber.open(card) as pdf:
        assert "999" not in pdf.pages[0].extract_text()


def test_scripts_that_cannot_be_printed_are_told(capsys: pytest.CaptureFixture[str]) -> None:
    """Each on a line, with the package that brings it; a machine with all of them says so."""
    assert main(["print", "--check-fonts"]) == 0
    said = capsys.readouterr().out.splitlines()
    assert said
    assert all(": install fonts-noto-" in line or "can be printed" in line for line in said)
