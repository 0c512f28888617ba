#!/usr/bin/env python3
"""Measures what `cfggo analyze` takes for a query beside the search itself.

The queries are those of KaTrain for each position of a random game, with the policy and who owns
the points after every move. They are sent one at a time to a server in this process, through a
pipe, and the answer is read from another. A query's time goes from before it is written until the
line of its answer is there; the search is what `Engine.analyze` takes of it. The rest is the
overhead, given by the clock and in time of the processor, which other programs on the machine
change less. The first queries, which warm everything up, do not count.

Then the same for games that no query before began with: --games of them, all moves at once.
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
import threading
import time
from collections.abc import Callable
from typing import Any, BinaryIO, NamedTuple

import common
import numpy as np
import results

from cfggo.base.errors import CfggoError
from cfggo.base.pipes.sinks import DescriptorSink
from cfggo.base.pipes.sources import read_lines
from cfggo.base.terminal import progress
from cfggo.commands.arguments import count
from cfggo.config import load_config
from cfggo.go.game import Game
from cfggo.go.points import COLOUR_NAMES, format_vertex
from cfggo.go.uniform import choose_uniform_move
from cfggo.interfaces.analysis.output import AnswerOutput
from cfggo.interfaces.analysis.override_settings import Perspective
from cfggo.interfaces.analysis.queries import Defaults
from cfggo.interfaces.analysis.scheduler import Scheduler
from cfggo.interfaces.analysis.server import MAX_LINE, Server
from cfggo.search.engine import Engine, Limit, SearchReport

WARM_UP = 5
"""Queries that do not count."""

LIMIT_MS = 2.0
"""Milliseconds that a query may take beside its search."""


class Times(NamedTuple):
    """Seconds, of the clock and of the processor."""

    clock: float
    processor: float

    @classmethod
    def now(cls) -> Times:
        """Returns the times until now."""
        return cls(time.perf_counter(), time.process_time())

    def __sub__(self, other: Times) -> Times:
        return Times(self.clock - other.clock, self.processor - other.processor)


class TimedEngine(Engine):
    """An engine that knows how long its last search took.

    Public attributes:
        times -- Times of the last search
    """

    def analyze(self, *args: Any, **kwargs: Any) -> SearchReport:
        """Searches, and takes the time."""
        started = Times.now()
        report = super().analyze(*args, **kwargs)
        self.times = Times.now() - started
        return report


def main() -> int:
    """Sends the queries and prints the overhead; returns 1 if the median is above the limit."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--moves", type=count, default=250, help="of a game (default 250)")
    parser.add_argument("--games", type=count, default=50, help="sent as a whole (default 50)")
    parser.add_argument("--visits", type=count, default=100, help="a query (default 100)")
    results.add_publish_options(parser)
    args = parser.parse_args()
    engine = TimedEngine(load_config().with_values(seed=1))
    ask = start_server(engine)
    moves = random_moves(args.moves, seed=1)
    one_game = [moves[: turn + 1] for turn in range(len(moves))]
    many_games = [random_moves(args.moves, seed) for seed in range(2, args.games + 2)]
    figures = {}
    for what, games in (("move by move", one_game), ("game by game", many_games)):
        overheads = []
        with progress(what, len(games), "queries") as done:
            for moves in games:
                line = json.dumps(katrain_query(moves, args.visits)).encode() + b"\n"
                started = Times.now()
                answer = ask(line)
                overheads.append(Times.now() - started - engine.times)
                if json.loads(answer)["rootInfo"]["visits"] != args.visits:
                    raise CfggoError(f"unexpected answer: {answer[:200]!r}")
                done(1)
        figures[what] = summary(overheads[WARM_UP:])
    print(json.dumps(figures))
    results.publish_if_asked(
        args,
        "milliseconds that cfggo analyze takes for a query of KaTrain's beside the search, in "
        f"random games of {args.moves} moves on 19x19, {args.visits} visits",
        figures,
    )
    medians = [part["processor"]["median"] for part in figures.values()]
    return 0 if max(medians) <= LIMIT_MS else 1


def summary(overheads: list[Times]) -> dict[str, Any]:
    """Returns the figures of some queries."""
    return {"queries": len(overheads)} | {
        name: {
            "median": round(statistics.median(milliseconds), 2),
            "mean": round(statistics.fmean(milliseconds), 2),
            "95th percentile": round(float(np.percentile(milliseconds, 95)), 2),
        }
        for name, milliseconds in (
            ("clock", [1000 * times.clock for times in overheads]),
            ("processor", [1000 * times.processor for times in overheads]),
        )
    }


def start_server(engine: Engine) -> Callable[[bytes], bytes]:
    """Returns a function that sends a line through a pipe and returns the answer from another."""
    queries_out, queries_in = os.pipe()
    answers_out, answers_in = os.pipe()

    def give_up(error: OSError) -> None:
        raise error

    output = AnswerOutput(DescriptorSink(answers_in), give_up)
    scheduler = Scheduler(lambda _: engine, 1, output.send)
    defaults = Defaults(Limit(playouts=100), Perspective.BLACK)
    source = os.fdopen(queries_out, "rb", buffering=0)
    lines = read_lines(source, MAX_LINE)
    server = Server(scheduler, output, defaults, "cfggo")
    threading.Thread(target=server.serve, args=(lines,), daemon=True).start()
    answers: BinaryIO = os.fdopen(answers_out, "rb")

    def ask(line: bytes) -> bytes:
        os.write(queries_in, line)
        return answers.readline()

    return ask


def random_moves(n: int, seed: int) -> list[list[str]]:
    """Returns the moves of a random game on 19x19 that fills no own eyes."""
    game = Game(19)
    game.boards[0]["random"] = seed
    moves = []
    for _ in range(n):
        colour, point = game.to_play, int(choose_uniform_move(game.boards_for(game.to_play)[0]))
        game.play(colour, point, may_repeat=True)
        moves.append([COLOUR_NAMES[colour][0].upper(), format_vertex(point)])
    return moves


def katrain_query(moves: list[list[str]], visits: int) -> dict[str, Any]:
    """Returns the query that KaTrain sends about a position."""
    return {
        "id": f"QUERY:{len(moves)}",
        "rules": "japanese",
        "priority": 1,
        "analyzeTurns": [len(moves)],
        "maxVisits": visits,
        "komi": 6.5,
        "boardXSize": 19,
        "boardYSize": 19,
        "includeOwnership": True,
        "includeMovesOwnership": True,
        "includePolicy": True,
        "initialStones": [],
        "initialPlayer": "B",
        "moves": moves,
        "overrideSettings": {
            "reportAnalysisWinratesAs": "BLACK",
            "wideRootNoise": 0.04,
            "maxTime": 8.0,
        },
    }


if __name__ == "__main__":
    common.run(main)
