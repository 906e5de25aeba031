"""What axe, the accessibility checker, finds on a page."""

import json
from pathlib import Path
from typing import Any

from playwright.sync_api import Page

from tests.browser.conftest import Scheme

SCHEMES: tuple[Scheme, ...] = ("light", "dark")
AXE = (Path(__file__).parent / "vendor" / "axe.min.js").read_text(encoding="utf-8")


IS_DARK = "matchMedia('(prefers-color-scheme: dark)').matches"
NEXT_FRAME = "new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"


def violations(page: Page) -> list[str]:
    """Run axe in the page, by day and by night, and return a line for each thing it finds."""
    page.evaluate(AXE)
    return [f"{scheme}: {line}" for scheme in SCHEMES for line in _violations(page, scheme)]


def _violations(page: Page, scheme: Scheme) -> list[str]:
    page.emulate_media(color_scheme=scheme)
    page.evaluate(NEXT_FRAME)
    assert page.evaluate(IS_DARK) is (scheme == "dark")
    # At night only the colours are others.
    rules = {} if scheme == "light" else {"runOnly": ["color-contrast"]}
    found: dict[str, Any] = page.evaluate("rules => axe.run(rules)", rules)
    assert found["passes"]
    return [
        f"{rule['id']} ({rule['impact']}): {node['html'][:200]} "
        f"{json.dumps([check['message'] for check in node['any'][:2]])}"
        for rule in found["violations"]
        for node in rule["nodes"]
    ]
