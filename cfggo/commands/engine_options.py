"""The engine that a command plays with: its options, and the settings that they make."""

import argparse
import tomllib

from cfggo.config import DEFAULT_PRESET, EngineConfig, load_config
from cfggo.resources import configs_folder, find_config


def add_engine_options(parser: "argparse._ActionsContainer") -> None:
    """Adds the options for the configuration, and for how long and by how many it is searched."""
    parser.add_argument(
        "--config",
        default=DEFAULT_PRESET,
        metavar="NAME-or-FILE",
        help=f"preset or TOML file (default {DEFAULT_PRESET}, the strongest)",
    )
    parser.add_argument("--playouts", type=int, metavar="N", help="playouts a move (0: no limit)")
    parser.add_argument(
        "--seconds",
        type=float,
        metavar="S",
        help="seconds a move (0: no limit), instead of the preset's playouts; with --playouts, "
        "whichever end first",
    )
    parser.add_argument(
        "--threads", type=int, metavar="N", help="threads that search one tree (default 1)"
    )


def engine_settings(args: argparse.Namespace, *names: str) -> tuple[EngineConfig, bool]:
    """Returns the settings that the options make, and whether the user asked for their playouts.

    That is, by an option, by --set or in a file of their own; a preset's playouts are nobody's
    wish.  Those of a file give way to seconds or a level on the command line.

    names -- further options that are settings

    Raises CfggoError if there is no such configuration, or for a value that it can't have.
    """
    config = load_config(args.config)
    overrides = vars(args).get("overrides", [])
    for override in overrides:
        config = config.with_overrides(override)
    options = {name: getattr(args, name) for name in ("playouts", "seconds", "threads", *names)}
    config = config.with_values(**options)
    given = {key for key, value in options.items() if value is not None}
    given |= {item.partition("=")[0].strip() for text in overrides for item in text.split(",")}
    replaces_file = "seconds" in given and config.search.seconds > 0
    replaces_file |= "level" in given and bool(config.play.level)
    if not replaces_file:
        given |= _keys_of_own_file(args.config)
    return config, "playouts" in given


def _keys_of_own_file(name_or_path: str) -> set[str]:
    """Returns the settings that a file gives, none if it is a preset."""
    path = find_config(name_or_path)
    if path.resolve().parent == configs_folder().resolve():
        return set()
    tables = tomllib.loads(path.read_text(encoding="utf-8"))
    return {key for table in tables.values() for key in table}
