"""Firefox and WebKit at the table: each test opens windows of them on a scorebook of its own."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from functools import partial
from pathlib import Path
from typing import Final, Protocol

import pytest

from tests.browser.conftest import Viewport
from tests.browser.engines.driving import Window
from tests.browser.engines.firefox import Firefox
from tests.browser.engines.webkit import OldWebKit, WebKit, screen

PHONE: Final[Viewport] = {"width": 390, "height": 844}


class Engine(Protocol):
    """Opens a window of a browser; the same `profile` again is the same device."""

    def __call__(
        self,
        address: str = "",
        *,
        size: Viewport = PHONE,
        is_dark: bool = False,
        profile: str = "profile",
    ) -> Window: ...


@pytest.fixture(scope="package")
def display() -> Iterator[str]:
    """Run one screen for all windows of a worker."""
    with screen() as name:
        yield name


@pytest.fixture
def firefox(address: str, tmp_path: Path) -> Iterator[Engine]:
    """Open windows of Firefox."""
    yield from _engine(Firefox, address, tmp_path)


@pytest.fixture
def webkit(address: str, tmp_path: Path, display: str) -> Iterator[Engine]:
    """Open windows of the WebKit that is in today's Safari."""
    yield from _engine(partial(WebKit, display=display), address, tmp_path)


@pytest.fixture
def old_webkit(address: str, tmp_path: Path) -> Iterator[Engine]:
    """Open a window of a WebKit that is some years old."""
    yield from _engine(OldWebKit, address, tmp_path)


def _engine(kind: Callable[..., Window], home: str, folder: Path) -> Iterator[Engine]:
    with ExitStack() as open_windows:

        def window(
            address: str = "",
            *,
            size: Viewport = PHONE,
            is_dark: bool = False,
            profile: str = "profile",
        ) -> Window:
            window = kind(address or home, folder / profile, size, is_dark=is_dark)
            open_windows.callback(window.close)
            return window

        yield window
