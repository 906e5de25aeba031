"""What the host sees of a request: one line, with neither key nor name in it."""

import logging
import re
from collections.abc import Callable
from dataclasses import replace
from typing import TypeAlias

import pytest
from flask import Flask

from scorekeeper.app import first_book_link
from scorekeeper.config import Config
from scorekeeper.logs import Line
from scorekeeper.web.tracing import HEADER
from tests.conftest import Keeper, running

Lines: TypeAlias = Callable[[], list[str]]

NAMES = ["Esmeralda", "Quasimodo"]


@pytest.fixture
def lines(caplog: pytest.LogCaptureFixture) -> Lines:
    """Log everything, and return what tells what was logged so far, as the host would see it."""
    caplog.set_level(logging.INFO, logger="scorekeeper")
    return lambda: [Line().format(record) for record in caplog.records]


def test_each_request_is_one_line(keeper: Keeper, lines: Lines) -> None:
    """Method, path, status, time and name of every request are told."""
    game_id = keeper.set_up(NAMES)
    answer = keeper.get(f"/games/{game_id}")
    *_, line = lines()
    assert re.fullmatch(
        r"time=\S+ level=info event=request method=GET "
        rf"path=/games/{game_id} status=200 ms=\d+ request={answer.headers[HEADER]}",
        line,
    )


def test_neither_keys_nor_names_are_logged(app: Flask, lines: Lines) -> None:
    """Whatever a device does, its key, its cookie and what was typed are in no line."""
    link = first_book_link(app)
    keeper = Keeper(app).open(link)
    game_id = keeper.set_up(NAMES)
    keeper.get(f"/blank.pdf?names={NAMES[0]}")
    keeper.get(f"/nobody/{NAMES[1]}")
    keeper.get(link + "x")
    keeper.save(game_id, 1, bids=[1])
    cookie = keeper.client.get_cookie(app.config["SESSION_COOKIE_NAME"])
    assert cookie is not None
    written = "\n".join(lines())
    assert written.count("event=request") >= 8
    assert written.count("path=/key/…") == 2
    for secret in (link.removeprefix("/key/"), *NAMES, cookie.value, keeper.token()):
        assert secret not in written


@pytest.mark.parametrize(
    "text",
    ["Error handling request /key/abc~def?x=1", "GET /key/abc~def", "'http://x/key/abc~def'"],
)
def test_a_key_in_somebody_else_s_line_is_cut_out(text: str) -> None:
    """Whatever a library logs of an address, its key and its query are not in the line."""
    record = logging.LogRecord("gunicorn.error", logging.ERROR, "", 1, "%s", (text,), None)
    line = Line().format(record)
    assert "abc" not in line
    assert "x=1" not in line
    assert "/key/…" in line
    assert line.count("\n") == 0


def test_a_line_stays_one_line() -> None:
    """Line ends and quotes in a value cannot make up another line or value."""
    record = logging.LogRecord("x", logging.INFO, "", 1, 'a"b\nlevel=error', (), None)
    assert Line().format(record).endswith(r'text="a\"b\nlevel=error"')


@pytest.mark.parametrize(
    ("proxies", "given", "is_taken"),
    [
        (("127.0.0.1",), "from-nginx-0123", True),
        (("127.0.0.0/8", "::1"), "from-nginx-0123", True),
        (("127.0.0.1",), "with spaces and\tmore", False),
        (("127.0.0.1",), "short", False),
        (("127.0.0.1",), "a" * 65, False),
        (("10.0.0.1",), "from-nginx-0123", False),
        ((), "from-nginx-0123", False),
    ],
)
def test_a_request_s_name_is_taken_from_a_proxy_alone(
    config: Config, proxies: tuple[str, ...], given: str, *, is_taken: bool
) -> None:
    """The proxy that the host named may name requests; anybody else's name is not taken."""
    for app in running(replace(config, proxies=proxies)):
        answer = app.test_client().get("/healthz", headers={HEADER: given})
        assert (answer.headers[HEADER] == given) is is_taken
        assert re.fullmatch(r"[A-Za-z0-9._-]{8,64}", answer.headers[HEADER])
