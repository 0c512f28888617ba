"""cfggo evaluate: how well models predict the moves of game records."""

from __future__ import annotations

import argparse
import shlex
from pathlib import Path

from cfggo.base.errors import CfggoError
from cfggo.commands.arguments import count, refuse, whole_number
from cfggo.commands.evaluated_moves import study_games
from cfggo.commands.evaluated_predictions import evaluate_predictions, load_policies
from cfggo.commands.evaluated_problems import evaluate_problems
from cfggo.commands.record_options import RECORD_OPTIONS, add_record_options

_DESCRIPTION = """\
Measures how well models predict the moves of game records: the share of moves ranked first,
within the first 5 and the first 10, and the mean log-likelihood, for the tree policy and the
playout policy of each model; and how well each policy is calibrated: how many of the moves it
expects among candidates that it thinks unlikely or likely, and how many were played there. The
error of its calibration is the share of the moves that are not where it expects them, in 16
bins of probability that --json lists.

A model is the name of a preset or of shipped weights, or a weight file. Games that any of the
models learnt from are left out. Intervals are 95% confidence intervals, with whole games as
samples. With several models a second table says by how much each differs from the first, on the
same moves: such an interval is narrower, because a game that is hard is hard for both.

Of problems (JSON lines, or SGF with --as-problems) it measures how often a solution is ranked first
among all local moves, within the first 5, and first among a few, for models of local moves, graph
kernels and tree policies."""

_EXAMPLES = """\
examples:
  two presets side by side       cfggo evaluate cfg-full baseline games.tar.xz
  is mine better, by how much    cfggo evaluate expert my.weights records/
  for a program to read          cfggo evaluate my.weights records/ --json
  how it predicts my own moves   cfggo evaluate expert records/ --player me
  only games of the test split   cfggo evaluate my.weights records/ --split test
  a game, move by move           cfggo evaluate ranking.weights GAME.sgf --moves
  who owns the points of endings
      cfggo evaluate territory.weights endings/ --size 9 --policy territory --playouts 500
  moves of problems              cfggo evaluate tsumego cfggo problems.jsonl.gz --split test
  curves of two models           cfggo evaluate cfg-full my.weights records/ --plot curves.svg"""

_OF_PROBLEMS = ("candidates", "seed")
_NO_MEANING = {
    "for games": ("playouts", "gnugo"),
    "with --moves": (
        "policy",
        "split",
        "playouts",
        "gnugo",
        "candidates",
        "plot",
        "threads",
        "seed",
    ),
    "for problems": ("policy", "moves", "playouts", "gnugo", "plot", "threads", *RECORD_OPTIONS),
    "with --policy territory": (
        "moves",
        "as_problems",
        "candidates",
        "plot",
        "threads",
        "seed",
        "player",
    ),
}
"""Options that have no meaning for what is evaluated."""


def add_parser(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Adds the command's parser."""
    parser = subparsers.add_parser(
        "evaluate",
        help="measure how well models predict moves",
        description=_DESCRIPTION,
        epilog=_EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument(
        "models",
        nargs="+",
        metavar="MODEL",
        help="name of a preset or of shipped weights (a name that both have is the preset's), or "
        "weight file",
    )
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
        help="instead, what the pattern beliefs of one model say of each move (docs/models.md)",
    )
    parser.add_argument(
        "--as-problems",
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
        type=whole_number,
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
    refuse(args, _NO_MEANING[what], what)
    if what == "for games":
        refuse(args, _OF_PROBLEMS, f"{what}; --as-problems says that these are problems")
    args.split = args.split or "unseen"


def _check_order(args: argparse.Namespace) -> None:
    """Raises CfggoError if the records are no records, but a model: they come last."""
    models = [name for name in (*args.models, args.records) if _is_model(name)]
    if args.records in models:
        records = [name for name in args.models if name not in models] or ["records/"]
        meant = shlex.join(["cfggo", "evaluate", *models, *records])
        raise CfggoError(
            f"{args.records!r} is a model, and records come last; did you mean {meant}?"
        )


def _is_model(name: str) -> bool:
    """Tells whether a word names a preset or weights, and nothing else."""
    from cfggo.base.resources import CONFIG_SUFFIX, WEIGHTS_SUFFIX, preset_names, weights_names

    known = name in (*preset_names(), *weights_names()) and not Path(name).exists()
    return known or Path(name).suffix in (CONFIG_SUFFIX, WEIGHTS_SUFFIX)


def run(args: argparse.Namespace) -> int:
    """Evaluates the models and prints the results."""
    _check_order(args)
    args.models = list(dict.fromkeys(args.models))
    if args.policy == "territory":
        _check_options(args, "with --policy territory")
        from cfggo.commands.evaluated_owners import evaluate_owners

        evaluate_owners(args)
        return 0
    if args.size is None:
        raise CfggoError("--size any is for --policy territory")
    from cfggo.base.plotting import require_plot
    from cfggo.models.tsumego.collections import is_problem_file

    if args.as_problems or is_problem_file(args.records):
        _check_options(args, "for problems")
        evaluate_problems(args)
        return 0
    _check_options(args, "with --moves" if args.moves else "for games")
    if args.plot is not None:
        require_plot(args.plot)
    policies, seen = load_policies(args.models, args.policy)
    if args.moves:
        study_games(args, policies, seen)
    else:
        evaluate_predictions(args, policies, seen)
    return 0
