"""What a command costs before it does anything."""

import resource
import subprocess
import sys
from pathlib import Path

import pytest

MOST = 0.3
"""Seconds of CPU that finding the commands may take."""

COMMANDS = {
    "import scorekeeper.cli": ["-c", "import scorekeeper.cli"],
    "scorekeeper --help": ["-m", "scorekeeper", "--help"],
    "scorekeeper link": ["-m", "scorekeeper", "link"],
    "scorekeeper check": ["-m", "scorekeeper", "check", "published-sample.csv"],
}


def test_starting_a_command(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The CPU of each, the least of three; importing the commands is held against a limit."""
    monkeypatch.setenv("SCOREKEEPER_INSTANCE", str(tmp_path))
    monkeypatch.delenv("SCOREKEEPER_DATABASE_URL", raising=False)
    took = {
        name: min(_cpu([sys.executable, *arguments]) for _ in range(3))
        for name, arguments in COMMANDS.items()
    }
    with capsys.disabled():
        print(f"\n{'starting a command':44}{'CPU':>9}")  # noqa: T201
        for name, seconds in took.items():
            print(f"{name:44}{seconds:8.2f}s")  # noqa: T201
    assert took["import scorekeeper.cli"] < MOST


def _cpu(command: list[str]) -> float:
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    folder = Path(__file__).parents[1] / "transfers"
    subprocess.run(command, cwd=folder, capture_output=True, check=False)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
