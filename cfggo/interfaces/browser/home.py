"""The page on the home network: who is let in there, by a code that is good once.

A device that sends the right code gets a cookie, which no script can read and no other site can
send; without it nothing is told but the page that asks for the code.  Somebody who listens to the
network can read all of it, as with any address that begins with http.
"""

from __future__ import annotations

import hmac
import secrets
import socket
import threading
from collections.abc import Mapping
from dataclasses import dataclass
from email.message import Message
from typing import TYPE_CHECKING, Any

from cfggo.base.errors import CfggoError
from cfggo.base.said import said
from cfggo.interfaces.browser.guard import Refusal, refuse_other_sites
from cfggo.interfaces.browser.requests import Code, Nothing
from cfggo.interfaces.browser.server import Action, PageServer, Reply
from cfggo.study.page_parts import LANGUAGES, catalogue_file

if TYPE_CHECKING:
    from cfggo.interfaces.browser.events import Events
    from cfggo.interfaces.browser.server import Content

_LETTERS = "23456789ABCDEFGHJKMNPQRSTUVWXYZ"  # without those that look alike
_LENGTH = 8  # letters of a code: 850 billion codes
_MOST_GUESSES = 10
_COOKIE = "cfggo-pass"
_PASS_BYTES = 16

_JOINING = "join.html"
_OPEN = (
    _JOINING, "join.js", "settings.js", "load_language.js", "language.js", "style.css", "icon.svg",
    *map(catalogue_file, LANGUAGES),
)  # fmt: skip
"""Files that are sent to everybody; the first takes the page's place."""


class HomeGuard:
    """Tells the devices that were let in from everybody else on the network."""

    def __init__(self, host: str) -> None:
        """Lets nobody in yet; host: what requests have as Host, such as "192.168.1.5:8123"."""
        self._host = host
        self._lock = threading.Lock()
        self._code = ""
        self._guesses = 0
        self._passes: list[str] = []

    def new_code(self) -> str:
        """Returns a code that lets one device in; the one before is good no more."""
        with self._lock:
            self._code = "".join(secrets.choice(_LETTERS) for _ in range(_LENGTH))
            self._guesses = 0
            return self._code

    def join(self, code: str) -> str:
        """Returns the pass for a code, which is good no more then, nor after ten wrong ones.

        Raises CfggoError for a wrong one.
        """
        given = code.strip().upper().encode(errors="replace")
        with self._lock:
            is_right = hmac.compare_digest(given, self._code.encode()) and bool(self._code)
            self._guesses += 1
            if is_right or self._guesses >= _MOST_GUESSES:
                self._code = ""
            if not is_right:
                raise CfggoError(
                    said("This code is wrong, or was used: the computer's page gives a new one.")
                )
            self._passes.append(secrets.token_urlsafe(_PASS_BYTES))
            return self._passes[-1]

    def check(self, path: str, headers: Message) -> str:
        """Returns the path of a request without its query: without a pass that of the page that
        asks for the code.

        Raises Refusal if the request is not the page's.
        """
        refuse_other_sites(headers, (self._host,))
        name = path.partition("?")[0].removeprefix("/")
        if self._has_pass(headers):
            return name
        if name not in ("", "join", *_OPEN):
            raise Refusal(403, "this device was not let in: open the address without what follows")
        return name or _JOINING

    def _has_pass(self, headers: Message) -> bool:
        cookies = "; ".join(headers.get_all("Cookie") or [])
        pairs = (each.strip().partition("=") for each in cookies.split(";"))
        given = [value.encode(errors="replace") for name, _, value in pairs if name == _COOKIE]
        with self._lock:
            known = [each.encode() for each in self._passes]
        return any([hmac.compare_digest(each, one) for one in given for each in known])


@dataclass(frozen=True)
class Invitation:
    """How one more device comes to the page.

    Public attributes:
      address -- where it asks for the code
      code    -- good once
    """

    address: str
    code: str

    @property
    def link(self) -> str:
        """The address with the code, which browsers keep to themselves behind the #."""
        return f"{self.address}#{self.code}"

    def squares(self) -> list[str] | None:
        """Returns the link as a QR code, rows of 0 and 1; None where segno is not installed."""
        try:
            import segno
        except ImportError:
            return None
        return ["".join(map(str, row)) for row in segno.make_qr(self.link).matrix]


class HomeServer(PageServer):
    """Serves a page on an address of the home network, beside the server of this machine."""

    def __init__(
        self,
        content: Content,
        actions: Mapping[str, Action],
        events: Events,
        port: int,
        *,
        page: str,
        address: str,
    ) -> None:
        """Takes the port of an address; the other arguments are those of PageServer.

        Raises CfggoError if the port can't be had.
        """
        joining = {"join": Action(Code, lambda it: self._join(it.code))}
        super().__init__(content, {**actions, **joining}, events, port, page=page, address=address)
        host = f"{address}:{self.server_port}"
        self.door = self._guard = HomeGuard(host)
        self.url = f"http://{host}/"

    def invite(self) -> Invitation:
        """Returns an invitation for one device; the one before is good no more."""
        return Invitation(self.url, self._guard.new_code())

    def _join(self, code: str) -> Reply:
        pass_ = self._guard.join(code)
        cookie = f"{_COOKIE}={pass_}; Path=/; HttpOnly; SameSite=Strict"
        return Reply({}, {"Set-Cookie": cookie})


def home_actions(server: HomeServer | None) -> dict[str, Action]:
    """Returns what the page of this machine can do about other devices."""

    def invite() -> dict[str, Any]:
        if server is None:
            raise CfggoError(
                said("Start cfggo with --host to open the page on a phone: cfggo play --host")
            )
        invitation = server.invite()
        return {
            "address": invitation.address,
            "code": invitation.code,
            "squares": invitation.squares(),
        }

    return {"invite": Action(Nothing, lambda it: invite())}


def home_address() -> str:
    """Returns this machine's address on the network that it is in. Raises CfggoError if in none."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # which sends nothing
            address = str(probe.getsockname()[0])
        except OSError:
            address = ""
    if not address or address.startswith("127."):
        raise CfggoError("--host: this machine is in no network")
    return address


def print_invitation(invitation: Invitation) -> None:
    """Prints how one device comes to the page, with a QR code where segno is installed."""
    print(f"On a phone in your home network: {invitation.link}", flush=True)
    try:
        import segno
    except ImportError:
        print("`pip install '.[phone]'` draws a code to point its camera at.", flush=True)
        return
    segno.make_qr(invitation.link).terminal(compact=True)
