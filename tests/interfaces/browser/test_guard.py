"""Who is refused: other machines, other pages, and whatever is no proper request."""

import json
import socket
from contextlib import suppress
from http.client import HTTPException
from pathlib import Path

import pytest

from cfggo.base.errors import CfggoError
from cfggo.interfaces.browser import server as server_module
from cfggo.interfaces.browser.events import MOST_PAGES, Events
from cfggo.interfaces.browser.server import MOST_JSON, MOST_SGF, PageServer
from cfggo.study import page_parts
from tests.interfaces.browser.conftest import Page
from tests.waiting import wait_until

STATIC = Path(server_module.__file__).parent / "static"
SHARED = [Path(page_parts.__file__).parent / name for name in page_parts.PAGE_PARTS]


def test_it_listens_on_the_loopback_address_alone(page: Page) -> None:
    assert page.server.server_address[0] == "127.0.0.1"
    assert page.server.url.startswith(f"http://127.0.0.1:{page.server.server_port}/")


@pytest.mark.parametrize("host", ["", "evil.example", "127.0.0.1", "127.0.0.1:1", "[::1]"])
def test_other_names_for_this_machine_are_refused(page: Page, host: str) -> None:
    status, _, body = page.get(Host=host)
    assert status == 403
    assert b"script" not in body


def test_localhost_with_the_port_is_a_name_of_it(page: Page) -> None:
    host = f"localhost:{page.server.server_port}"
    assert page.get(Host=host)[0] == 200
    assert page.post("undo", Host=host, Origin=f"http://{host}")[0] == 400  # no move: it was heard


@pytest.mark.parametrize(
    "origin", ["null", "http://evil.example", "https://127.0.0.1:{port}", "http://127.0.0.1:1", ""]
)
def test_requests_of_other_pages_are_refused(page: Page, origin: str) -> None:
    before = page.game.state()["ids"]
    origin = origin.format(port=page.server.server_port)
    status, answer = page.post("play", {"vertex": "E5", "at": 0}, Origin=origin)
    assert (status, answer) == (403, {"error": "wrong Origin"})
    assert page.game.state()["ids"] == before


@pytest.mark.parametrize("site", ["cross-site", "same-site"])
def test_requests_that_a_browser_says_come_from_elsewhere_are_refused(
    page: Page, site: str
) -> None:
    assert page.get(Sec_Fetch_Site=site)[0] == 403


@pytest.mark.parametrize("path", ["/", "/index.html", "/wrong/", "/wrong/play", "/events", "*"])
def test_without_the_token_nothing_is_told(page: Page, path: str) -> None:
    for method in ("GET", "POST"):
        status, _, body = page.ask(method, path, b"{}", {"Content-Type": "application/json"})
        assert status == 403
        assert "cfggo play" in json.loads(body)["error"]


def test_half_a_token_is_none(page: Page) -> None:
    token = page.server.guard.token
    for wrong in (token[:-1], token + "x", token.swapcase(), token.lower() + token):
        assert page.ask("GET", f"/{wrong}/")[0] == 403


@pytest.mark.parametrize(
    "name",
    [
        "../server.py", "..%2fserver.py", "static/board.js", "//etc/passwd", "....//x",
        "%2e%2e/%2e%2e/etc/passwd", "index.html%00", "board.js/", "./board.js", "\\..\\server.py",
    ],
)  # fmt: skip
def test_paths_lead_to_the_pages_files_alone(page: Page, name: str) -> None:
    status, _, body = page.get(name)
    assert status == 404
    assert json.loads(body) == {"error": "there is no such page"}


def test_the_page_and_its_files_are_sent_with_headers_that_allow_nothing_else(page: Page) -> None:
    files = {path.name: path for path in (*STATIC.iterdir(), *SHARED)}
    files[""] = files["index.html"]
    for name, path in files.items():
        status, response, body = page.get(name)
        assert status == 200
        assert body.decode() == page_parts.with_cards(path.read_text(encoding="utf-8"))
        assert b"<!-- " not in body  # all cards are there
        policy = response.headers["Content-Security-Policy"]
        assert "default-src 'none'" in policy
        assert "unsafe" not in policy
        assert response.headers["X-Content-Type-Options"] == "nosniff"
        assert response.headers["X-Frame-Options"] == "DENY"
        assert response.headers["Referrer-Policy"] == "no-referrer"
        assert "Access-Control-Allow-Origin" not in response.headers


def test_the_page_needs_nothing_from_elsewhere() -> None:
    for path in (*STATIC.iterdir(), *SHARED):
        text = page_parts.with_cards(path.read_text(encoding="utf-8"))
        assert "http" not in text.replace("http://www.w3.org/2000/svg", ""), path.name
        assert "innerHTML" not in text, path.name


@pytest.mark.parametrize(
    ("method", "name", "status"),
    [
        ("GET", "play", 405), ("GET", "load", 405), ("POST", "", 405), ("POST", "events", 405),
        ("POST", "board.js", 405), ("POST", "nothing", 404), ("PUT", "play", 501),
        ("DELETE", "", 501), ("OPTIONS", "play", 501), ("HEAD", "", 501), ("TRACE", "", 501),
        ("CONNECT", "", 501), ("get", "", 501),
    ],
)  # fmt: skip
def test_methods(page: Page, method: str, name: str, status: int) -> None:
    assert page.ask(method, page.path(name))[0] == status


