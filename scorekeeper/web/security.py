"""What every answer carries so that a browser lets nobody else in."""

from flask import Flask, Response, request
from flask.sessions import SecureCookieSessionInterface, SessionMixin

from .assets import FILES

POLICY = (
    "default-src 'self'; img-src 'self' data:; object-src 'none'; "
    "base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
)


class Cookies(SecureCookieSessionInterface):
    """Flask's signed cookie, kept to HTTPS wherever it was handed out over HTTPS."""

    def get_cookie_secure(self, app: Flask) -> bool:  # noqa: ARG002 - Flask's signature
        """Tell whether the browser may send the cookie over HTTPS alone."""
        return request.is_secure

    def save_session(self, app: Flask, session: SessionMixin, response: Response) -> None:
        """Send the cookie with pages alone: a file is the same for everybody."""
        if not _is_file():
            super().save_session(app, session, response)


def add_headers(response: Response) -> Response:
    """Add the policies that hold for every page."""
    headers = response.headers
    headers.setdefault("X-Content-Type-Options", "nosniff")
    if _is_file() and response.mimetype != "text/html":
        # The page that asks has its policies; two dozen files need not repeat them.
        return response
    headers.setdefault("Content-Security-Policy", POLICY)
    headers.setdefault("Referrer-Policy", "same-origin")
    headers.setdefault("Permissions-Policy", "camera=(), geolocation=(), microphone=()")
    if response.mimetype == "text/html":
        # A page holds the score of this moment and this device's token.
        headers.setdefault("Cache-Control", "private, no-cache")
    return response


def _is_file() -> bool:
    return request.endpoint in FILES
