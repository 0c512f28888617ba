"""Requests that a page's server must survive, and what its answers may be.

`scripts/fuzz_page.py` sends thousands of them, a test some hundred.
"""

from __future__ import annotations

import json
import random
import socket
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from cfggo.interfaces.browser.played import Played
from cfggo.study.api.game import Game

STATUSES = {200, 400, 403, 404, 405, 411, 413, 414, 415, 431, 501, 503, 505}
"""What the server may answer; 500 and 502 would be its own fault."""

MOST_SECONDS = 10.0
"""An answer that takes longer is a fault."""

_START = Played(Game(size=9), None, "").ids[0]
"""The id of the empty board."""

_ACTIONS: dict[str, dict[str, Any]] = {
    "play": {"vertex": "E5", "at": 0},
    "undo": {},
    "resign": {},
    "back": {},
    "new": {
        "size": 9,
        "komi": 7.5,
        "rules": "chinese",
        "handicap": 0,
        "level": "20k",
        "you": "both",
    },
    "seat": {"you": "both", "level": "", "at": 0},
    "look": {"page": "1", "position": _START, "wants": "policy"},
    "follow": {"on": True},
    "review": {"on": True},
    "dead": {"vertex": "E5"},
    "graph": {"position": _START},
    "explain": {"vertex": "E5", "position": _START},
}
_VALUES: tuple[Any, ...] = (
    0, 1, -1, 2, 9, 19, 361, 10**6, 10**30, 0.5, -7.5, 1e308, "", "pass", "resign", "A1", "T19",
    "E5", "i9", "black", "white", "both", "analysis", "nothing", "20k", "3k", None, True, False, [],
    {}, [[]], "\x00", "\ud800", "é" * 50, "x" * 5000,
)  # fmt: skip
_METHODS = ("GET", "POST", "PUT", "HEAD", "DELETE", "OPTIONS", "PATCH", "TRACE", "X", "get", "")
_NAMES = (
    "", "index.html", "board.js", "game.sgf", "nothing", "../server.py", "..%2f..%2fetc/passwd",
    "%00", "a" * 300, "\\..\\x", "é", "?a=b", "#", ";", "//", "board.js/../app.js", "static/",
)  # fmt: skip
_SGFS = (
    b"(;GM[1]SZ[9];B[ee];W[cc])", b"(;SZ[19]HA[2]AB[dd][pp];W[qd])", b"(;SZ[9];B[ee];W[ee])", b"",
    b"(;GM[2])", b"(" * 5000, b"(;C[" + b"x" * 5000, b"\xff\xfe(;)", b"(;SZ[9]AB[aa:ii])",
    b"(;SZ[9];B[];W[])",
)  # fmt: skip


@dataclass(frozen=True)
class Request:
    """Bytes to send.

    Public attributes:
      data     -- the bytes
      is_known -- whether they have the right Host, token and origin; else nothing may change
    """

    data: bytes
    is_known: bool


def make_request(rng: random.Random, port: int, token: str) -> Request:
    """Returns a request: a proper one, or one with something wrong."""
    kind = rng.choice(("proper", "body", "body", "head", "stranger", "stranger", "garbage"))
    if kind == "garbage":
        return Request(_garbage(rng), False)
    name = rng.choice([*_ACTIONS, "load"])
    method, path = "POST", f"/{token}/{name}"
    host, body = f"127.0.0.1:{port}", _body(rng, name, kind == "proper")
    headers = {
        "Host": host,
        "Content-Type": "application/x-go-sgf" if name == "load" else "application/json",
        "Content-Length": str(len(body)),
    }
    is_known = True
    if kind == "head":
        method = rng.choice(_METHODS)
        if rng.random() < 0.5:
            path = f"/{token}/{rng.choice(_NAMES)}"
        headers |= _odd_headers(rng)
    elif kind == "stranger":
        is_known = False
        wrong = rng.choice(("Host", "Origin", "Sec-Fetch-Site", "token"))
        if wrong == "token":
            path = rng.choice((f"/{token[1:]}/{name}", f"/{name}", f"/../{token}/{name}", "/", ""))
        elif wrong == "Host":
            headers["Host"] = rng.choice(("", "evil.example", "127.0.0.1", "0.0.0.0", f"x:{port}"))
        elif wrong == "Origin":
            headers["Origin"] = rng.choice(("null", "http://evil.example", f"https://{host}"))
        else:
            headers["Sec-Fetch-Site"] = rng.choice(("cross-site", "same-site", "x"))
    lines = [f"{method} {path} HTTP/1.1", *(f"{key}: {value}" for key, value in headers.items())]
    head = "\r\n".join(lines).encode("latin-1", "replace")
    return Request(head + b"\r\n\r\n" + body, is_known)


