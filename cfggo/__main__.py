"""Runs the command line: ``python -m cfggo``."""

import sys

from cfggo.cli import main

sys.exit(main())
