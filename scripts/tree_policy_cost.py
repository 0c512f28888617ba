#!/usr/bin/env python3
"""What the tree policies of presets cost, and what a glance gives away.

A look at a position of a validation game gives the probabilities of PASS and all legal moves, as
for a leaf that gets children.  Each round replays the games with every preset, looking at every
position, and once without looking; a preset's cost is the difference of the quickest rounds, in
processor time of one thread.  Other programs cost little more than what they take from the caches.

Prints one JSON object.  For each preset
    microseconds  a look's cost
    misplaced     the share of the probability that other moves would have, were all looked at
                  closely
    best          how often the same move would be the likeliest
"""

import argparse
import json
import time
from typing import Any, NamedTuple

import common
import numpy as np
import results

from cfggo.base.errors import CfggoError
from cfggo.base.jit import jit_allocating
from cfggo.commands.arguments import count
from cfggo.commands.record_options import add_record_options, read_chosen_records
from cfggo.go.board import BOARD_DTYPE, give_turn
from cfggo.go.points import N_POINTS
from cfggo.graph.record import GRAPH_DTYPE
from cfggo.graph.replay import follow_move, start_game
from cfggo.models.bradley_terry.playout_policy import set_up_position
from cfggo.models.bradley_terry.position import POSITION_DTYPE
from cfggo.models.registry import TreeTables
from cfggo.records.game_record import Split
from cfggo.records.replay import GameArrays, game_arrays
from cfggo.search.equipment import equip
from cfggo.search.playouts import Buffers, new_buffers, store_policy

NO_LOOK, LOOK, COMPARE = 0, 1, 2
"""What a replay does at every position."""


class Policies(NamedTuple):
    """What a preset looks at a leaf with.

    tree, playout -- its policies' tables
    n_candidates  -- moves that it looks at closely, 0 for all
    """

    tree: TreeTables
    playout: np.void
    n_candidates: int


@jit_allocating
def replay(boards, graphs, positions, games, policies, buffers, at_each):
    """Replays all games; returns the number of positions.

    Compared, also returns the sum of the shares that are misplaced, and how often the likeliest
    move is the same.
    """
    board, position = boards[0], positions[0]
    n_positions, misplaced, n_same = 0, 0.0, 0
    glanced, closely = np.zeros(N_POINTS), np.zeros(N_POINTS)
    for game in range(len(games.sizes)):
        start_game(board, graphs[0], games, game)
        for move in range(games.starts[game], games.starts[game + 1]):
            give_turn(board, games.colours[move])
            positions[0].board = board
            set_up_position(position, policies.playout)
            n_positions += 1
            if at_each != NO_LOOK:
                n = store_policy(
                    position, policies.tree, policies.playout, policies.n_candidates, buffers
                )
            if at_each == COMPARE:
                glanced[:] = 0.0
                closely[:] = 0.0
                glanced[buffers.points[:n]] = buffers.probabilities[:n]
                n = store_policy(position, policies.tree, policies.playout, 0, buffers)
                closely[buffers.points[:n]] = buffers.probabilities[:n]
                misplaced += np.abs(glanced - closely).sum() / 2
                n_same += np.argmax(glanced) == np.argmax(closely)
            if not follow_move(board, graphs[0], games, move):
                break
    return n_positions, misplaced, n_same


def main() -> None:
    """Measures and prints."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("records", help="folder, tar, zip or SGF")
    parser.add_argument("presets", nargs="+", help="PRESET[,KEY=VALUE...]")
    parser.add_argument("--games", type=count, default=2, help="to look at (default 2)")
    parser.add_argument("--rounds", type=count, default=7, help="default 7")
    add_record_options(parser)
    results.add_publish_options(parser)
    args = parser.parse_args()

    records, _ = read_chosen_records([args.records], args)
    chosen = [record for record in records if record.split is Split.VALIDATION][: args.games]
    if not chosen:
        raise CfggoError(f"{args.records}: no validation games")
    policies = {preset: policies_of(preset) for preset in args.presets}
    found = measure(game_arrays(chosen), policies, args.rounds)
    print(json.dumps(found))
    results.publish_if_asked(
        args,
        "processor time of the tree policy at a position, and what a glance gives away: positions "
        f"of {len(chosen)} validation games",
        found,
    )


def policies_of(spec: str) -> Policies:
    """Returns what a preset, with overrides, looks at a leaf with."""
    config = common.config_of(spec)
    has = equip(config)
    return Policies(has.tree_tables(), has.playout_tables(), config.search.candidates)


def measure(games: GameArrays, policies: dict[str, Policies], rounds: int) -> dict[str, Any]:
    """Returns what is printed."""
    records = (np.zeros(1, dtype) for dtype in (BOARD_DTYPE, GRAPH_DTYPE, POSITION_DTYPE))
    boards, graphs, positions = records
    buffers: Buffers = new_buffers()

    def replayed(policy: Policies, at_each: int) -> tuple[int, float, int]:
        found: tuple[int, float, int]
        found = replay(boards, graphs, positions, games, policy, buffers, at_each)
        return found

    def seconds(policy: Policies, at_each: int) -> float:
        start = time.thread_time()
        replayed(policy, at_each)
        return time.thread_time() - start

    compared = {preset: replayed(policy, COMPARE) for preset, policy in policies.items()}
    costs: dict[str, list[float]] = {preset: [] for preset in policies}
    for _ in range(rounds):
        for preset, policy in policies.items():
            costs[preset].append(seconds(policy, LOOK))
    n_positions = next(iter(compared.values()))[0]
    without = {
        preset: min(seconds(policy, NO_LOOK) for _ in range(rounds))
        for preset, policy in policies.items()
    }
    return {
        "positions": n_positions,
        "rounds": rounds,
        "presets": {
            preset: {
                "microseconds": round(
                    1e6 * (min(costs[preset]) - without[preset]) / n_positions, 1
                ),
                "misplaced": round(misplaced / n_positions, 4),
                "best": round(n_same / n_positions, 4),
            }
            for preset, (_, misplaced, n_same) in compared.items()
        },
    }


if __name__ == "__main__":
    common.run(main)
