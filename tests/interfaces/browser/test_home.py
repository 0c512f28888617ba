"""The page on the home network: nobody comes in without a code, which is good once."""

import http.client
import json
import sys
import threading
from collections.abc import Iterator
from importlib.util import find_spec
from typing import Any

import pytest

from cfggo.base.errors import CfggoError
from cfggo.interfaces.browser.game_actions import game_actions
from cfggo.interfaces.browser.home import HomeGuard, HomeServer, home_actions
from cfggo.interfaces.browser.server import PageServer
from tests.interfaces.browser.conftest import PATIENCE, Page
from tests.waiting import wait_until

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="needs a second loopback address")

ADDRESS = "127.0.0.2"


@pytest.fixture
def home(page: Page) -> Iterator[HomeServer]:
    """Returns the server of a network beside that of this machine, with the same game."""
    actions = game_actions(page.game)
    server = HomeServer(
        page.game, actions, page.server.events, 0, page="index.html", address=ADDRESS
    )
    threading.Thread(target=server.serve_forever, args=(0.02,), daemon=True).start()
    yield server
    server.shutdown()
    server.server_close()


class Device:
    """A phone, which keeps its cookie as a browser does."""

    def __init__(self, server: HomeServer) -> None:
        self.server = server
        self.cookie = ""

    def ask(
        self, method: str, path: str, body: Any = None, **headers: str
    ) -> tuple[int, bytes, http.client.HTTPMessage]:
        connection = http.client.HTTPConnection(ADDRESS, self.server.server_port, timeout=PATIENCE)
        all_headers = {"Content-Type": "application/json"} if body is not None else {}
        all_headers |= {name.replace("_", "-"): value for name, value in headers.items()}
        if self.cookie:
            all_headers.setdefault("Cookie", self.cookie)
        try:
            connection.request(
                method, path, None if body is None else json.dumps(body), all_headers
            )
            answer = connection.getresponse()
            return answer.status, answer.read(), answer.headers
        finally:
            connection.close()

    def join(self, code: str) -> int:
        status, _, headers = self.ask("POST", "/join", {"code": code})
        if status == 200:
            self.cookie, _, rest = headers["Set-Cookie"].partition(";")
            assert rest.split("; ") == [" Path=/", "HttpOnly", "SameSite=Strict"]
        return status


def test_a_code_lets_one_device_in(page: Page, home: HomeServer) -> None:
    phone, tablet = Device(home), Device(home)
    invitation = home.invite()
    assert invitation.link == f"http://{ADDRESS}:{home.server_port}/#{invitation.code}"
    assert b"Type the code" in phone.ask("GET", "/")[1]
    assert phone.join(f" {invitation.code.lower()} ") == 200
    assert b'id="board"' in phone.ask("GET", "/")[1]
    assert phone.ask("POST", "/play", {"vertex": "E5", "at": 0})[0] == 200
    assert page.game.state()["moves"][0]["vertex"] == "E5"
    assert tablet.join(invitation.code) == 400  # it was used
    first = tablet.cookie
    assert tablet.join(home.invite().code) == 200
    assert first != tablet.cookie != phone.cookie
    assert {device.ask("POST", "/undo", {})[0] for device in (phone, tablet)} == {200, 400}


def test_without_a_pass_nothing_is_told(page: Page, home: HomeServer) -> None:
    stranger = Device(home)
    home.invite()
    for path in ("/events", "/game.sgf", "/app.js", "/index.html", f"/{page.server.guard.token}/"):
        assert stranger.ask("GET", path)[0] == 403
    assert stranger.ask("POST", "/play", {"vertex": "E5", "at": 0})[0] == 403
    for cookie in ("cfggo-pass=", "cfggo-pass=x", "cfggo-pass", "=", "a=b; cfggo-pass=\xff"):
        assert stranger.ask("GET", "/events", Cookie=cookie)[0] == 403
    assert page.game.state()["moves"] == []


def test_other_hosts_and_sites_are_refused(home: HomeServer) -> None:
    phone = Device(home)
    assert phone.join(home.invite().code) == 200
    for host in ("evil.example", f"localhost:{home.server_port}", f"evil:{home.server_port}"):
        assert phone.ask("GET", "/", Host=host)[0] == 403
    for origin in ("null", "http://evil.example", f"http://127.0.0.1:{home.server_port}"):
        assert phone.ask("POST", "/undo", {}, Origin=origin)[0] == 403
    assert phone.ask("GET", "/", Sec_Fetch_Site="cross-site")[0] == 403
    assert phone.ask("POST", "/invite", {})[0] == 404  # only this machine's page asks others in


def test_a_code_is_void_after_ten_guesses() -> None:
    guard = HomeGuard("192.168.1.5:80")
    code = guard.new_code()
    for guess in ["", "x" * 8] * 5:
        with pytest.raises(CfggoError, match="wrong"):
            guard.join(guess)
    with pytest.raises(CfggoError, match="wrong"):
        guard.join(code)
    with pytest.raises(CfggoError):
        guard.join("")  # that there is no code lets nobody in
    assert guard.join(guard.new_code())


def test_this_machines_page_asks_others_in(home: HomeServer) -> None:
    invited = home_actions(home)["invite"].do(None)
    assert Device(home).join(invited["code"]) == 200
    assert invited["squares"] is None or set("".join(invited["squares"])) == {"0", "1"}
    with pytest.raises(CfggoError, match="--host"):
        home_actions(None)["invite"].do(None)


def test_a_browser_comes_in_by_the_code_that_the_page_shows(
    page: Page, home: HomeServer, chromium: Any
) -> None:
    def element(selector: str) -> Any:
        return chromium.find_element("css selector", selector)

    actions = {**game_actions(page.game), **home_actions(home)}
    host = PageServer(page.game, actions, page.server.events)
    threading.Thread(target=host.serve_forever, args=(0.02,), daemon=True).start()
    chromium.get(host.url)
    wait_until(lambda: element("#step").text)
    element("[data-settings]").click()
    element("#settings .phone button").click()
    wait_until(lambda: element("#settings .phone p").text)
    words = element("#settings .phone p").text
    assert home.url in words
    if find_spec("segno"):
        assert element("#settings .phone svg").is_displayed()
    code = words.split()[-1]
    chromium.get(f"{home.url}#WRONG")
    wait_until(lambda: "wrong" in element("#error").text)
    element("#code").clear()
    element("#code").send_keys(code)
    element("#join [type=submit]").click()
    wait_until(lambda: element("#step").text == "0 / 0")
    assert chromium.execute_script("return document.cookie.includes('pass')") is False
    chromium.get_log("browser")  # the refusal
    chromium.get("about:blank")
    host.shutdown()
    host.server_close()
