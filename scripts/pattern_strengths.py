#!/usr/bin/env python3
"""Learns a Bradley-Terry model of the patterns that frequency models count, to compare with them.

Each class of patterns has a strength, gamma; a move's probability is its share of the strengths of
all legal moves (Coulom 2007). Minorization-maximization: after each pass over the training games a
pattern's gamma is its wins over the sum of its number of candidates / the sum of all gammas in each
position. Each pattern also won and lost once against gamma 1.

Writes a weight file with the playout policy alone, for `cfggo evaluate`.
"""

import argparse

import common
import numpy as np

from cfggo.base.errors import CfggoError
from cfggo.base.executor import Threads, available_cores
from cfggo.base.jit import jit
from cfggo.base.terminal import progress
from cfggo.commands.arguments import count
from cfggo.commands.record_options import add_record_options, read_chosen_records
from cfggo.features.patterns3x3 import colour_code
from cfggo.go.board import BOARD_DTYPE, is_legal, play
from cfggo.go.points import PASS
from cfggo.models.bradley_terry.weights import Model, save_model
from cfggo.models.frequency.classes import N_CLASSES, class_indices
from cfggo.models.frequency.policy import weights_of_classes
from cfggo.records.game_record import Split
from cfggo.records.replay import GameArrays, can_follow, game_arrays, start_board

PORTION = 16
"""Games that are worked on in one piece."""


def main() -> None:
    """Learns and writes."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("records", help="folder, tar, zip or SGF")
    parser.add_argument(
        "--out", type=common.new_file, required=True, metavar="FILE", help="weight file"
    )
    parser.add_argument("--passes", type=count, default=40, help="default %(default)s")
    parser.add_argument("--threads", type=count, metavar="N", help="default: one for each core")
    add_record_options(parser)
    args = parser.parse_args()

    records, _ = read_chosen_records([args.records], args)
    records = [record for record in records if record.split is Split.TRAINING]
    if not records:
        raise CfggoError(f"{args.records}: no games to learn from")
    games = game_arrays(sorted(records, key=lambda record: record.digest))
    n_games = len(records)
    portions = [range(i, min(i + PORTION, n_games)) for i in range(0, n_games, PORTION)]
    gamma = np.ones(N_CLASSES)
    with (
        Threads(args.threads or available_cores()) as executor,
        progress("learning", args.passes * n_games, "games") as advance,
    ):
        for n_pass in range(1, args.passes + 1):
            wins, needs, totals = np.ones(N_CLASSES), 2 / (1 + gamma), np.zeros(2)
            found = executor.map(sums_of_games, games, gamma, portions)
            for portion, (own_wins, own_needs, own_totals) in zip(portions, found, strict=True):
                wins += own_wins
                needs += own_needs
                totals += own_totals
                advance(len(portion))
            print(f"pass {n_pass}: mean log-likelihood {totals[0] / totals[1]:.5f}", flush=True)
            gamma = wins / needs
    theta = np.log(gamma / np.exp(np.mean(np.log(gamma[wins > 1]))))
    seen = np.array(sorted(record.short_digest for record in records), dtype=np.uint32)
    about = {"games": n_games, "passes": args.passes, "method": "one gamma for each pattern"}
    save_model(args.out, Model({"playout": weights_of_classes(theta)}, seen, about))


def sums_of_games(
    games: GameArrays, gamma: np.ndarray, chosen: range
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Returns wins and needs of each class, and the log-likelihood and the number of moves."""
    boards = np.zeros(1, dtype=BOARD_DTYPE)
    sums = np.zeros(N_CLASSES), np.zeros(N_CLASSES), np.zeros(2)
    offered = np.zeros(N_CLASSES, dtype=np.int64)
    for game in chosen:
        add_game(boards, games, game, class_indices(), gamma, offered, *sums)
    return sums


@jit
def add_game(boards, games, game, class_of, gamma, offered, wins, needs, totals):
    """Adds one game to the sums; offered: int64[N_CLASSES], scratch, all zeros."""
    board = boards[0]
    start_board(board, games, game)
    for move in range(games.starts[game], games.starts[game + 1]):
        if not can_follow(board, games, move):
            break
        point = np.int64(games.moves[move])
        if games.sampled[move] and point != PASS:
            total = 0.0
            for i in range(board.n_empty):
                candidate = np.int64(board.empty[i])
                if is_legal(board, candidate):
                    index = class_of[board.to_play, colour_code(board, candidate)]
                    offered[index] += 1
                    total += gamma[index]
            for index in range(len(offered)):
                if offered[index] > 0:
                    needs[index] += offered[index] / total
                    offered[index] = 0
            played = class_of[board.to_play, colour_code(board, point)]
            wins[played] += 1
            totals[0] += np.log(gamma[played] / total)
            totals[1] += 1
        play(board, point)


if __name__ == "__main__":
    common.run(main)
