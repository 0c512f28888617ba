"""cfggo evaluate: how well models predict the moves of game records."""

from __future__ import annotations

import argparse
import json
import math
from pathlib import Path
from typing import TYPE_CHECKING, Any

from cfggo.commands.arguments import board_size, count
from cfggo.errors import CfggoError

if TYPE_CHECKING:
    from cfggo.learning.evaluation import Prediction
    from cfggo.learning.records import Record
    from cfggo.policy.weights import Weights

_DESCRIPTION = """\
Measures how well models predict the moves of game records: the share of moves ranked first,
within the first 5 and the first 10, and the mean log-likelihood, for the tree policy and the
playout policy of each model.

A model is a preset's name or a weight file. Games that any of the models learnt from are left
out. The interval of the first rank is the 95% confidence interval, with whole games as
samples."""

_EXAMPLES = """\
examples:
  two presets side by side       cfggo evaluate cfg-full baseline games.tar.xz
  on your own games and weights  cfggo evaluate my.weights games/ --json
  only games of the test split   cfggo evaluate my.weights games/ --split test"""


def add_parser(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Adds the command's parser."""
    parser = subparsers.add_parser(
        "evaluate",
        help="measure how well models predict moves",
        description=_DESCRIPTION,
        epilog=_EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("models", nargs="+", metavar="MODEL", help="preset's name or weight file")
    parser.add_argument("records", metavar="RECORDS", help="folder, tar, zip or SGF file")
    parser.add_argument(
        "--split",
        choices=("unseen", "validation", "test"),
        default="unseen",
        help="unseen: all games that no model learnt from (default); or only those that training "
        "keeps for validation or for test",
    )
    parser.add_argument("--size", type=board_size, default=19, help="board size (default 19)")
    parser.add_argument(
        "--min-moves", type=int, default=20, metavar="N", help="leave out shorter games"
    )
    parser.add_argument("--games", type=count, metavar="N", help="only N games, always the same")
    parser.add_argument("--json", action="store_true", help="print one JSON object")


def run(args: argparse.Namespace) -> int:
    """Evaluates the models and prints what came out."""
    from cfggo.learning.evaluation import evaluate
    from cfggo.learning.samples import games_from_records
    from cfggo.terminal import progress

    policies, seen = _load(args.models)
    records = _read(args, seen)
    games = games_from_records(records)
    if not len(games.moves):
        raise CfggoError(f"{args.records}: no moves to predict")
    results: list[tuple[str, str, Prediction]] = []
    with progress("predicting", len(records) * len(policies), "games") as advance:
        for name, kind, weights in policies:
            try:
                results.append((name, kind, evaluate(games, weights, advance)))
            except ValueError as error:
                raise CfggoError(f"{args.records}: {error}") from None
    if args.json:
        print(json.dumps({"games": len(records), "models": [_as_json(*row) for row in results]}))
    else:
        _print_table(len(records), results)
    return 0


def _load(names: list[str]) -> tuple[list[tuple[str, str, Weights]], set[int]]:
    """Returns the policies of the models, and the games that any of them learnt from."""
    from cfggo.config import load_config
    from cfggo.policy.weights import KINDS, load_model
    from cfggo.resources import WEIGHTS_SUFFIX, find_weights

    policies = []
    seen: set[int] = set()
    for name in names:
        if Path(name).suffix == WEIGHTS_SUFFIX:
            files = dict.fromkeys(KINDS, find_weights(name))
        else:
            policy = load_config(name).policy
            files = {"tree": find_weights(policy.tree), "playout": find_weights(policy.playout)}
        for kind, file in files.items():
            model = load_model(file)
            seen.update(model.games.tolist())
            if kind in model.policies:
                policies.append((name, kind, model.policies[kind]))
    return policies, seen


def _read(args: argparse.Namespace, seen: set[int]) -> list[Record]:
    """Returns the records to evaluate on."""
    from cfggo.learning.records import DropReport, RecordFilter, read_records
    from cfggo.terminal import console, progress

    dropped = DropReport()
    records = []
    with progress("reading", None, "games") as advance:
        for record in read_records(
            [args.records], RecordFilter(args.size, None, args.min_moves), dropped
        ):
            advance(1)
            if int.from_bytes(record.digest[:4], "big") in seen:
                dropped.add(record.name, "learnt from")
            elif args.split not in ("unseen", record.split.value):
                dropped.add(record.name, "of another split")
            else:
                records.append(record)
    records.sort(key=lambda record: record.digest)
    console().print(f"{len(records):,} games to predict; {dropped}")
    return records[: args.games] if args.games else records


def _as_json(name: str, kind: str, prediction: Prediction) -> dict[str, Any]:
    return {
        "name": name,
        "policy": kind,
        "positions": prediction.positions,
        "left_out": prediction.left_out,
        "top": [round(float(share), 5) for share in prediction.top],
        "first_rank_interval": [round(limit, 5) for limit in prediction.interval],
        "mean_log_likelihood": round(prediction.mean_log_likelihood, 5),
        "log_likelihood_by_phase": [
            None if math.isnan(value) else round(float(value), 5) for value in prediction.phases
        ],
    }


def _print_table(n_games: int, results: list[tuple[str, str, Prediction]]) -> None:
    from rich.console import Console
    from rich.table import Table

    table = Table(title=f"{results[0][2].positions:,} moves of {n_games:,} games")
    for heading in ("model", "policy"):
        table.add_column(heading)
    for heading in ("first", "95% interval", "first 5", "first 10", "log-likelihood"):
        table.add_column(heading, justify="right")
    for name, kind, prediction in results:
        low, high = prediction.interval
        table.add_row(
            name,
            kind,
            f"{prediction.top[0]:.1%}",
            f"{low:.1%} to {high:.1%}",
            f"{prediction.top[4]:.1%}",
            f"{prediction.top[9]:.1%}",
            f"{prediction.mean_log_likelihood:.3f}",
        )
    Console().print(table)
