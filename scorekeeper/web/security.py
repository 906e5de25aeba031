"""What every answer carries so that a browser lets nobody else in."""

from flask import Response, request

from .assets import FILES

POLICY = (
    "default-src 'self'; img-src 'self' data:; object-src 'none'; "
    "base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
)


def add_headers(response: Response) -> Response:
    """Add the policies that hold for every page."""
    headers = response.headers
    headers.setdefault("X-Content-Type-Options", "nosniff")
    if is_file() and response.mimetype != "text/html":
        # The page that asks has its policies; two dozen files need not repeat them.
        return response
    headers.setdefault("Content-Security-Policy", POLICY)
    headers.setdefault("Referrer-Policy", "same-origin")
    headers.setdefault("Permissions-Policy", "camera=(), geolocation=(), microphone=()")
    if response.mimetype == "text/html":
        # A page holds the score of this moment and this device's token.
        headers.setdefault("Cache-Control", "private, no-cache")
    return response


def is_file() -> bool:
    """Tell whether a file was asked for, which is the same for everybody."""
    return request.endpoint in FILES
