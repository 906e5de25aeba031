"""Static files under an address that names their content, so that a browser may keep them."""

import hashlib
from pathlib import Path
from typing import Any

from flask import Blueprint, Response, abort, current_app, request, send_from_directory

from scorekeeper import files

from . import joined as joining
from .joined import STATIC, joined

A_YEAR = 31_536_000
FILES = ("assets.static", "assets.together")

bp = Blueprint("assets", __name__)


def tree_hash(folder: Path = STATIC) -> str:
    """Return a short hash of every file below a folder, names included, and of their joining."""
    digest = hashlib.sha256(Path(joining.__file__).read_bytes())
    for path in sorted(path for path in folder.rglob("*") if path.is_file()):
        digest.update(f"{path.relative_to(folder)}\0".encode())
        digest.update(path.read_bytes())
    return digest.hexdigest()[:12]


def build_hash() -> str:
    """Return a short hash of all that a page is made of, which tells an upgrade."""
    digest = hashlib.sha256(tree_hash().encode() + tree_hash(files.TEMPLATES).encode())
    for path in sorted(files.TRANSLATIONS.rglob("*.mo")):
        digest.update(path.read_bytes())
    return digest.hexdigest()[:12]


@bp.get("/static/<tree>/<path:filename>")
def static(tree: str, filename: str) -> Response:
    """Send a static file; one asked for by today's hash never changes."""
    response = send_from_directory(STATIC, filename)
    # Read now, so that it can be compressed like a page.
    response.direct_passthrough = False
    response.set_data(response.get_data())
    return _for_good(response, tree)


@bp.get("/static/<tree>/joined/<name>")
def together(tree: str, name: str) -> Response:
    """Send a page's sheets, or its script and all that it imports, in one file."""
    text = joined(name) or abort(404)
    kind = "text/css" if name.endswith(".css") else "text/javascript"
    response = Response(text, content_type=f"{kind}; charset=utf-8")
    response.cache_control.no_cache = True
    response.add_etag()
    response.make_conditional(request)
    return _for_good(response, tree)


def _for_good(response: Response, tree: str) -> Response:
    """Let a browser keep a file that was asked for by today's hash."""
    if tree == current_app.config["STATIC_HASH"]:
        for needless in ("ETag", "Last-Modified", "Accept-Ranges", "Content-Disposition"):
            response.headers.pop(needless, None)
        response.cache_control.no_cache = None
        response.cache_control.public = True
        response.cache_control.max_age = A_YEAR
        response.cache_control.immutable = True
    return response


@bp.app_url_defaults
def add_hash(endpoint: str, values: dict[str, Any]) -> None:
    """Fill the hash in wherever a page names a static file."""
    if endpoint in FILES:
        values.setdefault("tree", current_app.config["STATIC_HASH"])
