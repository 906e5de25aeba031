"""Each request by a name of its own: on the answer, on the page of a failure, and in the log."""

import re
import secrets
import time
from ipaddress import ip_address, ip_network

from flask import Flask, Response, current_app, g, request

from scorekeeper import logs

HEADER = "X-Request-ID"

_NAME = re.compile(r"[A-Za-z0-9._-]{8,64}")


def register(app: Flask) -> None:
    """Name every request before anything else is done with it."""
    app.before_request(_begin)
    app.after_request(_end)


def request_id() -> str:
    """Return the name of this request."""
    return str(g.get("request_id", ""))


def shown_path() -> str:
    """Return the path as it may be logged: no key, and nothing that only looks like an address."""
    rule = request.url_rule
    if rule is None:
        return "-"
    return "/key/…" if "key" in rule.arguments else request.path


def _begin() -> None:
    g.began = time.monotonic()
    given = request.headers.get(HEADER, "")
    is_name = _NAME.fullmatch(given) and _is_from_proxy()
    g.request_id = given if is_name else secrets.token_hex(8)


def _end(response: Response) -> Response:
    response.headers[HEADER] = request_id()
    if logs.tells_all():
        logs.info(
            "request",
            method=request.method,
            path=shown_path(),
            status=response.status_code,
            ms=round(1000 * (time.monotonic() - g.began)),
            request=request_id(),
        )
    return response


def _is_from_proxy() -> bool:
    """Tell whether a machine sent this whose word the host takes."""
    try:
        sender = ip_address(request.remote_addr or "")
    except ValueError:
        return False
    return any(sender in ip_network(proxy) for proxy in current_app.config["PROXIES"])
