"""Which tests run: what each of them needs, and on which database engines it runs."""

from typing import Final

import pytest

from tests.databases import ENGINES

SQL_DIFFERS: Final = (
    "store/",
    "upgrades/",
    "cli/test_backups.py",
    "cli/test_books.py",
    "cli/test_recount.py",
    "web/servers/",
    "web/test_books.py",
    "web/test_deleted.py",
    "web/test_history.py",
    "web/test_outages.py",
    "web/test_past.py",
    "web/test_statements.py",
    "web/test_statistics.py",
    "web/test_together.py",
    "web/test_transfers.py",
    "web/test_two_processes.py",
    "web/test_undo.py",
)
"""Where the engines can behave differently, so both are always tried. Elsewhere one is enough,
but with `--everything`."""

NEEDED_BY: Final = {
    "browser": "chromium",
    "firefox": "firefox",
    "webkit": "webkit",
    "old_webkit": "wpe",
    "postgres": "postgresql",
    "proxy": "nginx",
    "address": "server",
    "behind_a_proxy": "server",
    "host": "server",
    "server": "server",
    "servers": "server",
    "shared_host": "server",
}
"""What a test needs that asks for a fixture, by the name of the fixture."""
SERVER: Final = "server"
"""A process that runs the app: nothing to install, but nothing quick either."""
SLOW: Final = "slow"


def engines_for(metafunc: pytest.Metafunc) -> list[str]:
    """Return the engines that a test runs on in this selection."""
    config, definition = metafunc.config, metafunc.definition
    about = definition.get_closest_marker("only_on")
    chosen = config.getoption("--database")
    if about:
        engines = list(about.args)
    elif chosen or config.getoption("--everything") or _is_where_sql_differs(definition):
        engines = list(ENGINES)
    else:
        engines = ["sqlite"]
    return [engine for engine in engines if chosen in (None, engine)]


def _is_where_sql_differs(item: pytest.Item) -> bool:
    path = item.path.relative_to(item.config.rootpath / "tests").as_posix()
    return path.startswith(SQL_DIFFERS)


def mark_needs(item: pytest.Item) -> None:
    """Mark a test by what it needs beside Python: a browser, PostgreSQL, a server process."""
    for fixture in getattr(item, "fixturenames", ()):
        if need := NEEDED_BY.get(fixture):
            item.add_marker(need)
    call = getattr(item, "callspec", None)
    if call is not None and call.params.get("database") == "postgresql":
        item.add_marker("postgresql")


def group(item: pytest.Item) -> None:
    """Keep a file of tests in one process, where its fixtures are made once."""
    if item.get_closest_marker("xdist_group") is None:
        item.add_marker(pytest.mark.xdist_group(item.nodeid.partition("::")[0]))


def deselect(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out the tests that need what is not to be used."""
    unwanted = set(config.getoption("--without"))
    if config.getoption("--quick"):
        unwanted |= set(NEEDED_BY.values())
    if not config.getoption("--everything"):
        unwanted.add(SLOW)
    out = {item for item in items if unwanted & {mark.name for mark in item.iter_markers()}}
    if out:
        config.hook.pytest_deselected(items=[*out])
        items[:] = [item for item in items if item not in out]
