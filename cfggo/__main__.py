"""Runs the command line: ``python -m cfggo``, or ``python -P`` and the path of this file."""

import sys
from pathlib import Path

_ROOT = str(Path(__file__).resolve().parents[1])

if _ROOT not in sys.path:  # run by its path
    sys.path.insert(0, _ROOT)

from cfggo.cli import main  # noqa: E402

sys.exit(main())
