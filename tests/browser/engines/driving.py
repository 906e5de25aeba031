"""Windows of browsers other than Chromium, driven by the commands of WebDriver.

WebKit's drivers take them over HTTP. Firefox takes the same ones over its own socket, Marionette,
so that no driver has to be installed for it.
"""

import json
import socket
import subprocess
import time
import urllib.request
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final, NoReturn, Protocol, TypeVar
from urllib.error import HTTPError

import pytest

ELEMENT: Final = "element-6066-11e4-a52e-4f735466cecf"
PATIENCE: Final = 15  # seconds for whatever a page is asked to become
ANSWER: Final = 60  # seconds for one command

START: Final = 30  # seconds for a browser to come up

PATHS: Final = {
    "AcceptAlert": "/alert/accept",
    "ElementClick": "/element/{element}/click",
    "ElementSendKeys": "/element/{element}/value",
    "ExecuteScript": "/execute/sync",
    "Navigate": "/url",
    "Refresh": "/refresh",
}
"""Where a driver that speaks HTTP takes each command."""

T = TypeVar("T")


def missing(program: str) -> NoReturn:
    """End a test that needs a browser which is not there."""
    pytest.fail(f"The test needs {program}: install it, or name other tests to run.", pytrace=False)


def awaited(begin: Callable[[], T], process: subprocess.Popen[bytes]) -> T:
    """Return what can be had as soon as a process that was just started has come up."""
    give_up = time.monotonic() + START
    while True:
        try:
            return begin()
        except (OSError, ValueError):
            assert process.poll() is None, "the process has ended"
            assert time.monotonic() < give_up, "the process did not come up"
            time.sleep(0.05)


class DriverError(Exception):
    """A command that a browser refused."""


class Driver(Protocol):
    """Takes a command of WebDriver and returns its value; `element` is what it is done to."""

    def __call__(self, command: str, /, *, element: str = "", **fields: object) -> Any: ...


class OverHttp:
    """A session of a driver that listens on a port."""

    def __init__(self, address: str, capabilities: dict[str, Any]) -> None:
        self._address = address
        asked = {"capabilities": {"alwaysMatch": capabilities}}
        self._address += f"/session/{self._send('POST', '/session', asked)['sessionId']}"

    def __call__(self, command: str, /, *, element: str = "", **fields: object) -> Any:
        return self._send("POST", PATHS[command].format(element=element), fields)

    def close(self) -> None:
        """End the session, and with it the browser."""
        self._send("DELETE", "")

    def _send(self, method: str, path: str, fields: object = None) -> Any:
        request = urllib.request.Request(  # noqa: S310 - our own address
            self._address + path,
            method=method,
            data=None if fields is None else json.dumps(fields).encode(),
            headers={"Content-Type": "application/json"},
        )
        try:
            with urllib.request.urlopen(request, timeout=ANSWER) as answer:  # noqa: S310 - as above
                return json.load(answer)["value"]
        except HTTPError as error:
            raise DriverError(error.read().decode()) from None


class OverMarionette:
    """A session of a Firefox: each message is its length, a colon, and a list in JSON."""

    def __init__(self, port: int) -> None:
        self._socket = socket.create_connection(("127.0.0.1", port), timeout=ANSWER)
        self._file = self._socket.makefile("rb")
        self._number = 0
        self._read()
        self("NewSession")

    def __call__(self, command: str, /, *, element: str = "", **fields: object) -> Any:
        if element:
            fields["id"] = element
        return self.send(f"WebDriver:{command}", fields)

    def send(self, command: str, fields: dict[str, Any]) -> Any:
        """Send a command that may be Marionette's own."""
        self._number += 1
        message = json.dumps([0, self._number, command, fields]).encode()
        self._socket.sendall(b"%d:%b" % (len(message), message))
        _, _, error, value = self._read()
        if error:
            raise DriverError(f"{error['error']}: {error['message']}")
        return value["value"] if isinstance(value, dict) and set(value) == {"value"} else value

    def close(self) -> None:
        """Hang up; the browser stays."""
        self._file.close()
        self._socket.close()

    def _read(self) -> Any:
        length = b""
        while (byte := self._file.read(1)) != b":":
            length += byte
        return json.loads(self._file.read(int(length)))


class Window:
    """A window of a browser; what a test does in it is the same whatever the browser."""

    def __init__(self, driver: Driver, address: str) -> None:
        self._driver = driver
        self.address = address

    def go(self, path: str) -> None:
        """Open an address of the server, and wait until it is loaded."""
        self._driver("Navigate", url=self.address + path)

    def reload(self) -> None:
        """Load the page again."""
        self._driver("Refresh")

    def run(self, script: str, *arguments: object) -> Any:
        """Return what the body of a function returns that is run in the page."""
        return self._driver("ExecuteScript", script=script, args=list(arguments))

    def wait(self, script: str, *arguments: object) -> Any:
        """Run a script until it returns something true; the page may be another one by then."""
        give_up = time.monotonic() + PATIENCE
        while True:
            try:
                if value := self.run(script, *arguments):
                    return value
                seen = ""
            except DriverError as error:
                seen = str(error)
            assert time.monotonic() < give_up, f"{script} {arguments} {seen}"
            time.sleep(0.05)

    def await_value(self, script: str, expected: object) -> bool:
        """Wait until a script returns what is expected; if it never does, say what it returned."""
        give_up = time.monotonic() + PATIENCE
        while (seen := self.run(script)) != expected:
            assert time.monotonic() < give_up, f"{seen} is not {expected}"
            time.sleep(0.05)
        return True

    def wait_for(self, selector: str) -> str:
        """Wait until something can be seen, and return the driver's name for it."""
        found = self.wait(
            "return [...document.querySelectorAll(arguments[0])].find((each) => each.offsetParent)",
            selector,
        )
        return str(found[ELEMENT])

    def tap(self, selector: str) -> None:
        """Tap the first visible thing that a selector finds, as a finger does."""
        self._driver("ElementClick", element=self.wait_for(selector))

    def write(self, selector: str, text: str) -> None:
        """Type into a field."""
        self._driver("ElementSendKeys", element=self.wait_for(selector), text=text)

    def accept(self) -> None:
        """Say yes to what the page asks."""
        self._driver("AcceptAlert")

    def faults(self) -> list[str]:
        """Return what went wrong on the pages since this was last asked."""
        raise NotImplementedError

    def printed(self, folder: Path) -> bytes:
        """Return the PDF that the page is printed as, on A4; the folder is for what that takes."""
        raise NotImplementedError

    def close(self) -> None:
        """End the browser."""
        raise NotImplementedError

    def texts(self, selector: str) -> list[str]:
        """Return what all that a selector finds say."""
        found = "[...document.querySelectorAll(arguments[0])]"
        return list(self.run(f"return {found}.map((each) => each.textContent.trim())", selector))
