"""What a command waits for before it does anything."""

import subprocess
import sys

HEAVY = {"alembic", "flask", "gunicorn", "sqlalchemy", "weasyprint"}


def imported(statement: str) -> set[str]:
    """Return the packages that a fresh interpreter has imported after a statement."""
    script = f"import sys; {statement}; print(*sys.modules)"
    run = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    return {name.partition(".")[0] for name in run.stdout.split()}


def test_the_command_line_imports_no_library_that_takes_long() -> None:
    """A command imports what it needs itself, and none pays for the others."""
    assert not imported("import scorekeeper.cli") & HEAVY


def test_only_serving_imports_the_server() -> None:
    """What asks nothing of gunicorn does not wait for it."""
    for module in ("backups", "books", "cards", "counting", "demo", "linking"):
        needless = {"gunicorn", "weasyprint"} | ({"alembic"} if module == "cards" else set())
        assert not imported(f"import scorekeeper.commands.{module}") & needless, module


def test_the_package_is_the_command() -> None:
    """`python -m scorekeeper` does what `scorekeeper` does."""
    command = [sys.executable, "-m", "scorekeeper", "--help"]
    run = subprocess.run(command, capture_output=True, text=True, check=True)
    assert run.stdout.startswith("Usage: scorekeeper [OPTIONS] COMMAND")
