"""cfggo train: learn policies, territory fields, and models that rank the moves of problems."""

from __future__ import annotations

import argparse
import signal
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import asdict, replace
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

from cfggo.base.errors import CfggoError
from cfggo.base.files import check_folder
from cfggo.base.resources import WEIGHTS_SUFFIX, find_weights, names_weights
from cfggo.base.terminal import console, progress
from cfggo.base.toml_tables import declared_settings
from cfggo.commands.arguments import RESUMES_BY_ITSELF, add_setting, count, pause, refuse
from cfggo.commands.parser import Parser, Part
from cfggo.commands.problem_options import read_chosen_problems
from cfggo.commands.record_options import (
    add_record_options,
    read_chosen_records,
    reasons_to_leave_out,
    record_filter,
)
from cfggo.config import DEFAULT_PRESET, load_options
from cfggo.methods import (
    METHODS,
    BoostOptions,
    LaplaceOptions,
    Options,
    TerritoryOptions,
    check_option,
)

if TYPE_CHECKING:
    from cfggo.base.dask import Cluster
    from cfggo.base.executor import Executor, Threads
    from cfggo.models.tsumego.problem import Problem
    from cfggo.records.game_record import GameRecord

DESCRIPTION = """\
Learns policies, territory fields or models of problems. `cfggo train WHAT --help` has the methods
and their options."""

EXAMPLES = """\
examples:
  a tree policy     cfggo train policy records/ --out my.weights
  who owns what     cfggo train territory endings/ --size 9 --out territory.weights
  moves of problems cfggo train problems problems.jsonl.gz --out tsumego.weights"""

_RUNS = """

Every minute the run is saved beside the (first) weight file, as FILE.checkpoint. After Ctrl-C or
a crash the same command resumes it and ends with the same weights; --restart begins anew. boost,
svm and perceptron are not saved: they always begin anew."""

_PARTS = {
    "policy": Part(
        "policies, from game records",
        """\
Learns a tree policy, a playout policy or both from game records: a Bradley-Terry model, in
which the features of a move multiply to its strength against the other moves.

Records may be folders, tar or zip archives, or SGF files. Broken and repeated games are left out
and counted. A hash of its moves puts each game into training (80%), validation or test (10%
each), so that `cfggo evaluate policy` finds games that were not learnt from.

The options may also stand in the table [learning] of a configuration, with _ for -. The weights
do not depend on the number of threads or workers."""
        + _RUNS,
        """\
examples:
  a tree policy       cfggo train policy records/ --out my.weights
  the paper's ones    cfggo train policy records/ --config cfg-full --out paper.weights
  without the graph   cfggo train policy games.zip --config baseline --out plain.weights
  strong players only cfggo train policy records/ --min-rank 5d --max-handicap 0 --out s.weights
  one player's moves  cfggo train policy records/ --player Shusaku --start expert --out s.weights
  trees on top        cfggo train policy others/ --method boost --start my.weights --out b.weights
  beliefs of patterns cfggo train policy records/ --method bayes --out R.weights
  9x9                 cfggo train policy records9/ --size 9 --out small.weights
  a kernel for 9x9    cfggo train policy records9/ --size 9 --method svm --out K.weights
  playouts            cfggo train policy records/ --policy playout --config baseline --out P.weights
  play with them      cfggo gtp --set tree=my.weights --set playout=P.weights""",
    ),
    "territory": Part(
        "fields that say who owns the points, from finished games",
        """\
Learns a field that says who owns the points of a position (docs/territory.md), from records of
finished games with their territory marked (TB, TW)."""
        + _RUNS,
        """\
examples:
  of 9x9              cfggo train territory endings/ --size 9 --out territory.weights
  one with node terms cfggo train territory endings/ --size any --form field --out field.weights
  play with it        cfggo gtp --set territory=field.weights""",
    ),
    "problems": Part(
        "models that rank the moves of problems",
        """\
Learns a model that ranks local moves (docs/tsumego.md), from problems with solutions: JSON
lines or SGF."""
        + _RUNS,
        """\
examples:
  local moves         cfggo train problems problems.jsonl.gz --out tsumego.weights
  a graph kernel      cfggo train problems problems.jsonl.gz --method svm --out K.weights""",
    ),
}

