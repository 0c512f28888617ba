#!/usr/bin/env python3
"""What each group of the tree policy's features is worth, on validation games.

Learns many policies side by side, all in the same way (see cfggo/learning/ablation.py): that of
Coulom's features, those and paths of the graph, all features; all but one group; and Coulom's with
paths and one more group.  Prints a table in Markdown, best first.
"""

import argparse

import common
import results

from cfggo.base.errors import CfggoError
from cfggo.base.terminal import progress
from cfggo.commands.arguments import count
from cfggo.commands.record_options import add_record_options, read_chosen_records
from cfggo.features.catalogue import COULOM_GROUPS
from cfggo.learning.ablation import COMPARED, Variant, learn_side_by_side
from cfggo.records.game_record import Split
from cfggo.records.replay import game_arrays


def variants() -> list[Variant]:
    """Returns the policies to compare."""
    everything = [
        Variant("all", COMPARED, True),
        Variant("Coulom's", COULOM_GROUPS, False),
        Variant("Coulom's, paths", COULOM_GROUPS, True),
        Variant("all but paths", COMPARED, False),
    ]
    for name in COMPARED:
        rest = tuple(group for group in COMPARED if group != name)
        everything.append(Variant(f"all but {name}", rest, True))
        if name not in COULOM_GROUPS:
            more = Variant(f"Coulom's, paths, {name}", (*COULOM_GROUPS, name), True)
            everything.append(more)
    return everything


def main() -> None:
    """Learns, and prints the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("records", help="folder, tar, zip or SGF")
    parser.add_argument("--games", type=count, default=800, help="to learn from (default 800)")
    parser.add_argument("--validation", type=count, default=200, help="games (default 200)")
    add_record_options(parser)
    results.add_publish_options(parser)
    args = parser.parse_args()

    records, _ = read_chosen_records([args.records], args)
    training = [record for record in records if record.split is Split.TRAINING][: args.games]
    validation = [record for record in records if record.split is Split.VALIDATION]
    validation = validation[: args.validation]
    for split, games in ((Split.TRAINING, training), (Split.VALIDATION, validation)):
        if not games:
            raise CfggoError(f"{args.records}: no {split.value} games")
    chosen = variants()
    with progress("learning", len(training) + len(validation), "games") as advance:
        found = learn_side_by_side(
            chosen,
            game_arrays(training),
            game_arrays(validation),
            min_wins=10,
            batch_games=8,
            advance=advance,
        )
    rows = sorted(zip(found, chosen, strict=True), key=lambda row: -row[0].mean_log_likelihood)
    print("| features | first, 95% interval | mean log-likelihood |\n|---|---|---|")
    for prediction, variant in rows:
        low, high = prediction.top_intervals[0]
        share = f"{prediction.top[0]:.2%}, {low:.1%} to {high:.1%}"
        print(f"| {variant.name} | {share} | {prediction.mean_log_likelihood:.4f} |")
    results.publish_if_asked(
        args,
        "what each group of the tree policy's features is worth: policies learnt side by side from "
        f"{len(training)} training games, on {len(validation)} validation games",
        [
            {
                "features": variant.name,
                "first": round(float(prediction.top[0]), 4),
                "first_interval": [round(float(end), 4) for end in prediction.top_intervals[0]],
                "mean_log_likelihood": round(float(prediction.mean_log_likelihood), 4),
            }
            for prediction, variant in rows
        ],
    )


if __name__ == "__main__":
    common.run(main)
