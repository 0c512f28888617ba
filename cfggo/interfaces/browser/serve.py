"""Runs the page's server until Ctrl-C, and keeps the game then."""

from __future__ import annotations

import signal
import sys
import threading
import time
import webbrowser
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from cfggo.base.errors import CfggoError
from cfggo.base.resources import games_folder, reviews_folder
from cfggo.base.said import said
from cfggo.base.terminal import has_display
from cfggo.interfaces.browser.events import Events
from cfggo.interfaces.browser.game_actions import game_actions
from cfggo.interfaces.browser.home import (
    HomeServer,
    home_actions,
    home_address,
    print_invitation,
)
from cfggo.interfaces.browser.my_games import MyGames
from cfggo.interfaces.browser.open_game import OpenGame
from cfggo.interfaces.browser.server import PageServer
from cfggo.interfaces.browser.worker import LOADING, EngineWorker, Tell
from cfggo.search.compiling import kernels_are_compiled
from cfggo.study.api.game import Game
from cfggo.study.games.records import record_in

if TYPE_CHECKING:
    from cfggo.interfaces.browser.practice import Practice
    from cfggo.interfaces.browser.server import Action, Content
    from cfggo.models.tsumego.problem import Problem
    from cfggo.study.api.engine import Engine

_POLL = 0.05  # seconds until a server notices that it is to end
_PATIENCE = 5.0  # seconds that what the engine does may take to end; compiling takes longer
_NAP = 1.0  # seconds; a wait without an end could not be interrupted on Windows


def play_in_browser(
    *,
    preset: str,
    settings: Mapping[str, Any],
    record: Path | None,
    size: int,
    komi: float | None,
    rules: str,
    handicap: int,
    level: str,
    you: str,
    port: int,
    opens: bool,
    at_home: bool = False,
) -> None:
    """Serves the page of a game until KeyboardInterrupt.

    The engine is loaded while the page is open, so it is late to find that it can't be:
    look before.

    preset, settings -- of the engine, as `cfggo.study.api.engine.Engine` takes them
    record           -- an SGF file to open, in place of a game of these conditions
    level            -- of the engine's moves, "" for full strength
    you              -- what the user plays: "black", "white" or "both"
    port             -- 0 for a free one
    opens            -- whether to open the page in the browser
    at_home          -- whether other devices in the home network may come to it

    Raises CfggoError if there is no such record, handicap, port or network.
    """
    worker = _worker(preset, settings)
    game = Game(size, komi, rules, handicap)
    events = Events()
    games = MyGames(games_folder(), reviews_folder())
    open_game = OpenGame(worker, events, game, games, level=level, you=you)
    if record is not None:
        _load(record, open_game, you)
    servers = _servers(open_game, game_actions(open_game), events, port, "index.html", at_home)
    serve(servers, open_game, worker, opens=opens)


def practise_in_browser(
    *,
    preset: str,
    settings: Mapping[str, Any],
    problems: Sequence[Problem],
    port: int,
    opens: bool,
    at_home: bool = False,
) -> None:
    """Serves the page of a collection of problems until KeyboardInterrupt. It begins with one of
    the level that the user's games show, if none was tried before.

    preset, settings, port, opens, at_home -- as for `play_in_browser`
    problems -- at least one

    Raises CfggoError if the port can't be had, or what was solved before can't be read.
    """
    from cfggo.base.resources import find_weights
    from cfggo.interfaces.browser.practice import Practice, practice_actions
    from cfggo.models.tsumego.rankers import load_ranker_model
    from cfggo.study.solving.practice_log import PracticeLog
    from cfggo.study.solving.solution import compile_proofs

    worker = _worker(preset, settings, compile_proofs)
    events = Events()
    ranker = load_ranker_model(find_weights("tsumego")).ranker()
    log = PracticeLog()
    rating = None if [*log.digests] else MyGames(games_folder(), reviews_folder()).rating()
    level = "" if rating is None else rating["level"]
    practice = Practice(worker, events, problems, log, ranker=ranker, level=level)
    actions = practice_actions(practice)
    servers = _servers(practice, actions, events, port, "practice.html", at_home)
    serve(servers, practice, worker, opens=opens)


