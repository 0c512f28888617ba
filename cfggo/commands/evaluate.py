"""cfggo evaluate: how well models predict the moves of game records."""

from __future__ import annotations

import argparse
import json
import math
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from cfggo.commands.arguments import count
from cfggo.commands.evaluated_moves import study_games
from cfggo.commands.evaluated_problems import evaluate_problems
from cfggo.commands.record_options import (
    add_record_options,
    no_games,
    read_chosen_records,
    reasons_to_leave_out,
)
from cfggo.errors import CfggoError

if TYPE_CHECKING:
    from cfggo.measuring.calibration import Calibration
    from cfggo.measuring.prediction import Prediction
    from cfggo.policy.weights import Weights
    from cfggo.ranking.evaluation import BeliefEvaluation
    from cfggo.records.game_record import GameRecord

_DESCRIPTION = """\
Measures how well models predict the moves of game records: the share of moves ranked first,
within the first 5 and the first 10, and the mean log-likelihood, for the tree policy and the
playout policy of each model; and how well each policy is calibrated: how many of the moves it
expects among candidates that it thinks unlikely or likely, and how many were played there. The
error of its calibration is the share of the moves that are not where it expects them, in 16
bins of probability that --json lists.

A model is a preset's name or a weight file. Games that any of the models learnt from are left
out. Intervals are 95% confidence intervals, with whole games as samples.

Of problems (JSON lines, or SGF with --problems) it measures how often a solution is ranked first
among all local moves, within the first 5, and first among a few, for models of local moves, graph
kernels and tree policies."""

_EXAMPLES = """\
examples:
  two presets side by side       cfggo evaluate cfg-full baseline games.tar.xz
  on your own games and weights  cfggo evaluate my.weights games/ --json
  only games of the test split   cfggo evaluate my.weights games/ --split test
  a game, move by move           cfggo evaluate ranking.weights GAME.sgf --moves
  who owns the points of endings
      cfggo evaluate territory.weights endings/ --size 9 --policy territory --playouts 500
  moves of problems              cfggo evaluate tsumego cfggo problems.jsonl.gz --split test
  curves of two models           cfggo evaluate cfg-full my.weights games/ --plot curves.svg"""

_NO_MEANING = {
    "for games": ("playouts", "gnugo", "candidates"),
    "with --moves": ("policy", "split", "playouts", "gnugo", "candidates", "plot", "threads"),
    "for problems": ("policy", "moves", "playouts", "gnugo", "plot"),
    "with --policy territory": ("moves", "problems", "candidates", "plot", "threads"),
}
"""Options that have no meaning for what is evaluated."""

_BY_MEAN = "tree, by mean"
"""What a table calls beliefs that rank moves by the means of their values, not by probability."""


