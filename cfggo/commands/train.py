"""cfggo train: learn policies, territory fields, and models that rank the moves of problems."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from cfggo.base.errors import CfggoError, naming
from cfggo.base.files import check_folder
from cfggo.base.resources import WEIGHTS_SUFFIX, names_weights
from cfggo.base.toml_tables import declared_settings
from cfggo.commands.arguments import RESUMES_BY_ITSELF, add_setting, count, no_other_run, refuse
from cfggo.commands.parser import OptionGroup, Parser, Part
from cfggo.commands.record_options import add_record_options
from cfggo.config import DEFAULT_PRESET, load_options
from cfggo.methods import METHODS, Options, check_option

DESCRIPTION = """\
Learns policies, territory fields, models of problems or informed trees. `cfggo train
WHAT --help` has the methods and their options."""

EXAMPLES = """\
examples:
  a tree policy     cfggo train policy records/ --out my.weights
  who owns what     cfggo train territory endings/ --size 9 --out territory.weights
  moves of problems cfggo train problems problems.jsonl.gz --out tsumego.weights
  informed trees    cfggo train informed judged.jsonl.xz --out informed.weights"""

_RUNS = """

Every minute the run is saved beside the weight file, as FILE.checkpoint. After Ctrl-C or
a crash the same command resumes it and ends with the same weights; --restart begins anew.
frequency, svm and perceptron, which take minutes, and boost, half an hour, are not saved, nor are
informed trees while they grow: they begin anew."""

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
        ("--form", "territory"),
    ),
    "problems": Part(
        "models that rank the moves of problems",
        """\
Learns a model that ranks local moves (docs/tsumego.md), from problems with solutions: JSON
lines or SGF. It takes minutes and is not saved before its end.""",
        """\
examples:
  local moves         cfggo train problems problems.jsonl.gz --out tsumego.weights
  a graph kernel      cfggo train problems problems.jsonl.gz --method svm --out K.weights""",
        ("local", ".jsonl", ".jsonl.gz"),
    ),
    "informed": Part(
        "trees that see the search, from games that KataGo judged",
        """\
Learns trees that mend the probabilities of moves by what a search has seen, or that tell mistakes
by it (docs/models.md), from files of `cfggo judge`. It searches some of the judged positions on
19x19, then grows trees; those of one game in eight are held out, with all games that begin
alike."""
        + _RUNS,
        """\
examples:
  informed trees      cfggo train informed own.jsonl.xz --out informed.weights
  play with them      cfggo gtp --set informed=informed.weights
  for reviews         cfggo train informed own.jsonl.xz --method mistakes --out mistakes.weights""",
        ("informed", ".jsonl.xz"),
    ),
}

_HINTS = {
    "--moves": "--kernel-moves N is that of svm and perceptron",
    "--labels": "--kernel-labels is that of svm and perceptron",
} | RESUMES_BY_ITSELF

_CHECKPOINT_SUFFIX = ".checkpoint"


def add_options(parser: Parser) -> None:
    """Adds the command's options."""
    for subject, part in parser.add_parts(_PARTS).items():
        part.hints = _HINTS
        _add_options(part, subject)


def _add_options(parser: argparse.ArgumentParser, subject: str) -> None:
    """Adds the options of a part of the command."""
    are_games = subject in ("policy", "territory")
    metavar, kinds = {
        "problems": ("PROBLEMS", "JSON lines, SGF, or a folder of these"),
        "informed": ("JUDGED", "file of cfggo judge"),
    }.get(subject, ("RECORDS", "folder, tar, zip or SGF"))
    parser.add_argument("records", nargs="+", metavar=metavar, help=kinds)
    parser.add_argument("--out", type=Path, required=True, metavar="FILE", help="weight file")
    if subject == "policy":
        parser.add_argument(
            "--config",
            metavar="NAME-or-FILE",
            help=f"preset or TOML file, whose table [learning] counts (default {DEFAULT_PRESET}; "
            "--method alone has defaults of its own)",
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
    if subject != "informed":
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
    parser.set_defaults(restart=False)
    if subject == "problems":
        return
    group = parser.add_argument_group("how it runs")
    if subject != "territory":
        group.add_argument("--threads", type=count, metavar="N", help="default: one for each core")
        group.add_argument("--scheduler", metavar="ADDRESS", help="work on a Dask cluster instead")
    group.add_argument(
        "--restart", action="store_true", help="begin anew where there is a run saved beside --out"
    )


def _add_options_of_methods(
    parser: argparse.ArgumentParser, methods: dict[str, type[Options]]
) -> None:
    """Adds the options of all methods, in a group for each set of methods that have them."""
    groups: dict[str, OptionGroup] = {"": parser}
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


def run(args: argparse.Namespace) -> int:
    """Learns and writes the weights."""
    from cfggo.commands.train_run import train
    from cfggo.learning.trainers import TRAINERS
    from cfggo.search import informed_training  # noqa: F401 -- adds its trainer

    if args.out.suffix != WEIGHTS_SUFFIX:
        raise CfggoError(f"--out {args.out}: the name of a weight file ends in {WEIGHTS_SUFFIX}")
    options = _options(args)
    kinds = _kinds(args, options)
    checkpoint = args.out.with_name(args.out.name + _CHECKPOINT_SUFFIX)
    with no_other_run("train", args.out):
        _check_files(args, options, checkpoint)
        TRAINERS[type(options)].check(options)
        train(args, options, kinds, checkpoint)
    return 0


def _options(args: argparse.Namespace) -> Options:
    """Returns the options of the method."""
    methods = METHODS[args.subject]
    method = getattr(args, "method", None)
    if args.subject != "policy" or (method and not args.config):
        options = methods[method or next(iter(methods))]()
    else:
        name = args.config or DEFAULT_PRESET
        if names_weights(name):
            raise CfggoError(f"unknown preset {name!r}; did you mean the weights, --start {name}?")
        options = load_options(name, method)
    keys = {key for each in methods.values() for key in declared_settings(each)}
    given = {key: value for key in keys if (value := getattr(args, key)) is not None}
    for key in given:
        check_option(methods, type(options), key, f"--{key.replace('_', '-')}")
    if args.subject == "policy" and not options.shares_work:
        refuse(args, ("threads", "scheduler"), f'with method "{options.method}"')
    return replace(options, **given)


def _kinds(args: argparse.Namespace, options: Options) -> Sequence[str]:
    """Returns the kinds of policies that are learnt; raises CfggoError if a method learns none."""
    policy = getattr(args, "policy", None)
    if policy not in (None, *options.policies):
        raise CfggoError(f'method "{options.method}" learns no {policy} policy')
    return [policy] if policy else options.policies


def _check_files(args: argparse.Namespace, options: Options, checkpoint: Path) -> None:
    """Raises CfggoError for a file that the run could not write in the end, or would replace.

    Only a run that goes on may find what it wrote before it was interrupted.
    """
    outputs = [("--out", args.out)]
    if table := getattr(options, "table", ""):
        if Path(table).resolve() in [path.resolve() for path in (args.out, checkpoint)]:
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
        with naming(f"{option} {path}: can't be written"):
            check_folder(path.resolve().parent)
