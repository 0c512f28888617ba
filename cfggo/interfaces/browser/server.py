"""The page's server: files, requests that change the game, events."""

from __future__ import annotations

import select
import socket
import socketserver
import sys
import threading
import traceback
from collections.abc import Callable, Mapping
from contextlib import suppress
from email.message import Message
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path, PurePath
from typing import Any, NamedTuple, Protocol
from urllib.parse import parse_qs, quote, urlsplit

from cfggo.base.errors import CfggoError
from cfggo.interfaces.browser import requests
from cfggo.interfaces.browser.events import Events, to_json, written_event
from cfggo.interfaces.browser.guard import HEADERS, LOOPBACK, Guard, Refusal
from cfggo.study.page_parts import PAGE_PARTS, catalogue_files, page_part, with_cards

MOST_JSON = 1 << 14
"""Bytes of a request's JSON."""

MOST_SGF = 1 << 20
"""Bytes of an SGF file."""

_MOST_CONNECTIONS = 64
_PATIENCE = 30.0  # seconds that a browser may keep the server waiting, or be away from a stream
_GLANCE = 0.5  # seconds without an event after which a stream looks whether its page is still there

_STATIC = Path(__file__).parent / "static"
_TYPES = {
    ".html": "text/html; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".svg": "image/svg+xml",
    ".json": "application/json",
}
_DOCUMENT_POLICY = (
    "sandbox allow-scripts allow-downloads; default-src 'none'; script-src 'unsafe-inline'; "
    "style-src 'unsafe-inline'; img-src data:; frame-ancestors 'none'"
)
_JSON = "application/json"
_SGF = "application/x-go-sgf"
_EVENTS = "text/event-stream"
_TOO_MANY = b"retry: 1000\n" + written_event("full", {})  # the page tries again after a second


class Action(NamedTuple):
    """What a request does: its content is a `kind`, or an SgfFile for None."""

    kind: type[Any] | None
    do: Callable[[Any], Any]


class Reply(NamedTuple):
    """An answer to a request with headers of its own; an action may return one."""

    answer: Any
    headers: Mapping[str, str]


class Door(Protocol):
    """Tells requests that are answered from others."""

    def check(self, path: str, headers: Message) -> str:
        """Returns what a request asks for; raises Refusal if it is not answered."""


class Content(Protocol):
    """What a page shows: a game, or a collection of problems."""

    @property
    def documents(self) -> Mapping[str, Callable[[str], bytes]]:
        """What return pages that are whole in themselves, each by a name, or raise CfggoError."""

    def tell(self) -> dict[str, Any]:
        """Tells all pages the state."""

    def to_sgf(self) -> bytes:
        """Returns it as an SGF record."""

    def file_name(self) -> str:
        """Returns a name for the record's file."""


