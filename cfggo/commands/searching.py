"""The common part of commands for one position of a game: they read it, load the engine, and search
with progress and an end in order at Ctrl-C.
"""

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from cfggo.base.errors import CfggoError
from cfggo.base.terminal import console, progress, say
from cfggo.base.words import counted
from cfggo.commands.engine_options import compile_with_progress
from cfggo.config import EngineConfig
from cfggo.records.archives import printable, reason_of

if TYPE_CHECKING:
    from cfggo.go.game import Game
    from cfggo.search.limits import Limit
    from cfggo.search.report import SearchReport
    from cfggo.search.searcher import Searcher
    from cfggo.study.pictures.picture import Scene

_REPORT_SECONDS = 0.2


def read_scene(path: Path, move: int | None) -> "Scene":
    """Returns the position of a record in which a move was played, or that at its end.

    move -- the move's number, from 1; the one after the last may be asked for, too

    Raises CfggoError if the file can't be read, or has no such position.
    """
    from cfggo.records.game_files import game_of_record, open_record, read_game_file
    from cfggo.study.pictures.picture import Scene

    try:
        data = read_game_file(path)
        record = open_record(data)
        n_moves = len(record.moves)
        if move is None:
            number, game = record.n_followed, record.game
        elif move > n_moves + 1:
            raise CfggoError(f"{path}: the game has only {counted(n_moves, 'move')}")
        else:
            number, game = move - 1, game_of_record(data, move)
    except (OSError, ValueError) as error:
        raise CfggoError(f"{path}: {reason_of(error)}") from error
    for doubt in record.doubts:
        say(f"{printable(str(path))}: {doubt}")
    next_point = record.moves[number][1] if number < record.n_followed else None
    return Scene(game, number, record.line.black_name, record.line.white_name, next_point)


def load_judge(config: EngineConfig) -> "Searcher":
    """Returns the engine, at full strength."""
    from cfggo.search.searcher import Searcher

    compile_with_progress()
    with console().status("loading the engine"):
        return Searcher(config.with_values(level=""))


def search_position(
    engine: "Searcher", game: "Game", limit: "Limit", interrupts: list[int]
) -> "SearchReport":
    """Searches a position for the side to move, with progress, until the limit or Ctrl-C.

    interrupts -- to be filled if Ctrl-C ends the search
    """
    from cfggo.search.request import SearchRequest

    done = 0
    bar = progress("searching", limit.playouts or None, "playouts")
    with collected_interrupts(interrupts), bar as advance:

        def on_report(report: "SearchReport") -> None:
            nonlocal done
            advance(report.playouts - done)
            done = report.playouts

        report = engine.analyze(
            SearchRequest(game, game.to_play, limit),
            stop=lambda: bool(interrupts),
            on_report=on_report,
            report_interval=_REPORT_SECONDS,
        )
        on_report(report)
    return report


@contextmanager
def collected_interrupts(interrupts: list[int]) -> Iterator[None]:
    """Lets Ctrl-C fill a list, so that a search can end in order; a second one does not wait."""

    def on_interrupt(number: int, frame: object) -> None:
        interrupts.append(number)
        signal.signal(signal.SIGINT, before)

    before = signal.signal(signal.SIGINT, on_interrupt)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
