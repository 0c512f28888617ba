"""`cfggo regress` for files of problems: the share that a program solves."""

import argparse
import json
from collections.abc import Iterator, Sequence
from time import monotonic
from typing import Any

from cfggo.base.errors import CfggoError
from cfggo.base.terminal import progress, table_to_text
from cfggo.commands.arguments import refuse
from cfggo.commands.engine_options import compile_with_progress
from cfggo.commands.problem_options import read_chosen_problems
from cfggo.commands.record_options import reasons_to_leave_out
from cfggo.commands.solver import SOLVER_OPTIONS, UNUSED, Solver
from cfggo.config import DEFAULT_PRESET, load_config
from cfggo.go.points import format_vertex
from cfggo.match.playing.client import GtpClient, ProgramDied, ProgramError
from cfggo.match.playing.problems import ProblemOutcome, run_problems, shares
from cfggo.match.playing.programs import parse_program, program_digests
from cfggo.models.tsumego.problem import Problem
from cfggo.records.archives import printable

SOLVER = "solve"
"""The program that stands for `cfggo solve`."""


def regress_problems(args: argparse.Namespace) -> int:
    """Puts problems to a program and prints the shares solved, also when interrupted.

    Raises CfggoError, after that, if the program ended before it had answered them all.
    """
    solver = _solver(args)
    split = "unseen" if args.split in (None, "all") else args.split
    problems, left_out = read_chosen_problems(args.files, reasons_to_leave_out(split, ()))
    problems = problems[: args.first]
    outcomes: list[ProblemOutcome] = []
    try:
        with progress("testing", len(problems), "problems") as advance:
            found = _solved(solver, problems) if solver else _answered(args, problems)
            for outcome in found:
                outcomes.append(outcome)
                advance(1)
    finally:
        if outcomes and args.json:
            print(json.dumps(_to_json(args, solver, outcomes, left_out)))
        elif outcomes:
            print(_to_text(outcomes))
    return 0


def _solver(args: argparse.Namespace) -> Solver | None:
    """Returns what solves the problems if that is `cfggo solve`; None for another program.

    Raises CfggoError for options and settings that have no meaning, and if it can't be made.
    """
    name, _, overrides = args.engine.partition(":")
    if name != SOLVER:
        refuse(args, SOLVER_OPTIONS, f"without --engine {SOLVER}")
        return None
    config = load_config(DEFAULT_PRESET)
    if overrides:
        config = config.with_overrides(overrides)
    for key in sorted(config.given):
        if key in UNUSED:
            raise CfggoError(
                f"{args.engine}: {key} has no meaning: problems are solved by playouts, with one "
                "thread, at full strength"
            )
    return Solver(
        config,
        nodes=args.nodes,
        playouts=config.search.playouts if "playouts" in config.given else None,
        ranker=args.ranker,
        no_ranker=args.no_ranker,
        seed=args.seed if config.play.seed is None else config.play.seed,
    )


def _answered(args: argparse.Namespace, problems: Sequence[Problem]) -> Iterator[ProblemOutcome]:
    """Yields what a program makes of the problems.

    Raises CfggoError if it can't be started, or ends before it has answered them all.
    """
    program = parse_program(args.engine)
    if program_digests(args.engine):
        compile_with_progress()
    try:
        client = GtpClient(program.command(args.seed, 1, 0))
    except ProgramDied as error:
        raise CfggoError(f"{args.engine}: {error}") from error
    n_put = 0
    with client:
        try:
            for outcome in run_problems(problems, client, args.patience):
                n_put += 1
                yield outcome
        except ProgramError as error:
            raise CfggoError(
                f"{args.engine}: {error} at problem {n_put:,}; "
                f"the {len(problems) - n_put:,} after it were not put to it"
            ) from error


def _solved(solver: Solver, problems: Sequence[Problem]) -> Iterator[ProblemOutcome]:
    """Yields what `cfggo solve` makes of the problems."""
    if solver.playouts:
        solver.engine()  # loaded before the clock starts
    for problem in problems:
        started = monotonic()
        solution = solver.solve(problem)
        first = next(iter(solution.moves), None)
        yield ProblemOutcome(
            problem,
            format_vertex(first.point) if first else "no move",
            first is not None and first.point in problem.solutions,
            monotonic() - started,
        )


def _to_json(
    args: argparse.Namespace,
    solver: Solver | None,
    outcomes: Sequence[ProblemOutcome],
    left_out: dict[str, int],
) -> dict[str, Any]:
    """Returns the shares and every answer; solver: None if another program gave them."""
    return {
        "engine": args.engine,
        "seed": args.seed,
        "split": args.split or "all",
        **(
            {"nodes": solver.nodes, "playouts": solver.playouts, "ranker": solver.ranker}
            if solver
            else {}
        ),
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
        "left_out": left_out,
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


def _to_text(outcomes: Sequence[ProblemOutcome]) -> str:
    """Returns the shares as a table."""
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
