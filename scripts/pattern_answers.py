#!/usr/bin/env python3
"""Measures how often answers by frequent patterns are the experts' moves.

At each move of a game that is no pass, the rule of playouts (`pattern_answers`) is asked: the known
pattern that was played most often, or at the highest rate, next to the last two moves. Prints, by
the number of neighbours looked at and by what is preferred
    answers  share of the moves at which there is an answer, with its 95% interval
    right    share of these at which it is the expert's move, with its 95% interval

Intervals have whole games as samples. Of several answers that are as good one is drawn.
"""

import argparse
from typing import Any

import common
import numpy as np
import results

from cfggo.base.errors import CfggoError
from cfggo.base.intervals import ratio_interval
from cfggo.base.resources import find_weights
from cfggo.base.terminal import progress
from cfggo.commands.arguments import count
from cfggo.commands.record_options import add_record_options, read_chosen_records
from cfggo.config import PolicyConfig
from cfggo.go.points import PASS
from cfggo.models.bradley_terry.bending import bend_weights
from cfggo.models.bradley_terry.playout_policy import play_on_position, set_up_position
from cfggo.models.bradley_terry.playout_tables import make_playout_tables
from cfggo.models.bradley_terry.position import POSITION_DTYPE
from cfggo.models.frequency.policy import answers_of
from cfggo.models.registry import load_model
from cfggo.records.game_record import Split
from cfggo.records.replay import GameArrays, can_follow, game_arrays, start_board
from cfggo.search.rules_of_thumb import pattern_answer

NEIGHBOURS = (4, 8)
PREFERRED = ("count", "rate")
ROWS = [(neighbours, preferred) for neighbours in NEIGHBOURS for preferred in PREFERRED]


def main() -> None:
    """Measures and prints."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("records", help="folder, tar, zip or SGF")
    parser.add_argument(
        "--weights", default="frequency", help="with counts of patterns (default %(default)s)"
    )
    parser.add_argument("--split", choices=[s.value for s in Split], default="validation")
    parser.add_argument("--games", type=count, metavar="N", help="only N games, always the same")
    add_record_options(parser)
    results.add_publish_options(parser)
    args = parser.parse_args()

    model = load_model(find_weights(args.weights))
    tables = {}
    for preferred in PREFERRED:
        config = PolicyConfig(
            playout=args.weights, pattern_answers=4, answers_by_rate=preferred == "rate"
        )
        weights = bend_weights(model.policies["playout"], config)
        tables[preferred] = make_playout_tables(weights, answers_of(weights, config))
    records, _ = read_chosen_records([args.records], args)
    seen = set(model.games.tolist())
    unseen = [record for record in records if record.short_digest not in seen]
    records = [record for record in unseen if record.split.value == args.split][: args.games]
    games = game_arrays(records)
    counts = np.zeros((len(records), 1 + 2 * len(ROWS)))
    with progress("asking the rule", len(records), "games") as advance:
        for game in range(len(records)):
            counts[game] = counts_of_game(games, game, tables)
            advance(1)
    counts = counts[counts[:, 0] > 0]
    if len(counts) < 2:
        raise CfggoError(f"{args.records}: fewer than two {args.split} games with moves")
    rows = [row_of(counts, index) for index in range(len(ROWS))]
    moves = int(counts[:, 0].sum())
    print(f"{moves:,} moves of {len(counts):,} games")
    for row in rows:
        print(
            f"{row['neighbours']} neighbours, by {row['preferred']}: "
            f"answers {row['answers']:.1%}, {interval_text(row['answers_interval'])}; "
            f"right {row['right']:.1%}, {interval_text(row['right_interval'])}"
        )
    results.publish_if_asked(
        args,
        f"how often the rule pattern_answers has an answer, and how often that is the expert's "
        f"move, {args.split} games, weights {args.weights}",
        {"moves": moves, "games": len(counts), "rows": rows},
    )


def counts_of_game(games: GameArrays, game: int, tables: dict[str, np.void]) -> np.ndarray:
    """Returns the moves of a game, and for each of ROWS the answers and how many were right."""
    position = np.zeros(1, dtype=POSITION_DTYPE)[0]
    board = position["board"]
    board["random"] = game + 1
    start_board(board, games, game)
    any_tables = tables[PREFERRED[0]]
    set_up_position(position, any_tables)
    counts = np.zeros(1 + 2 * len(ROWS), dtype=np.int64)
    for move in range(games.starts[game], games.starts[game + 1]):
        if not can_follow(board, games, move):
            break
        point = int(games.moves[move])
        if games.sampled[move] and point != PASS:
            counts[0] += 1
            for index, (neighbours, preferred) in enumerate(ROWS):
                answer = pattern_answer(position, tables[preferred], neighbours)
                counts[1 + 2 * index] += answer != PASS
                counts[2 + 2 * index] += answer == point
        play_on_position(position, any_tables, point)
    return counts


def row_of(counts: np.ndarray, index: int) -> dict[str, Any]:
    """Returns the figures of one of ROWS; counts: float64[games, 1 + 2 * rows]."""
    neighbours, preferred = ROWS[index]
    moves, answers, right = counts[:, 0], counts[:, 1 + 2 * index], counts[:, 2 + 2 * index]
    answered = answers > 0
    return {
        "neighbours": neighbours,
        "preferred": preferred,
        "answers": round(answers.sum() / moves.sum(), 5),
        "answers_interval": [round(end, 5) for end in ratio_interval(answers, moves)],
        "right": round(right.sum() / answers.sum(), 5),
        "right_interval": [
            round(end, 5) for end in ratio_interval(right[answered], answers[answered])
        ],
    }


def interval_text(interval: list[float]) -> str:
    """Returns an interval in percent."""
    low, high = interval
    return f"{low:.1%} to {high:.1%}"


if __name__ == "__main__":
    common.run(main)
