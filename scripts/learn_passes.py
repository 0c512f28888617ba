#!/usr/bin/env python3
"""Teaches a tree policy when to pass, from games that end with passes.

Records of experts mostly end without them, so that a policy learnt from these finds PASS never or
always too likely. Here all weights stay as they are but two, that of PASS after a pass and that of
PASS otherwise. Each is set so that as many passes are expected as there were, over all positions of
the training games: with it they are likeliest. Where every pass was answered by a pass, no weight
is, and half a pass less is expected.

Prints how likely the passes and the other moves of the validation games are before and after.
"""

import dataclasses
from typing import NamedTuple

import common
import numpy as np

from cfggo.base.errors import CfggoError
from cfggo.base.jit import jit
from cfggo.base.resources import find_weights
from cfggo.commands.parser import Parser
from cfggo.commands.record_options import add_record_options, read_chosen_records
from cfggo.features.catalogue import PASS_AFTER_PASS, PASS_OTHERWISE
from cfggo.go.board import BOARD_DTYPE, give_turn
from cfggo.go.points import MAX_MOVES, PASS
from cfggo.graph.incremental_graph import GRAPH_DTYPE, build_graph
from cfggo.graph.replay import follow_move, start_game
from cfggo.models.bradley_terry.tree_policy import legal_moves, make_theta_tables, store_thetas
from cfggo.models.bradley_terry.weights import MAX_THETA, Weights, save_model
from cfggo.models.registry import load_model
from cfggo.records.game_record import GameRecord, Split
from cfggo.records.replay import game_arrays


class Positions(NamedTuple):
    """Positions of some games.

    moves      -- float64[n]: logarithm of the sum of the strengths of all moves but PASS
    is_passed  -- bool[n]: whether PASS was played
    after_pass -- bool[n]: whether the last move was a pass
    """

    moves: np.ndarray
    is_passed: np.ndarray
    after_pass: np.ndarray


def main() -> None:
    """Learns and writes."""
    parser = Parser(description=__doc__)
    parser.add_argument("weights", help="weight file, or the name of shipped weights")
    parser.add_argument("records", help="folder, tar, zip or SGF of games that end with passes")
    parser.add_argument(
        "--out", type=common.new_file, required=True, metavar="FILE", help="weight file"
    )
    add_record_options(parser)
    args = parser.parse_args()

    model = load_model(find_weights(args.weights))
    before = model.policies.get("tree")
    if not isinstance(before, Weights):
        raise CfggoError(f"{args.weights}: no tree policy of a Bradley-Terry model")
    records, _ = read_chosen_records([args.records], args)
    training = [record for record in records if record.split is Split.TRAINING]
    if not training:
        raise CfggoError(f"{args.records}: no games left: all are kept for validation and test")
    found = positions_of(training, before)
    theta = before.theta.copy()
    for number, chosen in (
        (PASS_AFTER_PASS, found.after_pass),
        (PASS_OTHERWISE, ~found.after_pass),
    ):
        n, n_passes = int(chosen.sum()), int(found.is_passed[chosen].sum())
        if not n_passes:
            raise CfggoError(f"{args.records}: no passes to learn from")
        if n_passes == n and number == PASS_OTHERWISE:
            raise CfggoError(f"{args.records}: no moves but passes to learn from")
        theta[number] = likeliest(found.moves[chosen], min(n_passes, n - 0.5))
    after = dataclasses.replace(before, theta=theta)
    validation = [record for record in records if record.split is Split.VALIDATION]
    if validation:
        report(positions_of(validation, before), before, after)
    games = np.union1d(model.games, [record.short_digest for record in training])
    about = {**model.about, "passes learnt from": len(training)}
    policies = {**model.policies, "tree": after}
    save_model(args.out, dataclasses.replace(model, policies=policies, games=games, about=about))
    print(
        f"PASS {theta[PASS_OTHERWISE]:.2f}, after a pass {theta[PASS_AFTER_PASS]:.2f}: {args.out}"
    )


def positions_of(records: list[GameRecord], weights: Weights) -> Positions:
    """Returns the positions of games."""
    games = game_arrays(records)
    n = len(games.moves)
    found = Positions(np.zeros(n), np.zeros(n, dtype=np.bool_), np.zeros(n, dtype=np.bool_))
    workspace = np.zeros(1, BOARD_DTYPE), np.zeros(1, GRAPH_DTYPE)
    scratch = np.zeros(MAX_MOVES, np.int16), np.zeros(MAX_MOVES, np.float32)
    n_found = look(*workspace, games, make_theta_tables(weights), *scratch, found)
    return Positions(*(array[:n_found] for array in found))


@jit
def look(boards, graphs, games, tables, points, thetas, found):
    """Stores the positions of games; returns how many they are."""
    board, graph = boards[0], graphs[0]
    k = 0
    for game in range(len(games.sizes)):
        start_game(board, graph, games, game)
        for move in range(games.starts[game], games.starts[game + 1]):
            give_turn(board, games.colours[move])
            n = legal_moves(board, points)
            if games.sampled[move] and n > 1:
                build_graph(board, graph)
                store_thetas(board, graph, tables, points, n, thetas)
                total = 0.0
                for i in range(1, n):
                    total += np.exp(np.float64(thetas[i]))
                found.moves[k] = np.log(total)
                found.is_passed[k] = games.moves[move] == PASS
                found.after_pass[k] = board.n_passes > 0
                k += 1
            if not follow_move(board, graph, games, move):
                break
    return k


def probabilities(theta: float, moves: np.ndarray) -> np.ndarray:
    """Returns the probabilities of PASS with a weight; moves: as in Positions."""
    found: np.ndarray = 1.0 / (1.0 + np.exp(moves - theta))
    return found


def likeliest(moves: np.ndarray, n_passes: float) -> float:
    """Returns the weight with which n_passes passes are expected; moves: as in Positions."""
    low, high = -MAX_THETA, MAX_THETA
    for _ in range(50):
        middle = (low + high) / 2
        if probabilities(middle, moves).sum() < n_passes:
            low = middle
        else:
            high = middle
    return (low + high) / 2


def report(found: Positions, before: Weights, after: Weights) -> None:
    """Prints mean log-likelihoods of what was played, a pass or another move."""
    print(f"validation: {len(found.moves)} positions, {found.is_passed.sum()} passes")
    for name, weights in (("before", before), ("after", after)):
        theta = np.where(
            found.after_pass, weights.theta[PASS_AFTER_PASS], weights.theta[PASS_OTHERWISE]
        )
        passes = probabilities(theta, found.moves)
        played = np.where(found.is_passed, passes, 1.0 - passes)
        parts = (
            ("passes", found.is_passed),
            ("other moves", ~found.is_passed),
            ("all", slice(None)),
        )
        means = [(what, np.log(played[chosen])) for what, chosen in parts]
        print(f"{name}: " + ", ".join(f"{what} {of.mean():.5f}" for what, of in means if of.size))


if __name__ == "__main__":
    common.run(main)
