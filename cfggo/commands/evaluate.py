"""cfggo evaluate: how good models are at what they are for."""

from __future__ import annotations

import argparse
import shlex
from pathlib import Path

from cfggo.base.errors import CfggoError
from cfggo.base.plotting import require_plot
from cfggo.base.resources import CONFIG_SUFFIX, WEIGHTS_SUFFIX, preset_names, weights_names
from cfggo.commands.arguments import count, whole_number
from cfggo.commands.parser import Parser, Part
from cfggo.commands.record_options import add_record_options

DESCRIPTION = """\
Measures how good models are, on games or problems that none of them learnt from. `cfggo
evaluate WHAT --help` has the options."""

EXAMPLES = """\
examples:
  two presets side by side       cfggo evaluate policy cfg-full baseline games.tar.xz
  is mine better, by how much    cfggo evaluate policy expert my.weights records/
  a game, move by move           cfggo evaluate moves ranking.weights GAME.sgf
  who owns the points            cfggo evaluate territory territory endings/ --size 9
  moves of problems              cfggo evaluate problems tsumego cfggo problems.jsonl.gz"""

_PARTS = {
    "policy": Part(
        "how well policies predict the moves of games",
        """\
Measures how well models predict the moves of game records: the share of moves ranked first,
within the first 5 and the first 10, and the mean log-likelihood, for the tree policy and the
playout policy of each model. Calibration tells whether moves are played as often as the policy
expects: its error is the share of moves in another of 16 bins of probability than expected
(--json lists the bins).

A model is the name of a preset or of shipped weights, or a weight file. Games that any of the
models learnt from are left out. Intervals are 95% confidence intervals, with whole games as
samples. With several models a second table has the difference of each to the first and to the one
before it, on the same moves, with a narrower interval, because a hard game is hard for both.""",
        """\
examples:
  is mine better, by how much    cfggo evaluate policy expert my.weights records/
  how it predicts my own moves   cfggo evaluate policy expert records/ --player me
  only games of the test split   cfggo evaluate policy my.weights records/ --split test
  curves of two models           cfggo evaluate policy cfg-full my.weights records/ \\
                                     --plot curves.svg""",
    ),
    "moves": Part(
        "what pattern beliefs say of each move of games",
        """\
Prints what the pattern beliefs of a model say of each move of game records
(docs/models.md).""",
        """\
examples:
  a game, move by move           cfggo evaluate moves ranking.weights GAME.sgf""",
    ),
    "territory": Part(
        "how often territory fields are wrong about who owns the points",
        """\
Measures how often territory fields are wrong about who owns the points of finished games with
their territory marked (docs/territory.md).""",
        """\
examples:
  beside a search and GNU Go     cfggo evaluate territory my.weights endings/ --size 9 \\
                                     --playouts 500 --gnugo""",
        ("--gnugo", "territory.weights"),
    ),
    "problems": Part(
        "how often models rank the solution of a problem first",
        """\
Measures how often a solution of a problem is ranked first among all local moves (of made problems:
among those inside the corner), within the first 5, and first among a few, by models of local moves,
graph kernels and tree policies (docs/tsumego.md). Problems are JSON lines or SGF.""",
        """\
examples:
  models side by side            cfggo evaluate problems tsumego cfggo problems.jsonl.gz
  problems of the test split     cfggo evaluate problems my.weights problems/ --split test""",
        (".jsonl", ".jsonl.gz"),
    ),
}


def add_options(parser: Parser) -> None:
    """Adds the command's options."""
    for subject, part in parser.add_parts(_PARTS).items():
        _add_options(part, subject)


def _add_options(parser: argparse.ArgumentParser, subject: str) -> None:
    """Adds the options of a part of the command."""
    is_of_policy, is_of_problems = subject == "policy", subject == "problems"
    unit = "problems" if is_of_problems else "games"
    parser.add_argument(
        "models",
        nargs=1 if subject == "moves" else "+",
        metavar="MODEL",
        help="weight file, or name of shipped weights or of a preset; a name that both have is "
        "the preset's",
    )
    parser.add_argument(
        "records",
        metavar=unit.upper() if is_of_problems else "RECORDS",
        help="JSON lines, SGF, or a folder of these"
        if is_of_problems
        else "folder, tar, zip or SGF file",
    )
    if subject != "moves":
        parser.add_argument(
            "--split",
            choices=("unseen", "validation", "test"),
            default="unseen",
            help=f"unseen: all {unit} that no model learnt from (default); or only those that "
            "training keeps for validation or for test",
        )
    parser.add_argument("--games", type=count, metavar="N", help=f"only N {unit}, always the same")
    if is_of_policy:
        parser.add_argument(
            "--policy", choices=("tree", "playout"), help="only this policy of each model"
        )
        parser.add_argument(
            "--plot",
            type=Path,
            metavar="FILE",
            help="draw the shares within the first 1..50, and the "
            "log-likelihood by phase of the game: .png, .svg or .pdf",
        )
        parser.add_argument("--threads", type=count, metavar="N", help="default: one for each core")
    if subject == "territory":
        parser.add_argument(
            "--playouts",
            type=count,
            metavar="N",
            help="also the owners in a search of N playouts, which some fields see",
        )
        parser.add_argument(
            "--gnugo", action="store_true", help="also the owners by GNU Go's dead stones"
        )
    if is_of_problems:
        parser.add_argument(
            "--seed",
            type=whole_number,
            default=1,
            metavar="N",
            help="for moves that a model ranks equal (default 1)",
        )
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    if not is_of_problems:
        is_territory = subject == "territory"
        add_record_options(parser, any_size=is_territory, players=not is_territory)


def _check_order(args: argparse.Namespace) -> None:
    """Raises CfggoError if the records are no records, but a model: they come last."""
    models = [name for name in (*args.models, args.records) if _is_model(name)]
    if args.records in models:
        records = [name for name in args.models if name not in models] or ["records/"]
        meant = shlex.join(["cfggo", "evaluate", args.subject, *models, *records])
        raise CfggoError(
            f"{args.records!r} is a model, and records come last; did you mean {meant}?"
        )


def _is_model(name: str) -> bool:
    """Tells whether a word names a preset or weights, and nothing else."""
    known = name in (*preset_names(), *weights_names()) and not Path(name).exists()
    return known or Path(name).suffix in (CONFIG_SUFFIX, WEIGHTS_SUFFIX)


def run(args: argparse.Namespace) -> int:
    """Evaluates the models and prints the results."""
    from cfggo.base.interrupts import compiling

    _check_order(args)
    args.models = list(dict.fromkeys(args.models))
    with compiling.told():
        _evaluate(args)
    return 0


def _evaluate(args: argparse.Namespace) -> None:
    """Evaluates the models by what is asked of them."""
    if args.subject == "territory":
        from cfggo.commands.evaluated_owners import evaluate_owners

        evaluate_owners(args)
        return
    if args.subject == "problems":
        from cfggo.commands.evaluated_problems import evaluate_problems

        evaluate_problems(args)
        return
    from cfggo.commands.evaluated_predictions import evaluate_predictions, load_policies
    from cfggo.models.tsumego.collections import is_problem_file

    if is_problem_file(args.records):
        raise CfggoError(f"{args.records}: problems; `cfggo evaluate problems` measures on them")
    if args.subject == "moves":
        from cfggo.commands.evaluated_moves import study_games

        study_games(args, *load_policies(args.models, None))
        return
    if args.plot is not None:
        require_plot(args.plot)
    evaluate_predictions(args, *load_policies(args.models, args.policy))
