"""cfggo train: learn weights from game records."""

from __future__ import annotations

import argparse
import signal
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING

from cfggo.base.errors import CfggoError
from cfggo.base.files import check_folder
from cfggo.commands.arguments import RESUMES_BY_ITSELF, count, is_given, pause, refuse
from cfggo.commands.problem_options import read_chosen_problems
from cfggo.commands.record_options import (
    RECORD_OPTIONS,
    add_record_options,
    read_chosen_records,
    reasons_to_leave_out,
    record_filter,
)
from cfggo.config import (
    BOOST_METHOD,
    DEFAULT_PRESET,
    KERNEL_LABELS,
    KERNEL_METHODS,
    LOCAL_METHOD,
    METHODS,
    PROBLEM_METHODS,
    TERRITORY_FORMS,
    load_config,
)

if TYPE_CHECKING:
    from cfggo.base.executor import Executor, Threads
    from cfggo.config import LearningConfig
    from cfggo.learning.cluster import Cluster
    from cfggo.models.tsumego.problem import Problem
    from cfggo.records.game_record import GameRecord

_DESCRIPTION = """\
Learns a tree policy, a playout policy or both from game records: a Bradley-Terry model, in
which the features of a move multiply to its strength against the other moves.

Records may be any folders, tar or zip archives, or files of SGF. Broken ones and doubled
games are left out and counted. The games are split by their content: 80% are learnt from,
10% each are kept for validation and test, so that `cfggo evaluate` finds games that took
no part.

The configuration says which features the policies have, and how they are learnt (its
[learning] table). The weights do not depend on the number of threads or workers.

From problems with solutions, as JSON lines or SGF, --method local, svm and perceptron learn
models that rank local moves; --games then counts problems. With --size, RECORDS are games for
svm and perceptron, too: they learn from moves on boards of that size (docs/tsumego.md).

Every minute the run is saved beside the (first) weight file, as FILE.checkpoint. After Ctrl-C,
or whatever else ended it, the same command goes on from there and ends with the same weights;
--restart begins anew. Only boost, svm and perceptron, which take minutes, always do."""

_EXAMPLES = """\
examples:
  a tree policy       cfggo train records/ --out my.weights
  the paper's ones    cfggo train records/ --config cfg-full --out paper.weights
  without the graph   cfggo train games.zip --config baseline --out plain.weights
  both in one go      cfggo train records/ --config cfg-full --out paper.weights \\
                          --config baseline --out plain.weights
  strong players only cfggo train records/ --min-rank 5d --max-handicap 0 --out strong.weights
  one player's moves  cfggo train records/ --player Shusaku --policy tree --start expert \\
                          --out shusaku.weights
  trees on top        cfggo train others/ --method boost --policy tree --start my.weights \\
                          --out boosted.weights
  beliefs of patterns cfggo train records/ --config ranking --policy tree --out R.weights
  on a Dask cluster   cfggo train records/ --scheduler tcp://10.0.0.1:8786 --out my.weights
  9x9                 cfggo train records9/ --size 9 --out small.weights
  counts of patterns  cfggo train records/ --method frequency --policy playout \\
                          --out counts.weights --table counts.csv
  who owns what       cfggo train endings/ --size 9 --policy territory --out territory.weights
  from problems       cfggo train problems.jsonl.gz --method local --out tsumego.weights
  a kernel for 9x9    cfggo train records9/ --size 9 --method svm --out K.weights
  playouts            cfggo train records/ --policy playout --config baseline --out P.weights
  play with them      cfggo gtp --set tree=my.weights --set playout=P.weights"""

_HINTS = {
    "--moves": "--kernel-moves N is that of svm and perceptron",
    "--labels": "--kernel-labels is that of svm and perceptron",
} | RESUMES_BY_ITSELF

_FEW_GAMES = 1000
"""Games from fewer of which no policy becomes as good as the shipped ones (docs/training.md)."""

_FEW = {"frequency": 400}
"""The same of methods that learn from fewer."""

_CHECKPOINT_SUFFIX = ".checkpoint"

_OF_KERNELS = ("kernel_moves", "kernel_labels")
_HOW_IT_RUNS = ("passes", "batch_games", "threads", "scheduler")
_WITHOUT_GAMES = ("config", "policy", "form", "table", "start", *_HOW_IT_RUNS)
_NO_MEANING = {
    **dict.fromkeys(METHODS, ("form", "table", *_OF_KERNELS)),
    "frequency": ("form", "passes", "batch_games", *_OF_KERNELS),
    "territory": ("table", "player", *_HOW_IT_RUNS, *_OF_KERNELS),
    BOOST_METHOD: ("form", "table", "passes", "batch_games", *_OF_KERNELS),
    LOCAL_METHOD: (*_WITHOUT_GAMES, *_OF_KERNELS),
    **dict.fromkeys(KERNEL_METHODS, _WITHOUT_GAMES),
}
"""Options that have no meaning for a method."""

