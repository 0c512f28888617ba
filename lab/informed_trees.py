"""Trees that mend priors by what a search has seen, as lab/taught-in-own-positions.md has it.

    python lab/informed_trees.py look SAMPLES.npz --positions 9000
    python lab/informed_trees.py learn SAMPLES.npz informed.weights

The first searches judged positions of the engine's own games, which takes minutes, and keeps the
numbers of the likely moves after 128 and 256 playouts; of one position in ten also after 512 and
1,024.  One position in five forgets when its moves were made.  The second grows trees for which the
judge's visits, and 20 times its prior, are the target.
"""

import argparse
import random
import zlib
from pathlib import Path
from typing import Any

import lightgbm
import numpy as np
from taught_trees import judged_games, target

from cfggo.base.terminal import progress
from cfggo.config import load_config
from cfggo.go.board import forget_moves
from cfggo.go.game import Game
from cfggo.go.points import parse_vertex
from cfggo.learning.boosting import growing, trees_of
from cfggo.models.bradley_terry.boosted_trees import (
    FORK_DTYPE,
    BoostedTrees,
    find_close_moves,
)
from cfggo.search.informed_prior import store_numbers_of_search
from cfggo.search.informed_trees import save_informed_trees
from cfggo.search.limits import Limit
from cfggo.search.request import SearchRequest
from cfggo.search.searcher import Searcher
from cfggo.search.tree_search import store_policy

LOOKS = (128, 256)
MORE_LOOKS = (128, 256, 512, 1024)
"""Playouts after which a position is looked at, and those of one position in ten."""


def seen(engine: Searcher) -> tuple[np.ndarray, np.ndarray]:
    """Returns the root's likely moves and their numbers, as the search would ask for them."""
    thread, tree = engine._threads.first, engine._tree
    buffers = thread.buffers
    position, policies = thread._at_root(), thread._policies
    candidates = engine.config.search.candidates
    n = store_policy(position, policies, candidates, buffers)
    buffers.children[:] = -1
    for i in tree.child_indices:
        buffers.children[tree.nodes[i]["move"]] = i
    is_child = buffers.children[buffers.points[:n]] >= 0
    points = buffers.points[:n][is_child]
    logs = np.log(np.maximum(buffers.probabilities[:n][is_child], 1e-9))
    n_close, highest = find_close_moves(points, logs, len(points), buffers.boost.close)
    view, board = policies.tree.tree.views[0], position["board"]
    rest = 0, board, view, points, logs, n_close, highest, buffers
    store_numbers_of_search(tree.arrays, *rest)
    return points[buffers.boost.close[:n_close]], buffers.boost.columns[:, :n_close].T.copy()


def idle_trees(path: Path) -> str:
    """Writes trees that change nothing, so that a search keeps owners, and returns their file."""
    forks = np.zeros(1, FORK_DTYPE)
    forks[0] = (1, 0.0, 2)
    trees = BoostedTrees(forks, np.zeros(2, np.float32), np.array([0, 1], np.int32))
    save_informed_trees(path, trees, {})
    return str(path)


def look(args: argparse.Namespace) -> None:
    """Searches positions and keeps what is seen."""
    trees = idle_trees(args.samples.with_suffix(".idle.weights"))
    engine = Searcher(load_config().with_values(informed=trees, threads=1, seed=1))
    places = [
        (game["moves"].split(), label)
        for game in judged_games()
        if not game["instrument"]
        for label in game["labels"]
        if target(label)
    ]
    drawn = random.Random(args.seed).sample(places, min(args.positions, len(places)))
    numbers: list[np.ndarray] = []
    wanted: list[np.ndarray] = []
    games: list[int] = []
    with progress("looking", len(drawn), "positions") as advance:
        for i, (moves, label) in enumerate(drawn):
            game = Game(19, 7.5)
            for vertex in moves[: label[0]]:
                game.play(game.to_play, parse_vertex(vertex, 19))
            if i % 5 == 0:
                forget_moves(game.boards[0])
            engine.forget()
            engine.set_seed(i)
            done = 0
            likes = target(label)
            for playouts in MORE_LOOKS if i % 10 == 0 else LOOKS:
                engine.analyze(SearchRequest(game, game.to_play, Limit(playouts - done)))
                done = playouts
                points, columns = seen(engine)
                share = np.array([likes.get(int(point), 0.0) for point in points])
                if share.sum() > 0:
                    numbers.append(columns)
                    wanted.append(share / share.sum())
                    games.append(zlib.crc32(" ".join(moves).encode()))
            advance(1)
    counts = [len(columns) for columns in numbers]
    all_numbers, all_wanted = np.concatenate(numbers), np.concatenate(wanted)
    np.savez(args.samples, numbers=all_numbers, wanted=all_wanted, counts=counts, games=games)


