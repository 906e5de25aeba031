"""WebKit, the engine of Safari: today's in windows of GTK, and an old one without a screen."""

import os
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, Final

from tests.browser.conftest import Viewport
from tests.browser.engines.driving import ELEMENT, DriverError, OverHttp, Window, awaited, missing
from tests.ports import free_port

PROGRAM: Final = str(Path(__file__).parent / "gtk_window.py")
SCREEN: Final = "1280x1700x24"
SOFTLY: Final = {"LIBGL_ALWAYS_SOFTWARE": "1", "WEBKIT_DISABLE_DMABUF_RENDERER": "1"}
END: Final = 20  # seconds

FAULTS = """const faults = JSON.parse(sessionStorage.getItem("faults") ?? "[]");
sessionStorage.removeItem("faults");
return faults;"""
PRINT = "webkit.messageHandlers.print.postMessage(arguments[0])"


@contextmanager
def screen() -> Iterator[str]:
    """Run a screen that nobody sees, of a number that no other process has; yield its name."""
    program = shutil.which("Xvfb") or missing("Xvfb")
    readable, writable = os.pipe()
    process = subprocess.Popen(
        [program, "-displayfd", str(writable), "-screen", "0", SCREEN, "-nolisten", "tcp"],
        pass_fds=[writable],
        stderr=subprocess.DEVNULL,
    )
    os.close(writable)
    with os.fdopen(readable) as told:
        number = told.readline().strip()
    try:
        yield f":{number}"
    finally:
        process.terminate()
        process.wait(timeout=END)


class WebKit(Window):
    """A browser with one window; what it keeps lies in `folder` and outlives it."""

    def __init__(
        self, address: str, folder: Path, size: Viewport, *, display: str, is_dark: bool
    ) -> None:
        program = shutil.which("WebKitWebDriver") or missing("WebKit")
        wishes = {
            "DISPLAY": display,
            "ENGINE_DARK": "1" if is_dark else "",
            "ENGINE_DATA": str(folder),
            "ENGINE_SIZE": f"{size['width']}x{size['height']}",
        }
        options = {"binary": PROGRAM, "args": ["--automation"]}
        self._start(program, SOFTLY | wishes, {"webkitgtk:browserOptions": options})
        super().__init__(self._http, address)

    def faults(self) -> list[str]:
        """Return what the pages complained of, and forget it."""
        return list(self.run(FAULTS))

    def printed(self, folder: Path) -> bytes:
        """Return the PDF that the page is printed as, on A4 with GTK's margins."""
        path = folder / "printed.pdf"
        path.unlink(missing_ok=True)
        self.run(PRINT, str(path))
        return awaited(path.read_bytes, self._process)

    def close(self) -> None:
        """End the browser."""
        with suppress(DriverError, OSError):
            self._http.close()
        self._process.terminate()
        self._process.wait(timeout=END)

    def _start(self, program: str, wishes: dict[str, str], capabilities: dict[str, Any]) -> None:
        port = free_port()
        self._process = subprocess.Popen(
            [program, f"--port={port}"],
            env=os.environ | wishes,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        address = f"http://127.0.0.1:{port}"
        self._http = awaited(lambda: OverHttp(address, capabilities), self._process)


class OldWebKit(WebKit):
    """WPE WebKit, of the age of Safari 16: one window that nobody sees, and nothing kept of it."""

    def __init__(self, address: str, folder: Path, size: Viewport, *, is_dark: bool) -> None:
        assert not is_dark, "it cannot be asked for dark pages"
        program = shutil.which("WPEWebDriver") or missing("WPE WebKit")
        browser = next(Path("/usr/lib").glob("*/wpe-webkit-1.1/MiniBrowser"))
        wishes = {
            "LD_PRELOAD": str(_sizing(folder)),
            "WPE_SIZE": f"{size['width']}x{size['height']}",
        }
        options = {"binary": str(browser), "args": ["--automation", "--headless"]}
        self._start(program, SOFTLY | wishes, {"wpe:browserOptions": options})
        Window.__init__(self, self._http, address)

    def tap(self, selector: str) -> None:
        """Click by a script: its driver will not scroll what lies under a bar that sticks."""
        self.run("arguments[0].click()", {ELEMENT: self.wait_for(selector)})

    def faults(self) -> list[str]:
        """Return nothing: its console is out of reach."""
        return []


def _sizing(folder: Path) -> Path:
    """Make the library that gives it the size of a phone."""
    folder.mkdir(parents=True, exist_ok=True)
    library = folder / "size.so"
    source = Path(__file__).with_name("size.c")
    command = ["cc", "-shared", "-fPIC", "-o", str(library), str(source), "-ldl"]
    subprocess.run(command, check=True)
    return library
