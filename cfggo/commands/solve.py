"""cfggo solve: who lives, by which move, and what refutes the others."""

import argparse
import json
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from cfggo.base.errors import CfggoError
from cfggo.base.files import save_file
from cfggo.base.terminal import progress
from cfggo.base.words import counted
from cfggo.commands.arguments import count, whole_number
from cfggo.commands.engine_options import add_config, engine_settings
from cfggo.commands.parser import Parser
from cfggo.commands.problem_options import read_chosen_problems
from cfggo.commands.searching import collected_interrupts
from cfggo.commands.solver import UNUSED, Solver, add_solver_options
from cfggo.go.points import BLACK, WHITE, format_vertex
from cfggo.records.archives import printable

if TYPE_CHECKING:
    from cfggo.models.tsumego.problem import Problem
    from cfggo.study.solving.solution import Solution

DESCRIPTION = """\
Solves problems of life and death: says who lives and by which move, and what refutes
the other tempting moves.

Problems come from SGF files, folders and archives of them, and files of JSON lines. An
SGF file needs no marked solution. With few free points the answer is proved: alive, dead
or ko. With many, a search in a frame of living stones says how sure it is."""

EXAMPLES = """\
examples:
  one problem                     cfggo solve problem.sgf
  with variations, for Sabaki     cfggo solve problem.sgf --out solved.sgf
  a collection                    cfggo solve problems.jsonl --out solved/
  longer proofs, longer searches  cfggo solve problem.sgf --nodes 5000000 --playouts 20000
  proofs only                     cfggo solve problem.sgf --playouts 0"""

_WRONG_SHOWN = 5


def add_options(parser: Parser) -> None:
    """Adds the command's options."""
    parser.add_argument(
        "problems",
        nargs="+",
        type=Path,
        metavar="PROBLEMS",
        help="SGF files, folders or archives of them, or files of JSON lines",
    )
    add_solver_options(parser)
    parser.add_argument(
        "--playouts",
        type=whole_number,
        default=None,
        metavar="N",
        help="of the search where nothing is proved (default: of the configuration, 1000 if that "
        "searches by time; 0: no search)",
    )
    parser.add_argument(
        "--attacker",
        choices=("black", "white"),
        help="the side that encloses the other (default: by who is seen from outside)",
    )
    parser.add_argument("--first", type=count, metavar="N", help="solve only the first N problems")
    parser.add_argument(
        "--wrong",
        type=whole_number,
        default=_WRONG_SHOWN,
        metavar="N",
        help=f"wrong moves that are refuted (default {_WRONG_SHOWN})",
    )
    add_config(parser)
    parser.add_argument("--seed", type=whole_number, default=1, metavar="N", help="of the search")
    parser.add_argument(
        "--out",
        type=Path,
        metavar="FILE-or-FOLDER",
        help="write SGF with variations: a file for one problem, a folder for several",
    )
    parser.add_argument("--json", action="store_true", help="print the result as one JSON object")


def run(args: argparse.Namespace) -> int:
    """Solves all problems and prints what was found, also when interrupted."""
    config = engine_settings(args, unused={"seed", *UNUSED})
    problems, left_out = read_chosen_problems(
        args.problems, _no_life_and_death, need_solutions=False, sort=False
    )
    problems = problems[: args.first]
    _check_out(args.out, args.problems, len(problems))
    solver = Solver(
        config,
        nodes=args.nodes,
        playouts=args.playouts,
        ranker=args.ranker,
        no_ranker=args.no_ranker,
        seed=args.seed,
    )
    attacker = {None: None, "black": BLACK, "white": WHITE}[args.attacker]
    solutions: list[Solution] = []
    not_written: CfggoError | None = None
    interrupts: list[int] = []
    with (
        collected_interrupts(interrupts),
        progress("solving", len(problems), "problems") as advance,
    ):
        for problem in problems:
            solution = solver.solve(problem, attacker=attacker, stop=lambda: bool(interrupts))
            if interrupts and len(problems) > 1:
                break
            solutions.append(solution)
            advance(1)
            if args.out is not None:
                try:
                    _write(args.out, solution, len(problems), args.wrong)
                except CfggoError as error:
                    not_written = error  # what was found is printed first
                    break
    if args.json:
        print(json.dumps({"problems": [*map(_to_json, solutions)], "left_out": left_out}))
    else:
        print("\n\n".join(_to_text(solution, args.wrong) for solution in solutions))
        if len(problems) > 1:
            print("\n" + _summary(solutions))
    if not_written is not None:
        raise not_written
    if interrupts:
        raise KeyboardInterrupt
    return 0


