#!/usr/bin/env python3
"""Measures how often searches choose the experts' moves, by their number of playouts.

From each of some games, one position is taken between two move numbers, and searched with an empty
tree.  Prints one line for each preset and number of playouts
    agree   share of positions in which the search chose the move of the game, with its 95% interval
    policy  mean logarithm of the tree policy's probability of the move that was chosen

A search that knows better than the policy departs from it, and then finds experts' moves more
often.  One that departs from it and finds them less often has been led astray.
"""

import argparse
import math
from collections.abc import Sequence
from dataclasses import replace
from random import Random
from typing import Any

import common
import results

from cfggo.base.errors import CfggoError
from cfggo.base.intervals import wilson_interval
from cfggo.base.terminal import progress
from cfggo.commands.arguments import count
from cfggo.commands.record_options import add_record_options, read_chosen_records
from cfggo.go.game import Game
from cfggo.records.game_record import GameRecord, Split
from cfggo.search.engine import Engine, Limit
from cfggo.search.request import SearchRequest

Move = tuple[int, int]
"""A colour and a point."""

SEED = 1
"""Of the choice of positions and of the searches."""

LEAST_PROBABILITY = 1e-6
"""What the policy is taken to give a move at least, so that one move can't decide the mean."""


def main() -> None:
    """Measures and prints."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("records", help="folder, tar, zip or SGF")
    parser.add_argument("presets", nargs="+", help="PRESET[,KEY=VALUE...]")
    parser.add_argument(
        "--playouts", type=count, nargs="+", default=[1000], help="of each search (default 1000)"
    )
    parser.add_argument("--positions", type=count, default=100, help="to search (default 100)")
    parser.add_argument(
        "--moves",
        type=count,
        nargs=2,
        default=(1, 60),
        metavar=("FIRST", "LAST"),
        help="numbers of the moves to find (default 1 60)",
    )
    parser.add_argument("--split", choices=[s.value for s in Split], default="validation")
    add_record_options(parser)
    results.add_publish_options(parser)
    args = parser.parse_args()

    first, last = args.moves
    if first > last:
        raise CfggoError(f"--moves {first} {last}: the last number is below the first")
    records, _ = read_chosen_records([args.records], args)
    records = [record for record in records if record.split.value == args.split]
    questions = choose_questions(records, args.positions, first, last)
    if not questions:
        raise CfggoError(f"{args.records}: no {args.split} game has the moves asked for")
    rows = []
    for playouts in args.playouts:
        for spec in args.presets:
            rows.append(judge(spec, playouts, questions))
            print(line_of(rows[-1]), flush=True)
    results.publish_if_asked(
        args,
        f"how often searches choose the experts' moves {first} to {last}, {args.split} games, and "
        "the mean logarithm of the tree policy's probability of the move chosen, by playouts",
        rows,
        SEED,
    )


def choose_questions(
    records: Sequence[GameRecord], n: int, first: int, last: int
) -> list[tuple[Game, Move]]:
    """Returns games before a move whose number is between first and last, and that move."""
    rng = Random(SEED)
    questions: list[tuple[Game, Move]] = []
    for record in rng.sample(records, len(records)):
        line = record.line
        number = rng.randint(first, last)
        if len(questions) == n or number > len(line.moves):
            continue
        if line.moves[number - 1][0] not in record.players:
            continue
        try:
            game = Game.from_main_line(replace(line, moves=line.moves[: number - 1]))
        except ValueError:
            continue  # an impossible move
        questions.append((game, line.moves[number - 1]))
    return questions


def judge(spec: str, playouts: int, questions: Sequence[tuple[Game, Move]]) -> dict[str, Any]:
    """Returns the figures of a preset whose searches have that many playouts."""
    engine = Engine(common.config_of(spec).with_values(seed=SEED))
    agreed, log_probability = 0, 0.0
    with progress(f"{spec}, {playouts} playouts", len(questions), "positions") as advance:
        for game, (colour, expert_move) in questions:
            point = engine.choose_move(
                SearchRequest(game, colour, Limit(playouts=playouts), reg=True)
            ).point
            agreed += point == expert_move
            probability = float(engine.policy(game, colour)[point])
            log_probability += math.log(max(probability, LEAST_PROBABILITY))
            advance(1)
    n = len(questions)
    return {
        "preset": spec,
        "playouts": playouts,
        "agree": int(agreed),
        "positions": n,
        "interval": [round(end, 3) for end in wilson_interval(agreed, n)],
        "policy": round(log_probability / n, 2),
    }


def line_of(row: dict[str, Any]) -> str:
    """Returns a preset's figures as a line to read."""
    low, high = row["interval"]
    return (
        f"{row['preset']}, {row['playouts']} playouts: agree {row['agree']} of {row['positions']}"
        f" ({row['agree'] / row['positions']:.1%}, {low:.1%} to {high:.1%})"
        f"  policy {row['policy']:.2f}"
    )


if __name__ == "__main__":
    common.run(main)
