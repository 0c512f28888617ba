"""Progress on standard error while programs play games."""

import threading
import time
from dataclasses import dataclass
from typing import Self

from rich.console import Group
from rich.live import Live
from rich.text import Text

from cfggo.base.terminal import console, duration_to_text, say
from cfggo.go.diagram import diagram
from cfggo.go.game import Game
from cfggo.go.points import BLACK, COLOUR_NAMES, WHITE, format_vertex
from cfggo.match.playing.referee import Watcher
from cfggo.match.results.statistics import Tally
from cfggo.match.results.summaries import GameSummary

_REFRESHES_PER_SECOND = 5
_INDENT = " " * 12


@dataclass
class _Playing:
    """A game that is going on."""

    black: str
    white: str
    seconds: dict[int, float]
    last: str = "started"


class LiveGames(Watcher):
    """Shows a line for each finished game and, on a terminal, one for each that is going on.

    games       -- number of games altogether
    show_boards -- whether to print the board after every move
    at_most     -- whether there may be fewer games, so that the time left is an upper bound
    """

    def __init__(self, games: int, show_boards: bool = False, *, at_most: bool = False) -> None:
        self._games = games
        self._show_boards = show_boards
        self._at_most = at_most
        self._started = time.monotonic()
        self._ended = 0
        self._lock = threading.Lock()
        self._playing: dict[int, _Playing] = {}
        self._live = Live(
            get_renderable=self._lines,
            console=console(),
            refresh_per_second=_REFRESHES_PER_SECOND,
            transient=True,
        )

    def __enter__(self) -> Self:
        self._started = time.monotonic()
        if console().is_terminal:
            self._live.start()
        return self

    def __exit__(self, *error: object) -> None:
        self._live.stop()

    def game_started(self, number: int, game: Game, black: str, white: str) -> None:
        """Begins a game's line."""
        with self._lock:
            self._playing[number] = _Playing(black, white, {BLACK: 0.0, WHITE: 0.0})
        if self._show_boards:
            say(f"game {number}: {black} (X) against {white} (O)")

    def move_played(self, number: int, game: Game, seconds: dict[int, float]) -> None:
        """Changes the game's line."""
        colour, point = game.moves[-1]
        last = f"move {len(game.moves)}: {COLOUR_NAMES[colour].capitalize()} {format_vertex(point)}"
        with self._lock:
            self._playing[number].last = last
            self._playing[number].seconds = seconds
        if self._show_boards:
            say(f"\ngame {number}, {last}\n{diagram(game.boards[0])}")

    def game_ended(self, summary: GameSummary, left: int, tally: Tally | None = None) -> None:
        """Shows how a game ended, and how much time the others will take at this rate.

        left  -- number of games that are still to end
        tally -- results so far of the pairing's first player, to be shown too
        """
        with self._lock:
            self._playing.pop(summary.number, None)
            self._ended += 1
        seconds = left * (time.monotonic() - self._started) / self._ended
        bound = "at most " if self._at_most else ""
        say(
            f"game {summary.number:>{len(str(self._games))}}/{self._games}  {summary.result:7} "
            f"{summary.black} (B) against {summary.white} (W), "
            f"{summary.moves} moves, {summary.duration:.1f} s"
            + ("" if tally is None else f"; {tally.points:g}-{tally.games - tally.points:g}")
            + (f"; {bound}{duration_to_text(seconds)} left" if left else "")
        )
        for line in summary.comment.splitlines():
            say(_INDENT + line)

    def _lines(self) -> Group:
        with self._lock:
            playing = sorted(self._playing.items())
        texts = (
            f"game {number:>{len(str(self._games))}}/{self._games}  {game.last:22} "
            f"{game.black} (B) {_clock(game.seconds[BLACK])}, "
            f"{game.white} (W) {_clock(game.seconds[WHITE])}"
            for number, game in playing
        )
        return Group(*(Text(text, no_wrap=True, overflow="ellipsis") for text in texts))


def _clock(seconds: float) -> str:
    """Returns a duration as minutes and seconds."""
    return time.strftime("%M:%S" if seconds < 3600 else "%H:%M:%S", time.gmtime(seconds))
