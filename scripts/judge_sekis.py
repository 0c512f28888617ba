#!/usr/bin/env python3
"""Asks a GTP engine about sekis, and about chains that look like one but are dead.

The positions are drawn at random, and a search that tries everything says what is right
(scripts/sekis.py). Two halves, parted by a hash, are counted apart: look at what goes wrong in the
first only, so that the second tells what a change is worth.

A position is right if all of these are:

- final_status_list: the dead stones, and those in seki;
- final_score by all rules;
- genmove of both sides after a pass: the move gives nothing away;
- kgs-genmove_cleanup of both sides: likewise, and it is no pass where an enemy chain is dead.

Komi is such that the side to move wins by a point and a half, and once more such that it loses by
so much.

Prints each position of the first half that went wrong, and the figures, which --publish keeps.
"""

from collections import Counter
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

import common
import results
import sekis

from cfggo.base.errors import CfggoError
from cfggo.base.intervals import wilson_interval
from cfggo.base.terminal import progress
from cfggo.commands.arguments import count
from cfggo.commands.parser import Parser
from cfggo.go.rules import RULESETS
from cfggo.go.scoring import format_result
from cfggo.match.playing.client import GtpClient, ProgramError
from cfggo.match.playing.programs import parse_program

Ask = Callable[[str], str]
"""Sends a command and returns its answer."""

SEED = 1
"""Of the engine."""

MARGIN = 1.5
"""Points by which the side to move wins, or loses."""

SECONDS = 600.0
"""That an answer may take."""


def main() -> None:
    """Asks and prints."""
    parser = Parser(description=__doc__)
    parser.add_argument(
        "program",
        nargs="?",
        default="cfggo:playouts=1000,resign_below=0",
        help="as for cfggo match (default %(default)s)",
    )
    parser.add_argument("--positions", type=count, default=400, help="to ask about (default 400)")
    parser.add_argument(
        "--draw", type=int, default=sekis.SEED, help="seed of the positions (default %(default)s)"
    )
    results.add_publish_options(parser)
    args = parser.parse_args()

    counts: Counter[tuple[str, str, str]] = Counter()
    family = sekis.family(args.positions, args.draw)
    program = parse_program(args.program)
    with (
        progress("judging", len(family), "positions") as advance,
        GtpClient(program.command(SEED, 1, 0)) as client,
    ):
        for position in family:
            half = "second" if position.is_held_out else "first"
            fate = "seki" if position.dead is None else "dead"
            try:
                wrong = list(wrong_answers(position, partial(client.send, seconds=SECONDS)))
            except ProgramError as error:
                raise CfggoError(f"{args.program}: {error}") from error
            questions = {question for question, _ in wrong}
            counts.update((half, fate, question) for question in questions)
            counts[half, fate, "positions"] += 1
            counts[half, fate, "right"] += not questions
            if wrong and half == "first":
                print(*position.rows, *map(": ".join, wrong), "", sep="\n", flush=True)
            advance(1)
    rows = [row_of(half, fate, counts) for half in ("first", "second") for fate in ("seki", "dead")]
    for row in rows:
        print(row)
    results.publish_if_asked(
        args,
        f"{args.positions} positions on 9x9 with two chains that share liberties, in seki or one "
        f"of them dead as a search of all moves proves, about which {args.program} is asked",
        rows,
        SEED,
    )


def wrong_answers(position: sekis.Position, ask: Ask) -> Iterator[tuple[str, str]]:
    """Yields the questions that an engine answers wrong about a position, and its answers."""
    ask(f"boardsize {sekis.SIZE}")
    ask("clear_board")
    ask("komi 0")
    ask("kgs-rules chinese")
    stones = [
        f"{letter} {vertex}"
        for letter, points in zip("bw", position.stones, strict=True)
        for vertex in sekis.vertices(points)
    ]
    ask(f"gogui-setup {' '.join(stones)}")
    in_seki = position.chains[0] | position.chains[1] if position.dead is None else 0
    dead = 0 if position.dead is None else position.chains[position.dead]
    for status, points in (("dead", dead), ("seki", in_seki)):
        answer = ask(f"final_status_list {status}")
        if sorted(answer.split()) != sorted(sekis.vertices(points)):
            yield f"final_status_list {status}", answer
    for rules in RULESETS.values():
        ask(f"kgs-rules {rules.name}")
        points = position.points(rules.scoring == "territory", rules.all_stones_alive)
        if (answer := ask("final_score")) != format_result(points):
            yield f"final_score {rules.name}", answer
    ask("kgs-rules chinese")
    for colour, letter in enumerate("bw"):
        for margin in (MARGIN, -MARGIN):
            ask(f"komi {position.points(territory=False) + (margin if colour else -margin)}")
            ask(f"play {'wb'[colour]} pass")
            move = ask(f"genmove {letter}").lower()
            if not position.keeps_fate(colour, move):
                yield "genmove", f"{letter} {move}, by {margin:+}"
            ask("undo")
            ask(f"play {letter} pass")
            move = ask(f"kgs-genmove_cleanup {letter}").lower()
            stays = move == "pass" and position.dead == 1 - colour
            if stays or not position.keeps_fate(colour, move):
                yield "kgs-genmove_cleanup", f"{letter} {move}, by {margin:+}"
            ask("gg-undo 3")


def row_of(half: str, fate: str, counts: Counter[tuple[str, str, str]]) -> dict[str, Any]:
    """Returns the figures of the positions of a half that have a fate."""
    n, right = counts[half, fate, "positions"], counts[half, fate, "right"]
    wrong = {
        question: number
        for (of_half, of_fate, question), number in sorted(counts.items())
        if (of_half, of_fate) == (half, fate) and question not in ("positions", "right")
    }
    return {
        "half": half,
        "fate": fate,
        "positions": n,
        "right": right,
        "interval": [round(end, 4) for end in wilson_interval(right, n)],
        "wrong": wrong,
    }


if __name__ == "__main__":
    common.run(main)
