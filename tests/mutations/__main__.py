"""Puts each fault into a copy of the project, one at a time, and sees that its tests turn red."""

import argparse
import os
import re
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

from .table import MUTATIONS, Mutation

ROOT = Path(__file__).parents[2]
LEFT_OUT = shutil.ignore_patterns(".*", "__pycache__", "build", "dist", "instance")
FIRST_FAILURE = re.compile(r"^(?:FAILED|ERROR) (.+?)(?: - .*)?$", re.MULTILINE)
EVERYTHING = ("--everything",)
WIDEST = max(len(mutation.fault) for mutation in MUTATIONS)

ENVIRONMENT = """\
mkdir -p .venv/bin
command='import sys; from scorekeeper.cli import main; sys.exit(main())'
printf '#!/bin/sh\\nexec "%s" "$@"\\n' "$PYTHON" >.venv/bin/python
printf '#!/bin/sh\\nexec "%s" -P -c "%s" "$@"\\n' "$PYTHON" "$command" >.venv/bin/scorekeeper
chmod +x .venv/bin/*
source bin/_setup.sh
for level in run postgres test; do { place; checksum "$level"; } >"$venv/.ready-$level"; done
: >"$venv/.prints"
"""
"""Lends a copy the environment of this process, so that `bin/serve` has nothing to install."""


class Verdict(NamedTuple):
    """What tests say: the first that failed, or nothing, and how long they took."""

    failed: str
    seconds: float


def main() -> int:
    """Run the faults that were asked for; 1 if one of them is seen by no test."""
    parser = argparse.ArgumentParser(prog="python -m tests.mutations", description=__doc__)
    parser.add_argument("numbers", nargs="*", type=int, help="which faults; all if none is named")
    parser.add_argument("--jobs", type=int, default=1, help="how many run at once")
    asked = parser.parse_args()
    wrong = [*_misplaced(), *(f"There is no fault {n}." for n in asked.numbers if not _is_one(n))]
    if wrong:
        parser.error("\n".join(wrong))
    chosen = [(n, MUTATIONS[n - 1]) for n in asked.numbers or range(1, len(MUTATIONS) + 1)]
    with ThreadPoolExecutor(asked.jobs) as jobs:
        paths = sorted({path for _, mutation in chosen for path in mutation.tests})
        for path, verdict in zip(paths, jobs.map(lambda path: _tested([path]), paths), strict=True):
            if verdict.failed:
                parser.error(f"{path} is red without any fault: {verdict.failed}")
        verdicts = jobs.map(lambda each: _seen(each[1]), chosen)
        unseen = [_tell(*each, verdict) for each, verdict in zip(chosen, verdicts, strict=True)]
    _say(f"{len(chosen) - sum(unseen)} of {len(chosen)} faults were seen.")
    return 1 if any(unseen) else 0


def _misplaced() -> Iterator[str]:
    """Yield what in the table does not fit the project any more."""
    for number, mutation in enumerate(MUTATIONS, start=1):
        file = ROOT / mutation.file
        found = file.read_text(encoding="utf-8").count(mutation.old) if file.is_file() else 0
        if found != 1:
            yield f"{number}: {mutation.old!r} stands {found} times in {mutation.file}, not once."
        for path in mutation.tests:
            if not (ROOT / path).exists():
                yield f"{number}: there is no {path}."


def _is_one(number: int) -> bool:
    return 1 <= number <= len(MUTATIONS)


def _seen(mutation: Mutation) -> Verdict:
    """Return what its tests say of a fault, and if they see nothing, what all tests say."""
    own = _tested(mutation.tests, mutation)
    if own.failed:
        return own
    every = _tested(EVERYTHING, mutation)
    # A browser may be too slow on a busy machine: what saw the fault sees it by itself, too.
    if every.failed and not _tested([*EVERYTHING, every.failed], mutation).failed:
        every = every._replace(failed="")
    return Verdict(every.failed and f"{every.failed}, not by its own", own.seconds + every.seconds)


def _tested(paths: Sequence[str], mutation: Mutation | None = None) -> Verdict:
    """Run tests in a copy of the project, with a fault in it if one is given."""
    with _copied() as (copy, environment):
        if mutation:
            file = copy / mutation.file
            text = file.read_text(encoding="utf-8").replace(mutation.old, mutation.new)
            file.write_text(text, encoding="utf-8")
        started = time.monotonic()
        done = subprocess.run(
            [sys.executable, "-m", "pytest", "-x", "-q", "-p", "no:cacheprovider", *paths],
            cwd=copy,
            env=environment,
            capture_output=True,
            text=True,
            check=False,
        )
    failure = FIRST_FAILURE.search(done.stdout)
    if done.returncode > 1 or (done.returncode == 1) is (failure is None):
        raise RuntimeError(f"{mutation and mutation.fault}: {done.stdout}{done.stderr}")
    return Verdict(failure[1] if failure else "", time.monotonic() - started)


@contextmanager
def _copied() -> Iterator[tuple[Path, dict[str, str]]]:
    """Lend a copy of the project, and the environment in which programs find it there."""
    with TemporaryDirectory(prefix="scorekeeper-mutation-") as folder:
        copy = Path(folder).resolve() / "copy"
        shutil.copytree(ROOT, copy, ignore=LEFT_OUT)
        environment = os.environ | {"PYTHONPATH": str(copy), "PYTHON": sys.executable}
        subprocess.run(["bash", "-c", ENVIRONMENT], cwd=copy, env=environment, check=True)
        ask = [sys.executable, "-P", "-c", "import scorekeeper; print(scorekeeper.__file__)"]
        used = subprocess.run(ask, env=environment, capture_output=True, text=True, check=True)
        assert Path(used.stdout.strip()).is_relative_to(copy), used.stdout
        yield copy, environment


def _tell(number: int, mutation: Mutation, verdict: Verdict) -> bool:
    """Print a line of the table; return whether nobody saw the fault."""
    by = verdict.failed or "NOT SEEN BY ANY TEST"
    about = f"{number:2} {mutation.package:10} {mutation.fault:{WIDEST}}"
    _say(f"{about} {verdict.seconds:5.0f} s  {by}")
    return not verdict.failed


def _say(line: str) -> None:
    print(line, flush=True)  # noqa: T201 - as a command speaks


sys.exit(main())
