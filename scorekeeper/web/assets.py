"""Static files under an address that names their content, so that a browser may keep them."""

import hashlib
import re
from functools import cache
from pathlib import Path
from typing import Any

from flask import Blueprint, Response, current_app, send_from_directory

from scorekeeper.files import PACKAGE

STATIC = PACKAGE / "static"
A_YEAR = 31_536_000
IMPORTED = re.compile(r'^import .*"\./([\w-]+\.js)";$', re.MULTILINE)

bp = Blueprint("assets", __name__)


def tree_hash(folder: Path = STATIC) -> str:
    """Return a short hash of every file below a folder, names included."""
    digest = hashlib.sha256()
    for path in sorted(path for path in folder.rglob("*") if path.is_file()):
        digest.update(f"{path.relative_to(folder)}\0".encode())
        digest.update(path.read_bytes())
    return digest.hexdigest()[:12]


@bp.app_template_global()
@cache
def modules(entry: str) -> list[str]:
    """Return the scripts that a script needs, so that a page names them before they are asked for.

    A browser then gets all of them at once, and the page says what it takes to keep it offline.
    """
    found, waiting = {entry}, [entry]
    while waiting:
        text = (STATIC / "js" / waiting.pop()).read_text(encoding="utf-8")
        new = set(IMPORTED.findall(text)) - found
        found |= new
        waiting += new
    return sorted(found - {entry})


@bp.get("/static/<tree>/<path:filename>")
def static(tree: str, filename: str) -> Response:
    """Send a static file; one asked for by today's hash never changes."""
    response = send_from_directory(STATIC, filename)
    # Read now, so that it can be compressed like a page.
    response.direct_passthrough = False
    if tree == current_app.config["STATIC_HASH"]:
        response.cache_control.no_cache = None
        response.cache_control.public = True
        response.cache_control.max_age = A_YEAR
        response.cache_control.immutable = True
    return response


@bp.app_url_defaults
def add_hash(endpoint: str, values: dict[str, Any]) -> None:
    """Fill the hash in wherever a page names a static file."""
    if endpoint == "assets.static":
        values.setdefault("tree", current_app.config["STATIC_HASH"])
