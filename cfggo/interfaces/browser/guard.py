"""Who may talk to the server: pages that it sent itself, to a browser on this machine.

Other pages that are open in the same browser can send requests to any address, this one too. They
can't know the token, which is part of every address of the page; and a browser says where a request
comes from (Origin, Sec-Fetch-Site) and for which name (Host), which a page can't forge.
"""

from __future__ import annotations

import hmac
import secrets
from collections.abc import Sequence
from email.message import Message

LOOPBACK = "127.0.0.1"

_HTTP_PORT = 80

_OWN_SITES = ("same-origin", "none")  # "none": an address that the user opened

HEADERS = {
    "Content-Security-Policy": "; ".join(
        (
            "default-src 'none'",
            "script-src 'self'",
            "style-src 'self'",
            "img-src 'self' blob:",
            "connect-src 'self'",
            "base-uri 'none'",
            "form-action 'none'",
            "frame-ancestors 'none'",
            "require-trusted-types-for 'script'",
        )
    ),
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cache-Control": "no-store",
}
"""Headers of every answer: nothing is loaded from elsewhere, framed, stored or passed on."""


class Refusal(Exception):
    """A request that is not answered; status: of HTTP."""

    def __init__(self, status: int, words: str) -> None:
        super().__init__(words)
        self.status = status


class Guard:
    """Tells the server's own page from everybody else.

    Public attributes:
      token -- str, the first part of every path
    """

    def __init__(self, port: int) -> None:
        self.token = secrets.token_urlsafe(18)
        suffix = "" if port == _HTTP_PORT else f":{port}"  # browsers leave that one out
        self._hosts = tuple(f"{name}{suffix}" for name in (LOOPBACK, "localhost"))

    def check(self, path: str, headers: Message) -> str:
        """Returns what follows the token in the path of a request, without its query.

        Raises Refusal if the request is not the page's.
        """
        refuse_other_sites(headers, self._hosts)
        start, _, rest = path.partition("?")[0].removeprefix("/").partition("/")
        if not hmac.compare_digest(start.encode(errors="replace"), self.token.encode()):
            raise Refusal(403, "wrong address: open the one that cfggo play printed")
        return rest


def refuse_other_sites(headers: Message, hosts: Sequence[str]) -> None:
    """Raises Refusal if a request is for none of these hosts, or comes from another site."""
    host = _only(headers.get_all("Host") or [], "Host")
    if host not in hosts:
        raise Refusal(403, "wrong Host")
    if "Origin" in headers:
        origin = _only(headers.get_all("Origin") or [], "Origin")
        if origin != f"http://{host}":
            raise Refusal(403, "wrong Origin")
    if headers.get("Sec-Fetch-Site", "none") not in _OWN_SITES:
        raise Refusal(403, "a request from another site")


def _only(values: Sequence[str], name: str) -> str:
    """Returns the value of a header that must be there once."""
    if len(values) != 1:
        raise Refusal(400, f"expected one {name}")
    return values[0]