def add_parser(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Adds the command's parser."""
    parser = subparsers.add_parser(
        "evaluate",
        help="measure how well models predict moves",
        description=_DESCRIPTION,
        epilog=_EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("models", nargs="+", metavar="MODEL", help="preset's name or weight file")
    parser.add_argument("records", metavar="RECORDS", help="folder, tar, zip or SGF file")
    parser.add_argument(
        "--split",
        choices=("unseen", "validation", "test"),
        help="unseen: all games that no model learnt from (default); or only those that training "
        "keeps for validation or for test",
    )
    parser.add_argument("--games", type=count, metavar="N", help="only N games, always the same")
    parser.add_argument(
        "--policy",
        choices=("tree", "playout", "territory"),
        help="only this policy of each model; territory: instead, how often territory fields are "
        "wrong about who owns the points of endings (docs/territory.md)",
    )
    parser.add_argument(
        "--playouts",
        type=count,
        metavar="N",
        help="with --policy territory: also the owners in a search of N playouts, which some "
        "fields see",
    )
    parser.add_argument(
        "--gnugo",
        action="store_true",
        help="with --policy territory: also the owners by GNU Go's dead stones",
    )
    parser.add_argument(
        "--moves",
        action="store_true",
        help="instead, what the pattern beliefs of one model say of each move (docs/ranking.md)",
    )
    parser.add_argument(
        "--problems",
        action="store_true",
        help="RECORDS are SGF problems with marked solutions; files of JSON lines always are",
    )
    parser.add_argument(
        "--candidates",
        type=count,
        metavar="N",
        help="of problems: how often a solution comes first of N moves, the others wrong "
        "(default 10)",
    )
    parser.add_argument(
        "--seed",
        type=count,
        default=1,
        metavar="N",
        help="of problems: for moves that a model ranks equal (default 1)",
    )
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    parser.add_argument(
        "--plot",
        type=Path,
        metavar="FILE",
        help="draw the shares within the first 1..50, and the "
        "log-likelihood by phase of the game: .png, .svg or .pdf",
    )
    parser.add_argument("--threads", type=count, metavar="N", help="default: one for each core")
    add_record_options(parser)


def _check_options(args: argparse.Namespace, what: str) -> None:
    """Raises CfggoError for an option that has no meaning; gives `split` its default."""
    for name in _NO_MEANING[what]:
        if getattr(args, name):
            message = f"--{name} has no meaning {what}"
            if name == "candidates" and what == "for games":
                message += "; say --problems if these are SGF problems"
            raise CfggoError(message)
    args.split = args.split or "unseen"


def run(args: argparse.Namespace) -> int:
    """Evaluates the models and prints the results."""
    if args.policy == "territory":
        _check_options(args, "with --policy territory")
        from cfggo.commands.evaluated_owners import evaluate_owners

        evaluate_owners(args)
        return 0
    if args.size is None:
        raise CfggoError("--size any is for --policy territory")
    from cfggo.executor import Threads, available_cores
    from cfggo.learning.evaluation import evaluate
    from cfggo.measuring.plots import plot_predictions
    from cfggo.plotting import require_plot
    from cfggo.ranking.evaluation import evaluate_beliefs
    from cfggo.records.replay import game_arrays
    from cfggo.terminal import console, progress
    from cfggo.tsumego.collections import is_problem_file

    if args.problems or is_problem_file(args.records):
        _check_options(args, "for problems")
        evaluate_problems(args)
        return 0
    _check_options(args, "with --moves" if args.moves else "for games")
    if args.plot is not None:
        require_plot(args.plot)
    policies, seen = _load(args.models, args.policy)
    if args.moves:
        study_games(args, policies, seen)
        return 0
    records = _read(args, seen)
    games = game_arrays(records)
    if not len(games.moves):
        raise CfggoError(f"{args.records}: no moves to predict")
    different = {(file, kind): weights for _, kind, file, weights in policies if kind != _BY_MEAN}
    predictions: dict[tuple[Path, str], Prediction] = {}
    of_beliefs: dict[Path, BeliefEvaluation] = {}
    with (
        Threads(args.threads or available_cores()) as executor,
        progress("predicting", len(records) * len(different), "games") as advance,
    ):
        for key, weights in different.items():
            file, _ = key
            try:
                if weights.beliefs is None:
                    predictions[key] = evaluate(games, weights, executor, advance)
                else:
                    found = evaluate_beliefs(games, weights.beliefs, executor, advance)
                    of_beliefs[file] = found
                    predictions[key] = found.by_probability
                    predictions[file, _BY_MEAN] = found.by_mean
            except ValueError as error:
                raise CfggoError(f"{args.records}: {error}") from None
    results = [(name, kind, predictions[file, kind]) for name, kind, file, _ in policies]
    beliefs = [(name, of_beliefs[file]) for name, kind, file, _ in policies if kind == _BY_MEAN]
    if args.json:
        found_as_json: dict[str, Any] = {
            "games": len(records),
            "models": [_as_json(*row) for row in results],
        }
        if beliefs:
            found_as_json["beliefs"] = [_beliefs_as_json(*row) for row in beliefs]
        print(json.dumps(found_as_json))
    else:
        _print_table(len(records), results)
        for row in beliefs:
            _print_beliefs(*row)
    # After the results are printed: a full disk must not lose them.
    if args.plot is not None:
        plot_predictions(args.plot, [(f"{name}, {kind}", found) for name, kind, found in results])
        console().print(f"curves are in {args.plot}")
    return 0


def _load(
    names: list[str], only: str | None
) -> tuple[list[tuple[str, str, Path, Weights]], set[int]]:
    """Returns the policies of the models, and the games that any of them learnt from.

    Policies are tuples (model, kind, weight file, weights).
    """
    from cfggo.config import load_config
    from cfggo.policy.model_kinds import load_model
    from cfggo.policy.weights import KINDS
    from cfggo.resources import WEIGHTS_SUFFIX, find_weights

    policies = []
    seen: set[int] = set()
    models = {}
    for name in names:
        if Path(name).suffix == WEIGHTS_SUFFIX:
            files = dict.fromkeys(KINDS, find_weights(name))
        else:
            policy = load_config(name).policy
            files = {"tree": find_weights(policy.tree), "playout": find_weights(policy.playout)}
        for kind, file in files.items():
            if file not in models:
                models[file] = load_model(file)
            model = models[file]
            seen.update(model.games.tolist())
            if kind in model.policies and only in (None, kind):
                weights = model.policies[kind]
                policies.append((name, kind, file, weights))
                if weights.beliefs is not None:
                    policies.append((name, _BY_MEAN, file, weights))
    if not policies:
        raise CfggoError(f"no {only} policy in {', '.join(names)}")
    return policies, seen


def _read(args: argparse.Namespace, seen: set[int]) -> list[GameRecord]:
    """Returns the records to evaluate on."""
    left_out = reasons_to_leave_out(args.split, seen)
    records, dropped = read_chosen_records([args.records], args, left_out)
    if not records:
        raise no_games(f"{args.records}: no games to predict", args.size, dropped)
    return records[: args.games] if args.games else records


def _as_json(name: str, kind: str, prediction: Prediction) -> dict[str, Any]:
    return {
        "name": name,
        "policy": kind,
        "positions": prediction.positions,
        "left_out": prediction.left_out,
        "top": _rounded(prediction.top),
        "first_rank_interval": _rounded(prediction.top_intervals[0]),
        "top_intervals": [_rounded(interval) for interval in prediction.top_intervals],
        "mean_log_likelihood": round(prediction.mean_log_likelihood, 5),
        "log_likelihood_by_phase": _rounded(prediction.phases),
        "log_likelihood_intervals": [_rounded(row) for row in prediction.phase_intervals],
        "calibration": _calibration_as_json(prediction.calibration),
    }


def _calibration_as_json(found: Calibration) -> dict[str, Any]:
    from cfggo.measuring.calibration import EDGES

    bins = [
        {
            "from": float(EDGES[i]),
            "to": float(EDGES[i + 1]),
            "candidates": int(found.candidates[i]),
            "predicted": _rounded([found.predicted[i]])[0],
            "observed": _rounded([found.observed[i]])[0],
            "interval": _rounded(found.intervals[i]),
        }
        for i in range(len(found.candidates))
    ]
    return {"error": round(found.error, 5), "bins": bins}


def _beliefs_as_json(name: str, found: BeliefEvaluation) -> dict[str, Any]:
    from cfggo.ranking.evaluation import EXPECTED, PAIRS, PREFERRED

    pairs = {
        words: [
            {
                "pairs": int(tenth[PAIRS]),
                "predicted": _rounded([tenth[EXPECTED] / max(tenth[PAIRS], 1)])[0],
                "observed": _rounded([tenth[PREFERRED] / max(tenth[PAIRS], 1)])[0],
            }
            for tenth in tenths
        ]
        for words, tenths in zip(("by_share", "by_value"), found.pairs, strict=True)
    }
    return {
        "name": name,
        "pairs": pairs,
        "moves_by_phase_and_template": found.templates.tolist(),
        "within_1_5_10_by_template": [_rounded(row) for row in found.within],
    }


def _rounded(values: Iterable[float]) -> list[float | None]:
    """Returns the values as JSON can hold them, None for NaN."""
    return [None if math.isnan(value) else round(float(value), 5) for value in values]


def _print_table(n_games: int, results: list[tuple[str, str, Prediction]]) -> None:
    from rich.table import Table

    from cfggo.terminal import print_table

    title = f"{results[0][2].positions:,} moves of {n_games:,} games"
    table = Table(title=title, title_justify="left", box=None, pad_edge=False, padding=(0, 2, 0, 0))
    for heading in ("model", "policy"):
        table.add_column(heading)
    for heading in ("first", "95% interval", "first 5", "first 10", "log-likelihood"):
        table.add_column(heading, justify="right")
    for name, kind, prediction in results:
        low, high = prediction.top_intervals[0]
        table.add_row(
            _shown(name),
            kind,
            f"{prediction.top[0]:.1%}",
            f"{low:.1%} to {high:.1%}",
            f"{prediction.top[4]:.1%}",
            f"{prediction.top[9]:.1%}",
            f"{prediction.mean_log_likelihood:.3f}",
        )
    print_table(table)
    _print_calibration(results)


def _print_calibration(results: list[tuple[str, str, Prediction]]) -> None:
    import numpy as np
    from rich.table import Table

    from cfggo.measuring.calibration import EDGES
    from cfggo.terminal import print_table

    title = "\nmoves expected and played, by the policy's probability"
    table = Table(title=title, title_justify="left", box=None, pad_edge=False, padding=(0, 2, 0, 0))
    for heading in ("model", "policy"):
        table.add_column(heading)
    for heading in ("below 10%", "10% to 50%", "50% and more", "error"):
        table.add_column(heading, justify="right")
    parts = np.split(np.arange(len(EDGES) - 1), np.searchsorted(EDGES, (0.1, 0.5)))
    for name, kind, prediction in results:
        found = prediction.calibration
        expected, played = (
            [np.nansum((found.candidates * share)[part]) / prediction.positions for part in parts]
            for share in (found.predicted, found.observed)
        )
        cells = (f"{left:.1%}, {right:.1%}" for left, right in zip(expected, played, strict=True))
        table.add_row(_shown(name), kind, *cells, f"{found.error:.1%}")
    print_table(table)


def _print_beliefs(name: str, found: BeliefEvaluation) -> None:
    """Prints how beliefs do by the largest known pattern of the move played, and on pairs."""
    from rich.table import Table

    from cfggo.features.templates import TEMPLATE_WORDS
    from cfggo.ranking.evaluation import EXPECTED, PAIRS, PREFERRED, TENTHS
    from cfggo.terminal import print_table

    title = f"\n{_shown(name)}: moves played, by their largest known pattern, and ranks by mean"
    table = Table(title=title, title_justify="left", box=None, pad_edge=False, padding=(0, 2, 0, 0))
    headings = ("points", "moves", "of the first 30", "first", "first 5", "first 10")
    for heading in headings:
        table.add_column(heading, justify="right")
    moves, early = found.templates.sum(axis=0), found.templates[0]
    for template, points in enumerate(TEMPLATE_WORDS):
        if moves[template]:
            shares = (
                moves[template] / moves.sum(),
                early[template] / max(early.sum(), 1),
                *found.within[template],
            )
            table.add_row(points, *(f"{share:.1%}" for share in shares))
    print_table(table)
    title = (
        f"\n{_shown(name)}: the move played and another one, predicted and observed to be the "
        "first of the pair"
    )
    table = Table(title=title, title_justify="left", box=None, pad_edge=False, padding=(0, 2, 0, 0))
    for heading in ("predicted", *("by their shares of probability", "by their values alone")):
        table.add_column(heading, justify="right")
    for tenth in range(TENTHS):
        cells = (
            f"{of_pairs[tenth, EXPECTED] / max(of_pairs[tenth, PAIRS], 1):.1%}, "
            f"{of_pairs[tenth, PREFERRED] / max(of_pairs[tenth, PAIRS], 1):.1%}"
            for of_pairs in found.pairs
        )
        table.add_row(f"{10 * tenth}% to {10 * tenth + 10}%", *cells)
    print_table(table)


def _shown(name: str) -> str:
    """Returns a model's name as tables have it: that of a file without folder and suffix."""
    from cfggo.resources import WEIGHTS_SUFFIX

    return Path(name).stem if name.endswith(WEIGHTS_SUFFIX) else name
