"""A book of years out of one instance and into another, by the commands that a host uses."""

import time
from pathlib import Path

import pytest

from scorekeeper.cli import main

GAMES = 2_000


def test_moving_a_book(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Making, writing, reading and keeping 2,000 games of 25 hands, and once more for nothing."""
    file, packed = tmp_path / "book.json", tmp_path / "book.json.gz"
    steps: list[tuple[str, str, list[object]]] = [
        ("make a demo", "here", ["demo", "--games", GAMES, "--seats", 4]),
        ("export", "here", ["export", "--demo", file]),
        ("export, packed", "here", ["export", "--demo", packed]),
        ("import", "there", ["import", file]),
        ("import again", "there", ["import", file]),
        ("import again, packed", "there", ["import", packed]),
    ]
    lines = [f"\n{f'moving {GAMES} games':44}{'seconds':>9}"]
    for name, instance, arguments in steps:
        monkeypatch.setenv("SCOREKEEPER_INSTANCE", str(tmp_path / instance))
        monkeypatch.delenv("SCOREKEEPER_DATABASE_URL", raising=False)
        began = time.perf_counter()
        assert main([str(argument) for argument in arguments]) == 0
        lines.append(f"{name:44}{time.perf_counter() - began:9.1f}")
    sizes = [f"{path.name}: {path.stat().st_size / 1e6:.1f} MB" for path in (file, packed)]
    with capsys.disabled():
        print("\n".join([*lines, *sizes]))  # noqa: T201
