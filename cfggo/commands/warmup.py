"""cfggo warmup: compile everything now."""

from __future__ import annotations

import argparse

from cfggo.base.terminal import console, say

DESCRIPTION = """\
Compiles the kernels of board, policy, search and proofs and keeps them in the user's cache
folder, so that the engine starts in about a second from then on. It takes one to two minutes
on two processors, once after each installation, for all presets; without it the first
`cfggo gtp` compiles. The first `cfggo train` or `evaluate` compiles what it alone needs.
Ctrl-C stops it and keeps the finished part.

The cache is in $CFGGO_CACHE_DIR, or else in $XDG_CACHE_HOME/cfggo or ~/.cache/cfggo."""


def run(args: argparse.Namespace) -> int:
    """Compiles with progress."""
    import time

    from cfggo.base.kernel_cache import main_folder
    from cfggo.commands.engine_options import compile_with_progress
    from cfggo.search.compiling import compile_other_kinds, kernels_are_compiled

    verb = "loaded" if kernels_are_compiled() else "compiled"
    started = time.monotonic()
    compile_with_progress()
    with console().status("compiling for other presets and for problems"):
        from cfggo.study.solving.solution import compile_proofs  # later, as the bar counts kernels

        compile_other_kinds()
        compile_proofs()
    seconds = time.monotonic() - started
    say(f"{verb} in {seconds:.0f} s: {main_folder()}")
    return 0
