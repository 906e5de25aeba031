"""Behind a proxy that speaks HTTPS: whose word is taken, and what follows from it."""

import http.client

import pytest

from tests.cli.conftest import Host, Server

SECURE = {"X-Forwarded-Proto": "https", "Host": "score.example.org"}


def cookie(server: Server, **headers: str) -> str:
    """Open the keeper's link and return the cookie's header."""
    connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=10)
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    connection.request("GET", server.printed_path(), headers=named)
    answer = connection.getresponse()
    answer.read()
    connection.close()
    assert answer.status == 303
    return answer.headers["Set-Cookie"]


def test_nobody_is_believed_unless_named(host: Host) -> None:
    """A header alone makes no cookie secure: on plain HTTP such a cookie would never come back."""
    assert "Secure" not in cookie(host.serve(), **SECURE)


def test_a_named_proxy_is_believed(host: Host, monkeypatch: pytest.MonkeyPatch) -> None:
    """Over HTTPS the cookie is for HTTPS alone, and only the proxy can say that it was."""
    monkeypatch.setenv("SCOREKEEPER_PROXY", "127.0.0.1")
    server = host.serve()
    assert "; Secure" in cookie(server, **SECURE)
    assert "Secure" not in cookie(server, Host="score.example.org")


def test_a_path_is_no_proxy_s_business(host: Host, monkeypatch: pytest.MonkeyPatch) -> None:
    """Headers that would rename the path are not obeyed, whoever sends them."""
    monkeypatch.setenv("SCOREKEEPER_PROXY", "127.0.0.1")
    server = host.serve()
    connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=10)
    connection.request("GET", "/healthz", headers={"Script-Name": "/x", "Path-Info": "/links"})
    assert connection.getresponse().status == 200
    connection.close()


def test_the_link_has_the_public_address(host: Host, monkeypatch: pytest.MonkeyPatch) -> None:
    """The host's own name for the place is what the printed link begins with."""
    monkeypatch.setenv("SCOREKEEPER_ADDRESS", "https://score.example.org")
    server = host.serve()
    assert "https://score.example.org/key/" in server.printed()
