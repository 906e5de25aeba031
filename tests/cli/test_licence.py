"""The licence of the project, and of the fonts it brings along, are in what is installed."""

import subprocess
import sys
import tomllib
from pathlib import Path
from zipfile import ZipFile

ROOT = Path(__file__).parents[2]
FONTS = "scorekeeper/printing/fonts"


def test_the_project_has_a_licence() -> None:
    """It stands in the folder, and by its name among the facts of the package."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert project["license"] == "MIT"
    text = (ROOT / "LICENSE").read_text(encoding="utf-8")
    assert text.startswith("MIT License")
    assert "the Scorekeeper contributors" in text


def test_a_wheel_has_the_licences_of_all_that_is_in_it(tmp_path: Path) -> None:
    """Whoever installs a wheel gets the fonts together with their licences."""
    command = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(tmp_path)]
    subprocess.run(command, cwd=ROOT, check=True, capture_output=True)
    (wheel,) = tmp_path.glob("*.whl")
    names = ZipFile(wheel).namelist()
    licences = {path.name for path in (ROOT / FONTS).glob("*-LICENSE.txt")}
    assert any(name.endswith(".dist-info/licenses/LICENSE") for name in names)
    assert {name.rpartition("/")[2] for name in names if name.startswith(FONTS)} >= licences
    assert any(name.startswith(FONTS) and name.endswith(".ttf") for name in names)
    fonts = {path.name.partition("-")[0] for path in (ROOT / FONTS).glob("*.ttf")}
    assert fonts == {name.partition("-")[0] for name in licences}