class Softmax:
    """The wanted distributions over the likely moves, and the loss's derivatives."""

    def __init__(self, numbers: np.ndarray, wanted: np.ndarray, counts: np.ndarray) -> None:
        self._thetas, self._wanted, self._counts = numbers[:, 1].astype(float), wanted, counts
        self._starts = np.concatenate([[0], np.cumsum(counts)[:-1]])

    def p(self, boosts: np.ndarray) -> np.ndarray:
        """Returns the probabilities of moves whose thetas are raised."""
        gammas = np.exp(self._thetas + boosts)
        sums = np.add.reduceat(gammas, self._starts)
        p: np.ndarray = gammas / np.repeat(sums, self._counts)
        return p

    def derivatives(self, boosts: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Returns the first and second ones."""
        p = self.p(boosts)
        return p - self._wanted, np.maximum(p * (1 - p), 1e-4)

    def likelihood(self, boosts: np.ndarray) -> float:
        """Returns the mean over positions of the sum of wanted times ln p."""
        return float((self._wanted * np.log(self.p(boosts))).sum() / len(self._counts))


def learn(args: argparse.Namespace) -> None:
    """Grows trees; one game in 13 says when to stop."""
    found: dict[str, Any] = dict(np.load(args.samples))
    counts, is_held_out = found["counts"], found["games"] % 13 == 0
    rows = np.repeat(is_held_out, counts)
    numbers, wanted = found["numbers"], found["wanted"]
    loss = Softmax(numbers[~rows], wanted[~rows], counts[~is_held_out])
    held_out = Softmax(numbers[rows], wanted[rows], counts[is_held_out])
    options = {**growing(24, 0.1), "min_data_in_leaf": 100, "lambda_l2": 3.0}
    labels = np.zeros(int((~rows).sum()), np.float32)
    data = lightgbm.Dataset(numbers[~rows], labels, params={"max_bin": 127})
    booster = lightgbm.Booster(options, data)
    boosts = np.zeros(int(rows.sum()))
    print(f"{len(counts)} looks, without trees {held_out.likelihood(boosts):.3f}")
    best, n_best = -np.inf, 0
    for n in range(1, args.trees + 1):
        booster.update(fobj=lambda grown, _: loss.derivatives(grown))
        boosts += booster.predict(
            numbers[rows], start_iteration=n - 1, num_iteration=1, raw_score=True
        )
        if n % 25 == 0:
            reached = held_out.likelihood(boosts)
            print(f"{n} trees: {reached:.3f}", flush=True)
            if reached > best:
                best, n_best = reached, n
    trees = trees_of(booster.dump_model(num_iteration=n_best))
    about = {"looks": len(counts), "trees": trees.n_trees, "held out": round(best, 4)}
    save_informed_trees(args.out, trees, about)


def main() -> None:
    """Looks or learns."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    commands = parser.add_subparsers(required=True)
    looking = commands.add_parser("look")
    looking.add_argument("samples", type=Path)
    looking.add_argument("--positions", type=int, default=9000)
    looking.add_argument("--seed", type=int, default=5)
    looking.set_defaults(run=look)
    learning = commands.add_parser("learn")
    learning.add_argument("samples", type=Path)
    learning.add_argument("out", type=Path)
    learning.add_argument("--trees", type=int, default=400)
    learning.set_defaults(run=learn)
    args = parser.parse_args()
    args.run(args)


if __name__ == "__main__":
    main()
