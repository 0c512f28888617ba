"""The result of a measurement, as an object for JSON and as tables for people."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

from rich.table import Table

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


def playout_tables(
    size: int, speed: Speed, sizes: dict[str, int], stages: list[Stage]
) -> tuple[Table, ...]:
    """Returns the same as tables; size: of the board."""
    playouts = _table(
        f"Playouts from the empty {size}x{size} board",
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
    for name, n_bytes in sizes.items():
        record.add_row(name, f"{n_bytes:,}")
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
    return playouts, parts, record, updates


def search_tables(
    size: int,
    speed: SearchSpeed,
    moves: Mapping[int, float],
    memory: Memory,
    node_bytes: int,
) -> tuple[Table, ...]:
    """Returns the same as tables; size: of the board."""
    searches = _table(
        f"Searches of the empty {size}x{size} board",
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
    in_game = _table(f"A move of {MOVE_PLAYOUTS:,} playouts", "after moves", "seconds")
    for n_moves, seconds in moves.items():
        in_game.add_row(str(n_moves), f"{seconds:.2f}")
    tree = _table("Memory", "what", "bytes")
    tree.add_row("a node", f"{node_bytes:,}")
    tree.add_row(f"{memory.nodes:,} nodes", f"{memory.nodes * node_bytes:,}")
    if memory.peak_bytes is not None:
        tree.add_row("the process with them, at most", f"{memory.peak_bytes:,}")
    return searches, in_game, tree


def _table(title: str, first: str, *others: str) -> Table:
    """Returns a table whose first column holds words, and the others numbers."""
    new = Table(title=title, title_justify="left")
    new.add_column(first)
    for heading in others:
        new.add_column(heading, justify="right")
    return new