_GAMES_ONLY = ("kernel_moves", *RECORD_OPTIONS)
"""Options that have no meaning where problems are learnt from."""

_GAMES_HINT = "; --size N says that these are games"
"""What learning a graph kernel from games takes."""


def add_parser(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Adds the command's parser."""
    parser = subparsers.add_parser(
        "train",
        help="learn weights from game records",
        description=_DESCRIPTION,
        epilog=_EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        hints=_HINTS,
    )
    parser.add_argument("records", nargs="+", metavar="RECORDS", help="folder, tar, zip or SGF")
    parser.add_argument(
        "--config",
        action="append",
        metavar="NAME-or-FILE",
        help=f"preset or TOML file (default {DEFAULT_PRESET}); several learn in one go",
    )
    parser.add_argument(
        "--out",
        type=Path,
        action="append",
        required=True,
        metavar="FILE",
        help="weight file, one for each --config",
    )
    parser.add_argument(
        "--method",
        choices=METHODS,
        help="stochastic: minorization-maximization in many small steps a pass over the games; "
        "batch: in one step, which is slower and never lowers the likelihood; gradient: gradient "
        "steps, for policies of many features; laplace: one pass that knows how sure each weight "
        "is; bayes: beliefs of patterns, in one pass; frequency: how often 3x3 patterns are "
        "played where they can be, with --policy playout; territory: who owns the points of "
        "endings; boost: trees that are added to the tree policy of --start, from games that it "
        "was not learnt from; local, svm, perceptron: models that rank moves, from problems with "
        "solutions instead of games (docs/tsumego.md) (default: the configuration's; of cfggo "
        "laplace)",
    )
    parser.add_argument(
        "--policy",
        choices=("tree", "playout", "territory"),
        help="learn only this policy (default: both; laplace and bayes learn the tree "
        "policy only); territory: a territory field instead, from records that say who owns "
        "the points (docs/territory.md)",
    )
    parser.add_argument(
        "--form",
        choices=TERRITORY_FORMS,
        help="of a territory field: the paper's models of 36 and 72 parameters, one with node "
        "terms, or one that also sees playouts (default neighbours)",
    )
    parser.add_argument(
        "--table",
        type=Path,
        metavar="FILE",
        help="with --method frequency: also list the patterns in this CSV file",
    )
    parser.add_argument(
        "--start",
        metavar="WEIGHTS",
        help="with --method laplace: learn on from these weights (name or file), which other games "
        "taught; with boost: add trees to these",
    )
    parser.add_argument(
        "--passes",
        type=count,
        metavar="N",
        help="passes over all games (default: the configuration's)",
    )
    parser.add_argument(
        "--batch-games", type=count, metavar="N", help="games that share a step, and the work"
    )
    parser.add_argument(
        "--games", type=count, metavar="N", help="learn from the first N of the training games"
    )
    parser.add_argument(
        "--kernel-moves",
        type=count,
        metavar="N",
        help="with svm or perceptron and --size: learn from N moves of the games (default 2500)",
    )
    parser.add_argument(
        "--kernel-labels",
        choices=KERNEL_LABELS,
        help="with svm or perceptron: what subgraphs tell stones by, colours or players as in the "
        "paper, or also by liberties (default liberties)",
    )
    parser.add_argument(
        "--all", action="store_true", help="learn from all games, those kept for tests too"
    )
    add_record_options(parser)
    group = parser.add_argument_group("how it runs")
    group.add_argument("--threads", type=count, metavar="N", help="default: one for each core")
    group.add_argument("--scheduler", metavar="ADDRESS", help="work on a Dask cluster instead")
    group.add_argument(
        "--restart", action="store_true", help="begin anew where there is a run saved beside --out"
    )
    group.add_argument(
        "--save-every",
        type=pause,
        default=60.0,
        metavar="SECONDS",
        help="time between two saved states (default 60)",
    )


def run(args: argparse.Namespace) -> int:
    """Learns and writes the weights."""
    from cfggo.base.resources import WEIGHTS_SUFFIX, names_weights
    from cfggo.learning.runs import check_configs

    for out in args.out:
        if out.suffix != WEIGHTS_SUFFIX:
            raise CfggoError(f"--out {out}: the name of a weight file ends in {WEIGHTS_SUFFIX}")
    names = args.config or [DEFAULT_PRESET]
    for name in filter(names_weights, names):
        raise CfggoError(f"unknown preset {name!r}; did you mean the weights, --start {name}?")
    if len(names) != len(args.out):
        raise CfggoError(f"{len(names)} --config and {len(args.out)} --out; each needs the other")
    if len({out.resolve() for out in args.out}) < len(args.out):
        raise CfggoError("--out: two weight files of one name")
    method = args.method
    if args.policy == "territory":
        if args.method not in (None, "territory"):
            raise CfggoError(f"--policy territory is not learnt by --method {args.method}")
        method = "territory"
    configs = [
        load_config(name)
        .with_values(
            method=method,
            passes=args.passes,
            batch_games=args.batch_games,
            territory_form=args.form,
            start=args.start,
            kernel_moves=args.kernel_moves,
            kernel_labels=args.kernel_labels,
        )
        .learning
        for name in names
    ]
    for config in configs:
        _check_options(args, config.method)
    if args.size is None and any(config.method != "territory" for config in configs):
        raise CfggoError("--size any: only --policy territory learns from boards of all sizes")
    checkpoint = args.out[0].with_name(args.out[0].name + _CHECKPOINT_SUFFIX)
    with _no_other_run(args.out):
        _check_files(args, checkpoint)
        check_configs(configs, _kinds(args))
        with _executor(args) as executor:  # all that can be wrong is known before hours of reading
            records, dropped = _training_records(args, configs)
            _train(args, configs, records, dropped, executor, checkpoint)
    return 0


@contextmanager
def _no_other_run(outs: Sequence[Path]) -> Iterator[None]:
    """Keeps other processes from learning to these files meanwhile.

    Raises CfggoError if one of them does so already.
    """
    from cfggo.base.kernel_cache import claims

    with ExitStack() as stack:
        for out in outs:
            name = f"train {out.resolve()}"
            if not claims().claim(name):
                raise CfggoError(f"--out {out}: another cfggo train is at work on it")
            stack.callback(claims().release, name)
        yield


def _check_options(args: argparse.Namespace, method: str) -> None:
    """Raises CfggoError for options that a method would ignore, and for one that needs another."""
    if method in PROBLEM_METHODS and args.method is None:
        raise CfggoError(f"learning from problems is asked for by --method {method}")
    where = f'with method "{method}"'
    refuse(args, _NO_MEANING.get(method, ()), where)
    if method in PROBLEM_METHODS and not _are_games(args):
        but = f" but for games{_GAMES_HINT}" if method in KERNEL_METHODS else ""
        refuse(args, _GAMES_ONLY, where + but)
    if method == "territory" and args.policy not in (None, "territory"):
        raise CfggoError(f'method "territory" learns no {args.policy} policy')


def _check_files(args: argparse.Namespace, checkpoint: Path) -> None:
    """Raises CfggoError for a file that the run could not write in the end, or would replace.

    Only a run that goes on may find what it wrote before it was interrupted.
    """
    outputs = [("--out", out) for out in args.out]
    if args.table is not None:
        if args.table.resolve() in [path.resolve() for path in (*args.out, checkpoint)]:
            raise CfggoError(f"--table {args.table}: the run writes another file of this name")
        outputs.append(("--table", args.table))
    is_going_on = checkpoint.exists() and not args.restart
    for option, path in outputs:
        if not path.resolve().parent.is_dir():
            raise CfggoError(f"{option} {path}: no folder {path.parent}")
        if path.exists() and not is_going_on:
            raise CfggoError(
                f"{option} {path}: is there already; remove it, or choose another name"
            )
        try:
            check_folder(path.resolve().parent)
        except OSError as error:
            raise CfggoError(f"{option} {path}: can't be written: {error.strerror}") from error


def _kinds(args: argparse.Namespace) -> Sequence[str]:
    """Returns the kinds of policies that are learnt."""
    from cfggo.models.bradley_terry.weights import KINDS

    return [args.policy] if args.policy else KINDS


def _are_games(args: argparse.Namespace) -> bool:
    """Tells whether what is learnt from are games, not problems."""
    if args.method in KERNEL_METHODS:
        return is_given(args, "size")
    return args.method not in PROBLEM_METHODS


def _training_records(
    args: argparse.Namespace, configs: list[LearningConfig]
) -> tuple[list[GameRecord] | list[Problem], dict[str, int]]:
    """Returns what is learnt from, and how much was left out, by reason."""
    from cfggo.models.tsumego.collections import is_problem_file
    from cfggo.records.game_record import Split

    def held_out(record: GameRecord | Problem) -> str | None:
        kept = args.all or record.split is Split.TRAINING
        return None if kept else "kept for validation and test"

    if not _are_games(args):
        hint = _GAMES_HINT if args.method in KERNEL_METHODS else ""
        problems, left_out = read_chosen_problems(args.records, held_out, hint)
        return problems[: args.games], left_out
    for path in filter(is_problem_file, args.records):
        methods = " or ".join(PROBLEM_METHODS)
        raise CfggoError(f"{path}: problems; they are learnt from by --method {methods}, no --size")
    is_boost = configs[0].method == BOOST_METHOD
    refused = _unseen_by(configs[0].start, args.all) if is_boost else held_out
    records, dropped = read_chosen_records(args.records, args, refused)
    if configs[0].method == "territory":
        from cfggo.models.territory.endings import first_endings
        from cfggo.models.territory.features import FORMS

        seen = all(FORMS[config.territory_form].playouts for config in configs)
        return first_endings(records, args.games, seen), dict(dropped.reasons)
    return records[: args.games], dict(dropped.reasons)


def _unseen_by(start: str, all_of_them: bool) -> Callable[[GameRecord | Problem], str | None]:
    """Returns what gives a reason against learning trees from a record, or None.

    start       -- weights to which trees are to be added: games that they were learnt from are left
                   out
    all_of_them -- whether games kept for tests are not
    """
    from cfggo.base.resources import find_weights
    from cfggo.models.bradley_terry.model_kinds import load_model
    from cfggo.records.game_record import Split

    games = load_model(find_weights(start)).games
    learnt_from = reasons_to_leave_out("unseen", set(games.tolist()))

    def reason(record: GameRecord | Problem) -> str | None:
        kept = all_of_them or record.split is not Split.TEST
        return learnt_from(record) or (None if kept else "kept for test")

    return reason


def _executor(args: argparse.Namespace) -> Cluster | Threads:
    from cfggo.base.terminal import console

    if args.scheduler is not None:
        from cfggo.learning.cluster import Cluster

        cluster = Cluster(args.scheduler)
        console().print(f"{cluster.cores} cores of the cluster at {args.scheduler}")
        return cluster
    from cfggo.base.executor import Threads, available_cores

    return Threads(args.threads or available_cores())


def _train(
    args: argparse.Namespace,
    configs: list[LearningConfig],
    records: list[GameRecord] | list[Problem],
    dropped: dict[str, int],
    executor: Executor,
    checkpoint: Path,
) -> None:
    from cfggo.base.terminal import console, progress
    from cfggo.learning.runs import new_run

    training = new_run(records, configs, executor, checkpoint, args.save_every, _kinds(args))
    if args.restart:
        checkpoint.unlink(missing_ok=True)
    if checkpoint.exists():
        try:
            training.resume()
        except CfggoError as error:
            raise CfggoError(f"{error}; --restart begins anew") from error
        console().print(f"going on from {checkpoint}", soft_wrap=True)

    unit = "games" if _are_games(args) else "problems"
    method = configs[0].method
    if len(records) < _FEW.get(method, _FEW_GAMES) and not configs[0].start:
        hint = "; --start expert learns on from the shipped weights" if method == "laplace" else ""
        text = f"too few {unit} to learn well from: {len(records):,}, where thousands are usual"
        console().print(text + hint, soft_wrap=True)

    def stop(number: int, frame: object) -> None:
        training.stop()
        signal.signal(signal.SIGINT, before[signal.SIGINT])  # the second Ctrl-C does not wait

    before = {number: signal.signal(number, stop) for number in (signal.SIGINT, signal.SIGTERM)}
    try:
        models = training.run(
            lambda title, n_games: progress(title, n_games, unit),
            lambda text: console().print(text),
        )
    except KeyboardInterrupt:
        if checkpoint.exists():
            console().print(
                f"saved in {checkpoint}; the same command goes on from there",
                soft_wrap=True,
            )
        else:
            console().print("stopped before there was anything to save")
        raise
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
    used = {
        **asdict(record_filter(args)),
        "held_out": not args.all,
        "dropped": dropped,
    }
    if not _are_games(args):
        used = {"held_out": not args.all, "dropped": dropped}
    if not checkpoint.exists():
        training.keep()  # if one of the files can't be written, the same command writes them all
    for out, model in zip(args.out, models, strict=True):
        model.about["records"] = used
        training.save(out, model)
    if args.table is not None:
        from cfggo.models.frequency.table import write_table

        write_table(args.table, models[0])
    checkpoint.unlink(missing_ok=True)
    for out in args.out:
        size = out.stat().st_size
        console().print(f"weights are in {out} ({size / 1e6:.1f} MB)", soft_wrap=True)