def _body(rng: random.Random, name: str, is_proper: bool) -> bytes:
    if name == "load":
        sgf = rng.choice(_SGFS)
        return sgf if is_proper else _mutated(rng, sgf)
    values = dict(_ACTIONS[name])
    if name == "play" and rng.random() < 0.7:
        vertex = f"{rng.choice('ABCDEFGHJ')}{rng.randint(1, 9)}"
        values = {"vertex": vertex, "at": rng.randint(0, 4)}
    if is_proper:
        return json.dumps(values).encode()
    for key in list(values):
        if rng.random() < 0.5:
            values[key] = rng.choice(_VALUES)
    if rng.random() < 0.2:
        values[rng.choice(("x", "", "at", "__class__"))] = rng.choice(_VALUES)
    if values and rng.random() < 0.2:
        del values[rng.choice(list(values))]
    data = json.dumps(values).encode()
    return _mutated(rng, data) if rng.random() < 0.3 else data


def _mutated(rng: random.Random, data: bytes) -> bytes:
    """Returns bytes of which some are changed, cut out or repeated."""
    changed = bytearray(data)
    for _ in range(rng.randint(1, 5)):
        place = rng.randint(0, len(changed))
        do: Callable[[], None] = rng.choice(
            (
                lambda place=place: changed.insert(place, rng.randrange(256)),
                lambda place=place: changed.__delitem__(slice(place, place + rng.randint(1, 9))),
                lambda place=place: changed.extend(changed[place : place + 50]),
            )
        )
        do()
    return bytes(changed)


def _odd_headers(rng: random.Random) -> dict[str, str]:
    odd = {
        "Content-Length": rng.choice(("-1", "x", "", "9" * 30, "0", "1e3", "16385", " 2")),
        "Content-Type": rng.choice(("text/plain", "", "application/json; charset=utf-7", "x/y")),
        "Transfer-Encoding": rng.choice(("chunked", "identity", "gzip, chunked")),
        "Expect": "100-continue",
        "Connection": rng.choice(("close", "keep-alive", "upgrade")),
        "Cookie": "x" * rng.choice((10, 5000)),
        "X-Long": "y" * rng.choice((10, 60_000, 70_000)),
        "Range": "bytes=0-",
    }
    return {key: odd[key] for key in rng.sample(sorted(odd), rng.randint(1, 3))}


def _garbage(rng: random.Random) -> bytes:
    return rng.choice(
        (
            rng.randbytes(rng.randint(1, 2000)) + b"\r\n\r\n",
            b"GET / HTTP/%d.%d\r\n\r\n" % (rng.randint(0, 9), rng.randint(0, 99)),
            b"\r\n" * rng.randint(1, 50),
            b"POST / HTTP/1.1\r\n" + b"a: b\r\n" * rng.randint(1, 300) + b"\r\n",
            b"A" * rng.choice((10, 70_000)) + b" / HTTP/1.1\r\n\r\n",
        )
    )


def send(request: Request, port: int) -> str:
    """Sends a request; returns "refused", "done" or "closed", or else what is at fault."""
    try:
        with socket.create_connection(("127.0.0.1", port), timeout=MOST_SECONDS) as stream:
            answer = _answer_to(request.data, stream)
    except TimeoutError:
        return f"no answer within {MOST_SECONDS:.0f} s"
    except OSError as error:
        return f"no connection: {error}"
    return _verdict(answer)


def _answer_to(data: bytes, stream: socket.socket) -> bytes:
    """Returns all that comes; nothing if the server closes before all was sent."""
    answer = b""
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


def _verdict(answer: bytes) -> str:
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
