"""Odd requests: the server answers or refuses each of them, and goes on."""

import json
import socket
from collections import Counter
from typing import Any, NamedTuple

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.damage import changed, damaged
from tests.interfaces.browser.conftest import Page

STATUSES = {200, 400, 403, 404, 405, 411, 413, 414, 415, 431, 501, 503, 505}
"""What the server may answer; 500 and 502 would be its own fault."""

PATIENCE = 60.0
"""Seconds after which an answer is taken for missing."""

NEW = {
    "size": 9, "komi": 7.5, "rules": "chinese", "handicap": 0, "level": "20k", "you": "both",
    "clock": {"system": "fischer", "main": 60, "period": 5},
}  # fmt: skip
ACTIONS: dict[str, dict[str, Any]] = {
    "play": {"vertex": "E5", "at": 0},
    "undo": {},
    "resign": {},
    "back": {},
    "new": NEW,
    "seat": {"you": "both", "level": "", "at": 0},
    "look": {"page": "1", "position": "START", "wants": ["policy"]},
    "follow": {"on": True},
    "review": {"on": True},
    "dead": {"vertex": "E5"},
    "accept": {},
    "pause": {"on": True},
    "games": {},
    "open": {"file": "a.sgf"},
    "delete-game": {"file": "a.sgf"},
    "graph": {"position": "START"},
    "explain": {"vertex": "E5", "position": "START"},
    "tree": {},
    "go": {"node": 1},
    "comment": {"node": 0, "text": "x"},
    "mark": {"node": 0, "vertex": "E5", "shape": "", "text": "A"},
    "delete": {"node": 1},
    "restore": {},
    "promote": {"node": 1},
    "setup": {"node": 1, "black": ["E5"], "white": [], "to_play": "black"},
}
SGFS = (
    b"(;GM[1]SZ[9];B[ee];W[cc])", b"(;SZ[19]HA[2]AB[dd][pp];W[qd])", b"(;SZ[9];B[ee];W[ee])", b"",
    b"(;GM[2])", b"(" * 5000, b"(;C[" + b"x" * 5000, b"\xff\xfe(;)", b"(;SZ[9]AB[aa:ii])",
)  # fmt: skip
NAMES = (
    "", "index.html", "board.js", "game.sgf", "nothing", "../server.py", "..%2f..%2fetc/passwd",
    "%00", "a" * 300, "\\..\\x", "é", "?a=b", "#", ";", "//", "board.js/../app.js", "static/",
)  # fmt: skip
METHODS = ("GET", "POST", "PUT", "HEAD", "DELETE", "OPTIONS", "PATCH", "TRACE", "X", "get", "")
ODD_HEADERS = {
    "Content-Length": ("-1", "x", "", "9" * 30, "0", "1e3", "16385", " 2"),
    "Content-Type": ("text/plain", "", "application/json; charset=utf-7", "x/y"),
    "Transfer-Encoding": ("chunked", "identity", "gzip, chunked"),
    "Expect": ("100-continue",),
    "Connection": ("close", "keep-alive", "upgrade"),
    "Cookie": ("x" * 10, "x" * 5000),
    "X-Long": ("y" * 60_000, "y" * 70_000),
    "Range": ("bytes=0-",),
}
GARBAGE = st.sampled_from(
    (b"GET / HTTP/3.27\r\n\r\n", b"\r\n" * 50, b"POST / HTTP/1.1\r\n" + b"a: b\r\n" * 300 + b"\r\n",
     b"A / HTTP/1.1\r\n\r\n", b"A" * 70_000 + b" / HTTP/1.1\r\n\r\n")
) | st.binary(min_size=1).map(lambda data: data + b"\r\n\r\n")  # fmt: skip


class Request(NamedTuple):
    """Bytes to send, and whether host, token and origin are right; else nothing may change."""

    data: bytes
    is_known: bool


