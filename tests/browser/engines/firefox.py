"""Firefox, as it is installed on this machine, without a screen."""

import base64
import json
import re
import shutil
import subprocess
from pathlib import Path
from typing import Any, Final

from tests.browser.conftest import Viewport
from tests.browser.engines.driving import OverMarionette, Window, awaited, missing

PROGRAMS: Final = ("firefox-esr", "firefox")
SWITCHES: Final = ("--headless", "--marionette", "--remote-allow-system-access", "--no-remote")
PREFERENCES: Final = {
    "app.normandy.enabled": False,
    "app.update.enabled": False,
    "browser.aboutwelcome.enabled": False,
    "browser.safebrowsing.malware.enabled": False,
    "browser.safebrowsing.phishing.enabled": False,
    "browser.shell.checkDefaultBrowser": False,
    "datareporting.policy.dataSubmissionEnabled": False,
    "extensions.systemAddon.update.enabled": False,
    "intl.accept_languages": "en-GB",
    "marionette.port": 0,
    "messaging-system.rsexperimentloader.enabled": False,
    "network.captive-portal-service.enabled": False,
    "network.connectivity-service.enabled": False,
    "services.settings.server": "data:,",
}
"""It starts with one page, and asks nobody but our server for anything."""
SCHEME: Final = "layout.css.prefers-color-scheme.content-override"
NOISE: Final = re.compile(
    r"Event Source: |Layout was forced before the page was fully loaded|Failed to load .*/icons/"
)
"""Said of the streams and icons of a page that is left, and of scripts that measure."""
PORT: Final = "MarionetteActivePort"
END: Final = 20  # seconds

# No window of Firefox is as narrow as a phone, but what it shows can be.
RESIZE = """const { style } = gBrowser.selectedBrowser;
for (const [side, length] of [["width", arguments[0]], ["height", arguments[1]]]) {
  for (const end of ["", "min-", "max-"]) {
    style.setProperty(end + side, `${length}px`, "important");
  }
}"""
CONSOLE = """const place = (each) => each.sourceName ?? each.filename ?? "";
const own = (each) => place(each).startsWith(arguments[0]);
const found = Services.console.getMessageArray()
  .filter((each) => each instanceof Ci.nsIScriptError && own(each))
  .map((each) => `${each.category}: ${each.errorMessage} (${each.sourceName})`);
const storage = Cc["@mozilla.org/consoleAPI-storage;1"].getService(Ci.nsIConsoleAPIStorage);
const said = storage.getEvents()
  .filter((each) => own(each) && ["error", "warn"].includes(each.level))
  .map((each) => `console: ${each.arguments.join(" ")} (${each.filename})`);
Services.console.reset();
storage.clearEvents();
return [...found, ...said];"""


class Firefox(Window):
    """A browser with one window; its profile in `folder` outlives it."""

    def __init__(self, address: str, folder: Path, size: Viewport, *, is_dark: bool) -> None:
        program = next(filter(None, map(shutil.which, PROGRAMS)), None) or missing("Firefox")
        folder.mkdir(parents=True, exist_ok=True)
        wishes = PREFERENCES | {SCHEME: 0 if is_dark else 1}
        lines = (f"user_pref({json.dumps(name)}, {json.dumps(wishes[name])});" for name in wishes)
        (folder / "user.js").write_text("\n".join(lines), encoding="utf-8")
        (folder / PORT).unlink(missing_ok=True)
        self._process = subprocess.Popen(
            [program, *SWITCHES, "--profile", str(folder), "about:blank"],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        port = awaited(lambda: int((folder / PORT).read_text()), self._process)
        self._marionette = OverMarionette(port)
        super().__init__(self._marionette, address)
        self._chrome(RESIZE, size["width"], size["height"])

    def faults(self) -> list[str]:
        """Return what the console says of our pages, and forget it."""
        said: list[str] = self._chrome(CONSOLE, self.address)
        return [line for line in said if not NOISE.search(line)]

    def printed(self, _: Path) -> bytes:
        """Return the PDF that the page is printed as, on A4."""
        paper = {"width": 21.0, "height": 29.7}
        return base64.b64decode(self._marionette("Print", page=paper, background=True))

    def close(self) -> None:
        """End the browser."""
        self._marionette.close()
        self._process.terminate()
        self._process.wait(timeout=END)

    def _chrome(self, script: str, *arguments: object) -> Any:
        """Run a script as the browser itself, not as a page."""
        self._marionette.send("Marionette:SetContext", {"value": "chrome"})
        try:
            return self.run(script, *arguments)
        finally:
            self._marionette.send("Marionette:SetContext", {"value": "content"})
