"""Runs the command line: ``cfggo``, ``python -m cfggo``, or ``python -P`` and this file's path."""

import os
import sys

_INTERRUPTED = 130  # 128 + SIGINT, as shells report it


def main() -> int:
    """Runs one command and returns its exit code; after Ctrl-C ends the process with it at once.

    Everything is written then. An orderly exit would spend seconds on the machine code, or wait for
    a compilation in another thread. While modules are imported there is nothing to say.
    """
    try:
        from pathlib import Path

        root = str(Path(__file__).resolve().parents[1])
        if root not in sys.path:  # run by its path
            sys.path.insert(0, root)

        from cfggo.cli import main as run

        code = run()
    except KeyboardInterrupt:
        code = _INTERRUPTED
    if code == _INTERRUPTED:
        from contextlib import suppress

        for stream in (sys.stdout, sys.stderr):
            with suppress(OSError):  # nobody reads it any more
                stream.flush()
        os._exit(code)
    return code


if __name__ == "__main__":
    sys.exit(main())
