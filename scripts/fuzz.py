#!/usr/bin/env python3
"""Reads damaged weight, checkpoint, SGF and TOML files, to find one that is not refused in a line.

Each file is a good one that was mutated: bytes changed, cut out, repeated or taken from another
file; in weight files and checkpoints, more often, an array or a field of the header changed and
the checksum made to agree. What a file that is not refused holds is then used: weights list the
moves of a position and play a game to its end, counts of patterns answer in playouts, models
of local moves rank those of a problem, territory fields say who owns the points, problems are set
up, a checkpoint goes on learning, a game is replayed, learnt from and written again, and so are
games kept of an archive. The kernels check the bounds of all arrays meanwhile.

A fault is whatever ends in a traceback, in an error of several lines, in a game that is not what
was written of it, or not at all within two seconds. Faulty files are kept in a folder, and the exit
code is 1. Prints one JSON object with the counts.
"""

import argparse
import contextlib
import json
import multiprocessing
import os
import random
import resource
import signal
import tempfile
import time
import traceback
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from multiprocessing.connection import Connection, wait
from pathlib import Path
from typing import TYPE_CHECKING

import common

from cfggo.base.errors import CfggoError
from cfggo.base.terminal import console, progress
from cfggo.commands.arguments import count

if TYPE_CHECKING:
    from fuzzing import Kind

KIND_NAMES = (
    "weights",
    "frequency",
    "rankers",
    "territory",
    "problems",
    "checkpoint",
    "sgf",
    "archives",
    "toml",
)

MOST_SECONDS = 2.0
"""A file that takes longer is a fault. The time is the processor's, so that a machine that has
other things to do finds none."""

HANGS_AFTER = 40.0
"""Seconds by the clock after which the process that reads a file is ended."""

MOST_BYTES = 6 << 30
"""Memory that a process may have."""


@dataclass(frozen=True)
class Outcome:
    """What came of one file.

    Public attributes:
      number  -- of the file, from 0
      kind    -- one of KIND_NAMES
      verdict -- "refused", "used", or what is at fault with it
      seconds -- of the processor
    """

    number: int
    kind: str
    verdict: str
    seconds: float

    @property
    def is_fault(self) -> bool:
        """Whether the file was neither refused in a line nor used."""
        return self.verdict not in ("refused", "used")


def main() -> int:
    """Makes the files and has them read; returns the exit code."""
    about, _, details = (__doc__ or "").partition("\n\n")
    parser = argparse.ArgumentParser(
        description=about, epilog=details, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--files", type=count, default=1000, help="of all kinds (default 1000)")
    parser.add_argument("--kinds", nargs="+", choices=KIND_NAMES, default=KIND_NAMES)
    parser.add_argument("--seed", type=count, default=1, help="default 1")
    parser.add_argument("--jobs", type=count, default=os.cpu_count() or 1, help="processes")
    parser.add_argument(
        "--unchecked",
        action="store_true",
        help="without checks of bounds, whose kernels take minutes to compile the first time",
    )
    parser.add_argument(
        "--keep", type=Path, default=Path("out/fuzz"), help="folder for faulty files"
    )
    args = parser.parse_args()

    # Before any kernel is declared: Numba reads it in the processes that are started from here.
    if args.unchecked:
        os.environ.pop("NUMBA_BOUNDSCHECK", None)  # the kernels that everything else uses
    else:
        os.environ["NUMBA_BOUNDSCHECK"] = "1"
    started = time.monotonic()
    counts: Counter[str] = Counter()
    slowest: dict[str, float] = dict.fromkeys(args.kinds, 0.0)
    faults = []
    with (
        tempfile.TemporaryDirectory() as folder,
        progress("reading", args.files, "files") as done,
        contextlib.suppress(KeyboardInterrupt),
    ):
        for outcome in outcomes(args.seed, args.files, args.kinds, args.jobs, Path(folder)):
            done(1)
            counts[f"{outcome.kind}, {'fault' if outcome.is_fault else outcome.verdict}"] += 1
            slowest[outcome.kind] = max(slowest[outcome.kind], outcome.seconds)
            if outcome.is_fault:
                faults.append(keep(outcome, Path(folder), args.keep))
                console().print(faults[-1], markup=False)
    print(
        json.dumps(
            {
                "seed": args.seed,
                "bounds_checked": not args.unchecked,
                "files": counts.total(),
                "counts": dict(sorted(counts.items())),
                "faults": faults,
                "slowest_s": {kind: round(seconds, 2) for kind, seconds in slowest.items()},
                "minutes": round((time.monotonic() - started) / 60, 1),
            }
        )
    )
    return 1 if faults else 0 if counts.total() == args.files else 130


def keep(outcome: Outcome, folder: Path, kept: Path) -> str:
    """Moves a faulty file to where it is kept; returns in a line what is wrong with it."""
    path = kept / f"{outcome.number}.{outcome.kind}"
    with contextlib.suppress(FileNotFoundError):  # the mutation itself failed
        data = (folder / str(outcome.number)).read_bytes()
        kept.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)
    return f"{path}: {outcome.verdict}"


