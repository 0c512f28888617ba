"""cfggo bench: how fast playouts and searches are."""

from __future__ import annotations

import argparse
import json
import math
from typing import TYPE_CHECKING, Any

from cfggo.commands.arguments import count, seconds
from cfggo.config import DEFAULT_PRESET, load_config
from cfggo.errors import CfggoError

if TYPE_CHECKING:
    from rich.table import Table

    from cfggo.graph.path_updates import Stage
    from cfggo.policy.speed import Speed
    from cfggo.policy.weights import Weights
    from cfggo.search.speed import Memory, SearchSpeed

_SIZE = 19
_BASELINE = "baseline"
_CFG = "cfg-full"
_PAPER = {
    "0-100": (27.5, 24.7),
    "100-200": (26.6, 24.2),
    "200-300": (78.4, 77.3),
    "300-400": (80.2, 79.9),
}

_DESCRIPTION = """\
Measures playouts from the empty 19x19 board to two passes, on one thread:

  random    uniformly random moves that fill no own eye: what the board alone can do
  baseline  the baseline preset's policy: 3x3 patterns and local tactics
  cfg       the policy of --config, which adds paths of the common fate graph

They take turns many times in one run, and every figure is the median over the turns, in processor
time. So the ratios hold on a busy machine too. Only what two threads gain is found by the clock and
needs two free cores.

Then it says where the time of one move of the cfg policy goes, how large the record of a position
is, and how many paths of the graph a move removes and adds, counted by the algorithm of the paper
that brought them up.

With --search it measures the search instead, of the empty board with --config: playouts a second
without a tree and with one, which begins anew in each search; what two threads gain; and the most
memory that the process had until its tree had a million nodes. Compiling takes more than that, so
this last figure is of use if the kernels were compiled before (cfggo warmup)."""

_EXAMPLES = """\
examples:
  everything, in half a minute      cfggo bench
  steadier figures                  cfggo bench --seconds 60
  as many playouts as in the paper  cfggo bench --games 1000
  the search, half a minute too     cfggo bench --search
  for a program to read             cfggo bench --json > speed.json"""