@pytest.mark.parametrize(
    "body",
    [
        b"", b"{", b"null", b"[]", b"3", b'"play"', b"\xff\xfe", b'{"vertex": "E5"}',
        b'{"vertex": "E5", "at": "0"}', b'{"vertex": 3, "at": 0}', b'{"vertex": "E5", "at": -1}',
        b'{"vertex": "E5", "at": 0.5}', b'{"vertex": "E5", "at": true}',
        b'{"vertex": "E5", "at": NaN}', b'{"vertex": "E5", "at": 0, "more": 1}',
        b'{"vertex": "E5", "at": 1' + b"0" * 9000 + b"}", b"[" * 10000,
        b'{"vertex": "Z99", "at": 0}', b'{"vertex": "", "at": 0}', b'{"vertex": "I5", "at": 0}',
        '{"vertex": "É５", "at": 0}'.encode(), b'{"vertex": "resign", "at": 0}',
    ],
)  # fmt: skip
def test_what_is_no_move_is_refused_in_one_line(page: Page, body: bytes) -> None:
    before = page.game.state()["ids"]
    status, answer = page.post("play", body)
    assert status == 400
    assert len(answer["error"].splitlines()) == 1
    assert page.game.state()["ids"] == before


def test_only_json_and_sgf_are_taken(page: Page) -> None:
    for kind in ("text/plain", "application/x-www-form-urlencoded", "multipart/form-data", ""):
        assert page.post("undo", b"{}", Content_Type=kind)[0] == 415
    assert page.post("load", b"(;)", Content_Type="application/json")[0] == 415


def test_bodies_have_a_limit(page: Page) -> None:
    assert page.post("play", b"{" + b" " * MOST_JSON + b"}")[0] == 413
    with suppress(BrokenPipeError, ConnectionResetError):  # closed before all of it was sent
        assert page.load(b"(;" + b" " * MOST_SGF + b")")[0] == 413


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ("Content-Length: 99999999999", 413), ("Content-Length: 1000000000", 413),
        ("Content-Length: -1", 400), ("Content-Length: 2, 2", 400), ("Content-Length: +2", 400),
        ("Content-Length: ２", 400), ("Content-Length: 2\r\nContent-Length: 2", 411),
        ("X: y", 411), ("Transfer-Encoding: chunked", 411),
        ("Content-Length: 2\r\nTransfer-Encoding: chunked", 411),
        ("Content-Length: 2\r\nHost: evil.example", 400),
    ],
)  # fmt: skip
def test_lengths_that_could_be_read_in_two_ways_are_refused(
    page: Page, headers: str, status: int
) -> None:
    head = (
        f"POST {page.path('undo')} HTTP/1.1\r\nHost: 127.0.0.1:{page.server.server_port}\r\n"
        f"Content-Type: application/json\r\n{headers}\r\n\r\n"
    )
    answer = raw(page, head.encode() + b"{}")
    assert answer.startswith(f"HTTP/1.1 {status} ".encode())
    assert answer.count(b"HTTP/1.1 ") == 1  # what follows is not taken for another request


@pytest.mark.parametrize(
    "data",
    [
        b"\r\n\r\n", b"GET\r\n\r\n", b"GET /\r\n\r\n",
        b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03\r\n",
        b"GET / HTTP/9.9\r\n\r\n", b"GET / HTTP/1.1\r\n" + b"A: b\r\n" * 200 + b"\r\n",
        b"GET /" + b"a" * 70_000 + b" HTTP/1.1\r\n\r\n", b"GET / HTTP/1.1\r\nno colon\r\n\r\n",
        b"GET / HTTP/1.0\r\n\r\n", b"\x00" * 100 + b"\r\n",
    ],
)  # fmt: skip
def test_what_is_no_http_is_refused(
    page: Page, data: bytes, capfd: pytest.CaptureFixture[str]
) -> None:
    answer = raw(page, data)
    assert answer == b"" or b"error" in answer
    assert page.get()[0] == 200
    assert capfd.readouterr().err == ""


def test_no_more_pages_than_a_person_opens(page: Page) -> None:
    host = f"127.0.0.1:{page.server.server_port}"
    streams = []
    try:
        for name in range(MOST_PAGES):
            path = page.path(f"events?page={name}")
            stream = socket.create_connection(("127.0.0.1", page.server.server_port), timeout=10)
            stream.sendall(f"GET {path} HTTP/1.1\r\nHost: {host}\r\n\r\n".encode())
            assert stream.recv(4096).startswith(b"HTTP/1.1 200 ")
            streams.append(stream)
        assert b"event: full\n" in page.get("events")[2]
    finally:
        for stream in streams:
            stream.close()
    reach = page.server.events.reach
    wait_until(
        lambda: not any(reach(str(name)) for name in range(MOST_PAGES)),
        what="a page that has gone still counts",
    )


def test_a_page_that_has_gone_before_it_was_answered_does_not_count(
    page: Page, monkeypatch: pytest.MonkeyPatch
) -> None:
    answered = []

    def fail(_: object, status: int, *__: object) -> None:
        answered.append(status)
        raise BrokenPipeError

    monkeypatch.setattr(server_module._Handler, "_send_head", fail)
    with suppress(OSError, HTTPException):
        page.get("events?page=gone")
    reach = page.server.events.reach
    wait_until(lambda: not reach("gone"), what="a page that has gone still counts")
    assert answered[0] == 200  # it would have been told events


def test_a_port_that_is_taken_is_said(page: Page) -> None:
    with pytest.raises(CfggoError, match=r"port .*in use"):
        PageServer(page.game, {}, Events(), page.server.server_port)


def raw(page: Page, data: bytes) -> bytes:
    """Sends bytes; returns all that comes until the server closes."""
    with socket.create_connection(("127.0.0.1", page.server.server_port), timeout=10) as stream:
        stream.sendall(data)
        stream.shutdown(socket.SHUT_WR)
        answer = b""
        while part := stream.recv(65536):
            answer += part
        return answer