_HINTS = {
    "--moves": "--kernel-moves N is that of svm and perceptron",
    "--labels": "--kernel-labels is that of svm and perceptron",
} | RESUMES_BY_ITSELF

_FEW_GAMES = 1000
"""Games from fewer of which no policy becomes as good as the shipped ones (docs/training.md)."""

_FEW = {"frequency": 400}
"""The same of methods that learn from fewer."""

_FEW_MOVES_OF_TREES = 20_000
"""Moves from fewer of which trees learn little."""

_CHECKPOINT_SUFFIX = ".checkpoint"


def add_options(parser: Parser) -> None:
    """Adds the command's options."""
    for subject, part in parser.add_parts(_PARTS, _today).items():
        part.hints = _HINTS
        _add_options(part, subject)


def _add_options(parser: argparse.ArgumentParser, subject: str) -> None:
    """Adds the options of a part of the command."""
    are_games = subject != "problems"
    parser.add_argument(
        "records",
        nargs="+",
        metavar="RECORDS" if are_games else "PROBLEMS",
        help="folder, tar, zip or SGF" if are_games else "JSON lines, SGF, or a folder of these",
    )
    several = {"action": "append"} if subject == "policy" else {"nargs": 1}
    parser.add_argument(
        "--out",
        type=Path,
        required=True,
        metavar="FILE",
        help="weight file" + (", one for each --config" if subject == "policy" else ""),
        **several,
    )
    if subject == "policy":
        parser.add_argument(
            "--config",
            action="append",
            metavar="NAME-or-FILE",
            help=f"preset or TOML file, whose table [learning] counts (default {DEFAULT_PRESET}; "
            "--method alone has defaults of its own); several learn in one go",
        )
        parser.add_argument(
            "--policy",
            choices=("tree", "playout"),
            help="learn only this policy (default: all that the method learns)",
        )
    methods = METHODS[subject]
    if len(methods) > 1:
        parser.add_argument(
            "--method",
            choices=methods,
            help="; ".join(f"{name}: {options.summary}" for name, options in methods.items())
            + f" (default: {'that of --config' if are_games else next(iter(methods))})",
        )
    _add_options_of_methods(parser, methods)
    parser.add_argument(
        "--games",
        type=count,
        metavar="N",
        help=f"learn from the first N of the training {'games' if are_games else 'problems'}",
    )
    parser.add_argument(
        "--all", action="store_true", help="learn from all, those kept for tests too"
    )
    if are_games:
        is_territory = subject == "territory"
        add_record_options(parser, any_size=is_territory, players=not is_territory)
    group = parser.add_argument_group("how it runs")
    if subject == "policy":
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


def _add_options_of_methods(
    parser: argparse.ArgumentParser, methods: dict[str, type[Options]]
) -> None:
    """Adds the options of all methods, in a group for each set of methods that have them."""
    groups: dict[str, argparse._ActionsContainer] = {"": parser}
    for name in dict.fromkeys(key for each in methods.values() for key in declared_settings(each)):
        declared = {
            method: declared_settings(each)[name]
            for method, each in methods.items()
            if name in declared_settings(each)
        }
        title = "" if len(declared) == len(methods) else f"options of {', '.join(declared)}"
        if title not in groups:
            groups[title] = parser.add_argument_group(title)
        first = next(iter(declared.values()))
        defaults: dict[str, list[str]] = {}
        for method, setting in declared.items():
            defaults.setdefault(setting.written_default, []).append(method)
        words = "; ".join(f"default of {', '.join(of)}: {value}" for value, of in defaults.items())
        add_setting(groups[title], first, first.explained(words if len(defaults) > 1 else None))


