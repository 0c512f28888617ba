"""Runs the page's server until Ctrl-C, and keeps the game then."""

from __future__ import annotations

import os
import sys
import threading
import webbrowser
from pathlib import Path
from typing import TYPE_CHECKING

from cfggo.browser.server import PageServer
from cfggo.errors import CfggoError
from cfggo.files import write_whole

if TYPE_CHECKING:
    from cfggo.browser.open_game import OpenGame
    from cfggo.browser.worker import EngineWorker


def serve(
    server: PageServer, game: OpenGame, worker: EngineWorker, *, opens: bool, folder: Path
) -> None:
    """Serves the page until KeyboardInterrupt, which it raises again.

    opens  -- whether to open the page in the browser
    folder -- where a game that nobody saved is kept at the end
    """
    worker.start(game)
    thread = threading.Thread(target=server.serve_forever, name="server", daemon=True)
    thread.start()
    print(f"The page is at {server.url}\nCtrl-C ends it.", flush=True)
    if opens and has_display():
        webbrowser.open(server.url)
    try:
        threading.Event().wait()
    finally:
        server.shutdown()
        server.events.end()
        server.server_close()
        worker.end()
        keep(game, folder)


def has_display() -> bool:
    """Tells whether a browser can show a window, rather than take over the terminal."""
    if sys.platform in ("darwin", "win32"):
        return True
    return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))


def keep(game: OpenGame, folder: Path) -> None:
    """Writes a game that nobody saved, and says where. Raises CfggoError if it can't be written."""
    sgf = game.unsaved_sgf()
    if sgf is None:
        return
    path = folder / game.file_name()
    try:
        folder.mkdir(parents=True, exist_ok=True)
        write_whole(path, sgf)
    except OSError as error:
        raise CfggoError(f"{path}: {error.strerror}") from error
    print(f"The game is kept in {path}", flush=True)
