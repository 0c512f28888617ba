"""What the Python scripts beside it share: how they end, also where there is no cfggo."""

import sys
from collections.abc import Callable
from pathlib import Path
from typing import NoReturn

SCRIPT = f"scripts/{Path(sys.argv[0]).name}"

try:
    from cfggo.errors import CfggoError
except ModuleNotFoundError:
    print(
        f"{SCRIPT}: {sys.executable} has no cfggo; activate the environment that `scripts/play` "
        "makes: `. .venv/bin/activate`",
        file=sys.stderr,
    )
    sys.exit(2)


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
