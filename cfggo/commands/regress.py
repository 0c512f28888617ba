"""cfggo regress: how many test positions a program solves."""

import argparse
import json
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from cfggo.base.errors import CfggoError
from cfggo.base.terminal import progress, table_to_text
from cfggo.commands.arguments import count, patience, refuse, whole_number
from cfggo.commands.engine_options import compile_with_progress
from cfggo.commands.parser import Parser
from cfggo.commands.solver import SOLVER_OPTIONS, add_solver_options
from cfggo.match.playing.ranges import DEFAULT_PATIENCE
from cfggo.records.archives import printable

if TYPE_CHECKING:
    from cfggo.match.playing.regression import Outcome

_PROBLEM_OPTIONS = ("split", "first", *SOLVER_OPTIONS)
"""Options for problems alone; None or False if not given."""

DESCRIPTION = """\
Puts the questions of test files to a GTP program and tells how many it answers as
expected. A test file has GTP commands; the expected answer stands below each question:

  # Black catches the cutting stone in a net.
  loadsgf net.sgf
  10 reg_genmove b
  #? [E5|F5]

The brackets hold a regular expression; ! in front means any other answer, * behind
them a test that is known to fail. The program is started anew for each file, and
written as in `cfggo match`.

The exit code is 1 if the program fails a test that is not known to fail.

Files of problems (JSON lines, or SGF with marked solutions) can be given instead. Each is put on
the board within a frame of living stones, and the share solved is shown by kind and level; the
exit code is 0, however many are solved, or 2 if the program ended before the last. The engine
`solve` is `cfggo solve`, which also proves and always has a frame; settings may follow it, such
as solve:playouts=5000."""

EXAMPLES = """\
examples:
  the engine as it comes          cfggo regress tests/regression/*.tst
  ten times as many playouts      cfggo regress tests/regression/*.tst --engine cfggo:playouts=10000
  another program                 cfggo regress tests/regression/ko.tst --engine gnugo:10
  problems                        cfggo regress problems.jsonl --split test --engine gnugo:10
  with proofs                     cfggo regress problems.jsonl --split test --engine solve"""


def add_options(parser: Parser) -> None:
    """Adds the command's options."""
    parser.add_argument(
        "files", nargs="+", type=Path, metavar="FILE", help="test files (.tst), or problems"
    )
    parser.add_argument(
        "--engine", default="cfggo", metavar="PROGRAM", help="program to test (default cfggo)"
    )
    parser.add_argument(
        "--seed", type=whole_number, default=1, metavar="N", help="the program's seed (default 1)"
    )
    parser.add_argument(
        "--patience",
        type=patience,
        default=DEFAULT_PATIENCE,
        metavar="S",
        help="seconds without an answer after which the program counts as hanging "
        f"(default {DEFAULT_PATIENCE:g})",
    )
    problems = parser.add_argument_group("problems")
    problems.add_argument(
        "--split",
        choices=("training", "validation", "test", "all"),
        help="which of the problems, by a hash of the position (default all)",
    )
    problems.add_argument("--first", type=count, metavar="N", help="only N of them, a sample")
    add_solver_options(problems, "of the engine `solve`: ")
    parser.add_argument("--json", action="store_true", help="print the result as one JSON object")


def run(args: argparse.Namespace) -> int:
    """Asks all questions and prints the shares solved and what was not, also when interrupted."""
    if _are_problems(args.files):
        from cfggo.commands.problem_regress import regress_problems

        return regress_problems(args)
    refuse(args, _PROBLEM_OPTIONS, "for test files, which are no problems")
    from cfggo.match.playing.client import GtpClient, ProgramDied
    from cfggo.match.playing.programs import parse_program, program_digests
    from cfggo.match.playing.regression import read_test_file, run_test_file

    program = parse_program(args.engine)
    n_tests = sum(bool(s.expectation) for file in args.files for s in read_test_file(file))
    if not n_tests:
        raise CfggoError(f"{args.files[0]}: has no tests: no line begins with #?")
    if program_digests(args.engine):
        compile_with_progress()
    outcomes: list[Outcome] = []
    try:
        with progress("testing", n_tests, "tests") as advance:
            for number, file in enumerate(args.files, 1):
                try:
                    client = GtpClient(program.command(args.seed, number, 0))
                except ProgramDied as error:
                    raise CfggoError(f"{args.engine}: {error}") from error
                with client:
                    for outcome in run_test_file(file, client, args.patience):
                        outcomes.append(outcome)
                        advance(1)
    finally:
        if outcomes and args.json:
            print(json.dumps({"engine": args.engine, "seed": args.seed, **_to_json(outcomes)}))
        elif outcomes:
            print(_to_text(outcomes))
    return int(any(not outcome.solved and not outcome.known_to_fail for outcome in outcomes))


def _are_problems(files: Sequence[Path]) -> bool:
    """Tells whether files are problems and no tests in GTP commands. Raises CfggoError for both."""
    tests = [file for file in files if file.suffix.lower() == ".tst"]
    if tests and len(tests) < len(files):
        raise CfggoError(f"{tests[0]}: test files and problems can't be mixed")
    return not tests


def _share(outcomes: Sequence["Outcome"]) -> dict[str, Any]:
    solved = sum(outcome.solved for outcome in outcomes)
    return {"tests": len(outcomes), "solved": solved, "share": solved / len(outcomes)}


def _by_file(outcomes: Sequence["Outcome"]) -> dict[Path, list["Outcome"]]:
    files: dict[Path, list[Outcome]] = {}
    for outcome in outcomes:
        files.setdefault(outcome.file, []).append(outcome)
    return files


def _to_json(outcomes: Sequence["Outcome"]) -> dict[str, Any]:
    """Returns the shares of all files and of each, and every answer."""
    return {
        **_share(outcomes),
        "files": {str(file): _share(group) for file, group in _by_file(outcomes).items()},
        "answers": [
            {
                "file": str(outcome.file),
                "id": outcome.step.id,
                "title": outcome.step.title,
                "expected": str(outcome.expectation),
                "answer": outcome.answer,
                "solved": outcome.solved,
                "known_to_fail": outcome.known_to_fail,
                "seconds": round(outcome.seconds, 3),
            }
            for outcome in outcomes
        ],
    }


def _to_text(outcomes: Sequence["Outcome"]) -> str:
    """Returns the shares as a table, what was not solved, and what was against expectation."""
    groups = [(printable(file.name), group) for file, group in _by_file(outcomes).items()]
    rows = []
    for name, group in [*groups, ("all", outcomes)]:
        share = _share(group)
        rows.append([name, str(share["tests"]), str(share["solved"]), f"{share['share']:.0%}"])
    lines = [table_to_text(["file", "tests", "solved", "share"], rows)]
    missed = [outcome for outcome in outcomes if not outcome.solved]
    surprises = [outcome for outcome in outcomes if outcome.solved and outcome.known_to_fail]
    for heading, group in (
        ("not solved (* known to fail):", missed),
        ("solved, though known to fail:", surprises),
    ):
        if group:
            lines += ["", heading, *map(_line, group)]
    return "\n".join(lines)


def _line(outcome: "Outcome") -> str:
    """Returns a test with its answer as a line to read."""
    step = outcome.step
    return (
        f"{'*' if outcome.known_to_fail else ' '} {printable(outcome.file.name)}:{step.line}  "
        f"{outcome.answer or 'no answer'}, expected {outcome.expectation}: {step.title}"
    )
