"""cfggo paper: the claims of the papers, and what each comes to here."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

from cfggo.base.errors import CfggoError
from cfggo.base.terminal import duration_to_text, print_table, say
from cfggo.base.words import did_you_mean
from cfggo.commands.arguments import board_size, folder, refuse
from cfggo.commands.parser import Parser

if TYPE_CHECKING:
    from cfggo.papers.claim import Claim, Paper

DESCRIPTION = """\
Tries the claims of the five papers that this program is made from (docs/papers.md). Without
--claim it lists them.

A claim's table (table.md, table.json) and figure (figure.svg, figure.png) have what came out here,
with 95% intervals, beside the paper's values. A sentence of the claim holds if the interval of its
effect is above 0, and does not hold if it is below 0; with 0 inside there are too few to say.

The small form takes minutes and says what differs from the paper. The full form is that of
docs/papers.md and takes hours. Ctrl-C stops; the same command goes on. Where nothing was compiled
yet, that adds some minutes."""

EXAMPLES = """\
examples:
  all claims                       cfggo paper
  games against GNU Go, quickly    cfggo paper 000 --claim table-1
  the published run                cfggo paper 000 --claim table-1 --full
  with records of your own         cfggo paper 000 --claim figures-6-7 --records games.tar.xz"""


def add_options(parser: Parser) -> None:
    """Adds the command's options."""
    parser.add_argument("paper", nargs="?", metavar="PAPER", help="its number, such as 000")
    parser.add_argument("--claim", metavar="NAME", help="try this claim, such as table-1")
    form = parser.add_mutually_exclusive_group()
    form.add_argument("--small", action="store_true", help="in minutes (default)")
    form.add_argument("--full", action="store_true", help="as published, in hours")
    parser.add_argument(
        "--records",
        type=Path,
        metavar="PATH",
        help="your games or problems, in place of those that it makes itself",
    )
    parser.add_argument(
        "--size", type=board_size, metavar="N", help="board of the games of --records (default 19)"
    )
    parser.add_argument(
        "--out",
        type=folder,
        metavar="DIR",
        help="folder for all that comes of it (default papers/PAPER-CLAIM-FORM)",
    )


def run(args: argparse.Namespace) -> int:
    """Lists the claims, or tries one."""
    from cfggo.papers.papers import PAPERS

    if args.paper not in (None, *PAPERS):
        raise CfggoError(f"unknown paper {args.paper!r}; {did_you_mean(args.paper, PAPERS)}")
    if args.claim is None:
        refuse(args, ("small", "full", "records", "size", "out"), "without --claim")
        for number in [args.paper] if args.paper else PAPERS:
            _list(number, PAPERS[number])
        return 0
    if args.paper is None:
        raise CfggoError(f"--claim needs a paper, as in: cfggo paper 000 --claim {args.claim}")
    claims = {claim.name: claim for claim in PAPERS[args.paper].claims}
    if args.claim not in claims:
        advice = did_you_mean(args.claim, claims)
        raise CfggoError(f"paper {args.paper} has no claim {args.claim!r}; {advice}")
    if args.records is None:
        refuse(args, ("size",), "without --records")
    _try(args, claims[args.claim])
    return 0


def _list(number: str, paper: Paper) -> None:
    """Prints the claims of a paper."""
    cited, title, claims = paper
    rows = []
    for claim in claims:
        minutes = (sum(step.minutes for step in form.steps) for form in (claim.small, claim.full))
        rows.append([claim.name, claim.title, *(duration_to_text(60 * n) for n in minutes)])
    columns = ("claim", "what is measured", "small", "full")
    print_table(f"\n{number}  {cited}: {title}", columns, rows, left=(0, 1))


def _try(args: argparse.Namespace, claim: Claim) -> None:
    """Runs a claim and prints its table."""
    from cfggo.papers.running import FIGURES, Run, about, cells, heads, measure, sentence

    form = claim.full if args.full else claim.small
    run = Run(args.paper, claim, form, args.out, args.records, args.size or 19)
    run = run._replace(out=args.out or Path("papers") / run.name)
    result = measure(run)
    title = "\n".join([claim.title, "", *about(run), ""])
    print_table(title, heads(claim), [cells(claim, row) for row in result.rows])
    print("\n".join(["", *(sentence(claim, statement) for statement in result.statements)]))
    files = f"table.md, table.json, {' and '.join(FIGURES)} are in {run.out}"
    say(files)