def _today(words: Sequence[str]) -> Sequence[str]:
    """Returns today's form of an older command, which named no part."""
    given = dict(pairwise(words))
    method, policy = given.get("--method", ""), given.get("--policy", "")
    if "territory" in (method, policy):
        rest = list(words)
        for name in ("--method", "--policy"):
            if given.get(name) == "territory":
                i = rest.index(name)
                del rest[i : i + 2]
        return ["territory", *rest]
    is_of_problems = method in METHODS["problems"] and "--size" not in words
    return ["problems" if is_of_problems else "policy", *words]


def run(args: argparse.Namespace) -> int:
    """Learns and writes the weights."""
    from cfggo.learning.trainers import check_options

    for out in args.out:
        if out.suffix != WEIGHTS_SUFFIX:
            raise CfggoError(f"--out {out}: the name of a weight file ends in {WEIGHTS_SUFFIX}")
    if len({out.resolve() for out in args.out}) < len(args.out):
        raise CfggoError("--out: two weight files of one name")
    options = _options(args)
    kinds = _kinds(args, options)
    checkpoint = args.out[0].with_name(args.out[0].name + _CHECKPOINT_SUFFIX)
    with _no_other_run(args.out):
        _check_files(args, options[0], checkpoint)
        check_options(options)
        with _executor(args) as executor:  # all that can be wrong is known before hours of reading
            records, dropped = _training_records(args, options[0])
            _train(args, options, kinds, records, dropped, executor, checkpoint)
    return 0


def _options(args: argparse.Namespace) -> list[Options]:
    """Returns the options of the method, for each of the weight files."""
    methods = METHODS[args.subject]
    method = getattr(args, "method", None)
    found: list[Options]
    if args.subject != "policy" or (method and not args.config):
        found = [methods[method or next(iter(methods))]()]
    else:
        names = args.config or [DEFAULT_PRESET]
        for name in filter(names_weights, names):
            raise CfggoError(f"unknown preset {name!r}; did you mean the weights, --start {name}?")
        found = [load_options(name, method) for name in names]
    if len(found) != len(args.out):
        raise CfggoError(f"{len(found)} --config and {len(args.out)} --out; each needs the other")
    keys = {key for each in methods.values() for key in declared_settings(each)}
    given = {key: value for key in keys if (value := getattr(args, key)) is not None}
    for own in found:
        for key in given:
            check_option(methods, type(own), key, f"--{key.replace('_', '-')}")
        if args.subject == "policy" and not own.shares_work:
            refuse(args, ("threads", "scheduler"), f'with method "{own.method}"')
    return [replace(own, **given) for own in found]


def _kinds(args: argparse.Namespace, options: Sequence[Options]) -> Sequence[str]:
    """Returns the kinds of policies that are learnt; raises CfggoError if a method learns none."""
    policy = getattr(args, "policy", None)
    for own in options:
        if policy not in (None, *own.policies):
            raise CfggoError(f'method "{own.method}" learns no {policy} policy')
    return [policy] if policy else options[0].policies


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


def _check_files(args: argparse.Namespace, options: Options, checkpoint: Path) -> None:
    """Raises CfggoError for a file that the run could not write in the end, or would replace.

    Only a run that goes on may find what it wrote before it was interrupted.
    """
    outputs = [("--out", out) for out in args.out]
    if table := getattr(options, "table", ""):
        if Path(table).resolve() in [path.resolve() for path in (*args.out, checkpoint)]:
            raise CfggoError(f"--table {table}: the run writes another file of this name")
        outputs.append(("--table", Path(table)))
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


def _training_records(
    args: argparse.Namespace, options: Options
) -> tuple[Sequence[GameRecord] | Sequence[Problem], dict[str, int]]:
    """Returns what is learnt from, and how much was left out, by reason."""
    from cfggo.models.tsumego.collections import is_problem_file
    from cfggo.records.game_record import Split

    def held_out(record: GameRecord | Problem) -> str | None:
        kept = args.all or record.split is Split.TRAINING
        return None if kept else "kept back for tests"

    if args.subject == "problems":
        problems, left_out = read_chosen_problems(args.records, held_out)
        return problems[: args.games], left_out
    for path in filter(is_problem_file, args.records):
        raise CfggoError(f"{path}: problems; they are learnt from by `cfggo train problems`")
    is_boost = isinstance(options, BoostOptions)
    refused = _unseen_by(cast(BoostOptions, options).start, args.all) if is_boost else held_out
    records, dropped = read_chosen_records(args.records, args, refused)
    if isinstance(options, TerritoryOptions):
        from cfggo.models.territory.endings import first_endings
        from cfggo.models.territory.features import FORMS

        seen = FORMS[options.form].playouts
        return first_endings(records, args.games, seen), dict(dropped.reasons)
    return records[: args.games], dict(dropped.reasons)


