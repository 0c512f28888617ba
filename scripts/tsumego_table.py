#!/usr/bin/env python3
"""Makes the table of problems of Graepel et al. 2001 on problems of scripts/make-problems.

Graph kernels learn from the training problems, those of White, of Black, and all, by support vector
machine and by perceptron, with the paper's constants.  Each ranks all moves inside the corner of
the other problems, those for validation and for tests; it succeeds if the first one solves.  It is
also asked which of a problem's best and worst move is better.
"""

import argparse
import json
from pathlib import Path
from typing import Any

import common
import numpy as np
import results

from cfggo.base.errors import CfggoError
from cfggo.base.intervals import wilson_interval
from cfggo.base.terminal import new_table, print_table, progress
from cfggo.commands.problem_options import read_chosen_problems
from cfggo.go.points import BLACK, PASS, WHITE
from cfggo.methods import PerceptronOptions, SvmOptions
from cfggo.models.tsumego.graph_kernel import KernelModel, Vectors
from cfggo.models.tsumego.kernel_learning import (
    kernel_samples,
    learn_perceptron,
    learn_svm,
    require_svm,
)
from cfggo.models.tsumego.made_problems import enclosed_moves
from cfggo.models.tsumego.problem import Problem
from cfggo.records.game_record import Split

LABELS = "colours"
KERNEL_METHODS = (SvmOptions.method, PerceptronOptions.method)

SETS = {"white": (WHITE,), "black": (BLACK,), "both": (BLACK, WHITE)}


class Asked:
    """A problem that is asked: its moves as vectors, and which are right, best and worst."""

    def __init__(self, problem: Problem, finder: Vectors) -> None:
        points = enclosed_moves(problem)
        self.player = problem.to_play
        self.vectors = finder.of(problem.boards(), points)
        self.is_right = np.isin(points, problem.solutions)
        self.best, self.worst = (
            int(np.flatnonzero(points == point)[0]) for point in (problem.best, problem.worst)
        )


def main() -> None:
    """Learns, asks, and prints the table."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument(
        "problems", type=Path, metavar="PROBLEMS", help="of scripts/make_problems.py"
    )
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    results.add_publish_options(parser)
    args = parser.parse_args()
    require_svm()

    problems, _ = read_chosen_problems([str(args.problems)], lambda problem: None)
    if any(PASS in (problem.best, problem.worst) for problem in problems):
        raise CfggoError(f"{args.problems}: problems without their best and worst moves")
    figures = table_of(problems)
    if args.json:
        print(json.dumps(figures))
    else:
        show(figures)
    results.publish_if_asked(
        args,
        "graph kernels on made problems: how often the first move of their ranking solves",
        figures,
    )


def table_of(problems: list[Problem]) -> dict[str, Any]:
    """Returns the figures of the table."""
    training = [problem for problem in problems if problem.split is Split.TRAINING]
    others = [problem for problem in problems if problem.split is not Split.TRAINING]
    for name, players in SETS.items():
        if not any(problem.to_play in players for problem in training):
            raise CfggoError(f"too few problems: none of {name} to learn from")
    if not others:
        raise CfggoError("too few problems: all are to learn from, and none to ask")
    finder = Vectors(LABELS)
    asked = []
    with progress("listing subgraphs", len(others), "problems") as advance:
        for problem in others:
            asked.append(Asked(problem, finder))
            advance(1)
    rows = []
    with progress("learning", len(SETS) * len(KERNEL_METHODS), "models") as advance:
        for name, players in SETS.items():
            used = [problem for problem in training if problem.to_play in players]
            vectors, is_right = kernel_samples(used, LABELS, seed=1)
            for method in KERNEL_METHODS:
                learn = learn_svm if method == "svm" else learn_perceptron
                alpha = learn(vectors, is_right)
                kept = alpha != 0.0
                model = KernelModel(
                    LABELS, vectors[kept], alpha[kept], np.zeros(0, dtype=np.uint32)
                )
                found = {"training": name, "method": method, "samples": len(alpha)}
                rows.append(found | {"kept": int(kept.sum())} | answers(model, asked))
                advance(1)
    tests = {
        name: {
            "problems": len(of_set),
            "moves": round(float(np.mean([len(one.is_right) for one in of_set])), 2),
            "good": round(float(np.mean([one.is_right.mean() for one in of_set])), 4),
        }
        for name, players in SETS.items()
        if (of_set := [one for one in asked if one.player in players])
    }
    return {"problems": len(problems), "tests": tests, "models": rows}


def answers(model: KernelModel, asked: list[Asked]) -> dict[str, Any]:
    """Returns how many problems a model solves, by player, and how often best beats worst."""
    values = [model.values(one.vectors) for one in asked]
    found: dict[str, Any] = {}
    for name, players in SETS.items():
        of_set = [
            bool(one.is_right[np.argmax(value)])
            for one, value in zip(asked, values, strict=True)
            if one.player in players
        ]
        found[name] = share(of_set)
    found["best above worst"] = share(
        [bool(v[one.best] > v[one.worst]) for one, v in zip(asked, values, strict=True)]
    )
    return found


def share(successes: list[bool]) -> dict[str, Any]:
    """Returns the share of successes and its 95% interval."""
    n = len(successes)
    interval = [round(end, 4) for end in wilson_interval(sum(successes), n)]
    return {"share": round(sum(successes) / max(n, 1), 4), "interval": interval}


def show(figures: dict[str, Any]) -> None:
    """Prints the table."""
    table = new_table()
    for heading in ("learnt from", "by", "samples"):
        table.add_column(heading)
    for name, test in figures["tests"].items():
        about = f"{test['problems']:,} problems, {test['moves']:.1f} moves, {test['good']:.1%} good"
        table.add_column(f"{name}: {about}", justify="right")
    table.add_column("best above worst", justify="right")
    for row in figures["models"]:
        found = [row[key] for key in (*figures["tests"], "best above worst")]
        cells = ["{:.1%}, {:.1%} to {:.1%}".format(one["share"], *one["interval"]) for one in found]
        table.add_row(row["training"], row["method"], f"{row['samples']:,}", *cells)
    print_table(table)


if __name__ == "__main__":
    common.run(main)
