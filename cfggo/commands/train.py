"""cfggo train: learn weights from game records."""

from __future__ import annotations

import argparse
import signal
from pathlib import Path

from cfggo.commands.arguments import board_size, count
from cfggo.errors import CfggoError

_DESCRIPTION = """\
Learns a tree policy and a playout policy from game records: a Bradley-Terry model,
by minorization-maximization over a stream of positions.

Records may be any folders, tar or zip archives, or files of SGF. Broken ones are left
out and counted. The games are split by their content: 80% are learnt from, 10% each are
kept for validation and test, so that `cfggo evaluate` finds games that took no part.

The configuration says which features the policies have (its [learning] table). Ctrl-C
ends the run early and keeps what was learnt so far."""

_EXAMPLES = """\
examples:
  all features        cfggo train games/ --config cfg-full --out my.weights
  without the graph   cfggo train games.zip --config baseline --out plain.weights
  play with them      in a copy of configs/cfg-full.toml:
                        [policy]
                        tree = "path/to/my.weights"
                        playout = "path/to/my.weights"
                      then: cfggo gtp --config my.toml"""


def add_parser(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Adds the command's parser."""
    parser = subparsers.add_parser(
        "train",
        help="learn weights from game records",
        description=_DESCRIPTION,
        epilog=_EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("records", nargs="+", metavar="RECORDS", help="folder, tar, zip or SGF")
    parser.add_argument(
        "--config", metavar="NAME-or-FILE", help="preset or TOML file (default cfg-full)"
    )
    parser.add_argument("--out", type=Path, required=True, metavar="FILE", help="weight file")
    parser.add_argument("--passes", type=count, metavar="N", help="passes over all games")
    parser.add_argument("--size", type=board_size, default=19, help="board size (default 19)")
    parser.add_argument(
        "--max-handicap", type=int, metavar="N", help="leave out games with more handicap stones"
    )
    parser.add_argument(
        "--min-moves", type=int, default=20, metavar="N", help="leave out shorter games"
    )
    parser.add_argument(
        "--games", type=count, metavar="N", help="learn from the first N of the training games"
    )
    parser.add_argument(
        "--all", action="store_true", help="learn from all games, those kept for tests too"
    )


def run(args: argparse.Namespace) -> int:
    """Learns and writes the weights."""
    from cfggo.config import DEFAULT_PRESET, load_config
    from cfggo.learning.records import DropReport, RecordFilter, Split, read_records
    from cfggo.resources import WEIGHTS_SUFFIX
    from cfggo.terminal import console, progress

    config = load_config(args.config or DEFAULT_PRESET).with_values(passes=args.passes)
    if args.out.suffix != WEIGHTS_SUFFIX:
        raise CfggoError(f"--out {args.out}: the name of a weight file ends in {WEIGHTS_SUFFIX}")
    if not args.out.resolve().parent.is_dir():
        raise CfggoError(f"--out {args.out}: no folder {args.out.parent}")
    keep = RecordFilter(args.size, args.max_handicap, args.min_moves)
    dropped = DropReport()
    records = []
    with progress("reading", None, "games") as advance:
        for record in read_records(args.records, keep, dropped):
            if args.all or record.split == Split.TRAINING:
                records.append(record)
            advance(1)
    console().print(f"{len(records):,} games to learn from; {dropped}")
    for example in dropped.examples.values():
        console().print(f"  {example}", markup=False)
    if args.games:
        records = sorted(records, key=lambda record: record.digest)[: args.games]
    if not records:
        raise CfggoError("no games to learn from")

    from cfggo.learning.train import Training
    from cfggo.policy.weights import save_model

    training = Training(records, config.learning)
    before = signal.signal(signal.SIGINT, lambda number, frame: training.stop())
    try:
        with progress("learning", training.work, "games") as advance:
            model = training.run(advance, lambda text: console().print(text))
    finally:
        signal.signal(signal.SIGINT, before)
    model.about["records"] = {
        "size": args.size,
        "max_handicap": args.max_handicap,
        "min_moves": args.min_moves,
        "held_out": not args.all,
        "dropped": dict(dropped.reasons),
    }
    save_model(args.out, model)
    size = args.out.stat().st_size
    ending = "interrupted; what was learnt so far is" if training.stopped else "weights are"
    console().print(f"{ending} in {args.out} ({size / 1e6:.1f} MB)", highlight=False)
    if training.stopped:
        raise KeyboardInterrupt
    return 0
