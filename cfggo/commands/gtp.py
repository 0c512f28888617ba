"""cfggo gtp: the engine on standard input and output."""

import argparse
import os
from pathlib import Path

from cfggo.base.errors import CfggoError
from cfggo.base.resources import find_weights
from cfggo.commands.engine_options import (
    add_engine_options,
    add_settings,
    defaults_for_people,
    engine_settings,
)
from cfggo.commands.parser import Parser
from cfggo.interfaces.gtp.identity import IDENTITIES

DESCRIPTION = """\
Speaks the Go Text Protocol, version 2, on standard input and output: this is the command to give
to Sabaki, GoGui, KGS's and CGOS's clients, or any program that referees matches."""

EXAMPLES = """\
attach it:
  Sabaki   Engines > Show Engines Sidebar > Manage Engines > Add; path: the output of
           `which cfggo`; arguments: gtp
  GoGui    Program > New Program; command: cfggo gtp
  Lizzie   its engine's command: cfggo gtp --as katago
  by hand  cfggo gtp, then type: boardsize 9, genmove b, showboard, help, quit

A move takes 5 seconds on all cores. A clock that the controller sets decides in their place, and
limits of yours, by an option, --set or a TOML file, stay upper bounds. With --seed and no limit a
move takes the preset's playouts on one core, and the same seed plays the same game.

The first start compiles the kernels for one to two minutes; `cfggo warmup` does that
beforehand."""


def add_options(parser: Parser) -> None:
    """Adds the command's options."""
    add_engine_options(parser)
    add_settings(parser, "level", "seed", "rules", "komi")
    parser.add_argument(
        "--as",
        dest="identity",
        default="cfggo",
        choices=IDENTITIES,
        help="the program to name in answer to `name` and `version`: Lizzie and LizzieYzy show "
        "more of a program called KataGo (default cfggo)",
    )
    parser.add_argument(
        "--ogs",
        action="store_true",
        help="tell gtp2ogs of each move's win rate, score and variation, on standard error",
    )
    parser.add_argument("--log", type=Path, metavar="FILE", help="append all messages to FILE")


def run(args: argparse.Namespace) -> int:
    """Runs the engine until the controller ends it, and then ends the process."""
    import signal
    import sys

    from cfggo.base.pipes.hangup import HangUp
    from cfggo.base.pipes.sinks import DescriptorSink, OutputError, tell, write_aside
    from cfggo.base.pipes.sources import DescriptorSource
    from cfggo.interfaces.gtp.lines import CommandLines
    from cfggo.interfaces.gtp.loading import Loader
    from cfggo.interfaces.gtp.log import Log
    from cfggo.interfaces.gtp.ogs import greet
    from cfggo.interfaces.gtp.output import Output
    from cfggo.interfaces.gtp.server import serve
    from cfggo.interfaces.gtp.session import Session
    from cfggo.search.starting import load_engine

    if sys.stdin is None or sys.__stdout__ is None:
        raise CfggoError("gtp needs an open standard input and output")
    config = engine_settings(args, "level", "seed", "rules", "komi")
    config = config.with_values(**defaults_for_people(config.given))
    for name in config.files:
        find_weights(name)  # a GUI shows at once why a program did not start
    log = Log(args.log)
    has_hung_up = HangUp(1).has_come
    loader = Loader(lambda: load_engine(config), has_hung_up)
    lines = CommandLines(DescriptorSource(0), has_hung_up)
    session = Session(
        config,
        loader,
        lines,
        Output(DescriptorSink(1), log),
        identity=IDENTITIES[args.identity],
        tells_ogs=args.ogs,
    )
    if args.ogs:
        greet()

    def on_interrupt(signum: int, frame: object) -> None:
        if not session.is_searching:
            raise KeyboardInterrupt
        lines.interrupt()

    signal.signal(signal.SIGINT, on_interrupt)
    loader.start()
    try:
        serve(session, lines, log)
        code = 2 if loader.has_failed else 0
    except OutputError as error:
        tell(f"error: {error}")
        code = 2
    except KeyboardInterrupt:
        write_aside("interrupted\n")
        code = 128 + signal.SIGINT
    # Everything is written. An orderly exit would spend time on the machine code and the tree, and
    # wait for a compilation in the other thread, or crash it.
    os._exit(code)
