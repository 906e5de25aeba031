"""Behind a proxy that speaks HTTPS: whose word is taken, and what follows from it."""

import http.client
from collections.abc import Iterator

import pytest

from tests.cli.conftest import Host, Server, host_in
from tests.databases import Databases

# These share two servers.
pytestmark = pytest.mark.xdist_group("alone")

SECURE = {"X-Forwarded-Proto": "https", "Host": "score.example.org"}


@pytest.fixture(scope="module")
def by_itself(shared_host: Host) -> Server:
    """Return a server that was told of no proxy, only what it is called outside."""
    return shared_host.serve(SCOREKEEPER_ADDRESS="https://score.example.org")


@pytest.fixture(scope="module")
def behind_a_proxy(
    tmp_path_factory: pytest.TempPathFactory, database: Databases
) -> Iterator[Server]:
    with host_in(tmp_path_factory.mktemp("behind"), database) as host:
        yield host.serve(SCOREKEEPER_PROXY="127.0.0.1")


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


def test_nobody_is_believed_unless_named(by_itself: Server) -> None:
    """A header alone makes no cookie secure: on plain HTTP such a cookie would never come back."""
    assert "Secure" not in cookie(by_itself, **SECURE)


def test_a_named_proxy_is_believed(behind_a_proxy: Server) -> None:
    """Over HTTPS the cookie is for HTTPS alone, and only the proxy can say that it was."""
    assert "; Secure" in cookie(behind_a_proxy, **SECURE)
    assert "Secure" not in cookie(behind_a_proxy, Host="score.example.org")


def test_a_path_is_no_proxy_s_business(behind_a_proxy: Server) -> None:
    """Headers that would rename the path are not obeyed, whoever sends them."""
    connection = http.client.HTTPConnection("127.0.0.1", behind_a_proxy.port, timeout=10)
    connection.request("GET", "/healthz", headers={"Script-Name": "/x", "Path-Info": "/links"})
    assert connection.getresponse().status == 200
    connection.close()


def test_the_link_has_the_public_address(by_itself: Server) -> None:
    """The host's own name for the place is what the printed link begins with."""
    assert "https://score.example.org/key/" in by_itself.printed()
