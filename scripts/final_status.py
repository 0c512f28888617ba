#!/usr/bin/env python3
"""Measures how often final positions of counted games are scored as their players scored them.

Of the records whose result is a number of points, the first of a split are taken, in their order
in the archive. A search of the final position with an even komi, a territory field that looks at
the board, and one that looks at both say which chains are dead: what the setting `owners` can be.
The count by area or by territory that comes closer to the result is compared with it. An error of
more than 50 points counts as 50. Some records end long before the last moves, so no count can be
exact.

Prints one line for each value of `owners`, and publishes them with --publish.
"""

from dataclasses import replace
from typing import Any

import common
import numpy as np
import results

from cfggo.base.errors import CfggoError
from cfggo.base.intervals import wilson_interval
from cfggo.base.terminal import progress
from cfggo.commands.arguments import count
from cfggo.commands.parser import Parser
from cfggo.config import load_config
from cfggo.go.game import Game
from cfggo.go.rules import CHINESE, JAPANESE
from cfggo.go.scoring import score
from cfggo.records.collection import DropReport, RecordFilter, read_records
from cfggo.records.game_record import Split
from cfggo.records.results import counted
from cfggo.search.owners import judges_of
from cfggo.search.searcher import Searcher
from cfggo.search.status import Status, chains_of_status

OWNERS = ("playouts", "territory", "both")

MOST = 50.0
"""Points that an error counts at most."""

SEED = 1
"""Of the searches."""


def main() -> None:
    """Measures and prints."""
    parser = Parser(description=__doc__)
    parser.add_argument("records", help="folder, tar, zip or SGF")
    parser.add_argument("--games", type=count, default=450, help="to score (default 450)")
    parser.add_argument("--playouts", type=count, default=500, help="of a search (default 500)")
    parser.add_argument("--split", choices=[s.value for s in Split], default="training")
    results.add_publish_options(parser)
    args = parser.parse_args()

    config = load_config().with_values(seed=SEED, owners=OWNERS[0])
    engine = Searcher(config)
    judges = {name: judges_of(config.with_values(owners=name)).at_end for name in OWNERS}
    errors: dict[str, list[float]] = {name: [] for name in OWNERS}
    same: dict[str, list[bool]] = {name: [] for name in OWNERS}
    with progress("scoring", args.games, "games") as advance:
        for record in read_records(
            [args.records], RecordFilter(size=19, min_moves=20), DropReport()
        ):
            published = counted(record.line.result, record.line.komi)
            if record.split.value != args.split or published is None:
                continue
            try:
                game = Game.from_main_line(replace(record.line, komi=published.komi))
            except ValueError:
                continue
            board, playouts = game.boards[0], engine.final_ownership(game, args.playouts)
            for name, judge in judges.items():
                dead = [
                    point
                    for chain in chains_of_status(board, judge(board, playouts), Status.DEAD)
                    for point in chain
                ]
                counts = (score(board, rules, game.komi, 0, dead) for rules in (CHINESE, JAPANESE))
                found = min(counts, key=lambda score: abs(score - published.score))
                errors[name].append(min(abs(found - published.score), MOST))
                same[name].append(np.sign(found) == np.sign(published.score))
            advance(1)
            if len(errors[OWNERS[0]]) == args.games:
                break
    if not errors[OWNERS[0]]:
        raise CfggoError(f"{args.records}: no games of 19x19 in this split that ended with a count")
    rows = [row_of(name, np.array(errors[name]), same[name]) for name in OWNERS]
    first = np.array(errors[OWNERS[0]]) <= 1
    for row in rows:
        close = np.array(errors[row["owners"]]) <= 1
        row["gained"], row["lost"] = int((close & ~first).sum()), int((first & ~close).sum())
        print(row, flush=True)
    results.publish_if_asked(
        args,
        f"{len(first)} final positions of counted games, {args.split} split, scored without the "
        f"chains that are dead by a search of {args.playouts} playouts with an even komi, by a "
        "territory field, and by a field that also sees the search; gained and lost: positions "
        "within a point, against the first row",
        rows,
        SEED,
    )


def row_of(name: str, errors: np.ndarray, same: list[bool]) -> dict[str, Any]:
    """Returns the figures of one value of `owners`."""
    close = int((errors <= 1).sum())
    return {
        "owners": name,
        "games": len(errors),
        "within_a_point": close,
        "interval": [round(end, 4) for end in wilson_interval(close, len(errors))],
        "within_three": int((errors <= 3).sum()),
        "same_winner": sum(map(bool, same)),
        "mean_error": round(float(errors.mean()), 2),
    }


if __name__ == "__main__":
    common.run(main)
