"""Arguments of several commands: types of arguments, and the options of those that play games."""

import argparse
import datetime
import json
import math
import re
import signal
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from cfggo.base.errors import CfggoError
from cfggo.base.terminal import console, say
from cfggo.base.toml_tables import Range, Setting, parse_value
from cfggo.commands.parser import OptionGroup
from cfggo.config import KOMI
from cfggo.go.points import MAX_SIZE, MIN_SIZE
from cfggo.go.rules import RULESETS, ruleset_from_name
from cfggo.match.playing.ranges import PATIENCE, SECONDS

if TYPE_CHECKING:
    from cfggo.base.dask import Cluster
    from cfggo.base.executor import Threads
    from cfggo.match.contests.tune import Progress
    from cfggo.match.contests.venues import Venue
    from cfggo.match.playing.referee import Watcher
    from cfggo.match.results.report import Report

RULES = ", ".join(RULESETS)
"""The names of all rulesets, for the help of options."""

RESUMES_BY_ITSELF = {"--resume": "a run goes on by itself; --restart begins anew"}
"""A parser's message about an option of earlier versions."""

_MOST_JOBS = 1000


def is_given(args: argparse.Namespace, name: str) -> bool:
    """Tells whether an option was given: one whose default is None or False.

    name -- of its argument, such as "max_moves"
    """
    value = getattr(args, name)
    return value is not None and value is not False


def refuse(args: argparse.Namespace, names: Iterable[str], where: str) -> None:
    """Raises CfggoError if one of some options is given where it would do nothing.

    names -- of their arguments, as in `is_given`
    where -- words such as "for games", and what helps
    """
    for name in names:
        if is_given(args, name):
            raise CfggoError(f"--{name.replace('_', '-')} has no meaning {where}")


def add_setting(parser: OptionGroup, setting: Setting, help: str = "", **others: Any) -> None:
    """Adds the option of a setting, with its range, its default and its help; None if not given.

    help   -- in place of the setting's own
    others -- what argparse is to know besides
    """
    name = f"--{setting.name.replace('_', '-')}"

    def parsed(text: str) -> Any:
        return parse_value(setting.kind, text, name)

    parser.add_argument(
        name,
        help=(help or setting.explained()).replace("%", "%%"),
        metavar=setting.placeholder,
        **{**({"choices": setting.words} if setting.words else {"type": parsed}), **others},
    )


def count(text: str) -> int:
    """Returns a whole number of at least 1."""
    return _whole(text, 1)


def jobs(text: str) -> int:
    """Returns how much is to be done at a time; each job takes a process or two."""
    if (number := count(text)) > _MOST_JOBS:
        raise argparse.ArgumentTypeError(f"expected {_MOST_JOBS} at most, not {text!r}")
    return number


def whole_number(text: str) -> int:
    """Returns a whole number, 0 included."""
    return _whole(text, 0)


def playouts(text: str) -> int:
    """Returns a number of playouts, for commands that take seconds instead, too."""
    if re.fullmatch(r"\d*\.\d+", text):
        raise argparse.ArgumentTypeError(
            f"expected a whole number, such as 1000, not {text!r}; for a time: --seconds {text}"
        )
    return _whole(text, 0)


def folder(text: str) -> Path:
    """Returns the path of a folder, which need not be there yet."""
    path = Path(text)
    if path.exists() and not path.is_dir():
        raise argparse.ArgumentTypeError(f"{text}: is a file, not a folder")
    return path


def game_file(text: str) -> Path:
    """Returns the path of a game record. Raises CfggoError for a folder, and names a record in it.

    Whether there is such a file is found when it is read.
    """
    path = Path(text)
    if path.is_dir():
        inside = next((each for each in sorted(path.glob("*.sgf"))), "game.sgf")
        raise CfggoError(f"{text}: a folder; name a record, such as {inside}")
    return path


def level(text: str) -> str:
    """Returns the name of a level of play. Raises CfggoError if there is none."""
    from cfggo.search.levels import find_level

    return find_level(text).name


def rules_name(text: str) -> str:
    """Returns the name of rules, however it is written."""
    try:
        return ruleset_from_name(text).name
    except ValueError as error:
        raise argparse.ArgumentTypeError(str(error)) from None


def board_size(text: str) -> int:
    """Returns a board size."""
    if not text.isdecimal() or not MIN_SIZE <= int(text) <= MAX_SIZE:
        raise argparse.ArgumentTypeError(f"expected {MIN_SIZE} to {MAX_SIZE}, not {text!r}")
    return int(text)


def number(limits: Range) -> Callable[[str], float]:
    """Returns the type of arguments that are a number of a range."""

    def parsed(text: str) -> float:
        try:
            number = float(text)
        except ValueError:
            number = math.nan
        if number not in limits:
            of = "of " if limits.high == math.inf else ""
            raise argparse.ArgumentTypeError(f"expected a number {of}{limits}, not {text!r}")
        return number

    return parsed


komi = number(KOMI)
seconds = number(SECONDS)
seconds_or_0 = number(Range(0))
"""0 for no limit."""
patience = number(PATIENCE)
"""Seconds that a program may be waited for."""


