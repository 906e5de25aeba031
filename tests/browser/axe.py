"""What axe, the accessibility checker, finds on a page."""

import json
from pathlib import Path
from typing import Any

from playwright.sync_api import Page

AXE = (Path(__file__).parent / "vendor" / "axe.min.js").read_text(encoding="utf-8")


def violations(page: Page) -> list[str]:
    """Run axe in the page and return a line for each thing it finds."""
    page.evaluate(AXE)
    found: dict[str, Any] = page.evaluate("axe.run()")
    return [
        f"{rule['id']} ({rule['impact']}): {node['html'][:200]} "
        f"{json.dumps([check['message'] for check in node['any'][:2]])}"
        for rule in found["violations"]
        for node in rule["nodes"]
    ]
