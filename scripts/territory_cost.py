#!/usr/bin/env python3
"""What a look at a finished position costs a territory field.

The positions are those before the passes at the end of records that say who owns the points (TB and
TW; docs/territory.md says how to make some). Each field looks at each position in turn: graph,
features and inference, but not the search whose playouts some fields also see. A position's time
is the least of several rounds, in processor time of one thread.

Prints one JSON object: the blocks of the largest graph, the width of the widest (inference grows
with 2 to the width), and for each field
    median, most  milliseconds, over the positions
"""

import argparse
import json
import time
from typing import Any

import common
import numpy as np
import results

from cfggo.base.errors import CfggoError
from cfggo.base.resources import find_weights
from cfggo.base.terminal import progress
from cfggo.commands.arguments import count
from cfggo.commands.record_options import add_record_options, read_chosen_records
from cfggo.go.points import N_POINTS
from cfggo.models.territory.elimination import elimination_order, width
from cfggo.models.territory.endings import Ending, endings_of
from cfggo.models.territory.model import Territory, load_territory
from cfggo.models.territory.regions import block_graph
from cfggo.records.collection import DropReport


def main() -> None:
    """Measures and prints."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("records", help="folder, tar, zip or SGF")
    parser.add_argument("fields", nargs="+", help="weight files, or names of shipped ones")
    parser.add_argument("--games", type=count, default=100, help="to look at (default 100)")
    parser.add_argument("--rounds", type=count, default=20, help="default 20")
    add_record_options(parser, any_size=True)
    results.add_publish_options(parser)
    args = parser.parse_args()

    fields = {name: load_territory(find_weights(name)) for name in args.fields}
    records, _ = read_chosen_records([args.records], args)
    endings = endings_of(records, DropReport())[: args.games]
    if not endings:
        raise CfggoError(f"{args.records}: no records that say who owns the points (TB, TW)")
    found = measure(endings, fields, args.rounds)
    print(json.dumps(found))
    results.publish_if_asked(
        args,
        f"processor time of a territory field at {len(endings)} finished positions, the least of "
        f"{args.rounds} rounds each",
        found,
    )


def measure(endings: list[Ending], fields: dict[str, Territory], rounds: int) -> dict[str, Any]:
    """Returns what is printed."""
    least = {name: np.full(len(endings), np.inf) for name in fields}
    for field in fields.values():
        seconds_of(field, endings[0])  # compiles
    with progress("looking", rounds, "rounds") as advance:
        for _ in range(rounds):
            for name, field in fields.items():
                seconds = [seconds_of(field, ending) for ending in endings]
                least[name] = np.minimum(least[name], seconds)
            advance(1)
    graphs = [block_graph(ending.board["colour"], int(ending.board["size"])) for ending in endings]
    orders = [elimination_order(len(graph.kind), graph.edges) for graph in graphs]
    return {
        "positions": len(endings),
        "rounds": rounds,
        "blocks": max(len(graph.kind) for graph in graphs),
        "width": max(int(width(starts)) for _, _, starts in orders),
        "fields": {
            name: {
                "median": round(1e3 * float(np.median(seconds)), 3),
                "most": round(1e3 * float(seconds.max()), 3),
            }
            for name, seconds in least.items()
        },
    }


def seconds_of(field: Territory, ending: Ending) -> float:
    """Returns the processor time of one look."""
    playouts = np.zeros(N_POINTS, np.float32) if ending.playouts is None else ending.playouts
    start = time.thread_time()
    field.owners(ending.board, playouts)
    return time.thread_time() - start


if __name__ == "__main__":
    common.run(main)
