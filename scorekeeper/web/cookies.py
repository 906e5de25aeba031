"""The cookie that holds what a device has opened, good for a year whatever the clock says."""

from typing import Any

from flask import Flask, Response, request
from flask.sessions import SecureCookieSessionInterface, SessionMixin
from itsdangerous import TimestampSigner, URLSafeTimedSerializer

from .security import is_file


class PatientSigner(TimestampSigner):
    """Takes a signature of whatever age: that a cookie ends after a year is for the browser to see.

    The clock here may be set back, or begin years ago until a small computer finds the time, and
    that is no reason to shut every device out. A key in a link has no end either.
    """

    def unsign(
        self,
        signed_value: str | bytes,
        max_age: int | None = None,  # noqa: ARG002 - as said above
        return_timestamp: bool = False,  # noqa: FBT001, FBT002 - itsdangerous's signature
    ) -> Any:  # noqa: ANN401 - bytes, or bytes and the moment
        """Return the value. Raises `BadSignature`."""
        return super().unsign(signed_value, None, return_timestamp)  # type: ignore[call-overload]  # as declared


class Cookies(SecureCookieSessionInterface):
    """Flask's signed cookie, kept to HTTPS wherever it was handed out over HTTPS."""

    def get_signing_serializer(self, app: Flask) -> URLSafeTimedSerializer | None:
        """Return what signs the cookie and reads it back."""
        serializer = super().get_signing_serializer(app)
        if serializer is not None:
            serializer.signer = PatientSigner
        return serializer

    def get_cookie_secure(self, app: Flask) -> bool:  # noqa: ARG002 - Flask's signature
        """Tell whether the browser may send the cookie over HTTPS alone."""
        return request.is_secure

    def save_session(self, app: Flask, session: SessionMixin, response: Response) -> None:
        """Send the cookie with pages alone: a file is the same for everybody."""
        if is_file():
            return
        super().save_session(app, session, response)
        # A date on which it ends would be by the clock of this machine, and come too soon.
        opening = f"{self.get_cookie_name(app)}="
        seconds = int(app.permanent_session_lifetime.total_seconds())
        cookies = response.headers.getlist("Set-Cookie")
        if session.permanent and any(each.startswith(opening) for each in cookies):
            del response.headers["Set-Cookie"]
            for each in cookies:
                lasting = f"{each}; Max-Age={seconds}" if each.startswith(opening) else each
                response.headers.add("Set-Cookie", lasting)
