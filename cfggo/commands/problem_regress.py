"""What `cfggo regress` does with files of problems: the share that a program solves."""

import argparse
import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from cfggo.errors import CfggoError

if TYPE_CHECKING:
    from cfggo.match.playing.problems import ProblemOutcome
    from cfggo.records.collection import DropReport
    from cfggo.tsumego.problem import Problem

SOLVER = "solve"
"""The program that stands for `cfggo solve`."""


def are_problems(files: Sequence[Path]) -> bool:
    """Tells whether files are problems and no tests in GTP commands. Raises CfggoError for both."""
    tests = [file for file in files if file.suffix.lower() == ".tst"]
    if tests and len(tests) < len(files):
        raise CfggoError(f"{tests[0]}: test files and problems can't be mixed")
    return not tests


def regress_problems(args: argparse.Namespace) -> int:
    """Puts problems to a program and prints the shares solved, also when interrupted."""
    from cfggo.records.collection import DropReport
    from cfggo.terminal import console, progress

    dropped = DropReport()
    problems = _chosen(args, dropped)
    outcomes: list[ProblemOutcome] = []
    try:
        with progress("testing", len(problems), "problems") as advance:
            for outcome in _outcomes(args, problems):
                outcomes.append(outcome)
                advance(1)
    finally:
        if outcomes and args.json:
            print(json.dumps(_to_json(args, outcomes, dropped)))
        elif outcomes:
            print(_to_text(outcomes))
        if dropped.reasons:
            console().print(f"left out: {dropped}", markup=False, soft_wrap=True)
    return 0


def _chosen(args: argparse.Namespace, dropped: "DropReport") -> "list[Problem]":
    """Returns the problems that were asked for. Raises CfggoError if there are none."""
    from cfggo.tsumego.collections import read_problems

    problems = list(read_problems(args.files, dropped))
    if args.split != "all":
        problems = [problem for problem in problems if problem.split.value == args.split]
    problems.sort(key=lambda problem: problem.digest)  # so that the first ones are a sample
    problems = problems[: args.first]
    if not problems:
        example = next(iter(dropped.examples.values()), "")
        raise CfggoError(f"{args.files[0]}: no problems to solve{'; ' if example else ''}{example}")
    return problems


def _outcomes(
    args: argparse.Namespace, problems: "Sequence[Problem]"
) -> "Iterator[ProblemOutcome]":
    """Yields what the program makes of the problems. Raises CfggoError if it can't be started."""
    if args.engine.partition(":")[0] == SOLVER:
        yield from _solved(args, problems)
        return
    from cfggo.match.playing.client import GtpClient, ProgramDied
    from cfggo.match.playing.problems import run_problems
    from cfggo.match.playing.programs import parse_program

    program = parse_program(args.engine)
    try:
        client = GtpClient(program.command(args.seed, 1, 0))
    except ProgramDied as error:
        raise CfggoError(f"{args.engine}: {error}") from error
    with client:
        yield from run_problems(problems, client, args.patience, framed=args.frame)


def _solved(args: argparse.Namespace, problems: "Sequence[Problem]") -> "Iterator[ProblemOutcome]":
    """Yields what `cfggo solve` makes of the problems."""
    from time import monotonic

    from cfggo.commands.searching import load_engine
    from cfggo.config import DEFAULT_PRESET, load_config
    from cfggo.go.points import format_vertex
    from cfggo.match.playing.problems import ProblemOutcome
    from cfggo.resources import find_weights
    from cfggo.solving.solving import NODES, solve
    from cfggo.tsumego.rankers import load_ranker_model

    overrides = args.engine.partition(":")[2]
    config = load_config(DEFAULT_PRESET)
    if overrides:
        config = config.with_overrides(overrides)
    engine = load_engine(config)
    ranker = load_ranker_model(find_weights(args.ranker)).ranker() if args.ranker else None
    for problem in problems:
        started = monotonic()
        solution = solve(
            problem,
            lambda: engine,
            nodes=NODES if args.nodes is None else args.nodes,
            playouts=config.search.playouts,
            seed=args.seed,
            ranker=ranker,
        )
        first = next(iter(solution.moves), None)
        yield ProblemOutcome(
            problem,
            format_vertex(first.point) if first else "no move",
            first is not None and first.point in problem.solutions,
            monotonic() - started,
        )


def _to_json(
    args: argparse.Namespace, outcomes: "Sequence[ProblemOutcome]", dropped: "DropReport"
) -> dict[str, Any]:
    """Returns the shares and every answer."""
    from cfggo.go.points import format_vertex
    from cfggo.match.playing.problems import shares

    return {
        "engine": args.engine,
        "seed": args.seed,
        "split": args.split,
        "framed": args.frame,
        "nodes": args.nodes,
        "ranker": args.ranker,
        "shares": {
            name: {
                "problems": share.problems,
                "solved": share.solved,
                "share": round(share.share, 4),
                "interval": [round(share.low, 4), round(share.high, 4)],
            }
            for name, share in shares(outcomes)
        },
        "seconds": round(sum(outcome.seconds for outcome in outcomes), 1),
        "left_out": dict(dropped.reasons),
        "answers": [
            {
                "problem": outcome.problem.name,
                "answer": outcome.answer,
                "expected": [format_vertex(point) for point in outcome.problem.solutions],
                "solved": outcome.solved,
            }
            for outcome in outcomes
        ],
    }


def _to_text(outcomes: "Sequence[ProblemOutcome]") -> str:
    """Returns the shares as a table."""
    from cfggo.match.playing.problems import shares
    from cfggo.records.archives import printable
    from cfggo.terminal import table_to_text

    rows = [
        [
            printable(name),
            f"{share.problems:,}",
            f"{share.solved:,}",
            f"{share.share:.1%}",
            f"{share.low:.1%} to {share.high:.1%}",
        ]
        for name, share in shares(outcomes)
    ]
    return table_to_text(["problems", "number", "solved", "share", "95% interval"], rows)
