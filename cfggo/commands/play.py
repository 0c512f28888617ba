"""cfggo play: a game against the engine, on a page in the browser or in the terminal."""

import argparse
from pathlib import Path
from typing import Any

from cfggo.base.errors import CfggoError
from cfggo.base.resources import problems_file
from cfggo.commands.arguments import board_size, game_file, komi, refuse, seconds_or_0, whole_number
from cfggo.commands.engine_options import (
    add_config,
    add_settings,
    add_threads,
    chosen_config,
    compile_with_progress,
    defaults_for_people,
)
from cfggo.commands.parser import Parser, option_for
from cfggo.commands.problem_options import read_chosen_problems
from cfggo.config import EngineConfig, parse_overrides

OWN_PROBLEMS = Path()
"""In place of a collection: the one that comes with the program."""

DESCRIPTION = """\
Opens a page in the browser to play and study on: a board to click, hints, who owns which points,
the common fate graph, why a move is likely, win rate and score of every move, and game records.

The page comes from this program, on this machine, and needs no network; without --host no other
machine can reach it. Ctrl-C ends it. Your games are kept: see My games on the page.

With --problems the page shows problems instead: 300 that come with it, or a collection of yours.
Try a move, and it says whether it is right and what refutes it. It remembers which ones you solved,
and repeats problems when you may have forgotten them.

With --terminal you play, or practise problems, in the terminal instead: type a point such as D4, or
help."""

EXAMPLES = """\
examples:
  a first game              cfggo play --size 9 --level 18k
  with four stones ahead    cfggo play --handicap 4 --level 8k
  on a phone, too           cfggo play --host
  by Japanese rules         cfggo play --rules japanese --size 13
  as White, full strength   cfggo play --white --seconds 5
  look at a record          cfggo play game.sgf
  without a browser         cfggo play --terminal --size 9 --level 18k
  a game of several days    cfggo play --terminal --sgf our-game.sgf
  practise problems         cfggo play --problems
  in the terminal, your own cfggo play --terminal --problems problems.jsonl

Levels are meant to be a rank apart, from 20k to 3k; see docs/play.md. Size, level, handicap,
komi, rules and colour can be changed on the page, and by commands in the terminal."""


def add_options(parser: Parser) -> None:
    """Adds the command's options."""
    parser.add_argument(
        "file", nargs="?", type=game_file, metavar="GAME.sgf", help="record to open"
    )
    parser.add_argument("--size", type=board_size, metavar="N", help="board size (default 19)")
    add_settings(parser, "level")
    parser.add_argument(
        "--handicap", type=whole_number, metavar="N", help="handicap stones for Black, from 2 to 9"
    )
    parser.add_argument(
        "--komi", type=komi, metavar="K", help="default: that of the rules, with a handicap 0.5"
    )
    add_settings(parser, "rules")
    colour = parser.add_mutually_exclusive_group()
    colour.add_argument(
        "--black", dest="you", action="store_const", const="black", help="you play Black (default)"
    )
    colour.add_argument(
        "--white", dest="you", action="store_const", const="white", help="you play White"
    )
    add_config(parser)
    parser.add_argument(
        "--seconds",
        type=seconds_or_0,
        metavar="S",
        help="seconds a move at full strength (default 5)",
    )
    add_threads(parser)
    parser.add_argument("--terminal", action="store_true", help="play in the terminal instead")
    parser.add_argument(
        "--sgf",
        type=Path,
        metavar="FILE.sgf",
        help="in the terminal: keep the game in FILE.sgf after every move, and resume it if the "
        "file is there",
    )
    parser.add_argument(
        "--problems",
        nargs="?",
        const=OWN_PROBLEMS,
        type=Path,
        metavar="FILE-or-FOLDER",
        help="practise problems: the 300 that come with it, or yours: an SGF file, a folder or "
        "archive of them, or a file of JSON lines",
    )
    parser.add_argument("--port", type=int, default=0, metavar="P", help="default: a free one")
    parser.add_argument(
        "--host",
        action="store_true",
        help="let your phone open the page in the home network, by a code that works once",
    )
    parser.add_argument(
        "--no-open", action="store_true", help="print the page's address, but open no browser"
    )


