"""`bin/test` as a script: what it passes to pytest, and that what was left out is not green."""

import re
import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
TOOLS = ("basename", "bash", "cat", "cksum", "df", "dirname", "head", "id", "sh", "tail", "uname")
"""What the scripts call of the system. Chromium is not among it."""

RECORD = """\
#!/bin/sh
echo "$(basename "$0") $*" >>"{log}"
echo 3 11  # the version of Python is what the scripts read
[ "$(basename "$0")" != "{failing}" ]
"""


class Checkout:
    """A copy of the scripts beside tools that only note how they were called."""

    def __init__(self, folder: Path) -> None:
        self._folder, self._log = folder, folder / "called"
        shutil.copytree(ROOT / "bin", folder / "bin")
        for name in ("requirements-test.lock", "pyproject.toml", "hatch_build.py"):
            shutil.copy(ROOT / name, folder)
        self._system = folder / "system"
        self._system.mkdir()
        for tool in TOOLS:
            (self._system / tool).symlink_to(shutil.which(tool) or "")
        self.tools_fail("nothing")
        (folder / ".venv" / ".prints").touch()
        self._bash('source bin/_setup.sh; { place; checksum test; } >"$venv/.ready-test"')

    def tools_fail(self, failing: str) -> None:
        """Make the tools of the environment anew, one of which fails."""
        programs = self._folder / ".venv" / "bin"
        programs.mkdir(parents=True, exist_ok=True)
        for name in ("python", "ruff", "djlint", "lint-imports", "mypy", "pytest"):
            (programs / name).write_text(RECORD.format(log=self._log, failing=failing))
            (programs / name).chmod(0o755)

    def test(self, *arguments: str) -> tuple[int, str, list[str]]:
        """Run `bin/test` and return its exit code, what it said, and how it called pytest."""
        self._log.unlink(missing_ok=True)
        run = self._bash('exec bash bin/test "$@"', *arguments)
        called = self._log.read_text().splitlines() if self._log.exists() else []
        return run.returncode, run.stderr, [line for line in called if line.startswith("pytest")]

    def _bash(self, script: str, *arguments: str) -> "subprocess.CompletedProcess[str]":
        bash = shutil.which("bash")
        return subprocess.run(
            [str(bash), "-c", script, "bash", *arguments],
            cwd=self._folder,
            env={"PATH": str(self._system)},
            capture_output=True,
            text=True,
            check=False,
        )


PROGRAMS = re.findall(r"^programs=\((.*)\)", (ROOT / "bin/_setup.sh").read_text(), re.MULTILINE)
OTHERS = [
    word for each in PROGRAMS[0].split() if each != "chromium" for word in ("--without", each)
]
"""What this machine may or may not have is no part of these tests."""
LEFT_OUT = " ".join(OTHERS)
SPREAD = "-n 2 --dist loadgroup --no-loadscope-reorder"


@pytest.fixture
def checkout(tmp_path: Path) -> Checkout:
    return Checkout(tmp_path)


def test_a_missing_program_is_named_and_the_end_is_red(checkout: Checkout) -> None:
    """The rest runs all the same: what was not checked is said, and is not green."""
    code, said, called = checkout.test(*OTHERS)
    assert code == 1
    assert "chromium is missing: the tests in Chromium are skipped" in said
    assert "apt-get install chromium" in said
    assert "Not everything was checked" in said
    assert called == [f"pytest {LEFT_OUT} --without chromium {SPREAD}"]


def test_a_program_that_may_be_missing_is_no_failure(checkout: Checkout) -> None:
    """Whatever is left out on purpose leaves the end green."""
    code, said, called = checkout.test(*OTHERS, "--without=chromium")
    assert (code, len(called)) == (0, 1)
    assert "missing" not in said


def test_the_quick_tier_needs_no_program(checkout: Checkout) -> None:
    """It asks for no browser and no database server, and so misses none."""
    assert checkout.test("--quick")[0::2] == (0, [f"pytest --quick {SPREAD}"])


def test_all_else_goes_to_pytest(checkout: Checkout) -> None:
    """With tests named only these run, without the other checks."""
    arguments = (*OTHERS, "--without", "chromium", "--everything", "tests/rules", "-k", "a b")
    code, _, called = checkout.test(*arguments)
    assert code == 0
    assert called == [
        f"pytest --everything {LEFT_OUT} --without chromium tests/rules -k a b",
    ]


def test_what_fails_is_not_run_once_more(checkout: Checkout) -> None:
    """A test that fails ends the run with pytest's own exit code."""
    checkout.tools_fail("pytest")
    code, _, called = checkout.test("--quick")
    assert (code, len(called)) == (1, 1)


def test_an_unknown_program_is_refused(checkout: Checkout) -> None:
    """A misspelt name would otherwise leave nothing out, silently."""
    code, said, called = checkout.test("--without", "chrome")
    assert (code, called) == (2, [])
    assert "--without chrome: it must be one of chromium" in said