def _is_folder(out: Path, n_problems: int) -> bool:
    """Tells whether solutions are written to a folder, and not to one file."""
    return n_problems > 1 or out.suffix.lower() != ".sgf"


def _check_out(out: Path | None, problems: Sequence[Path], n_problems: int) -> None:
    """Raises CfggoError if the solutions can't, or may not, be written there."""
    if out is None:
        return
    if not _is_folder(out, n_problems):
        _check_out_file(out, problems)
    elif out.exists() and not out.is_dir():
        if n_problems == 1:
            raise CfggoError(f"{out}: a solution is SGF, so its name must end with .sgf")
        raise CfggoError(f"{out}: several solutions need a folder, and this is a file")
    elif out.suffix.lower() == ".sgf" and not out.exists():
        raise CfggoError(f"{out}: {n_problems:,} solutions need a folder; this is a file's name")


def _check_out_file(out: Path, problems: Sequence[Path]) -> None:
    """Raises CfggoError if a solution can't, or may not, be written to this file."""
    from cfggo.study.solving.solution_sgf import is_solution

    if out.is_dir():
        raise CfggoError(f"{out}: is a folder, and one solution needs a file's name")
    if not out.parent.is_dir():
        raise CfggoError(f"{out}: no folder {out.parent}")
    if out.is_file():
        if any(path.exists() and out.samefile(path) for path in problems):
            raise CfggoError(f"{out}: is the problem itself; its solution needs another name")
        if not is_solution(out.read_bytes()):
            raise CfggoError(f"{out}: not overwritten, for it is no solution of `cfggo solve`")


def _write(out: Path, solution: "Solution", n_problems: int, most_wrong: int) -> None:
    """Writes a solution. Raises CfggoError if it can't be written."""
    from cfggo.study.solving.solution_sgf import solution_to_sgf

    is_folder = _is_folder(out, n_problems)
    path = out / _file_name(solution.problem) if is_folder else out
    save_file(path, solution_to_sgf(solution, most_wrong), folders=is_folder)


def _file_name(problem: "Problem") -> str:
    """Returns a name that no other problem has."""
    stem = "".join(c if c.isalnum() else "-" for c in Path(problem.name).stem)[:60]
    return f"{stem}-{problem.short_digest:08x}.sgf"


def _to_text(solution: "Solution", most_wrong: int) -> str:
    """Returns a problem and its solution: the stones and their surroundings, then words."""
    from cfggo.study.solving.picture import problem_diagram
    from cfggo.study.solving.solution_words import NAMES, solution_text

    problem = solution.problem
    heading = f"{printable(problem.name)}: {NAMES[problem.to_play]} to play"
    return "\n".join((heading, problem_diagram(problem), solution_text(solution, most_wrong)))


def _no_life_and_death(problem: "Problem") -> str | None:
    """Returns why a problem can't be solved in a frame, or None."""
    return None if problem.komi is None else "position of a whole game"


def _is_right(solution: "Solution") -> bool:
    """Tells whether the solution agrees with the collection's."""
    return bool(solution.right) and solution.right[0].point in solution.problem.solutions


def _summary(solutions: "list[Solution]") -> str:
    """Returns how many problems were proved, and how many agree with the collection."""
    proved = sum(solution.is_proved for solution in solutions)
    marked = [solution for solution in solutions if solution.problem.solutions]
    text = f"{counted(len(solutions), 'problem')}, {proved:,} of them proved"
    if marked:
        right = sum(map(_is_right, marked))
        text += f"; {right:,} of {len(marked):,} as their collection has it"
    return text + "."


def _to_json(solution: "Solution") -> dict[str, Any]:
    from cfggo.study.solving.solution_words import NAMES, verdict_words

    problem = solution.problem
    return {
        "name": problem.name,
        "to_play": NAMES[problem.to_play].lower(),
        "attacker": NAMES[solution.framed.attacker].lower() if solution.framed else None,
        "result": solution.result.value,
        "proved": solution.is_proved,
        "verdict": verdict_words(solution),
        "if_opponent_first": solution.settled.value,
        "agrees": _is_right(solution) if problem.solutions else None,
        "nodes": solution.nodes,
        "playouts": solution.playouts,
        "moves": [
            {
                "move": format_vertex(move.point),
                "result": move.result.value,
                "proved": move.proved,
                "winrate": None if move.winrate is None else round(move.winrate, 4),
                "line": [format_vertex(point) for point in move.line],
            }
            for move in solution.moves
        ],
    }
