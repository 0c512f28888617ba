"""cfggo evaluate problems: how often models rank a solution first."""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import Any

import numpy as np

from cfggo.base.resources import WEIGHTS_SUFFIX, find_weights, names_weights, weights_folder
from cfggo.base.terminal import print_table, progress
from cfggo.commands.problem_options import read_chosen_problems
from cfggo.commands.record_options import reasons_to_leave_out
from cfggo.config import load_config
from cfggo.go.game import Game
from cfggo.go.points import BLACK, COLOUR_NAMES, WHITE
from cfggo.models.tsumego.evaluation import Shares, candidates_of, judge
from cfggo.models.tsumego.rankers import Ranker, is_ranker_file, load_ranker_model
from cfggo.records.archives import printable

_ALL = ("all", "all")

_SAMPLE = 10
"""Moves of the few among which a solution is ranked: it, and wrong ones."""

_Found = dict[tuple[str, str], "Shares"]
"""Shares by part of the collection, such as ("to play", "black"); _ALL has all problems."""


def evaluate_problems(args: argparse.Namespace) -> None:
    """Prints how often each model ranks a solution first.

    Raises CfggoError if a model can't be read, or if there are no problems.
    """
    seed = args.seed
    models = [(name, *_load(name)) for name in args.models]
    seen = {digest for _, _, learnt in models for digest in learnt}
    problems, _ = read_chosen_problems([args.records], reasons_to_leave_out(args.split, seen))
    problems = problems[: args.games]
    found: dict[str, _Found] = {name: {} for name in args.models}
    with progress("ranking", len(problems), "problems") as advance:
        for problem in problems:
            candidates = candidates_of(problem, seed)
            for name, ranker, _ in models:
                parts = [
                    _ALL,
                    ("kind", problem.kind or "unknown"),
                    ("level", problem.level or "unknown"),
                    ("to play", COLOUR_NAMES[problem.to_play]),
                ]
                shares = [found[name].setdefault(part, Shares()) for part in parts]
                judge(problem, candidates, _SAMPLE, ranker, shares)
            advance(1)
    if args.json:
        print(json.dumps(_as_json(found, seed)))
    else:
        _print(found)


def _load(name: str) -> tuple[Ranker, list[int]]:
    """Returns what ranks moves by a model, and the problems that it learnt from."""
    if Path(name).suffix == WEIGHTS_SUFFIX:
        file = find_weights(name)
    else:
        file = weights_folder() / f"{name}{WEIGHTS_SUFFIX}"
    if is_ranker_file(file):
        model = load_ranker_model(file)
        return model.ranker(), model.problems.tolist()
    return _PolicyRanker(name), []


class _PolicyRanker:
    """Ranks moves by the tree policy of a preset or a weight file."""

    def __init__(self, name: str) -> None:
        from cfggo.search.searcher import Searcher

        if names_weights(name):
            config = load_config().with_overrides(f"tree={name}")
        else:
            config = load_config(name)
        self._engine = Searcher(config.with_values(threads=1, max_nodes=1000))

    def scores(self, boards: np.ndarray, points: np.ndarray) -> np.ndarray:
        """Returns the probabilities of moves, float64[n]; see `cfggo.models.tsumego.rankers`."""
        board = boards[0]
        game = Game(int(board["size"]))
        black, white = (np.flatnonzero(board["colour"] == c).tolist() for c in (BLACK, WHITE))
        game.setup(black, white, int(board["to_play"]))
        return self._engine.policy(game, game.to_play)[points]


def _as_json(found: dict[str, _Found], seed: int) -> dict[str, Any]:
    def shares_of(found: Shares) -> dict[str, Any]:
        n = found.problems
        return {
            "problems": n,
            "candidates": round(found.candidates / n, 2),
            **{
                key: {
                    "share": round(count / n, 5),
                    "interval": [round(x, 5) for x in found.interval(count)],
                }
                for key, count in (
                    ("first", found.first),
                    ("within_5", found.within_few),
                    ("first_of_sample", found.of_sample),
                )
            },
            "chance": {
                "first": round(found.by_chance[0] / n, 5),
                "first_of_sample": round(found.by_chance[1] / n, 5),
            },
        }

    return {
        "sample": _SAMPLE,
        "seed": seed,
        "models": [
            {
                "name": name,
                **shares_of(parts[_ALL]),
                "parts": [
                    {"by": by, "part": part, **shares_of(shares)}
                    for (by, part), shares in sorted(parts.items())
                    if (by, part) != _ALL
                ],
            }
            for name, parts in found.items()
        ],
    }


def _print(found: dict[str, _Found]) -> None:
    all_shares = next(iter(found.values()))[_ALL]
    chance_of_all, chance_of_sample = all_shares.by_chance / all_shares.problems
    title = (
        f"{all_shares.problems:,} problems, {all_shares.candidates / all_shares.problems:.1f} "
        f"local moves each; by chance {chance_of_all:.1%} first, {chance_of_sample:.1%} of "
        f"{_SAMPLE}"
    )
    heads = (
        *("model", "problems", "", "first", "95% interval", "first 5", "95% interval"),
        *(f"first of {_SAMPLE}", "95% interval"),
    )
    rows = []
    stems = [Path(name).stem for name in found]
    for (name, parts), stem in zip(found.items(), stems, strict=True):
        shown = stem if stems.count(stem) == 1 else name
        for (by, part), shares in sorted(
            parts.items(), key=lambda item: (item[0] != _ALL, item[0])
        ):
            cells = []
            for count in (shares.first, shares.within_few, shares.of_sample):
                low, high = shares.interval(count)
                cells += [f"{count / shares.problems:.1%}", f"{low:.1%} to {high:.1%}"]
            label = "all" if (by, part) == _ALL else printable(f"{by}: {part}")
            rows.append([shown, label, f"{shares.problems:,}", *cells])
    print_table(title, heads, rows, left=(0, 1, 2))
