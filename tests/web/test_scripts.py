"""What holds for every script that is sent to a browser."""

import re

from scorekeeper.web.joined import STATIC

LIMITED = {
    "post.js": "fetch(address, { ...options, signal: limit.signal })",
    "sw.js": "Promise.race([fetch(request), late])",
}
"""The two places where a script asks the network, each with a limit."""


def test_every_request_has_a_limit() -> None:
    """A network that hangs must not keep a script waiting for ever."""
    scripts = [*(STATIC / "js").glob("*.js")]
    assert {path.name for path in scripts} >= set(LIMITED)
    for path in scripts:
        text = path.read_text(encoding="utf-8")
        asked = re.findall(r"\bfetch\(|\bcache\.add(?:All)?\(|XMLHttpRequest", text)
        limited = path.name in LIMITED and LIMITED[path.name] in text
        assert asked == (["fetch("] if limited else []), path.name