def games_folder(out: Path | None) -> Path:
    """Returns the folder for a run's games: the one that was given, or else a new one."""
    return out or Path("games") / datetime.datetime.now().strftime("%Y-%m-%d-%H%M%S")


def add_contest_options(parser: OptionGroup, contest: str) -> None:
    """Adds the file of a contest, the folder of its games, and where and how it is run."""
    parser.add_argument("file", type=Path, metavar="FILE.toml", help=contest)
    parser.add_argument(
        "--out",
        type=folder,
        metavar="DIR",
        help="folder of the games; if it has some, the run goes on (default games/NAME-OF-FILE)",
    )
    add_venue_options(parser)
    add_report_options(parser)


def contest_folder(args: argparse.Namespace) -> Path:
    """Returns the folder of a contest's games: the one that was given, or that of its file."""
    return args.out or Path("games") / args.file.stem


def add_report_options(parser: OptionGroup) -> None:
    """Adds the options that say whether games are played, and how the result is printed."""
    games = parser.add_mutually_exclusive_group()
    add_restart(games)
    games.add_argument(
        "--report",
        action="store_true",
        help="play nothing; report the games so far, also while others are played",
    )
    parser.add_argument("--json", action="store_true", help="print the result as one JSON object")


def print_report(args: argparse.Namespace, report: "Report | Progress", out: Path) -> None:
    """Prints the result of the games in a folder, as `add_report_options` lets one ask for it."""
    if args.json:
        print(json.dumps({**report.to_json(), "sgf_dir": str(out)}))
    else:
        print(report.to_text())


def add_restart(parser: OptionGroup) -> None:
    """Adds the option that begins a run of games anew."""
    parser.add_argument(
        "--restart",
        action="store_true",
        help="begin anew; the folder of the games so far gets another name",
    )


def begin_anew(args: argparse.Namespace, out: Path) -> None:
    """Sets the games of an earlier run aside if the options ask for it, and says where they are;
    the run can go on from here.

    Raises CfggoError if they can't be, or are being played.
    """
    from cfggo.match.results.store import set_aside

    if args.restart and (aside := set_aside(out)) is not None:
        say(f"the games so far are in {aside}")
    allow_to_go_on(args, "" if args.out or "file" in args else f" with --out {out}")


def allow_to_go_on(args: argparse.Namespace, how: str = "") -> None:
    """Lets the message after Ctrl-C say that the same command goes on; how: with which options."""
    how += " without --restart" if args.restart else ""
    args.goes_on = f"; the same command{how} goes on"


def add_venue_options(parser: OptionGroup) -> None:
    """Adds the options that say where games are played."""
    where = parser.add_mutually_exclusive_group()
    where.add_argument(
        "--jobs", type=jobs, default=1, metavar="N", help="games played at a time (default 1)"
    )
    where.add_argument(
        "--scheduler",
        metavar="ADDRESS",
        help="play on the Dask cluster of this scheduler instead, such as tcp://head:8786, as many "
        "games at a time as it has threads",
    )


@contextmanager
def open_venue(args: argparse.Namespace, watcher: "Watcher | None" = None) -> "Iterator[Venue]":
    """Yields where the games are played, as the options say; SIGTERM then interrupts like Ctrl-C.

    watcher -- Watcher of the games that are played on this machine

    Raises CfggoError if the cluster can't be reached.
    """
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    if args.scheduler is None:
        from cfggo.match.contests.venues import LocalVenue

        yield LocalVenue(args.jobs, watcher)
        return
    from cfggo.match.contests.cluster import ClusterVenue

    with ClusterVenue(args.scheduler) as venue:
        yield venue


def open_executor(scheduler: str | None, threads: int) -> "Cluster | Threads":
    """Returns what shares work among so many threads, or on the Dask cluster of a scheduler; use it
    in a `with`.

    Raises CfggoError if the cluster can't be reached or has no workers.
    """
    if scheduler is not None:
        from cfggo.base.dask import Cluster

        cluster = Cluster(scheduler)
        if not cluster.cores:
            cluster.client.close()
            raise CfggoError(f"{scheduler}: the Dask scheduler has no workers")
        console().print(f"{cluster.cores} cores of the cluster at {scheduler}")
        return cluster
    from cfggo.base.executor import Threads

    return Threads(threads)


@contextmanager
def no_other_run(command: str, out: Path) -> Iterator[None]:
    """Keeps other processes of a command from writing to a file meanwhile.

    Raises CfggoError if one of them does so already.
    """
    from cfggo.base.kernel_cache import claims

    name = f"{command} {out.resolve()}"
    if not claims().claim(name):
        raise CfggoError(f"--out {out}: another cfggo {command} is at work on it")
    try:
        yield
    finally:
        claims().release(name)


def _whole(text: str, least: int) -> int:
    if not text.isdecimal() or int(text) < least:
        plain = re.sub("[,_ ]", "", text.lower()).replace("k", "000")  # of "1,000", or "10k"
        is_meant = plain != text and plain.isdecimal()
        advice = f"; did you mean {plain}?" if is_meant else ""
        raise argparse.ArgumentTypeError(
            f"expected a whole number of at least {least}, not {text!r}{advice}"
        )
    return int(text)