class Reader:
    """A process that reads files, one after the other, and is begun again when it ends."""

    def __init__(
        self, seed: int, numbers: Sequence[int], kinds: Sequence[str], folder: Path
    ) -> None:
        self._settings = seed, list(kinds), folder
        self._left = list(numbers)
        self._begin()

    def _begin(self) -> None:
        self.pipe, theirs = multiprocessing.Pipe(duplex=False)
        arguments = (theirs, *self._settings, tuple(self._left))
        context = multiprocessing.get_context("spawn")
        self._process = context.Process(target=read_files, args=arguments, daemon=True)
        self._process.start()
        theirs.close()
        self._since: float | None = None  # while it loads the kernels, it may take its time

    @property
    def is_done(self) -> bool:
        """Whether all files are read."""
        return not self._left

    def take(self) -> Outcome | None:
        """Returns what came of a file, None if the process has only begun."""
        try:
            outcome: Outcome | None = self.pipe.recv()
        except EOFError:
            self._process.join()
            ended = f"ended with {self._process.exitcode}"
            if self._since is None:
                raise CfggoError(
                    f"a process that reads files {ended} before the first one"
                ) from None
            return self._fault(f"the process {ended}")
        self._since = time.monotonic()
        if outcome is not None:
            self._left.pop(0)
            if self.is_done:
                self.end()
        return outcome

    def give_up(self) -> Outcome | None:
        """Returns that the present file hangs, if it does."""
        if self._since is None or time.monotonic() < self._since + HANGS_AFTER:
            return None
        return self._fault(f"not done after {HANGS_AFTER:.0f} s")

    def _fault(self, verdict: str) -> Outcome:
        self.end()
        _, kinds, _ = self._settings
        number = self._left.pop(0)
        if self._left:
            self._begin()
        return Outcome(number, kinds[number % len(kinds)], verdict, HANGS_AFTER)

    def end(self) -> None:
        """Ends the process."""
        self._process.kill()
        self._process.join()
        self.pipe.close()


def outcomes(
    seed: int, n_files: int, kinds: Sequence[str], jobs: int, folder: Path
) -> Iterator[Outcome]:
    """Yields what came of each file; those at fault are left in the folder under their numbers."""
    readers = [
        Reader(seed, range(first, n_files, jobs), kinds, folder)
        for first in range(min(jobs, n_files))
    ]
    try:
        while readers:
            by_pipe = {reader.pipe: reader for reader in readers}
            ready = wait(list(by_pipe), timeout=1.0)
            for reader in readers:
                outcome = reader.take() if reader.pipe in ready else reader.give_up()
                if outcome is not None:
                    yield outcome
            readers = [reader for reader in readers if not reader.is_done]
    finally:
        for reader in readers:
            reader.end()


def read_files(
    pipe: Connection, seed: int, kinds: Sequence[str], folder: Path, numbers: Sequence[int]
) -> None:
    """Makes and reads files, and sends what came of each; the first thing sent is None, for ready.

    A file's bytes depend on the seed and on its number alone.
    """
    from fuzzing import KINDS

    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the process that began this one ends it
    resource.setrlimit(resource.RLIMIT_AS, (MOST_BYTES, MOST_BYTES))
    with tempfile.TemporaryDirectory(dir=folder) as own:
        readers = [KINDS[name](Path(own) / name) for name in kinds]
        for kind in readers:  # which loads, or compiles, the kernels
            for data in kind.good():
                (Path(own) / "good").write_bytes(data)
                kind.use(Path(own) / "good", random.Random(seed))
        pipe.send(None)
        for number in numbers:
            kind = readers[number % len(kinds)]
            rng = random.Random(f"{seed} {number}")
            path = folder / str(number)
            started = time.process_time()
            path.write_bytes(kind.mutated(rng))
            started = time.process_time()
            verdict = verdict_on(kind, path, rng)
            seconds = time.process_time() - started
            if seconds > MOST_SECONDS and verdict in ("refused", "used"):
                verdict = f"{verdict} after {seconds:.1f} s"
            outcome = Outcome(number, kind.name, verdict, seconds)
            if not outcome.is_fault:
                path.unlink()
            pipe.send(outcome)


def verdict_on(kind: "Kind", path: Path, rng: random.Random) -> str:
    """Reads a file and uses what it holds; returns "used", "refused" or what is at fault."""
    from cfggo.records.sgf.errors import SgfError

    try:
        kind.use(path, rng)
    except (CfggoError, SgfError) as error:
        return f"error of several lines: {error}" if "\n" in str(error) else "refused"
    except Exception:
        return traceback.format_exc()
    return "used"


if __name__ == "__main__":
    common.run(main)
