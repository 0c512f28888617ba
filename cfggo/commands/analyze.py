"""cfggo analyze: KataGo's analysis protocol on standard input and output."""

import argparse
from pathlib import Path

from cfggo.base.errors import CfggoError
from cfggo.base.resources import find_weights
from cfggo.commands.arguments import count
from cfggo.commands.engine_options import (
    OF_GAMES,
    add_engine_options,
    add_settings,
    engine_settings,
)
from cfggo.commands.parser import Parser, option_for

DESCRIPTION = """\
Speaks the JSON protocol of KataGo's analysis engine on standard input and output, so that KaTrain
and scripts written for `katago analysis` work unchanged: a query on each line in, answers out as
they are ready. docs/analysis-protocol.md has the fields."""

EXAMPLES = """\
try it:
  echo '{"id":"a","moves":[["B","D4"]],"rules":"chinese","boardXSize":9,"boardYSize":9}' |
    cfggo analyze

in KaTrain: General & Engine Settings, path to KataGo executable: what `which cfggo` prints; or as
another command: cfggo analyze --threads auto

The first start compiles the kernels for one to two minutes; `cfggo warmup` does that
beforehand. When queries can come, a line on standard error says so."""


def add_options(parser: Parser) -> None:
    """Adds the command's options."""
    parser.stray = lambda words: (
        f"cfggo review {words[0]}"
        if words[0].lower().endswith(".sgf")
        else option_for(words[0], parser.options)
    )
    add_engine_options(parser)
    parser.add_argument(
        "--analysis-threads",
        "-analysis-threads",
        type=count,
        default=2,
        metavar="N",
        help="positions searched at the same time, each by --threads threads (default 2)",
    )
    parser.add_argument(
        "--winrates-as",
        metavar="SIDE",
        help="whose win rates and scores answers give: BLACK, WHITE or SIDETOMOVE (default BLACK, "
        "as in KataGo's example configuration)",
    )
    add_settings(parser, "seed")
    parser.add_argument(
        "--quit-without-waiting",
        "-quit-without-waiting",
        action="store_true",
        help="at the end of the input, drop the queries that are not answered yet",
    )
    katago = parser.add_argument_group(
        "KataGo's arguments",
        "accepted, so that cfggo can stand in katago's place, and ignored; but\n"
        "reportAnalysisWinratesAs counts, in -config and in -override-config",
    )
    katago.add_argument("-model", dest="katago_model", metavar="FILE")
    katago.add_argument("-human-model", dest="katago_human_model", metavar="FILE")
    katago.add_argument("-config", dest="katago_config", type=Path, metavar="FILE")
    katago.add_argument(
        "-override-config",
        dest="katago_overrides",
        action="append",
        default=[],
        metavar="KEY=VALUE,...",
    )


def run(args: argparse.Namespace) -> int:
    """Answers queries until the input ends, and then ends the process."""
    import os
    import sys

    if sys.stdin is None or sys.__stdout__ is None:
        raise CfggoError("analyze needs an open standard input and output")
    config = engine_settings(args, "seed", unused=OF_GAMES)
    for name in config.files:
        find_weights(name)  # a missing file is told before anything is compiled

    from cfggo.base.pipes.sinks import tell
    from cfggo.interfaces.analysis.katago_arguments import PERSPECTIVE_KEY, perspective_of
    from cfggo.interfaces.analysis.override_settings import Perspective, parse_perspective
    from cfggo.interfaces.analysis.process import run_analysis

    ignored = [
        name
        for name, value in (
            ("-model", args.katago_model),
            ("-human-model", args.katago_human_model),
            ("-config", args.katago_config),
            ("-override-config", args.katago_overrides),
        )
        if value
    ]
    perspective = perspective_of(args.katago_config, args.katago_overrides)
    if ignored:
        but = "" if perspective is None else f" but for {PERSPECTIVE_KEY}"
        tell(f"ignored{but}: {', '.join(ignored)}: meant for KataGo (cfggo's own is --config)")
    if args.winrates_as is not None:
        try:
            perspective = parse_perspective(args.winrates_as)
        except ValueError as error:
            raise CfggoError(f"--winrates-as: {error}") from error
    code = run_analysis(
        config,
        args.analysis_threads,
        perspective or Perspective.BLACK,
        waits_at_end=not args.quit_without_waiting,
    )
    # Everything is written. An orderly exit would spend time on the machine code and the trees.
    os._exit(code)
