#!/usr/bin/env python3
"""Plays games with several threads on one tree, and checks the tree after every search.

A search must have added as many visits to the root as it counted playouts, and `check_tree`
(cfggo/search/consistency.py) must find nothing wrong with any node. One engine, in one process,
plays both sides of all games, and to the end, without resigning. Prints one JSON object, after
Ctrl-C too. Exits with 1 where a tree is corrupt, and says which game it was.
"""

import argparse
import json
import sys
import time
from collections import Counter
from collections.abc import Mapping
from typing import Any

import common
import results

from cfggo.base.terminal import console, progress
from cfggo.commands.arguments import board_size, count
from cfggo.config import DEFAULT_PRESET, EngineConfig, load_config
from cfggo.go.rules import CHINESE
from cfggo.match.contests.selfplay import SelfPlay, self_play_games
from cfggo.search.consistency import CorruptTree, check_tree
from cfggo.search.engine import Decision, Engine
from cfggo.search.request import SearchRequest
from cfggo.search.tree import ROOT


class CheckedEngine(Engine):
    """Checks its tree after every search.

    Public attributes:
        checked -- Counter of what was checked: "searches", their "playouts", and "nodes"
    """

    def __init__(self, config: EngineConfig) -> None:
        self.checked: Counter[str] = Counter()
        super().__init__(config)
        self.checked.clear()  # of the searches that compile the kernels

    def choose_move(self, request: SearchRequest, **options: Any) -> Decision:
        """Searches, and raises CorruptTree if the tree is not as it should be."""
        self.set_root(request.game, request.colour)
        visits = int(self.nodes[ROOT]["visits"])
        decision = super().choose_move(request, **options)
        playouts = decision.report.playouts
        check_tree(self.nodes)
        added = int(self.nodes[ROOT]["visits"]) - visits
        if added != playouts:
            raise CorruptTree(f"{playouts} playouts added {added} visits to the root")
        self.checked.update(searches=1, playouts=added, nodes=len(self.nodes))
        return decision


def main() -> int:
    """Plays the games and prints what was checked; returns the exit code."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--games", type=count, default=100, help="default 100")
    parser.add_argument("--size", type=board_size, default=19, help="2 to 19 (default 19)")
    parser.add_argument("--threads", type=count, default=2, help="default 2")
    parser.add_argument("--playouts", type=count, default=60, help="a move (default 60)")
    parser.add_argument("--config", default=DEFAULT_PRESET, help="preset or TOML file")
    parser.add_argument("--seed", type=count, default=1, help="default 1")
    results.add_publish_options(parser)
    args = parser.parse_args()

    config = load_config(args.config).with_values(
        threads=args.threads,
        playouts=args.playouts,
        seconds=0.0,
        resign_below=0.0,
        seed=args.seed,
    )
    with console().status("loading or compiling kernels"):
        engine = CheckedEngine(config)

    def same_engine(config: EngineConfig, digests: Mapping[str, str]) -> Engine:
        engine.forget()
        return engine

    settings = SelfPlay(config, args.size, CHINESE.komi, CHINESE, args.seed)
    started = time.monotonic()
    games = moves = code = 0
    try:
        with progress("playing", args.games, "games") as advance:
            for game in self_play_games(settings, args.games, same_engine):
                moves += game.play().summary["moves"]
                games += 1
                advance(1)
    except KeyboardInterrupt:
        code = 130
    except CorruptTree as error:
        print(f"game {games + 1}: {error}", file=sys.stderr)
        code = 1
    found = {
        "config": args.config,
        "size": args.size,
        "threads": args.threads,
        "playouts_a_move": args.playouts,
        "seed": args.seed,
        "games": games,
        "moves": moves,
        **engine.checked,
        "corrupt": int(code == 1),
        "seconds": round(time.monotonic() - started, 1),
    }
    print(json.dumps(found))
    seed = found.pop("seed")
    results.publish_if_asked(
        args,
        "games of the engine against itself by several threads on one tree, the tree checked after "
        "every search",
        found,
        seed,
    )
    return code


if __name__ == "__main__":
    common.run(main)