@st.composite
def requests(draw: st.DrawFn, port: int, token: str, start: str) -> Request:
    """Draws a request: a proper one, one with something wrong, or none at all.

    start -- id of the empty board
    """
    kind = draw(st.sampled_from(("proper", "body", "body", "head", "stranger", "garbage")))
    if kind == "garbage":
        return Request(draw(GARBAGE), False)
    name = draw(st.sampled_from([*ACTIONS, "load"]))
    if name == "load":
        body = draw(st.sampled_from(SGFS) if kind == "proper" else damaged(SGFS))
    else:
        values: Any = {
            key: start if value == "START" else value for key, value in ACTIONS[name].items()
        }
        values = draw(changed(values)) if kind == "body" else values
        body = json.dumps(values).encode()
        body = draw(damaged([body])) if kind == "body" and not draw(st.integers(0, 3)) else body
    method, path, host = "POST", f"/{token}/{name}", f"127.0.0.1:{port}"
    headers = {
        "Host": host,
        "Content-Type": "application/x-go-sgf" if name == "load" else "application/json",
        "Content-Length": str(len(body)),
    }
    if kind == "head":
        method = draw(st.sampled_from(METHODS))
        path = draw(st.sampled_from((path, f"/{token}/{draw(st.sampled_from(NAMES))}")))
        for header in draw(st.sets(st.sampled_from(sorted(ODD_HEADERS)), max_size=3)):
            headers[header] = draw(st.sampled_from(ODD_HEADERS[header]))
    if kind == "stranger":
        odd = (
            *(("path", wrong) for wrong in (f"/{token[1:]}/{name}", f"/{name}", "/", "")),
            *(("Host", wrong) for wrong in ("", "evil.example", "127.0.0.1", f"x:{port}")),
            *(("Origin", wrong) for wrong in ("null", "http://evil.example", f"https://{host}")),
            *(("Sec-Fetch-Site", wrong) for wrong in ("cross-site", "same-site", "x")),
        )
        header, value = draw(st.sampled_from(odd))
        path = value if header == "path" else path
        headers |= {} if header == "path" else {header: value}
    lines = [f"{method} {path} HTTP/1.1", *(f"{key}: {value}" for key, value in headers.items())]
    head = "\r\n".join(lines).encode("latin-1", "replace")
    return Request(head + b"\r\n\r\n" + body, kind != "stranger")


def answer_to(data: bytes, port: int) -> bytes:
    """Returns all that comes; nothing if the server closes before all was sent."""
    answer = b""
    with socket.create_connection(("127.0.0.1", port), timeout=PATIENCE) as stream:
        try:
            stream.sendall(data)
            stream.shutdown(socket.SHUT_WR)
            while part := stream.recv(1 << 16):
                answer += part
        except TimeoutError:
            raise
        except OSError:  # what is too long is not read to its end
            pass
    return answer


def verdict_on(answer: bytes) -> str:
    """Returns "refused", "done" or "closed", or else what is at fault."""
    while answer.startswith(b"HTTP/1.1 100 "):
        answer = answer.partition(b"\r\n\r\n")[2]
    if not answer:
        return "closed"
    head, _, body = answer.partition(b"\r\n\r\n")
    words = head.split(None, 2)
    if answer.startswith(b'{"error":'):
        return "refused"  # HTTP/0.9 has no head
    if len(words) < 2 or not words[0].startswith(b"HTTP/1.") or not words[1].isdigit():
        return f"no HTTP: {answer[:60]!r}"
    status = int(words[1])
    if status not in STATUSES:
        return f"status {status}"
    if b"Traceback" in body or (status != 200 and body and len(body.splitlines()) != 1):
        return f"status {status} with {body[:60]!r}"
    return "done" if status == 200 else "refused"


def test_odd_requests(page: Page, capfd: pytest.CaptureFixture[str]) -> None:
    port, token = page.server.server_port, page.server.guard.token
    verdicts: Counter[str] = Counter()

    @settings(max_examples=2 * settings().max_examples)  # most are refused
    @given(requests(port, token, page.game.state()["ids"][0]))
    def survived(request: Request) -> None:
        before = page.game.state()
        verdict = verdict_on(answer_to(request.data, port))
        assert verdict in ("done", "refused", "closed")
        if not request.is_known and before["engine"] is None:
            assert page.game.state()["ids"] == before["ids"]
        verdicts[verdict] += 1

    survived()
    assert min(verdicts["done"], verdicts["refused"]) > 10
    assert capfd.readouterr().err == ""
    assert page.get()[0] == 200


def test_a_fault_is_seen() -> None:
    assert verdict_on(b"HTTP/1.1 500 Internal Server Error\r\n\r\n{}") == "status 500"
    assert verdict_on(b"HTTP/1.1 400 Bad Request\r\n\r\nTraceback (most recent") != "refused"
    assert verdict_on(b"Traceback").startswith("no HTTP")
    assert verdict_on(b"HTTP/1.1 400 Bad Request\r\n\r\n{}") == "refused"
