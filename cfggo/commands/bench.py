"""cfggo bench: how fast playouts and searches are."""

from __future__ import annotations

import argparse
import json
from typing import TYPE_CHECKING

from cfggo.base.errors import CfggoError
from cfggo.base.resources import find_weights, names_weights
from cfggo.base.terminal import console, progress
from cfggo.commands.arguments import count, seconds
from cfggo.commands.engine_options import add_overrides, chosen_config, given_keys
from cfggo.commands.parser import Parser
from cfggo.config import DEFAULT_PRESET, load_config

if TYPE_CHECKING:
    from cfggo.config import EngineConfig
    from cfggo.models.bradley_terry.weights import Weights

_SIZE = 19
_BASELINE = "baseline"
_CFG = "cfg-full"

DESCRIPTION = """\
Measures playouts from the empty 19x19 board to two passes, on one thread:

  random    uniformly random moves that fill no own eye: what the board alone can do
  baseline  the baseline preset's policy: 3x3 patterns and local tactics
  cfg       the policy of --config, by default that of cfg-full, with paths of the common fate graph

They take turns many times in one run, and every figure is the median over the turns, in processor
time. So the ratios hold on a busy machine too. Only the gain of two threads is measured by the
clock and needs two free cores.

Then come the parts of one move's time with the cfg policy, the size of a position's record, and how
many paths of the graph a move removes and adds, counted by the paper's own algorithm.

With --search it measures the search of the empty board with --config instead: playouts a second
without a tree, and with a new one in each search; the gain of two threads; the time of moves with
1,000 playouts in a game against itself; and the peak memory until the tree has a million nodes.
Compiling takes more memory than that, so run cfggo warmup before."""

EXAMPLES = """\
examples:
  everything, in half a minute      cfggo bench
  steadier figures                  cfggo bench --seconds 60
  as many playouts as in the paper  cfggo bench --games 1000
  the search, half a minute too     cfggo bench --search
  for a program to read             cfggo bench --json > speed.json"""


def add_options(parser: Parser) -> None:
    """Adds the command's options."""
    parser.add_argument("--search", action="store_true", help="measure the search instead")
    parser.add_argument(
        "--config",
        metavar="NAME-or-FILE",
        help=f"preset or TOML file with the cfg policy (default {_CFG}), or of the search "
        f"(default {DEFAULT_PRESET})",
    )
    add_overrides(parser)
    parser.add_argument(
        "--seconds",
        type=seconds,
        default=10.0,
        metavar="S",
        help="time for measuring speed (default 10)",
    )
    parser.add_argument(
        "--games",
        type=count,
        default=50,
        metavar="N",
        help="playouts in which path updates are counted, several a second (default 50)",
    )
    parser.add_argument("--json", action="store_true", help="print one JSON object")


def run(args: argparse.Namespace) -> int:
    """Measures and prints."""
    if args.search:
        args.config = args.config or DEFAULT_PRESET
        _run_search(chosen_config(args), args)
        return 0
    args.config = args.config or _CFG
    if names_weights(args.config):
        raise CfggoError(
            f"unknown preset {args.config!r}; did you mean --search --set tree={args.config}?"
        )
    if unused := given_keys(args) - {"playout"}:
        raise CfggoError(f"--set {min(unused)} has no meaning for playouts; add --search")
    _run_playouts(chosen_config(args), args)
    return 0


def _run_playouts(config: EngineConfig, args: argparse.Namespace) -> None:
    """Measures and prints the speed of playouts, and path updates."""
    cfg = _playout_weights(config)
    if not cfg.labelling:
        raise CfggoError(f"{args.config}: its playout policy has no paths; try {_CFG}")
    baseline = _playout_weights(load_config(_BASELINE))

    from cfggo.bench.playouts import ROUNDS, SideBySide, record_bytes, record_playouts
    from cfggo.bench.report import playouts_as_json, print_playouts
    from cfggo.graph.path_updates import updates_by_stage

    with console().status("loading or compiling kernels"):
        games = record_playouts(_SIZE, cfg, args.games)
        side_by_side = SideBySide(_SIZE, baseline, cfg, args.seconds)
    with progress("measuring speed", ROUNDS, "rounds") as advance:
        speed = side_by_side.measure(advance)
    with progress("counting path updates", args.games, "playouts") as advance:
        stages = updates_by_stage(_SIZE, games.as_lists(), advance=advance)
    if args.json:
        figures = playouts_as_json(speed, record_bytes(), args.games, stages)
        print(json.dumps({"config": args.config, "size": _SIZE, **figures}))
    else:
        print_playouts(_SIZE, speed, record_bytes(), stages)


def _run_search(config: EngineConfig, args: argparse.Namespace) -> None:
    """Measures and prints the speed of searches, and the memory of a large tree."""
    from cfggo.bench.report import print_searches, searches_as_json
    from cfggo.bench.searches import (
        MANY_NODES,
        MIN_ROUNDS,
        SEARCHES,
        STAGES,
        grow_tree,
        new_engine,
        play_quickly,
        play_rounds,
        time_moves,
    )
    from cfggo.bench.turns import medians
    from cfggo.search.tree import NODE_DTYPE

    with console().status("loading or compiling kernels"):
        one = new_engine(config, 1)
    # Before there is a second engine, so that the memory is that of a program that plays.
    with progress("growing a tree", MANY_NODES, "nodes") as advance:
        memory = grow_tree(one, _SIZE, MANY_NODES, advance)
    positions = play_quickly(one, _SIZE, STAGES)
    with progress("timing moves", MIN_ROUNDS * len(positions), "moves") as advance:
        moves = time_moves(one, positions, advance)
    two = new_engine(config, 2)
    with progress("measuring speed", None, "rounds") as advance:
        rounds = play_rounds(one, two, _SIZE, SEARCHES, args.seconds, advance)
    speed = medians(rounds)
    if args.json:
        figures = searches_as_json(speed, moves, memory, NODE_DTYPE.itemsize)
        print(json.dumps({"config": args.config, "size": _SIZE, "rounds": len(rounds), **figures}))
    else:
        print_searches(_SIZE, speed, moves, memory, NODE_DTYPE.itemsize)


def _playout_weights(config: EngineConfig) -> Weights:
    """Returns the weights of a configuration's playout policy."""
    from cfggo.models.registry import load_weights

    return load_weights(find_weights(config.policy.playout), "playout")
