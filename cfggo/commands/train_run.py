"""The run of cfggo train: reads the records, learns until it is stopped, writes the weights."""

from __future__ import annotations

import argparse
import shlex
import signal
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

from cfggo.base.errors import CfggoError
from cfggo.base.executor import available_cores
from cfggo.base.interrupts import compiling
from cfggo.base.resources import find_weights
from cfggo.base.terminal import console, progress, say
from cfggo.commands.arguments import open_executor
from cfggo.commands.problem_options import read_chosen_problems
from cfggo.commands.record_options import read_chosen_records, reasons_to_leave_out, record_filter
from cfggo.learning.trainers import new_run
from cfggo.methods import BoostOptions, LaplaceOptions, Options, TerritoryOptions
from cfggo.models.registry import load_model
from cfggo.models.tsumego.collections import is_problem_file
from cfggo.records.game_record import GameRecord, Split
from cfggo.records.judged_games import JudgedGame, read_judged_games

if TYPE_CHECKING:
    from cfggo.base.training_run import TrainingRun
    from cfggo.models.tsumego.problem import Problem

_FEW_GAMES = 1000
"""Games from fewer of which no policy becomes as good as the shipped ones (docs/training.md)."""

_FEW = {"frequency": 400, "informed": 0, "mistakes": 0}
"""The same of methods that learn from fewer."""

_FEW_OF_TREES = {
    "boost": ("moves", 20_000, 300_000),
    "informed": ("positions", 3_000, 9_000),
    "mistakes": ("positions", 3_000, 9_000),
}
"""By method: what trees learn from, of how few of it they learn little, and how many are usual."""


def train(
    args: argparse.Namespace, options: Options, kinds: Sequence[str], checkpoint: Path
) -> None:
    """Learns, or goes on from the checkpoint of the same run, and writes the weights to `args.out`.

    kinds -- of policies

    Raises CfggoError if nothing can be learnt or written, KeyboardInterrupt if it was stopped: then
    the checkpoint has what was reached.
    """
    unit = "problems" if args.subject == "problems" else "games"
    threads = getattr(args, "threads", None) or available_cores()
    scheduler = getattr(args, "scheduler", None)
    # All that can be wrong is known before hours of reading.
    with compiling.told(), open_executor(scheduler, threads) as executor:
        records, dropped = _records(args, options)
        run = new_run(records, options, executor, checkpoint, kinds=kinds)
        if args.restart:
            checkpoint.unlink(missing_ok=True)
        if checkpoint.exists():
            _resume(run, checkpoint)
        _say_if_few(len(records), unit, options)
        _say_if_known(records, options)
        model = _learn(run, unit, checkpoint)
        if not checkpoint.exists():
            run.keep()  # if the file can't be written, the same command writes it
        _say_if_few_for_trees(model, options)
        used: dict[str, Any] = {"dropped": dropped}
        if args.subject != "informed":
            used["held_out"] = not args.all
        if args.subject in ("policy", "territory"):
            used = {**asdict(record_filter(args)), **used}
        model.about["records"] = used
        run.save(args.out, model)
        checkpoint.unlink(missing_ok=True)
    say(f"weights are in {args.out}; try them: {next_command(args, options, kinds)}")


def next_command(args: argparse.Namespace, options: Options, kinds: Sequence[str]) -> str:
    """Returns a command that uses what was learnt."""
    of_policies = " ".join(["cfggo gtp", *(f"--set {kind}={{file}}" for kind in kinds)])
    names = {"file": shlex.quote(str(args.out)), "records": shlex.quote(args.records[0])}
    return (options.tried_by or of_policies).format(**names)


def _resume(run: TrainingRun, checkpoint: Path) -> None:
    try:
        run.resume()
    except CfggoError as error:
        raise CfggoError(f"{error}; --restart begins anew") from error
    say(f"going on from {checkpoint}")


def _learn(run: TrainingRun, unit: str, checkpoint: Path) -> Any:
    """Returns the model. If it was stopped, says where it goes on and raises KeyboardInterrupt."""
    try:
        with _stopped_by_signals(run):
            return run.run(
                lambda title, n, own: progress(title, n, own or unit),
                lambda text: console().print(text),
            )
    except KeyboardInterrupt:
        kept = f"saved in {checkpoint}; the same command goes on from there"
        text = kept if checkpoint.exists() else "stopped before there was anything to save"
        say(text)
        raise


@contextmanager
def _stopped_by_signals(run: TrainingRun) -> Iterator[None]:
    """Lets the first Ctrl-C, or SIGTERM, stop the run where it can be kept."""
    before = {number: signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM)}

    def stop(number: int, frame: object) -> None:
        run.stop()
        signal.signal(signal.SIGINT, before[signal.SIGINT])  # the second Ctrl-C does not wait
        if compiling.depth:  # in another thread, for longer than anybody waits
            raise KeyboardInterrupt

    try:
        for number in before:
            signal.signal(number, stop)
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def _say_if_few(n: int, unit: str, options: Options) -> None:
    begins_anew = not getattr(options, "start", "")
    if n >= _FEW.get(options.method, _FEW_GAMES) or not begins_anew:
        return
    may_start = isinstance(options, LaplaceOptions)
    hint = "; --start expert learns on from the shipped weights" if may_start else ""
    text = f"too few {unit} to learn well from: {n:,}, where thousands are usual"
    say(text + hint)


def _say_if_known(records: Sequence[Any], options: Options) -> None:
    if not isinstance(options, LaplaceOptions) or not options.start:
        return
    known = set(load_model(find_weights(options.start)).games.tolist())
    n = sum(record.short_digest in known for record in records)
    if n:
        text = (
            f"{n:,} of these {len(records):,} games taught {options.start} already: learnt twice, "
            "they count too much; train on others, or without --start"
        )
        say(text)


def _say_if_few_for_trees(model: Any, options: Options) -> None:
    noun, few, usual = _FEW_OF_TREES.get(options.method, ("", 0, 0))
    if noun and model.about[noun] < few:
        text = f"too few {noun} for good trees: {model.about[noun]:,}, where {usual:,} are usual"
        say(text)


def _records(
    args: argparse.Namespace, options: Options
) -> tuple[Sequence[GameRecord] | Sequence[Problem] | Sequence[JudgedGame], dict[str, int]]:
    """Returns what is learnt from, and how much was left out, by reason."""

    def held_out(record: GameRecord | Problem) -> str | None:
        kept = args.all or record.split is Split.TRAINING
        return None if kept else "kept back for tests"

    if args.subject == "informed":
        return [game for path in args.records for game in read_judged_games(Path(path))], {}
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
    games = load_model(find_weights(start)).games
    learnt_from = reasons_to_leave_out("unseen", set(games.tolist()))

    def reason(record: GameRecord | Problem) -> str | None:
        kept = all_of_them or record.split is not Split.TEST
        return learnt_from(record) or (None if kept else "kept back for tests")

    return reason