class PageServer(ThreadingHTTPServer):
    """Serves a page, on the loopback address.

    Public attributes:
      url   -- str, the page's address, which only the user should know
      guard -- Guard, that of this machine's page
      door  -- Door, says which requests are answered; the guard, if no other is put there
    """

    door: Door

    daemon_threads = True
    request_queue_size = _MOST_CONNECTIONS

    def __init__(
        self,
        content: Content,
        actions: Mapping[str, Action],
        events: Events,
        port: int = 0,
        *,
        page: str = "index.html",
        address: str = LOOPBACK,
    ) -> None:
        """Takes the port; 0 for a free one.

        content -- what the page shows
        actions -- what each of the page's requests does
        page    -- the file that is the page
        address -- of this machine, to listen on

        Raises CfggoError if the port can't be had.
        """
        self._connections = threading.BoundedSemaphore(_MOST_CONNECTIONS)
        self.content = content
        self.events = events
        self.files = _read_static()
        self.page = page
        self.actions = actions
        try:
            super().__init__((address, port), _Handler)
        except OSError as error:
            raise CfggoError(
                f"port {port}: {error.strerror}; without --port a free one is taken"
            ) from error
        self.guard = self.door = Guard(self.server_port)
        self.url = f"http://{LOOPBACK}:{self.server_port}/{self.guard.token}/"

    def server_bind(self) -> None:
        """Takes the port without asking the name service for a name of this machine."""
        socketserver.TCPServer.server_bind(self)
        self.server_name, self.server_port = str(self.server_address[0]), self.server_address[1]

    def process_request(self, request: Any, client_address: Any) -> None:
        """Answers in a thread of its own; closes the connection if there are too many."""
        if not self._connections.acquire(blocking=False):
            self.shutdown_request(request)
            return
        super().process_request(request, client_address)

    def process_request_thread(self, request: Any, client_address: Any) -> None:
        """Answers one connection."""
        try:
            super().process_request_thread(request, client_address)
        finally:
            self._connections.release()

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Says what went wrong, unless it is only that the browser has gone."""
        if not isinstance(sys.exception(), OSError):
            traceback.print_exc()


class _Handler(BaseHTTPRequestHandler):
    """Answers the requests of one connection."""

    protocol_version = "HTTP/1.1"
    timeout = _PATIENCE
    disable_nagle_algorithm = True  # or an answer would wait 40 ms for its head to be acknowledged
    server: PageServer

    def do_GET(self) -> None:
        """Sends a file, the game as SGF, or the stream of events."""
        self._respond(self._get)

    def do_POST(self) -> None:
        """Does what the page asks for."""
        self._respond(self._post)

    def _respond(self, respond: Callable[[str], None]) -> None:
        try:
            respond(self.server.door.check(self.path, self.headers))
        except Refusal as refusal:
            self._refuse(refusal.status, str(refusal))
        except OSError:  # the browser has gone, or takes nothing any more
            self.close_connection = True
        except Exception:
            traceback.print_exc()
            self._refuse(500, "internal error: see the terminal in which cfggo play runs")

    def _get(self, name: str) -> None:
        if name == "events":
            self._stream()
        elif name == "game.sgf":
            name = quote(self.server.content.file_name(), errors="replace")
            disposition = f"attachment; filename*=UTF-8''{name}"
            try:
                sgf = self.server.content.to_sgf()
            except CfggoError as error:
                raise Refusal(409, str(error)) from error
            self._answer(200, _SGF, sgf, {"Content-Disposition": disposition})
        elif (document := self.server.content.documents.get(name)) is not None:
            self._send_document(document)
        elif (file := self.server.files.get(name or self.server.page)) is not None:
            self._answer(200, *file)
        elif name in self.server.actions:
            raise Refusal(405, f"{name} wants POST")
        else:
            raise Refusal(404, "there is no such page")

    def _send_document(self, document: Callable[[str], bytes]) -> None:
        """Sends a page that is whole in itself; its scripts can reach nothing of this server's."""
        try:
            data = document(self._asked("name"))
        except CfggoError as error:
            raise Refusal(404, str(error)) from error
        self._answer(200, _TYPES[".html"], data, {"Content-Security-Policy": _DOCUMENT_POLICY})

    def _post(self, name: str) -> None:
        action = self.server.actions.get(name)
        if action is None:
            others = ("", "events", "game.sgf", *self.server.content.documents)
            is_there = name in self.server.files or name in others
            raise (
                Refusal(405, "wants GET") if is_there else Refusal(404, "there is no such request")
            )
        body = self._body(*((_SGF, MOST_SGF) if action.kind is None else (_JSON, MOST_JSON)))
        try:
            if action.kind is None:
                answer = action.do(requests.SgfFile(body, self._asked("name")))
            else:
                answer = action.do(requests.read_body(action.kind, body, name))
            reply = answer if isinstance(answer, Reply) else Reply(answer, {})
        except CfggoError as error:
            self._answer(400, _JSON, to_json({"error": str(error)}))
        else:
            self._answer(200, _JSON, to_json(reply.answer), reply.headers)

    def _body(self, kind: str, most: int) -> bytes:
        """Returns the body of the request. Raises Refusal if it is not as it should be."""
        if self.headers.get_content_type() != kind or "Content-Type" not in self.headers:
            raise Refusal(415, f"expected {kind}")
        lengths = self.headers.get_all("Content-Length") or []
        if "Transfer-Encoding" in self.headers or len(lengths) != 1:
            raise Refusal(411, "expected one Content-Length")
        if not (lengths[0].isascii() and lengths[0].isdigit()):
            raise Refusal(400, "no number in Content-Length")
        if len(lengths[0]) > 9 or int(lengths[0]) > most:
            raise Refusal(413, f"more than {most} bytes")
        body = self.rfile.read(int(lengths[0]))
        if len(body) < int(lengths[0]):
            raise Refusal(400, "the body ended early")
        return body

    def _asked(self, key: str) -> str:
        """Returns what the query of the request's address says."""
        return parse_qs(urlsplit(self.path).query).get(key, [""])[0]

    def _stream(self) -> None:
        """Sends a page, which names itself, events until it or the server ends."""
        page = self._asked("page")
        feed = self.server.events.subscribe(page)
        self.close_connection = True
        try:
            self._send_head(200, _EVENTS)
            if feed is None:
                self.wfile.write(_TOO_MANY)
                return
            self.server.content.tell()
            while (data := feed.take(_GLANCE)) is not None and (data or not self._page_has_gone()):
                self.wfile.write(data)
                self.wfile.flush()
        finally:
            if feed is not None:
                self.server.events.unsubscribe(page, feed)

    def _page_has_gone(self) -> bool:
        """Tells whether the browser has closed the connection, on which it sends nothing more."""
        readable, _, _ = select.select([self.connection], [], [], 0)
        return bool(readable) and not self.connection.recv(1, socket.MSG_PEEK)

    def _refuse(self, status: int, words: str) -> None:
        """Answers with an error; what else came on the connection is not looked at."""
        self.close_connection = True
        with suppress(OSError):
            self._answer(status, _JSON, to_json({"error": words}))

    def _answer(
        self, status: int, kind: str, data: bytes, headers: Mapping[str, str] | None = None
    ) -> None:
        self._send_head(status, kind, {"Content-Length": str(len(data)), **(headers or {})})
        if self.command != "HEAD":
            self.wfile.write(data)

    def _send_head(self, status: int, kind: str, headers: Mapping[str, str] | None = None) -> None:
        self.send_response(status)
        self.send_header("Content-Type", kind)
        for name, value in (HEADERS | dict(headers or {})).items():
            self.send_header(name, value)
        if self.close_connection:
            self.send_header("Connection", "close")
        self.end_headers()

    def send_error(self, code: int, message: str | None = None, explain: str | None = None) -> None:
        """Refuses what is no HTTP, or a method that there is not."""
        self._refuse(code, HTTPStatus(code).phrase)

    def version_string(self) -> str:
        """Returns the name of the server, for its answers."""
        return "cfggo"

    def log_message(self, format: str, *args: Any) -> None:
        """Writes nothing: a request is no news."""


def _read_static() -> dict[str, tuple[str, bytes]]:
    """Returns the page's files by name: their type and what is in them."""
    files = {path.name: path.read_bytes() for path in sorted(_STATIC.iterdir())}
    pages = [name for name in files if name.endswith(".html")]
    files |= {name: with_cards(files[name].decode()).encode() for name in pages}
    files |= {name: page_part(name).encode() for name in PAGE_PARTS}
    files |= {name: text.encode() for name, text in catalogue_files().items()}
    types = {name: _TYPES.get(PurePath(name).suffix) for name in files}
    return {name: (kind, files[name]) for name, kind in types.items() if kind}
