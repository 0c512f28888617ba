"""The result of a measurement, as an object for JSON and as tables for people."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

from cfggo.base.terminal import print_table
from cfggo.bench.playouts import Speed
from cfggo.bench.searches import MOVE_PLAYOUTS, Memory, SearchSpeed
from cfggo.graph.path_updates import Stage

_PAPER = {
    "0-100": (27.5, 24.7),
    "100-200": (26.6, 24.2),
    "200-300": (78.4, 77.3),
    "300-400": (80.2, 79.9),
}
"""Path updates a stone (main paper, Table II): (removals, additions), by stages of a game."""


def playouts_as_json(
    speed: Speed, sizes: dict[str, int], n_games: int, stages: list[Stage]
) -> dict[str, Any]:
    """Returns the figures of playouts.

    sizes -- of `record_bytes`; stages -- path updates, counted in n_games playouts
    """
    return {
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
        "record_parts": {name: n for name, n in sizes.items() if name != "position"},
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


def searches_as_json(
    speed: SearchSpeed, moves: Mapping[int, float], memory: Memory, node_bytes: int
) -> dict[str, Any]:
    """Returns the figures of searches.

    moves -- seconds of a move by the moves before it; node_bytes -- size of a node
    """
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
        "seconds_after_moves": {str(n): round(seconds, 3) for n, seconds in moves.items()},
        "node_bytes": node_bytes,
        "tree_nodes": memory.nodes,
        "peak_bytes": memory.peak_bytes,
    }


def _microseconds_per_move(speed: Speed, name: str) -> float:
    return 1e6 / speed.playouts_per_s[name] / speed.moves_per_playout[name]


def _rounded(average: float) -> float | None:
    return None if math.isnan(average) else round(average, 2)


def print_playouts(size: int, speed: Speed, sizes: dict[str, int], stages: list[Stage]) -> None:
    """Prints the same as tables; size: of the board."""
    playouts = [
        (
            name,
            f"{rate:,.0f}",
            f"{speed.to_random[name]:.1%}",
            f"{speed.moves_per_playout[name]:.0f}",
            f"{_microseconds_per_move(speed, name):.3f}",
            f"{speed.two_threads[name]:.2f}x" if name in speed.two_threads else "",
        )
        for name, rate in speed.playouts_per_s.items()
    ]
    heads = ("policy", "playouts/s", "of random", "moves", "µs/move", "two threads")
    print_table(f"Playouts from the empty {size}x{size} board", heads, playouts)
    total = sum(speed.parts.values())
    parts = [(name, f"{value:.3f}", f"{value / total:.0%}") for name, value in speed.parts.items()]
    print_table("\nA move of the cfg policy", ("part", "µs", "share"), parts)
    record = [(name, f"{n_bytes:,}") for name, n_bytes in sizes.items()]
    print_table("\nPosition record", ("part", "bytes"), record)
    updates = [
        (
            stage.name,
            f"{stage.removals:.1f} ({_PAPER[stage.name][0]})",
            f"{stage.additions:.1f} ({_PAPER[stage.name][1]})",
            f"{stage.starts:.1f}",
        )
        for stage in stages
        if stage.stones
    ]
    columns = ("moves", "removals (paper)", "additions (paper)", "points")
    print_table("\nPath updates a stone", columns, updates)


def print_searches(
    size: int,
    speed: SearchSpeed,
    moves: Mapping[int, float],
    memory: Memory,
    node_bytes: int,
) -> None:
    """Prints the same as tables; size: of the board."""
    searches = [
        (
            f"{n:,}",
            f"{speed.bare_playouts_per_s[n]:,.0f}",
            f"{rate:,.0f}",
            f"{speed.to_bare[n]:.1%}",
            f"{speed.two_threads[n]:.2f}x",
        )
        for n, rate in speed.playouts_per_s.items()
    ]
    heads = ("playouts", "bare playouts/s", "playouts/s", "of bare", "two threads")
    print_table(f"Searches of the empty {size}x{size} board", heads, searches)
    in_game = [(str(n_moves), f"{seconds:.2f}") for n_moves, seconds in moves.items()]
    print_table(f"\nA move of {MOVE_PLAYOUTS:,} playouts", ("after moves", "seconds"), in_game)
    tree = [
        ("a node", f"{node_bytes:,}"),
        (f"{memory.nodes:,} nodes", f"{memory.nodes * node_bytes:,}"),
    ]
    if memory.peak_bytes is not None:
        tree.append(("the process with them, at most", f"{memory.peak_bytes:,}"))
    print_table("\nMemory", ("what", "bytes"), tree)
