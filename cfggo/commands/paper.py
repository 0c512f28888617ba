"""cfggo paper: the claims of the papers, and what each comes to here."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

from cfggo.base.errors import CfggoError
from cfggo.base.terminal import console, duration_to_text, new_table, print_table
from cfggo.commands.arguments import board_size, folder, refuse
from cfggo.commands.parser import Parser

if TYPE_CHECKING:
    from cfggo.papers.claim import Form

DESCRIPTION = """\
Tries the claims of the five papers that this program is made from (docs/papers.md). Without
--claim it lists them.

A claim's table (table.md, table.json) and figure (figure.svg, figure.png) have what came out here,
with 95% intervals, beside the paper's values, and say whether each sentence of the claim holds: if
the interval of its effect is above 0. If 0 is inside, there were too few games to say.

The small form takes minutes and says what differs from the paper. The full form is the one whose
results are in docs/papers.md, and takes hours. Ctrl-C stops; the same command goes on."""

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
        help="learn and test on these games or problems, not on ones that it makes itself",
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
    from cfggo.papers.papers import PAPERS, find_claim, find_paper

    papers = list(PAPERS.values()) if args.paper is None else [find_paper(args.paper)]
    if args.claim is None:
        refuse(args, ("small", "full", "records", "size", "out"), "without --claim")
        for paper in papers:
            table = new_table(f"\n{paper.number}  {paper.cited}: {paper.title}")
            for heading in ("claim", "what is measured", "small", "full"):
                table.add_column(
                    heading, justify="right" if heading in ("small", "full") else "left"
                )
            for claim in paper.claims:
                forms = map(_time_of, (claim.small, claim.full))
                table.add_row(claim.name, claim.title, *forms)
            print_table(table)
        return 0
    if args.paper is None:
        raise CfggoError(f"--claim needs a paper, as in: cfggo paper 000 --claim {args.claim}")
    if args.size is not None and args.records is None:
        refuse(args, ("size",), "without --records")
    claim = find_claim(papers[0], args.claim)

    from cfggo.papers.running import Run, about, cells, heads, measure, sentence

    name = f"{claim.paper}-{claim.name}-{'full' if args.full else 'small'}"
    out = args.out or Path("papers") / name
    run = Run(claim, args.full, out, args.records, args.size or 19)
    result = measure(run)
    print(f"{claim.title}\n")
    for paragraph in about(run):
        print(paragraph)
    table = new_table()
    for heading in heads(claim):
        table.add_column(heading, justify="right" if heading else "left")
    for row in result.rows:
        table.add_row(*cells(claim, row))
    print()
    print_table(table)
    print()
    for statement in result.statements:
        print(sentence(claim, statement))
    console().print(f"table.md, table.json, figure.svg and figure.png are in {out}", soft_wrap=True)
    return 0


def _time_of(form: Form) -> str:
    minutes = sum(step.minutes for step in (*form.records, *form.steps))
    return duration_to_text(60 * minutes)