def _servers(
    content: Content,
    actions: Mapping[str, Action],
    events: Events,
    port: int,
    page: str,
    at_home: bool,
) -> list[PageServer]:
    """Returns the server of this machine and, if the page is for the home network, that one's."""
    home = None
    if at_home:
        home = HomeServer(content, actions, events, port, page=page, address=home_address())
    return [
        PageServer(content, {**actions, **home_actions(home)}, events, port, page=page),
        *filter(None, [home]),
    ]


def _worker(
    preset: str, settings: Mapping[str, Any], prepare: Callable[[], None] = lambda: None
) -> EngineWorker:
    """Returns the engine's worker, which tells how far it has compiled the engine.

    prepare -- is called before the engine is there
    """

    def load(tell: Tell) -> Engine:
        from cfggo.search.compiling import compile_kernels, n_kernels
        from cfggo.study.api.engine import Engine

        done = 0

        def advance(n: int) -> None:
            nonlocal done
            done += n
            tell(
                said(
                    "First start: the engine is being compiled, {n} of {all} parts are done",
                    n=done,
                    all=n_kernels(),
                )
            )

        if not kernels_are_compiled():
            compile_kernels(advance)
            tell(LOADING)
        prepare()
        return Engine(preset, **settings)

    return EngineWorker(load)


def _load(record: Path, game: OpenGame, you: str) -> None:
    """Opens a file. Raises CfggoError, which names it, if it can't be read."""
    data = record_in(record)
    try:
        game.load(data, you, record.name)
    except CfggoError as error:
        raise CfggoError(f"{record}: {error}") from error


def serve(
    servers: Sequence[PageServer],
    shown: OpenGame | Practice,
    worker: EngineWorker,
    *,
    opens: bool,
) -> None:
    """Serves the page until KeyboardInterrupt, or a signal to end; then keeps an unsaved game.

    servers -- the first is that of this machine
    opens   -- whether to open the page in the browser
    """
    for ending in _endings():
        if signal.getsignal(ending) != signal.SIG_IGN:  # as nohup has it
            signal.signal(ending, signal.default_int_handler)
    if not kernels_are_compiled():
        print("First start: the engine is being compiled", file=sys.stderr, flush=True)
    worker.start(shown)
    for server in servers:
        serve_forever = partial(server.serve_forever, _POLL)
        threading.Thread(target=serve_forever, name="server", daemon=True).start()
    url = servers[0].url
    print(f"The page is at {url}\nCtrl-C ends it.", flush=True)
    for server in servers:
        if isinstance(server, HomeServer):
            print_invitation(server.invite())
    try:
        if opens and has_display():
            webbrowser.open(url)
        while True:
            time.sleep(_NAP)
    finally:
        try:
            if isinstance(shown, OpenGame):  # first, for a second Ctrl-C may end the rest
                with _undisturbed():
                    shown.keep_unsaved()
        finally:
            for server in servers:
                server.shutdown()
                server.events.end()
                server.server_close()
            worker.end(_PATIENCE if kernels_are_compiled() else 0.0)


def _endings() -> list[signal.Signals]:
    """Returns the signals that end the page."""
    names = ("SIGINT", "SIGTERM", "SIGHUP")
    return [getattr(signal, name) for name in names if hasattr(signal, name)]


@contextmanager
def _undisturbed() -> Iterator[None]:
    """Lets no signal end what is done meanwhile."""
    handlers = [(ending, signal.signal(ending, signal.SIG_IGN)) for ending in _endings()]
    try:
        yield
    finally:
        for ending, handler in handlers:
            signal.signal(ending, handler)
