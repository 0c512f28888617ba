"""The engine that a command plays with: its options, and the settings that they make."""

import argparse
from dataclasses import replace

from cfggo.config import DEFAULT_PRESET, MOST_THREADS, EngineConfig, load_config
from cfggo.errors import CfggoError
from cfggo.executor import available_cores
from cfggo.go.rules import ruleset_from_name
from cfggo.search.effort import Effort
from cfggo.search.limits import NO_LIMIT, Limit


def add_engine_options(parser: "argparse._ActionsContainer") -> None:
    """Adds the options for the configuration, a move's playouts and seconds, the threads, and
    other values of the configuration's keys.
    """
    add_config(parser)
    parser.add_argument("--playouts", type=int, metavar="N", help="playouts a move (0: no limit)")
    parser.add_argument(
        "--seconds",
        type=float,
        metavar="S",
        help="seconds a move (0: no limit), instead of the preset's playouts; with --playouts, "
        "whichever ends first",
    )
    add_threads(parser)
    parser.add_argument(
        "--set",
        action="append",
        default=[],
        dest="overrides",
        metavar="KEY=VALUE",
        help="another value for any key of the configuration, such as rave_bias=0.2; may be "
        "repeated",
    )


def add_config(parser: "argparse._ActionsContainer") -> None:
    """Adds the option for the configuration."""
    parser.add_argument(
        "--config",
        default=DEFAULT_PRESET,
        metavar="NAME-or-FILE",
        help=f"preset or TOML file (default {DEFAULT_PRESET}, the strongest)",
    )


def add_threads(parser: "argparse._ActionsContainer") -> None:
    """Adds the option for the threads."""
    parser.add_argument(
        "--threads",
        type=threads,
        metavar="N",
        help='threads that search one tree, or "auto" for one on each core of the machine '
        "(default 1)",
    )


def threads(word: str) -> int:
    """Returns the number of threads that a word means: as many as there are cores for "auto", the
    most that an engine may have at most.
    """
    if word == "auto":
        return min(available_cores(), MOST_THREADS)
    try:
        return int(word)
    except ValueError:
        raise argparse.ArgumentTypeError(
            f'expected a whole number or "auto", not {word!r}'
        ) from None


def engine_settings(args: argparse.Namespace, *names: str) -> EngineConfig:
    """Returns the settings that the options make.

    Their `given` is what the user gave by an option, by --set or in their own file.  Playouts of a
    file give way to seconds or a level on the command line.  The komi is that of the rules unless
    one was given.

    names -- further options that are settings

    Raises CfggoError if there is no such configuration, or for a value that it can't have.
    """
    config = load_config(args.config)
    overrides = vars(args).get("overrides", [])
    for override in overrides:
        config = config.with_overrides(override)
    options = {name: getattr(args, name) for name in ("playouts", "seconds", "threads", *names)}
    config = config.with_values(**options)
    asked = {key for key, value in options.items() if value is not None}
    asked |= {item.partition("=")[0].strip() for text in overrides for item in text.split(",")}
    given = config.given | asked
    replaces_playouts = "seconds" in asked and config.search.seconds > 0
    replaces_playouts |= "level" in asked and bool(config.play.level)
    if replaces_playouts and "playouts" not in asked:
        given -= {"playouts"}
    try:
        rules = ruleset_from_name(config.play.rules)
    except ValueError as error:
        raise CfggoError(str(error)) from error
    if "komi" not in given:
        config = config.with_values(komi=rules.komi)
    return replace(config, given=given)


def limit_of(effort: Effort) -> Limit:
    """Returns what ends a search. Raises CfggoError if nothing does."""
    if effort.limit == NO_LIMIT:
        raise CfggoError("a search needs a limit: give --playouts or --seconds")
    return effort.limit


def compile_with_progress() -> None:
    """Compiles the engine's kernels, with a bar on standard error, unless that was done before.

    A bar is not seen before its end where standard error is no terminal, so a line says it first.
    """
    from cfggo.search.compiling import compile_kernels, kernels_are_compiled, n_kernels
    from cfggo.terminal import console, progress

    if not kernels_are_compiled():
        if not console().is_terminal:
            console().print("compiling, once; this takes half a minute or more", soft_wrap=True)
        with progress("compiling, once", n_kernels(), "kernels") as advance:
            compile_kernels(advance)
