#!/usr/bin/env python3
"""Measures what a move costs in a match beside the programs' own time.

Two programs that answer at once play games of a number of moves. What passes from the first move to
the last is nearly all the referee's: two commands and two answers through pipes for each move, the
rules with superko, and the clocks. The time of the programs themselves is in it too.
"""

import argparse
import statistics
import sys
import time

import common
import results

from cfggo.base.errors import CfggoError
from cfggo.commands.arguments import board_size, count
from cfggo.go.game import Game
from cfggo.match.playing.clock import TimeControl
from cfggo.match.playing.referee import GameSettings, Player, Watcher, play_game

# Plays the points of the board in turn, from the lower left, for both colours.
INSTANT_PROGRAM = """
import sys
n, size = 0, 19
for line in sys.stdin:
    command, *arguments = line.split()
    answer = ""
    if command == "boardsize":
        size = int(arguments[0])
    elif command == "genmove":
        answer = "ABCDEFGHJKLMNOPQRST"[n % size] + str(n // size + 1)
    n += command in ("genmove", "play")
    print("= " + answer + "\\n", flush=True)
"""


class StopWatch(Watcher):
    """Knows when the moves of a game began and ended."""

    def game_started(self, number: int, game: Game, black: str, white: str) -> None:
        """Begins."""
        self.started = time.perf_counter()

    def move_played(self, number: int, game: Game, seconds: dict[int, float]) -> None:
        """Notes the time."""
        self.ended = time.perf_counter()


def main() -> None:
    """Plays the games and prints the milliseconds a move of each, and the median."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("size", nargs="?", type=board_size, default=19, help="default %(default)s")
    parser.add_argument("moves", nargs="?", type=count, default=300, help="default %(default)s")
    parser.add_argument("games", nargs="?", type=count, default=5, help="default %(default)s")
    results.add_publish_options(parser)
    args = parser.parse_args()
    player = Player("instant", [sys.executable, "-S", "-c", INSTANT_PROGRAM])
    settings = GameSettings(
        args.size, max_moves=args.moves, time_control=TimeControl(3600), score_by="cfggo"
    )
    watch = StopWatch()
    times = []
    for number in range(1, args.games + 1):
        result = play_game(number, player, player, settings, watcher=watch)
        if len(result.game.moves) < args.moves:
            raise CfggoError(f"game {number} did not last: {result.detail}")
        times.append(1000 * (watch.ended - watch.started) / args.moves)
    median = statistics.median(times)
    print(" ".join(f"{t:.3f}" for t in times), f"ms a move; median {median:.3f}")
    results.publish_if_asked(
        args,
        f"milliseconds a move that a match costs beside its programs: {args.games} games of "
        f"{args.moves} moves on {args.size}x{args.size}",
        {"milliseconds_a_move": [round(t, 4) for t in times], "median": round(median, 4)},
    )


if __name__ == "__main__":
    common.run(main)