def add_parser(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Adds the command's parser."""
    parser = subparsers.add_parser(
        "bench",
        help="measure how fast playouts and searches are",
        description=_DESCRIPTION,
        epilog=_EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--search", action="store_true", help="measure the search instead")
    parser.add_argument(
        "--config",
        metavar="NAME-or-FILE",
        help=f"preset or TOML file with the cfg policy (default {_CFG}), or of the search "
        f"(default {DEFAULT_PRESET})",
    )
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
        _run_search(args.config or DEFAULT_PRESET, args.seconds, args.json)
    else:
        _run_playouts(args.config or _CFG, args.seconds, args.games, args.json)
    return 0


def _run_playouts(config: str, seconds: float, n_games: int, as_json: bool) -> None:
    """Measures and prints the speed of playouts, and path updates."""
    cfg = _playout_weights(config)
    if not cfg.labelling:
        raise CfggoError(f"{config}: its playout policy has no paths; try {_CFG}")
    baseline = _playout_weights(_BASELINE)

    from cfggo.graph.path_updates import updates_by_stage
    from cfggo.policy.speed import ROUNDS, SideBySide, record_bytes, record_playouts
    from cfggo.terminal import console, progress

    with console().status("loading or compiling kernels"):
        games = record_playouts(_SIZE, cfg, n_games)
        side_by_side = SideBySide(_SIZE, baseline, cfg, seconds)
    with progress("measuring speed", ROUNDS, "rounds") as advance:
        speed = side_by_side.measure(advance)
    with progress("counting path updates", n_games, "playouts") as advance:
        stages = updates_by_stage(_SIZE, games.as_lists(), advance=advance)
    if as_json:
        print(json.dumps(_as_json(config, n_games, speed, record_bytes(), stages)))
    else:
        _print_tables(speed, record_bytes(), stages)


def _run_search(config: str, seconds: float, as_json: bool) -> None:
    """Measures and prints the speed of searches, and the memory of a large tree."""
    settings = load_config(config)

    from cfggo.policy.speed import medians
    from cfggo.search.speed import MANY_NODES, SEARCHES, grow_tree, new_engine, play_rounds
    from cfggo.search.tree import NODE_DTYPE
    from cfggo.terminal import console, progress

    with console().status("loading or compiling kernels"):
        one = new_engine(settings, 1)
    # Before there is a second engine: memory is that of a program that plays.
    with progress("growing a tree", MANY_NODES, "nodes") as advance:
        memory = grow_tree(one, _SIZE, MANY_NODES, advance)
    two = new_engine(settings, 2)
    with progress("measuring speed", None, "rounds") as advance:
        rounds = play_rounds(one, two, _SIZE, SEARCHES, seconds, advance)
    speed = medians(rounds)
    if as_json:
        figures = _search_as_json(speed, memory, NODE_DTYPE.itemsize)
        print(json.dumps({"config": config, "size": _SIZE, "rounds": len(rounds), **figures}))
    else:
        _print_search_tables(speed, memory, NODE_DTYPE.itemsize)


def _playout_weights(config: str) -> Weights:
    """Returns the weights of a configuration's playout policy."""
    from cfggo.policy.weights import load_weights
    from cfggo.resources import find_weights

    return load_weights(find_weights(load_config(config).policy.playout), "playout")


def _as_json(
    config: str, n_games: int, speed: Speed, sizes: dict[str, int], stages: list[Stage]
) -> dict[str, Any]:
    return {
        "config": config,
        "size": _SIZE,
        **{f"{name}_playouts_per_s": round(r, 1) for name, r in speed.playouts_per_s.items()},
        "baseline_to_random": round(speed.to_random["baseline"], 4),
        "cfg_to_random": round(speed.to_random["cfg"], 4),
        "cfg_to_baseline": round(speed.to_random["cfg"] / speed.to_random["baseline"], 4),
        "two_thread_speedup": round(speed.two_threads["cfg"], 3),
        "random_two_thread_speedup": round(speed.two_threads["random"], 3),
        "moves_per_playout": {name: round(n, 1) for name, n in speed.moves_per_playout.items()},
        "microseconds_per_move": {
            name: round(_microseconds_per_move(speed, name), 4) for name in speed.playouts_per_s
        },
        "cfg_move_parts": {name: round(value, 4) for name, value in speed.parts.items()},
        "record_bytes": sizes["position"],
        "record_parts": {name: size for name, size in sizes.items() if name != "position"},
        "path_updates_playouts": n_games,
        "path_updates": [
            {
                "stage": stage.name,
                "removals": _rounded(stage.removals),
                "additions": _rounded(stage.additions),
                "starts": _rounded(stage.starts),
                "stones": stage.stones,
            }
            for stage in stages
        ],
    }


def _search_as_json(speed: SearchSpeed, memory: Memory, node_bytes: int) -> dict[str, Any]:
    return {
        "searches": [
            {
                "playouts": n,
                "bare_playouts_per_s": round(speed.bare_playouts_per_s[n], 1),
                "playouts_per_s": round(rate, 1),
                "to_bare": round(speed.to_bare[n], 4),
                "two_thread_speedup": round(speed.two_threads[n], 3),
            }
            for n, rate in speed.playouts_per_s.items()
        ],
        "node_bytes": node_bytes,
        "tree_nodes": memory.nodes,
        "peak_bytes": memory.peak_bytes,
    }


def _microseconds_per_move(speed: Speed, name: str) -> float:
    return 1e6 / speed.playouts_per_s[name] / speed.moves_per_playout[name]


def _rounded(average: float) -> float | None:
    return None if math.isnan(average) else round(average, 2)


def _print_tables(speed: Speed, sizes: dict[str, int], stages: list[Stage]) -> None:
    from cfggo.terminal import print_table

    playouts = _table(
        "Playouts from the empty 19x19 board",
        "policy",
        "playouts/s",
        "of random",
        "moves",
        "µs/move",
        "two threads",
    )
    for name, rate in speed.playouts_per_s.items():
        threads = speed.two_threads.get(name)
        playouts.add_row(
            name,
            f"{rate:,.0f}",
            f"{speed.to_random[name]:.1%}",
            f"{speed.moves_per_playout[name]:.0f}",
            f"{_microseconds_per_move(speed, name):.3f}",
            "" if threads is None else f"{threads:.2f}x",
        )
    parts = _table("A move of the cfg policy", "part", "µs", "share")
    for name, value in speed.parts.items():
        share = value / sum(speed.parts.values())
        parts.add_row(name.replace("_", " "), f"{value:.3f}", f"{share:.0%}")
    record = _table("Position record", "part", "bytes")
    for name, size in sizes.items():
        record.add_row(name, f"{size:,}")
    updates = _table(
        "Path updates a stone",
        "moves",
        "removals (paper)",
        "additions (paper)",
        "points",
    )
    for stage in stages:
        if stage.stones:
            removals, additions = _PAPER[stage.name]
            updates.add_row(
                stage.name,
                f"{stage.removals:.1f} ({removals})",
                f"{stage.additions:.1f} ({additions})",
                f"{stage.starts:.1f}",
            )
    for each in (playouts, parts, record, updates):
        print_table(each)


def _print_search_tables(speed: SearchSpeed, memory: Memory, node_bytes: int) -> None:
    from cfggo.terminal import print_table

    searches = _table(
        "Searches of the empty 19x19 board",
        "playouts",
        "bare playouts/s",
        "playouts/s",
        "of bare",
        "two threads",
    )
    for n, rate in speed.playouts_per_s.items():
        searches.add_row(
            f"{n:,}",
            f"{speed.bare_playouts_per_s[n]:,.0f}",
            f"{rate:,.0f}",
            f"{speed.to_bare[n]:.1%}",
            f"{speed.two_threads[n]:.2f}x",
        )
    tree = _table("Memory", "what", "bytes")
    tree.add_row("a node", f"{node_bytes:,}")
    tree.add_row(f"{memory.nodes:,} nodes", f"{memory.nodes * node_bytes:,}")
    tree.add_row("the process with them, at most", f"{memory.peak_bytes:,}")
    for each in (searches, tree):
        print_table(each)


def _table(title: str, first: str, *others: str) -> Table:
    """Returns a table whose first column holds words, and the others numbers."""
    from rich.table import Table

    new = Table(title=title, title_justify="left")
    new.add_column(first)
    for heading in others:
        new.add_column(heading, justify="right")
    return new
