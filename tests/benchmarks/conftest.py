"""What is measured is printed, never asserted: a machine that is busy makes nothing wrong."""

from collections.abc import Iterator, Mapping, Sequence
from statistics import median, quantiles

import pytest

from tests.browser.conftest import browser, chromium  # noqa: F401 - fixtures
from tests.browser.offline.conftest import Host, hosting

Times = Mapping[str, Sequence[float]]


def table(title: str, times: Times, *, base: str = "") -> str:
    """Return a table of milliseconds: median, 95th percentile, medians against that of `base`."""
    lines = [f"\n{title:44}{'n':>7}{'median':>9}{'p95':>9}{'ratio':>8}"]
    for name, values in times.items():
        middle, high = median(values), quantiles(values, n=20)[-1]
        ratio = f"{middle / median(times[base]):8.2f}" if base else ""
        lines.append(f"{name:44}{len(values):7}{middle:9.2f}{high:9.2f}{ratio}")
    return "\n".join(lines)


@pytest.fixture
def host(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Host]:
    with hosting(tmp_path_factory.mktemp("host")) as host:
        yield host
