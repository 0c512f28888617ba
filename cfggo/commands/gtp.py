"""cfggo gtp: the engine on standard input and output."""

import argparse
import os
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from cfggo.config import EngineConfig

_DESCRIPTION = """\
Speaks the Go Text Protocol, version 2, on standard input and output: this is the command to give
to Sabaki, GoGui, KGS's and CGOS's clients, or any program that referees matches."""

_EXAMPLES = """\
attach it:
  Sabaki   Engines > Show Engines Sidebar > Manage Engines > Add; path: the output of
           `which cfggo`; arguments: gtp --seconds 5
  GoGui    Program > New Program; command: cfggo gtp --playouts 2000
  by hand  cfggo gtp, then type: boardsize 9, genmove b, showboard, help, quit

A move takes as many playouts as the configuration or --playouts says, or --seconds. If the
controller sets a time limit, the clock decides instead, and --playouts, if given, stays an upper
bound. The first start compiles the kernels, which takes about a minute; `cfggo warmup` does that
beforehand."""


def add_parser(subparsers: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Adds the command to the command line."""
    parser = subparsers.add_parser(
        "gtp",
        help="speak GTP on standard input and output",
        description=_DESCRIPTION,
        epilog=_EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument(
        "--config", metavar="NAME-or-FILE", help="preset, such as cfg-full, or TOML file"
    )
    parser.add_argument(
        "--set",
        action="append",
        default=[],
        dest="overrides",
        metavar="KEY=VALUE",
        help="another value for any key of the configuration, such as rave_bias=0.2; may be "
        "repeated",
    )
    parser.add_argument(
        "--level",
        metavar="RANK",
        help="play like a person of that rank, from 20k upward; see docs/strength.md",
    )
    parser.add_argument("--playouts", type=int, metavar="N", help="playouts a move (0: no limit)")
    parser.add_argument("--seconds", type=float, metavar="S", help="seconds a move (0: no limit)")
    parser.add_argument("--threads", type=int, metavar="N", help="threads that search (1)")
    parser.add_argument("--seed", type=int, metavar="N", help="seed of the random generator")
    parser.add_argument("--rules", metavar="R", help="chinese, japanese, aga, ...")
    parser.add_argument("--log", type=Path, metavar="FILE", help="append all that is said to FILE")


def run(args: argparse.Namespace) -> int:
    """Runs the engine until the controller ends it."""
    import io
    import signal
    import sys

    from cfggo.errors import CfggoError
    from cfggo.gtp.lines import CommandLines
    from cfggo.gtp.loading import Loader, load_engine
    from cfggo.gtp.log import Log
    from cfggo.gtp.output import Output
    from cfggo.gtp.server import serve
    from cfggo.gtp.session import Session
    from cfggo.resources import find_weights

    if sys.stdin is None or sys.stdout is None:
        raise CfggoError("gtp needs an open standard input and output")
    config = _config(args)
    for weights in (config.policy.tree, config.policy.playout):
        find_weights(weights)  # a GUI shows at once why a program did not start
    log = Log(args.log)
    loader = Loader(lambda: load_engine(config))
    lines = CommandLines(io.FileIO(0, closefd=False))
    try:
        session = Session(
            config,
            loader,
            lines,
            Output(sys.stdout.buffer, log),
            playouts_are_wanted=args.playouts is not None,
        )
    except ValueError as error:
        raise CfggoError(str(error)) from error

    def on_interrupt(signum: int, frame: object) -> None:
        if not session.is_searching:
            raise KeyboardInterrupt
        lines.interrupt()

    signal.signal(signal.SIGINT, on_interrupt)
    loader.start()
    code = 0
    try:
        serve(session, lines, log)
    except (KeyboardInterrupt, BrokenPipeError):
        if not loader.is_loading:
            raise
        code = 1
    if loader.is_loading:
        # The compiler is at work in the other thread; an orderly exit would wait, or crash it.
        os._exit(code)
    return code or (2 if loader.has_failed else 0)


def _config(args: argparse.Namespace) -> "EngineConfig":
    """Returns the settings. Raises CfggoError if there are none such."""
    from cfggo.config import DEFAULT_PRESET, load_config

    config = load_config(args.config or DEFAULT_PRESET)
    for override in args.overrides:
        config = config.with_overrides(override)
    playouts = args.playouts
    if playouts is None and args.seconds:
        playouts = 0  # who asks for seconds does not want the preset's playouts to end the search
    return config.with_values(
        level=args.level,
        playouts=playouts,
        seconds=args.seconds,
        threads=args.threads,
        seed=args.seed,
        rules=args.rules,
    )
