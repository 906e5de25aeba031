"""The language of the terminal."""

from collections.abc import Mapping
from pathlib import Path

import pytest
from flask_babel import gettext

from scorekeeper.cli import main
from scorekeeper.commands import cards
from scorekeeper.commands.speaking import speaking
from scorekeeper.config import terminal_language

# What the environment says, and the language that is spoken.
ENVIRONMENTS = [
    ({}, "en"),
    ({"LANG": "ro_MD.UTF-8"}, "ro"),
    ({"LANG": "C.UTF-8"}, "en"),
    ({"LANG": "fr_FR.UTF-8"}, "en"),
    ({"LANG": "nl_BE@euro", "LC_MESSAGES": "ko_KR.UTF-8"}, "ko"),
    ({"LC_MESSAGES": "ko_KR.UTF-8", "LC_ALL": "kk_KZ.UTF-8"}, "kk"),
    ({"LC_ALL": "C", "LANG": "ko_KR.UTF-8"}, "en"),
    ({"LC_ALL": "", "LANG": "nl"}, "nl"),
    ({"SCOREKEEPER_LANG": "NL-be", "LC_ALL": "ko_KR.UTF-8"}, "nl"),
]


@pytest.mark.parametrize(("env", "language"), ENVIRONMENTS)
def test_the_first_setting_decides(env: Mapping[str, str], language: str) -> None:
    """The app's own setting, then those of the system in their order; English without any."""
    assert terminal_language(env) == language


def test_a_language_ends_with_the_command() -> None:
    """Speaking needs no instance, and leaves nothing behind."""
    for language in ("kk", "ko", "en"):
        with speaking(language):
            assert gettext("No such sentence") == "No such sentence"


def test_help_is_given_without_any_setting(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Asking what there is makes no instance."""
    monkeypatch.setenv("SCOREKEEPER_INSTANCE", str(tmp_path / "instance"))
    assert main(["--help"]) == 0
    assert "run the scorekeeper" in capsys.readouterr().out
    assert not (tmp_path / "instance").exists()


@pytest.mark.parametrize(
    ("language", "names"),
    [("en", ["Simplified Chinese", "Thai"]), ("ro", ["chineză simplificată", "thailandeză"])],
)
def test_scripts_are_named_in_the_terminal_s_language(
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    language: str,
    names: list[str],
) -> None:
    """What this machine cannot print, and the package that brings it."""
    missing = [("Hans", "fonts-noto-cjk"), ("Thai", "fonts-noto-core")]
    monkeypatch.setattr(cards, "missing_scripts", lambda: missing)
    monkeypatch.setenv("SCOREKEEPER_LANG", language)
    assert main(["print", "--check-fonts"]) == 0
    said = capsys.readouterr().out.splitlines()
    assert [line.partition(":")[0] for line in said] == names
