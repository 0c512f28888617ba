"""Scripts run in this process, which has loaded most of what they import."""

import io
import runpy
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager, redirect_stderr, redirect_stdout
from pathlib import Path
from unittest.mock import patch

SCRIPTS = Path(__file__).parents[2] / "scripts"


def call_script(name: str, *arguments: str) -> "subprocess.CompletedProcess[str]":
    """Runs a Python script with some arguments; returns what it would as a process of its own."""
    words = [str(SCRIPTS / name), *arguments]
    out, err = io.StringIO(), io.StringIO()
    with (
        patch.object(sys, "argv", words),
        patch.object(sys, "path", [str(SCRIPTS), *sys.path]),
        _own_modules(),
        redirect_stdout(out),
        redirect_stderr(err),
    ):
        try:
            runpy.run_path(words[0], run_name="__main__")
            code = 0
        except SystemExit as end:
            code = end.code if isinstance(end.code, int) else int(end.code is not None)
    return subprocess.CompletedProcess(words, code, out.getvalue(), err.getvalue())


@contextmanager
def _own_modules() -> Iterator[None]:
    """Forgets the modules beside the scripts for a while: one of them keeps the script's name."""
    names = {path.stem for path in SCRIPTS.glob("*.py")}
    before = {name: sys.modules.pop(name) for name in names & sys.modules.keys()}
    try:
        yield
    finally:
        for name in names:
            sys.modules.pop(name, None)
        sys.modules.update(before)
