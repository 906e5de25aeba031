"""The settings, as the environment gives them."""

import re
from collections.abc import Mapping
from pathlib import Path

import pytest
from platformdirs.macos import MacOS
from platformdirs.unix import Unix
from sqlalchemy import make_url

from scorekeeper import config as settings
from scorekeeper.config import Config, SettingError

READ = [
    ({}, "host", "0.0.0.0"),  # noqa: S104 - phones in the house are to reach it
    ({}, "port", 8000),
    ({}, "language", "en"),
    ({"HOST": "127.0.0.1"}, "host", "127.0.0.1"),
    ({"HOST": ""}, "host", "0.0.0.0"),  # noqa: S104 - as above
    ({"PORT": "8080"}, "port", 8080),
    ({"PORT": " 8080 "}, "port", 8080),
    ({"PORT": ""}, "port", 8000),
    ({"PORT": "65535"}, "port", 65535),
    ({"SCOREKEEPER_LANG": "ko"}, "language", "ko"),
    ({"SCOREKEEPER_LANG": "ro_RO"}, "language", "ro"),
    ({"SCOREKEEPER_LANG": "NL-be"}, "language", "nl"),
    ({}, "address", ""),
    ({"SCOREKEEPER_ADDRESS": "https://a.example/"}, "address", "https://a.example"),
    ({}, "proxies", ()),
    (
        {"SCOREKEEPER_PROXY": "127.0.0.1, ::1,10.0.0.0/8"},
        "proxies",
        ("127.0.0.1", "::1", "10.0.0.0/8"),
    ),
    ({"SCOREKEEPER_INSTANCE": "/srv/bluke"}, "instance", Path("/srv/bluke")),
    (
        {"SCOREKEEPER_INSTANCE": "/srv/bluke"},
        "database_url",
        "sqlite:////srv/bluke/scorekeeper.sqlite3",
    ),
    (
        {"SCOREKEEPER_DATABASE_URL": "postgresql+psycopg://a:b@c/d"},
        "database_url",
        "postgresql+psycopg://a:b@c/d",
    ),
    ({}, "log", "warning"),
    ({"SCOREKEEPER_LOG": " Info "}, "log", "info"),
    ({}, "keeps_daily", True),
    ({"SCOREKEEPER_BACKUPS": "off"}, "keeps_daily", False),
]

REFUSED = [
    ("PORT", "http"),
    ("PORT", "0"),
    ("PORT", "-1"),
    ("PORT", "65536"),
    ("PORT", "8000000000000000000000"),
    ("PORT", "80.0"),
    ("PORT", "٨٠"),
    ("SCOREKEEPER_ADDRESS", "score.example.org"),
    ("SCOREKEEPER_ADDRESS", "https://score.example.org/bluke"),
    ("SCOREKEEPER_PROXY", "*"),
    ("SCOREKEEPER_PROXY", "nginx"),
    ("SCOREKEEPER_LOG", "everything"),
    ("SCOREKEEPER_BACKUPS", "weekly"),
    ("SCOREKEEPER_LANG", "fr"),
    ("SCOREKEEPER_LANG", "_"),
    ("SCOREKEEPER_DATABASE_URL", "scorekeeper.sqlite3"),
    ("SCOREKEEPER_DATABASE_URL", "mysql://localhost/bluke"),
]


@pytest.mark.parametrize(("env", "name", "value"), READ)
def test_a_setting_is_read(env: Mapping[str, str], name: str, value: object) -> None:
    """Each setting has a usual value, and an empty one counts as not given."""
    assert getattr(Config.from_environment(env), name) == value


@pytest.mark.parametrize(("name", "value"), REFUSED)
def test_an_impossible_setting_is_refused_by_name(name: str, value: str) -> None:
    """The sentence for the host names the setting to change."""
    with pytest.raises(SettingError, match=f"^{name} "):
        Config.from_environment({name: value})


def test_a_checkout_keeps_its_data_beside_the_code() -> None:
    """Run from a checkout, everything lies in its `instance` folder."""
    checkout = Path(settings.__file__).parents[1]
    assert Config.from_environment({}).instance == checkout / "instance"


@pytest.mark.parametrize(
    ("platform", "env", "folder"),
    [
        ("linux", {}, "home/.local/share/scorekeeper"),
        ("linux", {"XDG_DATA_HOME": "relative"}, "home/.local/share/scorekeeper"),
        ("linux", {"XDG_DATA_HOME": "/data"}, "/data/scorekeeper"),
        ("darwin", {}, "home/Library/Application Support/scorekeeper"),
    ],
)
def test_a_package_keeps_its_data_in_the_user_s_folder(
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
    platform: str,
    env: Mapping[str, str],
    folder: str,
) -> None:
    """Installed as a package, nothing is written beside the code."""
    monkeypatch.setattr(settings, "__file__", str(tmp_path / "site-packages/scorekeeper/config.py"))
    monkeypatch.setattr("platformdirs.PlatformDirs", {"linux": Unix, "darwin": MacOS}[platform])
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    monkeypatch.delenv("XDG_DATA_HOME", raising=False)
    for name, value in env.items():
        monkeypatch.setenv(name, value)
    assert Config.from_environment({}).instance == tmp_path / folder


def test_any_folder_makes_a_database_address(tmp_path: Path) -> None:
    """A folder's name may hold what means something else in an address."""
    folder = tmp_path / "50% of #1? ü"
    url = Config.from_environment({"SCOREKEEPER_INSTANCE": str(folder)}).database_url
    assert make_url(url).database == str(folder / "scorekeeper.sqlite3")


def test_a_folder_beside_the_caller_is_found_from_everywhere(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """A relative instance folder is meant from where the command was given."""
    monkeypatch.chdir(tmp_path)
    assert Config.from_environment({"SCOREKEEPER_INSTANCE": "here"}).instance == tmp_path / "here"


def test_the_readme_names_every_setting() -> None:
    """Its table is complete, and has nothing that is not read."""
    readme = (Path(settings.__file__).parents[1] / "README.md").read_text(encoding="utf-8")
    table = readme.partition("\n## Settings\n")[2].partition("\n## ")[0]
    named = re.findall(r"^\| `(\w+)` \|", table, re.MULTILINE)
    assert sorted(named) == sorted(name for _, name in settings.settings().values())
