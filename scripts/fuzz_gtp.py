#!/usr/bin/env python3
"""Sends an engine lines that nobody would type, to find one that ends it or puts it out of step.

The engine is `cfggo gtp` as a process of its own, with 10 playouts a move. The lines are commands
with sensible and senseless arguments, three in ten of them damaged. After each line comes a `name`
with a number of its own.

A fault is a line after which the engine is gone, an answer is missing, too many or another line's,
an internal error, a traceback on standard error, or no answer within a minute. The first one ends
the run, with exit code 1. Prints one JSON object with the counts.
"""

import argparse
import json
import subprocess
import sys
import tempfile
import threading
from collections import Counter
from pathlib import Path
from queue import Empty, SimpleQueue
from random import Random
from typing import IO

import common
from gtp_lines import LIMIT, expected_id, fuzzed_lines

from cfggo.base.terminal import progress
from cfggo.commands.arguments import count

PATIENCE = 60.0
"""Seconds within which an answer must come."""

COMPILES_FOR = 600.0
"""Seconds that an engine's first start may take."""

MARK = 10**9
"""Number of the first `name`; no line of the fuzzer's has so large a one."""


class Engine:
    """A process whose answers are read one by one."""

    def __init__(self, folder: Path, errors: IO[bytes]) -> None:
        """Starts it in a folder, where it may leave files."""
        command = [sys.executable, "-m", "cfggo", "gtp", "--playouts", "10", "--seed", "1"]
        self._process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=errors, cwd=folder
        )
        self._answers: SimpleQueue[str | None] = SimpleQueue()
        threading.Thread(target=self._read, daemon=True).start()

    def send(self, lines: list[bytes]) -> None:
        """Sends lines; one that has ended can't be told of."""
        assert self._process.stdin is not None
        try:
            self._process.stdin.write(b"".join(line + b"\n" for line in lines))
            self._process.stdin.flush()
        except OSError:
            pass

    def answer(self, patience: float = PATIENCE) -> str:
        """Returns the next answer, "" if the engine has ended or is silent."""
        try:
            return self._answers.get(timeout=patience) or ""
        except Empty:
            return ""

    def close(self) -> None:
        """Ends it."""
        self._process.kill()
        self._process.wait()

    def _read(self) -> None:
        assert self._process.stdout is not None
        lines: list[str] = []
        for line in self._process.stdout:
            text = line.decode("utf-8", "replace").rstrip("\n")
            if text:
                lines.append(text)
            elif lines:
                self._answers.put("\n".join(lines))
                lines = []
        self._answers.put(None)


def main() -> int:
    """Sends the lines; returns the exit code."""
    about, _, details = (__doc__ or "").partition("\n\n")
    parser = argparse.ArgumentParser(
        description=about, epilog=details, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--lines", type=count, default=20000, help="default %(default)s")
    parser.add_argument("--seed", type=count, default=1, help="default %(default)s")
    args = parser.parse_args()

    counts: Counter[str] = Counter()
    fault = ""
    with tempfile.TemporaryDirectory() as folder, (Path(folder) / "stderr").open("wb") as errors:
        engine = Engine(Path(folder), errors)
        lines = fuzzed_lines(Random(args.seed))
        try:
            engine.send(list(LIMIT))
            for _ in LIMIT:
                engine.answer(COMPILES_FOR)
            with progress("sending", args.lines, "lines") as done:
                for number in range(args.lines):
                    line = next(lines)
                    verdict = reaction(engine, line, MARK + number)
                    if verdict.startswith("fault"):
                        fault = f"line {number}: {line[:200]!r}: {verdict}"
                        break
                    counts[verdict] += 1
                    done(1)
        finally:
            engine.close()
        errors.flush()
        if "Traceback" in (Path(folder) / "stderr").read_text(errors="replace"):
            fault = fault or "a traceback on standard error"
    print(json.dumps({"lines": sum(counts.values()), "seed": args.seed, **counts, "fault": fault}))
    return int(bool(fault))


def reaction(engine: Engine, line: bytes, mark: int) -> str:
    """Returns what came of a line: answered, refused, no command; or "fault" and which."""
    wanted = expected_id(line)
    engine.send([line, b"%d name" % mark])
    verdict = "no command"
    if wanted is not None:
        answer = engine.answer()
        if not answer:
            return "fault: no answer"
        if "internal error" in answer:
            return f"fault: {answer[:200]}"
        if answer[1:].split(maxsplit=1)[:1] != [wanted] and wanted:
            return f"fault: answer of another line: {answer[:200]}"
        verdict = "answered" if answer[0] == "=" else "refused"
        if answer[0] not in "=?":
            return f"fault: no answer, but {answer[:200]}"
    if not engine.answer().startswith(f"={mark} cfggo"):
        return "fault: out of step"
    return verdict


if __name__ == "__main__":
    common.run(main)
