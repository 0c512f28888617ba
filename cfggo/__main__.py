"""Runs the command line: ``cfggo``, ``python -m cfggo``, or ``python -P`` and this file's path."""

import sys


def main() -> int:
    """Runs one command and returns its exit code; Ctrl-C ends its imports without a word."""
    try:
        from pathlib import Path

        root = str(Path(__file__).resolve().parents[1])
        if root not in sys.path:  # run by its path
            sys.path.insert(0, root)

        from cfggo.cli import main as run

        return run()
    except KeyboardInterrupt:
        return 130  # 128 + SIGINT, as shells report it


if __name__ == "__main__":
    sys.exit(main())
