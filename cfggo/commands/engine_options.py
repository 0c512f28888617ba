"""The engine that a command plays with: its options, and the settings that they make."""

import argparse
from collections.abc import Callable, Collection, Mapping
from typing import Any

from cfggo.base.errors import CfggoError
from cfggo.base.executor import available_cores
from cfggo.base.terminal import COMPILING, console, progress, say
from cfggo.commands.arguments import (
    RULES,
    add_setting,
    komi,
    level,
    playouts,
    rules_name,
    seconds_or_0,
    whole_number,
)
from cfggo.commands.parser import OptionGroup
from cfggo.config import (
    DEFAULT_PRESET,
    MOST_THREADS,
    EngineConfig,
    load_config,
    parse_overrides,
    setting_of,
)
from cfggo.go.rules import ruleset_from_name
from cfggo.search.effort import Effort
from cfggo.search.limits import NO_LIMIT, Limit

_READERS: dict[str, Callable[[str], Any]] = {
    "playouts": playouts,
    "seconds": seconds_or_0,
    "level": level,
    "rules": rules_name,
    "komi": komi,
    "seed": whole_number,
}
"""The readers of some settings' words, which say more about wrong ones."""


def add_settings(parser: OptionGroup, *names: str) -> None:
    """Adds options for settings of the configuration, by their names."""
    for name in names:
        setting = setting_of(name)
        words = f": {RULES}" if name == "rules" else ""
        add_setting(parser, setting, setting.help + words, type=_READERS[name])


def add_engine_options(parser: OptionGroup) -> None:
    """Adds the options for the configuration, a move's playouts and seconds, and the threads."""
    add_config(parser)
    add_settings(parser, "playouts", "seconds")
    add_threads(parser)


def add_config(parser: OptionGroup) -> None:
    """Adds the options for the configuration, and for other values of its keys."""
    parser.add_argument(
        "--config",
        default=DEFAULT_PRESET,
        metavar="NAME-or-FILE",
        help=f"preset or TOML file (default {DEFAULT_PRESET}, the strongest)",
    )
    add_overrides(parser)


def add_overrides(parser: OptionGroup) -> None:
    """Adds the option for other values of a configuration's keys."""
    parser.add_argument(
        "--set",
        action="append",
        default=[],
        dest="overrides",
        metavar="KEY=VALUE",
        help="change one setting, such as rave_bias=0.2; may be repeated",
    )


def given_keys(args: argparse.Namespace) -> set[str]:
    """Returns the keys of the options --set. Raises CfggoError for one that there is not."""
    return {key for text in args.overrides for key in parse_overrides(text)}


def chosen_config(args: argparse.Namespace, unused: Collection[str] = ()) -> EngineConfig:
    """Returns the configuration with the values of the options --set.

    unused -- keys that the command has no use for

    Raises CfggoError if there is no such configuration, for a value that it can't have, and for a
    key of --set that would do nothing.
    """
    for key in given_keys(args).intersection(unused):
        raise CfggoError(f"--set {key} has no meaning for this command")
    config = load_config(args.config)
    for text in args.overrides:
        config = config.with_overrides(text)
    return config


def add_threads(parser: OptionGroup) -> None:
    """Adds the option for the threads."""
    setting = setting_of("threads")
    help = f'{setting.help}; "auto": one for each core'
    add_setting(parser, setting, help, type=threads)


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


def defaults_for_people(given: Collection[str]) -> dict[str, int]:
    """Returns the settings of an engine that plays with people, unless they say otherwise: all
    cores, and no playouts, so that a move gets SECONDS_WITHOUT_LIMIT, a clock's time or a level's.

    With a seed or playouts there are none, so that the same command gets the same moves.

    given -- keys that the user gave
    """
    if {"seed", "playouts"}.intersection(given):
        return {}
    values = {} if "threads" in given else {"threads": threads("auto")}
    return values if {"seconds", "level"}.intersection(given) else values | {"playouts": 0}


OF_GAMES = ("level", "ponder", "resign_below", "rules", "komi")
"""Keys that mean nothing where positions of records or queries are searched."""


def engine_settings(
    args: argparse.Namespace, *names: str, unused: Collection[str] = ()
) -> EngineConfig:
    """Returns the settings that the options make.

    Their `given` is what the user gave by an option, by --set or in their own file.  Playouts of a
    file give way to seconds or a level on the command line.  The komi is that of the rules unless
    one was given.

    names  -- further options that are settings
    unused -- as in `chosen_config`

    Raises CfggoError as `chosen_config`.
    """
    config = chosen_config(args, unused)
    options = {name: getattr(args, name) for name in names}
    for name in ("playouts", "seconds", "threads"):  # a command may lack some
        options[name] = getattr(args, name, None)
    config = config.with_values(**options)
    asked = {key for key, value in options.items() if value is not None}
    config = config.given_by_user(asked | given_keys(args))
    try:
        rules = ruleset_from_name(config.play.rules)
    except ValueError as error:
        raise CfggoError(str(error)) from error
    return config if "komi" in config.given else config.with_values(komi=rules.komi)


def limit_of(effort: Effort) -> Limit:
    """Returns the limit of a search. Raises CfggoError if there is none."""
    if effort.limit == NO_LIMIT:
        raise CfggoError("a search needs a limit: give --playouts or --seconds")
    return effort.limit


def compile_with_progress() -> None:
    """Compiles the engine's kernels, with a bar on standard error, unless that was done before.

    A bar is not seen before its end where standard error is no terminal, so a line says it first.
    """
    from cfggo.search.compiling import compile_kernels, kernels_are_compiled, n_kernels

    if not kernels_are_compiled():
        if not console().is_terminal:
            say(COMPILING)
        with progress(COMPILING, n_kernels(), "kernels") as advance:
            compile_kernels(advance)


def compile_before_games(args: argparse.Namespace, left: int, digests: Mapping[str, str]) -> None:
    """Compiles the kernels before games that are played here: who compiles seems to hang.

    left    -- number of games that are to be played
    digests -- of the settings of this engine's programs; empty if only others play
    """
    if left and digests and args.scheduler is None:
        compile_with_progress()
