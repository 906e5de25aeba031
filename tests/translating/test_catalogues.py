"""The catalogues in the tree: each is whole and fits the source."""

import subprocess
from pathlib import Path

from _catalogues import read

from scorekeeper.config import LANGUAGES
from scorekeeper.files import TRANSLATIONS

COMMAND = Path(__file__).parents[2] / "bin" / "translations"
CATALOGUES = {path.parts[-3]: path for path in TRANSLATIONS.glob("*/LC_MESSAGES/messages.po")}


def test_every_language_has_a_catalogue() -> None:
    """What can be chosen can be read; English is what the code speaks."""
    assert {*CATALOGUES, "en"} == set(LANGUAGES)


def test_a_finished_catalogue_lacks_nothing() -> None:
    """Nothing is missing, fuzzy or unused; one whose head is marked as fuzzy is being made."""
    done = [language for language, path in CATALOGUES.items() if not read(path).fuzzy]
    checked = subprocess.run([COMMAND, "check", *done], capture_output=True, text=True, check=False)
    assert (checked.returncode, checked.stdout) == (0, ""), checked.stdout + checked.stderr
