"""`scorekeeper check`: a card from paper, without a database and without a server."""

from pathlib import Path

import pytest

from scorekeeper.cli import main

SAMPLE = Path(__file__).parents[1] / "transfers" / "published-sample.csv"
RIGHT = "cards,Ann,,,김하늘,,\n2,1,1,10,1,1,10\n1,1,0,0,1,1,20\n"


@pytest.fixture
def nowhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return the folder of an instance that nothing may be written into."""
    instance = tmp_path / "instance"
    monkeypatch.setenv("SCOREKEEPER_INSTANCE", str(instance))
    return instance


def test_the_published_sample_gets_its_two_faults(
    nowhere: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Each fault is a sentence with the number of its hand, and the command ends with 1."""
    assert main(["check", str(SAMPLE)]) == 1
    assert capsys.readouterr().out == (
        "Hand 2: One trick is missing: 11 of 12 are counted.\n"
        "Hand 3: The bids add up to 9; 10 is written.\n"
    )
    assert not nowhere.exists()


def test_a_card_that_is_right_ends_with_0(
    nowhere: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Nothing wrong is said, too, and no instance is made for it."""
    card = tmp_path / "card.csv"
    card.write_text(RIGHT, encoding="utf-8-sig")
    assert main(["check", str(card)]) == 0
    assert capsys.readouterr().out == "Everything on this card is right.\n"
    assert not nowhere.exists()


def test_an_error_in_a_sum_names_the_player(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Who, what is written, what is right, and by how much it is newly off."""
    card = tmp_path / "card.csv"
    card.write_text(RIGHT.replace(",20", ",-20"), encoding="utf-8")
    assert main(["check", str(card)]) == 1
    assert capsys.readouterr().out == (
        "Hand 2: 김하늘 has −20 where the sum is 20: an error of −40 enters here.\n"
    )


def test_house_rules_can_be_told(tmp_path: Path) -> None:
    """A bid of 0, and a table whose bids come out even, are judged by the house."""
    card = tmp_path / "card.csv"
    card.write_text("cards,Ann,,Ben,\n2,0,1,1,1\n", encoding="utf-8")
    assert [main(["check", *o, str(card)]) for o in ([], ["--zero-bid"])] == [1, 0]
    card.write_text("cards,Ann,,Ben,\n2,1,1,1,1\n", encoding="utf-8")
    assert [main(["check", *o, str(card)]) for o in ([], ["--hook"])] == [0, 1]


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b"cards,Ann,,Ben,\n2,1,x,1,1\n", "Line 2, column 3: “x” is no number of tricks"),
        (b"cards,J\xf6rg,,Ben,\n", "From line 1 on this cannot be read as text"),
        (b"", "Line 1: a card needs a heading"),
        (b"\x89PNG\r\n\x1a\n", "From line 1 on this cannot be read as text"),
        (b"cards,,,Ben,\n2,1,1,1,1\n", "Line 1, column 2: Here the heading must have"),
        (b"cards,Ann,,Ben,\n,1,1,1,1\n", "Line 2, column 1: The number of cards is missing."),
        (b"x" * 600_000, "From line 1 on there is more than a card can hold."),
    ],
)
def test_what_cannot_be_read_ends_with_2(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], data: bytes, said: str
) -> None:
    """One sentence with the line, no traceback."""
    card = tmp_path / "card.csv"
    card.write_bytes(data)
    assert main(["check", str(card)]) == 2
    printed = capsys.readouterr()
    assert printed.out == ""
    assert printed.err.startswith(f"scorekeeper: {said}")


def test_a_file_that_is_not_there_ends_with_2(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A wrong name is said in one sentence."""
    card = tmp_path / "none.csv"
    assert main(["check", str(card)]) == 2
    assert capsys.readouterr().err == (
        f"scorekeeper: {card} cannot be opened: No such file or directory.\n"
    )


def test_the_help_says_how_a_card_is_typed(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """`check --help` shows a card, and that card is right."""
    assert main(["check", "--help"]) == 0
    lines = capsys.readouterr().out.splitlines()
    start = lines.index("  cards,John,,,Margaret,,")
    card = tmp_path / "card.csv"
    card.write_text("\n".join(line.strip() for line in lines[start : start + 3]))
    assert main(["check", str(card)]) == 0
