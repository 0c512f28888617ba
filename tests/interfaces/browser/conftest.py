"""A page's server in the test's own process, and a client that speaks to it."""

import http.client
import json
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest

from cfggo.interfaces.browser.events import Events, to_json
from cfggo.interfaces.browser.game_actions import game_actions
from cfggo.interfaces.browser.my_games import MyGames
from cfggo.interfaces.browser.open_game import OpenGame
from cfggo.interfaces.browser.server import PageServer
from cfggo.interfaces.browser.worker import EngineWorker
from cfggo.study.api.engine import Engine
from cfggo.study.api.game import Game
from tests.sentences import in_english
from tests.waiting import wait_until

PATIENCE = 120.0
"""Seconds that a test waits for what must come."""


@pytest.fixture(autouse=True, scope="session")
def _as_many_playouts_on_all_boards() -> Iterator[None]:
    """Searches small boards with as many playouts as 19x19, which is quick; but for one test."""
    modules = ("cfggo.interfaces.browser.searches", "cfggo.interfaces.browser.lessons")
    with patch(f"{modules[0]}.playouts_on", _same), patch(f"{modules[1]}.playouts_on", _same):
        yield


def _same(size: int, playouts: int) -> int:
    return playouts


class KeptEvents(Events):
    """Keeps the states that were told, by their versions."""

    def __init__(self) -> None:
        super().__init__()
        self.states: dict[int, dict[str, Any]] = {}

    def tell(self, state: dict[str, Any]) -> None:
        self.states[state["version"]] = json.loads(to_json(state), object_hook=in_english)
        super().tell(state)


class KeptRecords(MyGames):
    """Takes records, and writes none."""

    def __init__(self) -> None:
        super().__init__(Path("no games"), Path("no reviews"))
        self.records: list[bytes] = []
        self.names: list[str] = []

    def keep(self, sgf: bytes, name: str = "") -> Path:
        name = name or f"game-{len(self.records)}.sgf"
        self.records.append(sgf)
        self.names.append(name)
        return self.folder / name


class Page:
    """A server with its game and a real engine.

    Public attributes:
      server -- PageServer
      game   -- OpenGame
      kept   -- list of bytes, records that were kept
    """

    def __init__(self) -> None:
        self._told = events = KeptEvents()
        engine = Engine(seed=1)  # a first start compiles for minutes, which no test waits for
        self._worker = EngineWorker(lambda tell: engine)
        games = KeptRecords()
        self.kept, self.kept_names = games.records, games.names
        self.game = OpenGame(self._worker, events, Game(size=9), games, level="", you="both")
        self.server = PageServer(self.game, game_actions(self.game), events)
        self._worker.start(self.game)
        threading.Thread(target=self.server.serve_forever, args=(0.02,), daemon=True).start()

    @contextmanager
    def busy_engine(self) -> Iterator[None]:
        """Lets the engine do nothing meanwhile."""
        worker = self._worker
        with patch.object(worker, "_next_task", return_value=None):
            worker.wake()
            wait_until(lambda: worker._current is None)
            yield
        worker.wake()

    def end(self) -> None:
        self.server.shutdown()
        self.server.events.end()
        self.server.server_close()
        self._worker.end()

    def ask(
        self,
        method: str,
        path: str,
        body: bytes | None = None,
        headers: dict[str, str] | None = None,
    ) -> tuple[int, http.client.HTTPResponse, bytes]:
        """Sends a request to a whole path; returns the status, the response and its body."""
        connection = http.client.HTTPConnection("127.0.0.1", self.server.server_port, timeout=60)
        try:
            connection.request(method, path, body, headers or {})
            response = connection.getresponse()
            return response.status, response, response.read()
        finally:
            connection.close()

    def get(self, name: str = "", **headers: str) -> tuple[int, http.client.HTTPResponse, bytes]:
        """Asks for something below the token."""
        return self.ask("GET", self.path(name), headers=_spelled(headers))

    def post(self, name: str, body: Any = None, **headers: str) -> tuple[int, Any]:
        """Sends a request below the token; body: bytes as they are, or what becomes JSON."""
        data = body if isinstance(body, bytes) else json.dumps(body or {}).encode()
        all_headers = {"Content-Type": "application/json"} | _spelled(headers)
        status, _, answer = self.ask("POST", self.path(name), data, all_headers)
        return status, json.loads(answer, object_hook=in_english)

    def do(self, name: str, **body: Any) -> dict[str, Any]:
        """Sends a request that must succeed; returns the answer."""
        status, answer = self.post(name, body)
        assert status == 200, answer
        return self._made(answer)

    def _made(self, answer: dict[str, Any]) -> dict[str, Any]:
        """Returns the state that a request has made, or its answer."""
        return self._told.states.get(answer.get("version", -1), answer)

    def fails(self, name: str, **body: Any) -> str:
        """Sends a request that must fail; returns the words for the user."""
        status, answer = self.post(name, body)
        assert status == 400, answer
        return str(answer["error"])

    def load(self, sgf: bytes) -> tuple[int, Any]:
        """Sends a record."""
        status, answer = self.post("load", sgf, Content_Type="application/x-go-sgf")
        return status, self._made(answer)

    def path(self, name: str) -> str:
        return f"/{self.server.guard.token}/{name}"

    def new(self, **changes: Any) -> dict[str, Any]:
        """Begins a game for two people on 9x9, with some changes."""
        rules = {
            "size": 9, "komi": 7.5, "rules": "chinese", "handicap": 0, "level": "20k",
            "you": "both",
        }  # fmt: skip
        return self.do("new", **(rules | changes))

    def play(self, moves: str) -> dict[str, Any]:
        """Plays some moves one after the other; returns the state after them."""
        state = self.game.state()
        for vertex in moves.split():
            state = self.do("play", vertex=vertex, at=len(state["moves"]))
        return state

    def new_answered(self, **changes: Any) -> dict[str, Any]:
        """Begins a game against the engine with Black's E5; returns the state after its answer."""
        self.new(you="black", **changes)
        self.play("E5")
        return self.wait_for(lambda state: len(state["moves"]) == 2)

    def wait_for(self, is_there: Callable[[dict[str, Any]], Any]) -> dict[str, Any]:
        """Returns the first state of which something is true."""
        state = self.game.state
        return wait_until(lambda: now if is_there(now := state()) else {}, PATIENCE)


def _spelled(headers: dict[str, str]) -> dict[str, str]:
    return {name.replace("_", "-"): value for name, value in headers.items()}


@pytest.fixture(scope="session")
def one_page() -> Iterator[Page]:
    page = Page()
    yield page
    page.end()


@pytest.fixture
def page(one_page: Page) -> Page:
    """Returns the page with a new game for two people, with nothing left to search."""
    one_page.do("review", on=False)
    one_page.do("follow", on=False)
    one_page.new()
    return one_page
