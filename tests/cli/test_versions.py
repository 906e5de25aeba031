"""The ranges of `pyproject.toml` are true: the app runs with the oldest and the newest packages."""

import os
import re
import subprocess
import sys
import time
import tomllib
from collections.abc import Callable
from http.cookiejar import CookieJar
from pathlib import Path
from urllib.error import URLError
from urllib.parse import urlencode
from urllib.request import HTTPCookieProcessor, OpenerDirector, build_opener

import pytest

from tests.conftest import TOKEN, hand_fields, setup_fields
from tests.servers import free_port

ROOT = Path(__file__).parents[2]
RANGE = re.compile(r"(?P<name>[\w.-]+)>=(?P<lowest>[\d.]+)(,<[\d.]+)?")
SECONDS = 60

# Packages are fetched for each of the two, which takes a minute.
pytestmark = [pytest.mark.slow, pytest.mark.server]


def ranges() -> list[str]:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    found: list[str] = project["dependencies"]
    return found


def lowest() -> list[str]:
    """Return each dependency at the lowest version that its range allows."""
    found = [RANGE.fullmatch(each) for each in ranges()]
    return [f"{each['name']}=={each['lowest']}" for each in found if each]


@pytest.mark.parametrize("packages", [lowest, ranges], ids=["lowest", "newest"])
def test_a_hand_is_saved_and_a_card_printed(
    packages: Callable[[], list[str]], tmp_path: Path
) -> None:
    """In a new environment the server starts, a hand is saved, and its card is a PDF."""
    assert len(lowest()) == len(ranges())
    python = environment(tmp_path / "venv", packages())
    port = free_port()
    settings = {
        **os.environ,
        "HOST": "127.0.0.1",
        "PORT": str(port),
        "SCOREKEEPER_INSTANCE": str(tmp_path / "instance"),
    }
    command = [python.with_name("scorekeeper")]
    server = subprocess.Popen([*command, "serve", "--quiet"], env=settings, cwd=tmp_path)
    try:
        address = f"http://127.0.0.1:{port}"
        browser = build_opener(HTTPCookieProcessor(CookieJar()))
        wait_for(browser, f"{address}/healthz", server)
        link = subprocess.run(
            [*command, "link"],
            env=settings,
            cwd=tmp_path,
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        browser.open(address + link[link.index("/key/") :].split()[0])
        page = browser.open(f"{address}/games/new").read().decode()
        token = TOKEN.search(page)
        assert token

        def send(path: str, fields: dict[str, object]) -> str:
            body = urlencode({"csrf_token": token[1], **fields}).encode()
            return str(browser.open(address + path, body).url)

        game = send("/games/new", setup_fields(["Ann", "Ben"], order="custom", hand_sizes="2"))
        path = game.removeprefix(address)
        send(f"{path}/hands/1", hand_fields([1, 1], [2, 0], base=0))
        assert b'"taken":2' in browser.open(f"{game}.json").read().replace(b" ", b"")
        assert browser.open(f"{game}/scorecard.pdf").read().startswith(b"%PDF")
    finally:
        server.terminate()
        assert server.wait(SECONDS) == 0


def environment(folder: Path, packages: list[str]) -> Path:
    """Make a virtual environment with these packages and the project; return its Python."""
    subprocess.run([sys.executable, "-m", "venv", folder], check=True)
    python = folder / "bin" / "python"
    install: list[str | Path] = [
        python,
        "-m",
        "pip",
        "install",
        "--quiet",
        "--disable-pip-version-check",
    ]
    subprocess.run([*install, *packages], check=True, capture_output=True)
    subprocess.run([*install, "--no-deps", ROOT], check=True, capture_output=True)
    return python


def wait_for(browser: OpenerDirector, address: str, server: subprocess.Popen[bytes]) -> None:
    give_up = time.monotonic() + SECONDS
    while time.monotonic() < give_up and server.poll() is None:
        try:
            browser.open(address).read()
        except (URLError, OSError):
            time.sleep(0.1)
        else:
            return
    pytest.fail("the server did not come up")
