#!/usr/bin/env python3
"""Sends damaged queries to `cfggo analyze`, to find one that is not answered as it should be.

Each is a good query in which values, fields or bytes were changed. Its searches are ended at once;
what it gets must be one error, one echo, or one last answer for each turn that it asks about. Then
a process of `cfggo analyze` is given all of them one after the other, and must answer as often.

Faults are an internal error, an answer too few or too many, a traceback, and an exit code other
than 0. They are printed with their lines, and the exit code is 1. Prints one JSON object with the
counts.
"""

import argparse
import json
import random
import subprocess
import sys
import time
from collections import Counter
from typing import Any

import common
from fuzzed_queries import fault_in, fuzzed_line, is_last

from cfggo.base.terminal import console, progress
from cfggo.commands.arguments import count
from cfggo.config import EngineConfig, load_config
from cfggo.interfaces.analysis.output import AnswerOutput
from cfggo.interfaces.analysis.override_settings import Perspective
from cfggo.interfaces.analysis.queries import Defaults
from cfggo.interfaces.analysis.scheduler import Scheduler
from cfggo.interfaces.analysis.server import Server
from cfggo.search.engine import Engine, Limit

TERMINATE_ALL = b'{"id":"end of a line","action":"terminate_all"}'


class Answers:
    """The answers to one line at a time, from a server in this process with engines of its own."""

    def __init__(self, config: EngineConfig, threads: int) -> None:
        self._written: list[bytes] = []
        self._config = config
        self._scheduler = Scheduler(lambda _: Engine(config), threads, self._send)

    def _send(self, line: str) -> None:
        self._written.append(line.encode("ascii"))

    def to(self, line: bytes) -> list[dict[str, Any]]:
        """Returns all answers to a line, whose searches are ended at once."""
        self._written.clear()
        output = AnswerOutput(self, self._fail)
        defaults = Defaults(Limit(playouts=20), Perspective.BLACK)
        Server(self._scheduler, output, defaults, self._config.name).serve([line])
        self._scheduler.terminate(None, None)
        self._scheduler.wait()
        output.close()
        return [json.loads(answer) for answer in self._written]

    def write(self, data: bytes, /) -> None:
        """Takes what the server answers itself."""
        self._written.append(data)

    def _fail(self, error: OSError) -> None:
        raise error


def main() -> int:
    """Sends the queries; returns the exit code."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--queries", type=count, default=1000, help="default 1000")
    parser.add_argument("--config", default="cfggo", help="preset or TOML file (default cfggo)")
    parser.add_argument("--seed", type=count, default=1, help="default 1")
    parser.add_argument("--threads", type=count, default=2, help="analysis threads (default 2)")
    args = parser.parse_args()
    started = time.monotonic()
    answers = Answers(load_config(args.config), args.threads)
    rng = random.Random(args.seed)
    counts: Counter[str] = Counter()
    lines, faults, n_expected = [], [], 0
    with progress("sending", args.queries, "queries") as done:
        for _ in range(args.queries):
            line = fuzzed_line(rng)
            got = answers.to(line)
            fault = fault_in(line, got)
            if fault:
                faults.append(f"{fault}: {line!r}")
                console().print(faults[-1], markup=False)
            lines.append(line)
            n_expected += sum(map(is_last, got))
            counts["refused" if any("error" in answer for answer in got) else "answered"] += 1
            done(1)
    faults += faults_of_process(args.config, args.threads, lines, n_expected)
    figures = {
        "seed": args.seed,
        "queries": len(lines),
        "counts": dict(sorted(counts.items())),
        "faults": faults,
        "minutes": round((time.monotonic() - started) / 60, 1),
    }
    print(json.dumps(figures))
    return 1 if faults else 0


def faults_of_process(config: str, threads: int, lines: list[bytes], n_expected: int) -> list[str]:
    """Returns what is wrong with a process that is sent all lines, and the end of each."""
    command = [sys.executable, "-m", "cfggo", "analyze", "--config", config]
    done = subprocess.run(
        [*command, "--analysis-threads", str(threads)],
        input=b"".join(line + b"\n" + TERMINATE_ALL + b"\n" for line in lines),
        capture_output=True,
        check=False,
    )
    n_answers = sum(is_last(json.loads(line)) for line in done.stdout.splitlines())
    n_expected += len(lines)  # the echoes
    return [
        fault
        for fault, is_there in (
            (f"exit code {done.returncode}", done.returncode != 0),
            (f"{n_answers} answers instead of {n_expected}", n_answers != n_expected),
            ("a traceback", b"Traceback" in done.stderr),
        )
        if is_there
    ]


if __name__ == "__main__":
    common.run(main)