def run(args: argparse.Namespace) -> int:
    """Plays in the terminal until the user leaves, or serves the page until Ctrl-C."""
    from cfggo.search.levels import find_level

    _check_meaning(args)
    config = chosen_config(args)
    settings = _settings(args, config)
    config = config.with_values(**settings)
    its_level = args.level or (config.play.level and find_level(config.play.level).name)
    rules = args.rules or config.play.rules
    if args.terminal:
        if args.port or args.no_open or args.host:
            raise CfggoError("--port, --host and --no-open are for the page, not for --terminal")
        if args.problems is None:
            return _play_in_terminal(args, settings, its_level)
    if args.sgf is not None:
        raise CfggoError("--sgf is for games with --terminal")
    if not 0 <= args.port < 65536:
        raise CfggoError(f"--port must be between 0 and 65535, not {args.port}")
    if args.problems is not None:
        return _practise(args, settings)

    from cfggo.interfaces.browser.serve import play_in_browser

    play_in_browser(
        preset=args.config,
        settings=settings,
        record=args.file,
        size=args.size or 19,
        komi=args.komi,
        rules=rules,
        handicap=args.handicap or 0,
        level=its_level,
        you=args.you or ("both" if args.file else "black"),
        port=args.port,
        opens=not args.no_open,
        at_home=args.host,
    )
    return 0


def _check_meaning(args: argparse.Namespace) -> None:
    """Raises CfggoError for options that would do nothing."""
    of_new_games = ("size", "komi", "rules", "handicap")
    if args.problems is not None:
        refuse(args, (*of_new_games, "level", "seconds"), "with --problems")
        if args.you is not None:
            raise CfggoError(f"--{args.you} has no meaning with --problems")
    elif args.file is not None:
        meant = option_for(str(args.file), ("--level", "--size", "--config"))
        if meant and not args.file.exists():
            raise CfggoError(f"{args.file}: no record; did you mean {meant}?")
        refuse(args, of_new_games, "with a record")


def _practise(args: argparse.Namespace, settings: dict[str, Any]) -> int:
    if args.file is not None:
        raise CfggoError(f"{args.file}: a record and --problems are not for one sitting")
    path = problems_file() if args.problems is OWN_PROBLEMS else args.problems
    problems, _ = read_chosen_problems([path], need_solutions=False, sort=False)
    if args.terminal:
        compile_with_progress()

        from cfggo.interfaces.terminal.sitting import practise_in_terminal

        return practise_in_terminal(preset=args.config, settings=settings, problems=problems)

    from cfggo.interfaces.browser.serve import practise_in_browser

    practise_in_browser(
        preset=args.config,
        settings=settings,
        problems=problems,
        port=args.port,
        opens=not args.no_open,
        at_home=args.host,
    )
    return 0


def _play_in_terminal(args: argparse.Namespace, settings: dict[str, Any], its_level: str) -> int:
    from cfggo.interfaces.terminal.play import play_in_terminal

    return play_in_terminal(
        preset=args.config,
        settings=settings,
        record=args.file,
        keep=args.sgf,
        size=args.size,
        komi=args.komi,
        rules=args.rules,
        handicap=args.handicap,
        level=its_level,
        you=args.you,
        prepare=compile_with_progress,
    )


def _settings(args: argparse.Namespace, config: EngineConfig) -> dict[str, Any]:
    """Returns the settings of the engine that were given, or that people want.

    config -- that the options choose

    Raises CfggoError for one of a game, which has an option of its own.
    """
    settings = {
        key: value for text in args.overrides for key, value in parse_overrides(text).items()
    }
    for key in settings.keys() & {"level", "komi", "rules"}:
        raise CfggoError(f"--set {key}: this is given by --{key}")
    options = {"seconds": args.seconds, "threads": args.threads}
    settings |= {name: value for name, value in options.items() if value is not None}
    # Its level may change on the page.
    return defaults_for_people((settings.keys() | config.given) - {"level"}) | settings