def _unseen_by(start: str, all_of_them: bool) -> Callable[[GameRecord | Problem], str | None]:
    """Returns a function that gives a reason against learning trees from a record, or None.

    start       -- weights to which trees are to be added: games that they were learnt from are left
                   out
    all_of_them -- whether games kept for tests are not
    """
    from cfggo.models.registry import load_model
    from cfggo.records.game_record import Split

    games = load_model(find_weights(start)).games
    learnt_from = reasons_to_leave_out("unseen", set(games.tolist()))

    def reason(record: GameRecord | Problem) -> str | None:
        kept = all_of_them or record.split is not Split.TEST
        return learnt_from(record) or (None if kept else "kept back for tests")

    return reason


def _executor(args: argparse.Namespace) -> Cluster | Threads:
    if scheduler := getattr(args, "scheduler", None):
        from cfggo.base.dask import Cluster

        cluster = Cluster(scheduler)
        if not cluster.cores:
            cluster.client.close()
            raise CfggoError(f"{scheduler}: the Dask scheduler has no workers")
        console().print(f"{cluster.cores} cores of the cluster at {scheduler}")
        return cluster
    from cfggo.base.executor import Threads, available_cores

    return Threads(getattr(args, "threads", None) or available_cores())


def _train(
    args: argparse.Namespace,
    options: Sequence[Options],
    kinds: Sequence[str],
    records: Sequence[GameRecord] | Sequence[Problem],
    dropped: dict[str, int],
    executor: Executor,
    checkpoint: Path,
) -> None:
    from cfggo.learning.trainers import new_run

    training = new_run(records, options, executor, checkpoint, args.save_every, kinds)
    if args.restart:
        checkpoint.unlink(missing_ok=True)
    if checkpoint.exists():
        try:
            training.resume()
        except CfggoError as error:
            raise CfggoError(f"{error}; --restart begins anew") from error
        console().print(f"going on from {checkpoint}", soft_wrap=True)

    unit = "problems" if args.subject == "problems" else "games"
    few = _FEW.get(options[0].method, _FEW_GAMES)
    if len(records) < few and not getattr(options[0], "start", ""):
        may_start = isinstance(options[0], LaplaceOptions)
        hint = "; --start expert learns on from the shipped weights" if may_start else ""
        text = f"too few {unit} to learn well from: {len(records):,}, where thousands are usual"
        console().print(text + hint, soft_wrap=True)

    before = {number: signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM)}

    def stop(number: int, frame: object) -> None:
        training.stop()
        signal.signal(signal.SIGINT, before[signal.SIGINT])  # the second Ctrl-C does not wait

    try:
        for number in before:
            signal.signal(number, stop)
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
    used: dict[str, Any] = {"held_out": not args.all, "dropped": dropped}
    if args.subject != "problems":
        used = {**asdict(record_filter(args)), **used}
    if not checkpoint.exists():
        training.keep()  # if one of the files can't be written, the same command writes them all
    if isinstance(options[0], BoostOptions) and models[0].about["moves"] < _FEW_MOVES_OF_TREES:
        text = f"too few moves for good trees: {models[0].about['moves']:,}, of"
        console().print(f"{text} {options[0].boost_positions:,} asked for", soft_wrap=True)
    for out, model in zip(args.out, models, strict=True):
        model.about["records"] = used
        training.save(out, model)
    checkpoint.unlink(missing_ok=True)
    for out in args.out:
        size = out.stat().st_size
        console().print(f"weights are in {out} ({size / 1e6:.1f} MB)", soft_wrap=True)
