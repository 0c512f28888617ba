"""cfggo warmup: compile everything now."""

from __future__ import annotations

import argparse

_DESCRIPTION = """\
Compiles the kernels of board, policy and search and keeps them in the user's cache folder, so
that the engine starts in about a second from then on. It takes about a minute and is needed
once after each installation; the first `cfggo gtp` does it by itself otherwise.

The cache is in $CFGGO_CACHE_DIR, or else in $XDG_CACHE_HOME/cfggo or ~/.cache/cfggo."""


def add_parser(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Adds the command's parser."""
    parser = subparsers.add_parser(
        "warmup",
        help="compile and cache everything now",
        description=_DESCRIPTION,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument(
        "--config", metavar="NAME-or-FILE", help="preset or TOML file (default: all presets)"
    )


def run(args: argparse.Namespace) -> int:
    """Compiles with progress."""
    import time

    from cfggo.config import load_config
    from cfggo.jit import cache_is_warm, mark_warm
    from cfggo.resources import preset_names
    from cfggo.search.engine import Engine
    from cfggo.terminal import console

    names = [args.config] if args.config else preset_names()
    was_warm = cache_is_warm()
    started = time.monotonic()
    with console().status("compiling board, policy and search" if not was_warm else "loading"):
        for name in names:
            Engine(load_config(name))
    mark_warm()
    seconds = time.monotonic() - started
    verb = "loaded" if was_warm else "compiled"
    console().print(f"{verb} in {seconds:.0f} s; ready: {', '.join(names)}")
    return 0
