"""What the Python scripts share: new files, and how they end, also without cfggo."""

import argparse
import sys
from collections.abc import Callable
from pathlib import Path
from typing import NoReturn

SCRIPT = f"scripts/{Path(sys.argv[0]).name}"

try:
    from cfggo.base.errors import CfggoError
except ModuleNotFoundError:
    print(
        f"{SCRIPT}: {sys.executable} has no cfggo; activate the environment that `scripts/play` "
        "makes: `. .venv/bin/activate`",
        file=sys.stderr,
    )
    sys.exit(2)


def new_file(text: str) -> Path:
    """Returns the path of a file that is not there yet, as a type of arguments."""
    path = Path(text)
    if path.exists():
        raise argparse.ArgumentTypeError(f"{path}: is there already; choose another name")
    if not path.parent.is_dir():
        raise argparse.ArgumentTypeError(f"{path}: no folder {path.parent}")
    return path


def run(main: Callable[[], int | None]) -> NoReturn:
    """Runs a script's main function and exits with the code that it returns, None for 0.

    What the user can put right is said in one line, with 2 as the exit code.
    """
    try:
        sys.exit(main())
    except CfggoError as error:
        print(f"{SCRIPT}: {error}", file=sys.stderr)
        sys.exit(2)
    except KeyboardInterrupt:
        print("interrupted", file=sys.stderr)
        sys.exit(130)
    except OSError as error:
        where = f"{error.filename}: " if error.filename else ""
        print(f"{SCRIPT}: {where}{error.strerror or error}", file=sys.stderr)
        sys.exit(2)
